import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PanelLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CallReply, CallRequest } from '../../../preload/contract/calls.ts'
import { useDemo } from '../../app/demo.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { profilesQuery } from '../../app/state/queries.ts'
import { useShortcuts } from '../../app/commands/shortcuts.ts'
import { useStore } from '../../app/state/store.ts'
import { Workspace } from '../../app/Workspace.tsx'
import { Bar } from '../../components/Bar.tsx'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { CallList } from './CallList.tsx'
import { callDraft, clearDraft, openInEditor, requestOf, shownCall } from './callDraft.ts'
import { openPromoPreview } from './promoLead.ts'
import { ReplyView } from './ReplyView.tsx'
import { RequestEditor, useDraftOrganization } from './RequestEditor.tsx'
import { SaveCall, type ToSave } from './SaveCall.tsx'
import { useSend, type Sending } from './useSend.ts'
import './calls.css'

const Questions = ({ sending }: { readonly sending: Sending }) => {
  const { t } = useText()
  const profiles = useQuery(profilesQuery).data ?? []
  const { question, answer } = sending
  const profile = profiles.find(({ id }) => id === question?.profileId)
  const [isRemembered, setRemembered] = useState(false)
  const confirm = (isYes: boolean): void => {
    answer(isYes, isRemembered)
    setRemembered(false)
  }
  return (
    <>
      <Confirm
        title={t('calls.confirm.title', { path: question?.request.path ?? '' })}
        effect={t('calls.confirm.effect', { name: profile?.name ?? '', url: profile?.baseUrl ?? '' })}
        confirmLabel={t('calls.confirm.send')}
        cancelLabel={t('do.cancel')}
        isOpen={question?.kind === 'confirm'}
        onConfirm={() => confirm(true)}
        onCancel={() => confirm(false)}
      >
        <label className="row">
          <input type="checkbox" checked={isRemembered} onChange={({ target }) => setRemembered(target.checked)} />
          <span>{t('calls.confirm.remember')}</span>
        </label>
      </Confirm>
      <Modal title={t('calls.promo.title')} isOpen={question?.kind === 'promo'} onClose={() => answer(false)}>
        <p className="modal-text">{t('calls.promo.effect')}</p>
        <div className="modal-buttons">
          <Button onClick={() => answer(false)}>{t('do.cancel')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              answer(false)
              if (question !== null) openPromoPreview(question.request, question.profileId)
            }}
          >
            {t('calls.promo.open')}
          </Button>
        </div>
      </Modal>
    </>
  )
}

/** Needs nothing but a key, and every service has it. */
const demoRequest: CallRequest = { method: 'GET', path: '/v3/Races/Years', query: [], body: null }

/** Any call of the API: written above, its reply below, everything sent before at the side. */
export const CallsScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const shown = useStore(shownCall)
  const { profiles, profile } = useDraftOrganization()
  const sending = useSend()
  const [isListShown, setListShown] = useState(false)
  const [toSave, setToSave] = useState<ToSave | null>(null)
  useShortcuts({ refresh: () => void client.invalidateQueries({ queryKey: ['calls'] }) })
  const send = (): void => {
    if (profile !== null) sending.send(requestOf(callDraft.get()), profile.id)
  }
  const sendAgain = ({ method, path, query, requestBody, profileId }: CallReply): void => {
    // Never to another organization than before.
    const isKnown = profiles.some(({ id }) => id === profileId)
    if (isKnown && profileId !== null) sending.send({ method, path, query, body: requestBody }, profileId)
  }
  const demo = useDemo(({ profileId }) => {
    openInEditor(demoRequest, profileId, null)
    sending.send(demoRequest, profileId)
    return Promise.resolve(null)
  })
  const { problem } = sending
  return (
    <Workspace
      listLabel={t('calls.list')}
      list={<CallList onRename={(saved) => setToSave({ request: withoutName(saved), saved, isRename: true })} />}
      isListShown={isListShown}
      onHideList={() => setListShown(false)}
    >
      <div className="pane-head row calls-head">
        <span className="only-narrow">
          <IconButton
            label={t('calls.list')}
            icon={<PanelLeft aria-hidden />}
            onClick={() => setListShown(!isListShown)}
          />
        </span>
        <DraftName />
        <Button size="small" icon={<Plus aria-hidden />} onClick={clearDraft}>
          {t('calls.new')}
        </Button>
      </div>
      <RequestEditor
        isSending={sending.isSending}
        problem={problem}
        onSend={send}
        onCancel={sending.cancel}
        onSave={() => {
          const draft = callDraft.get()
          setToSave({ request: requestOf(draft), saved: draft.saved, isRename: false })
        }}
      />
      {problem === null || isRefused(problem, 'path') ? null : (
        <div className="calls-problem">
          <Problem problem={problem} />
          <Button size="small" kind="quiet" onClick={sending.dismiss}>
            {t('do.dismiss')}
          </Button>
        </div>
      )}
      <section className="calls-reply fill" aria-label={t('calls.reply')} aria-busy={sending.isSending}>
        {sending.isSending ? (
          <div className="calls-running" role="status">
            <Bar label={t('calls.running')} done={0} total={0} />
            <span>{t('calls.running')}</span>
          </div>
        ) : null}
        {shown === null ? (
          <Blank
            title={t('calls.blank.title')}
            {...(demo === null
              ? {}
              : {
                  actions: (
                    <Button isDisabled={demo.isBusy} onClick={demo.begin}>
                      {t('calls.demo')}
                    </Button>
                  ),
                })}
          >
            <p>{t('calls.blank.what')}</p>
            {demo?.problem == null ? null : <Problem problem={demo.problem} />}
          </Blank>
        ) : (
          <ReplyView key={shown} id={shown} onAgain={sending.isSending ? null : sendAgain} />
        )}
      </section>
      <Questions sending={sending} />
      <SaveCall what={toSave} onClose={() => setToSave(null)} />
    </Workspace>
  )
}

const DraftName = () => {
  const { t } = useText()
  const saved = useStore(callDraft).saved
  return <h1 className="pane-title ellipsis">{saved?.name ?? t('calls.untitled')}</h1>
}

const withoutName = ({ method, path, query, body }: ToSave['request']): ToSave['request'] => ({
  method,
  path,
  query,
  body,
})
