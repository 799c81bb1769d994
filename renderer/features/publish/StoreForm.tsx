import { useState } from 'react'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'
import { storeDraftOf, type StoreDraft, type StoreKind } from './storeDraft.ts'

type StoreFormProps = {
  readonly kind: StoreKind
  readonly publishing: StagePublishing
  readonly refused: 'address' | 'endpoint' | null
  readonly isBusy: boolean
  readonly onUse: (draft: StoreDraft) => void
  readonly onForget: () => void
}

/** A place on a network and its key or password, which is typed here and never shown again. */
export const StoreForm = ({ kind, publishing, refused, isBusy, onUse, onForget }: StoreFormProps) => {
  const { t } = useText()
  const { target, hostKey } = publishing
  const [draft, setDraft] = useState(() => storeDraftOf(kind, publishing))
  const secretIn = target?.kind === kind ? publishing.secretIn : null
  const change = (changed: Partial<StoreDraft>): void => setDraft({ ...draft, ...changed })
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        onUse(draft)
        change({ secret: '' })
      }}
    >
      <TextField
        label={t(`publish.address.${kind}`)}
        value={draft.address}
        onChange={(address) => change({ address })}
        hint={t(`publish.address.${kind}.hint`)}
        problem={refused === 'address' ? t(`publish.address.${kind}.refused`) : null}
        isMono
        isRequired
      />
      {kind === 's3' ? (
        <TextField
          label={t('publish.endpoint')}
          value={draft.endpoint}
          onChange={(endpoint) => change({ endpoint })}
          hint={t('publish.endpoint.hint')}
          problem={refused === 'endpoint' ? t('publish.endpoint.refused') : null}
          inputMode="url"
          isMono
        />
      ) : null}
      {kind === 'sftp' ? (
        <TextField
          label={t('publish.folder')}
          value={draft.folder}
          onChange={(folder) => change({ folder })}
          hint={t('publish.folder.sftp.hint')}
          isMono
        />
      ) : null}
      <TextField
        label={t(kind === 's3' ? 'publish.accessKeyId' : 'publish.user')}
        value={draft.user}
        onChange={(user) => change({ user })}
        isMono
        isRequired={kind === 'sftp'}
      />
      <SecretField
        label={t(kind === 's3' ? 'publish.secret' : 'publish.password')}
        value={draft.secret}
        onChange={(secret) => change({ secret })}
        revealLabel={t('do.reveal')}
        hideLabel={t('do.hide')}
        hint={t(secretIn === null ? `publish.secret.${kind}.none` : `publish.secret.${secretIn}`)}
      />
      {kind === 'sftp' && hostKey !== null ? (
        <p className="field-hint">
          {t('publish.hostKey')} <span className="mono arranged-url">{hostKey}</span>
        </p>
      ) : null}
      <div className="row arranged-actions">
        <Button isSubmit isDisabled={isBusy}>
          {t('publish.use')}
        </Button>
        {secretIn === 'keychain' || secretIn === 'memory' ? (
          <Button kind="quiet" isDisabled={isBusy} onClick={onForget}>
            {t(kind === 's3' ? 'publish.secret.forget' : 'publish.password.forget')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
