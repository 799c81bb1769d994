import { Copy, Plus, Save, Send, Square, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { Problem } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { useOrganization } from '../../app/state/organization.ts'
import { useStore } from '../../app/state/store.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import { callDraft, changeDraft, newQueryRow, requestOf, type QueryRow } from './callDraft.ts'
import { curlOf } from './curl.ts'
import { formatJson, isJson } from './formatJson.ts'

const METHODS = [
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
] as const

const QueryTable = ({ rows }: { readonly rows: readonly QueryRow[] }) => {
  const { t } = useText()
  const change = (key: number, changed: Partial<QueryRow>): void =>
    changeDraft({ query: rows.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  return (
    <div className="stack">
      {rows.map((row, at) => (
        <div key={row.key} className="calls-query-row">
          <input
            className="input mono"
            aria-label={t('calls.query.name', { at: at + 1 })}
            placeholder={t('calls.query.name.placeholder')}
            value={row.name}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change(row.key, { name: event.target.value })}
          />
          <input
            className="input mono"
            aria-label={t('calls.query.value', { at: at + 1 })}
            placeholder={t('calls.query.value.placeholder')}
            value={row.value}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change(row.key, { value: event.target.value })}
          />
          <IconButton
            label={t('calls.query.remove', { at: at + 1 })}
            icon={<X aria-hidden />}
            onClick={() => changeDraft({ query: rows.filter(({ key }) => key !== row.key) })}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          kind="quiet"
          icon={<Plus aria-hidden />}
          onClick={() => changeDraft({ query: [...rows, newQueryRow()] })}
        >
          {t('calls.query.add')}
        </Button>
      </div>
    </div>
  )
}

const BodyEditor = ({ body }: { readonly body: string }) => {
  const { t } = useText()
  const id = useId()
  const isBlank = body.trim() === ''
  const isValid = isBlank || isJson(body)
  return (
    <div className="stack">
      <div className="calls-body-head row">
        <label htmlFor={id} className="field-label">
          {t('calls.body')}
        </label>
        <span className={isValid ? 'muted' : 'field-problem'} id={`${id}-state`} role="status">
          {isBlank ? t('calls.body.none') : t(isValid ? 'calls.body.valid' : 'calls.body.invalid')}
        </span>
        <span className="gap" />
        <Button
          size="small"
          kind="quiet"
          isDisabled={isBlank || !isValid}
          onClick={() => changeDraft({ body: formatJson(body) })}
        >
          {t('calls.body.format')}
        </Button>
      </div>
      <textarea
        id={id}
        className="input mono calls-textarea"
        value={body}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!isValid}
        aria-describedby={`${id}-state`}
        onChange={(event) => changeDraft({ body: event.target.value })}
      />
    </div>
  )
}

const CopyCurl = ({ profile }: { readonly profile: Profile }) => {
  const { t } = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(curlOf(requestOf(callDraft.get()), profile))
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button kind="quiet" icon={<Copy aria-hidden />} onClick={() => void copy()}>
      {t(isCopied ? 'do.copied' : 'calls.curl')}
    </Button>
  )
}

type RequestEditorProps = {
  readonly isSending: boolean
  readonly problem: Problem | null
  readonly onSend: () => void
  readonly onCancel: () => void
  readonly onSave: () => void
}

/** The organization that the draft goes to: that of the call it was opened from, else the one chosen for all screens. */
export const useDraftOrganization = (): ReturnType<typeof useOrganization> => {
  const { profileId } = useStore(callDraft)
  const { profiles, profile, choose } = useOrganization()
  return { profiles, profile: profiles.find(({ id }) => id === profileId) ?? profile, choose }
}

export const RequestEditor = ({ isSending, problem, onSend, onCancel, onSave }: RequestEditorProps) => {
  const { t } = useText()
  const id = useId()
  const draft = useStore(callDraft)
  const { profiles, profile, choose } = useDraftOrganization()
  const isPathRefused = isRefused(problem, 'path')
  const canSend =
    profile !== null &&
    draft.path.trim() !== '' &&
    (draft.method === 'GET' || draft.body.trim() === '' || isJson(draft.body))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSend || isSending) return
    event.preventDefault()
    onSend()
  }
  return (
    <section className="calls-request stack" aria-label={t('calls.request')} onKeyDown={onKeyDown}>
      <form
        className="calls-line"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend && !isSending) onSend()
        }}
      >
        {profiles.length < 2 ? null : (
          <div className="calls-profile">
            <Choice
              label={t('stages.add.profile')}
              isLabelHidden
              value={profile?.id ?? profiles[0]?.id ?? ('' as Profile['id'])}
              options={profiles.map((one) => ({ value: one.id, label: one.name }))}
              onChange={(chosen) => {
                changeDraft({ profileId: null })
                choose(chosen)
              }}
            />
          </div>
        )}
        <div className="calls-method">
          <Choice
            label={t('calls.method')}
            isLabelHidden
            value={draft.method}
            options={METHODS}
            onChange={(method) => changeDraft({ method })}
          />
        </div>
        <input
          id={id}
          className="input mono calls-path"
          aria-label={t('calls.path')}
          aria-invalid={isPathRefused}
          {...(isPathRefused ? { 'aria-describedby': `${id}-problem` } : {})}
          placeholder="/v3/Races/Years"
          value={draft.path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => changeDraft({ path: event.target.value })}
        />
        {isSending ? (
          <Button icon={<Square aria-hidden />} onClick={onCancel}>
            {t('calls.stop')}
          </Button>
        ) : (
          <Button kind="primary" isSubmit icon={<Send aria-hidden />} isDisabled={!canSend} title="Ctrl Enter">
            {t('calls.send')}
          </Button>
        )}
      </form>
      {isPathRefused ? (
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {t('calls.path.refused')}
        </p>
      ) : null}
      <QueryTable rows={draft.query} />
      {draft.method === 'POST' ? <BodyEditor body={draft.body} /> : null}
      <div className="calls-tools">
        <span className="muted">
          {profile === null ? t('calls.noProfile') : t('calls.goesTo', { name: profile.name, url: profile.baseUrl })}
        </span>
        <span className="gap" />
        {profile === null ? null : <CopyCurl profile={profile} />}
        <Button kind="quiet" icon={<Save aria-hidden />} isDisabled={draft.path.trim() === ''} onClick={onSave}>
          {t('calls.save')}
        </Button>
      </div>
    </section>
  )
}
