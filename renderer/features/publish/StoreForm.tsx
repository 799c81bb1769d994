import { useState } from 'react'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { useText } from '../../text/text.ts'

export type StoreDraft = {
  readonly address: string
  readonly endpoint: string
  readonly accessKeyId: string
  /** '' keeps the stored one. */
  readonly secret: string
}

type StoreFormProps = {
  readonly publishing: StagePublishing
  readonly refused: 'address' | 'endpoint' | null
  readonly isBusy: boolean
  readonly onUse: (draft: StoreDraft) => void
  readonly onForget: () => void
}

/** A bucket and its key. The key is typed here and never shown again. */
export const StoreForm = ({ publishing, refused, isBusy, onUse, onForget }: StoreFormProps) => {
  const { t } = useText()
  const { target, accessKeyId, secretIn } = publishing
  const [draft, setDraft] = useState<StoreDraft>({
    address: target?.kind === 's3' ? target.address : 's3://',
    endpoint: target?.kind === 's3' ? (target.endpoint ?? '') : '',
    accessKeyId,
    secret: '',
  })
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
        label={t('publish.bucket')}
        value={draft.address}
        onChange={(address) => change({ address })}
        hint={t('publish.bucket.hint')}
        problem={refused === 'address' ? t('publish.bucket.refused') : null}
        isMono
        isRequired
      />
      <TextField
        label={t('publish.endpoint')}
        value={draft.endpoint}
        onChange={(endpoint) => change({ endpoint })}
        hint={t('publish.endpoint.hint')}
        problem={refused === 'endpoint' ? t('publish.endpoint.refused') : null}
        inputMode="url"
        isMono
      />
      <TextField
        label={t('publish.accessKeyId')}
        value={draft.accessKeyId}
        onChange={(id) => change({ accessKeyId: id })}
        isMono
      />
      <SecretField
        label={t('publish.secret')}
        value={draft.secret}
        onChange={(secret) => change({ secret })}
        revealLabel={t('do.reveal')}
        hideLabel={t('do.hide')}
        hint={t(`publish.secret.${secretIn ?? 'none'}`)}
      />
      <div className="row arranged-actions">
        <Button isSubmit isDisabled={isBusy}>
          {t('publish.use')}
        </Button>
        {secretIn === 'keychain' || secretIn === 'memory' ? (
          <Button kind="quiet" isDisabled={isBusy} onClick={onForget}>
            {t('publish.secret.forget')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
