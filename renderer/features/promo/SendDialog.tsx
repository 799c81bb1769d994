import { useRef, useState } from 'react'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { PromoPreview, PromoReceipt } from '../../../preload/contract/promo.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { isRefused } from '../../app/problems/issues.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { Button } from '../../components/Button.tsx'
import { Fold } from '../../components/Fold.tsx'
import { TextField } from '../../components/Field.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Modal } from '../../components/Modal.tsx'
import { formatClock, formatCount, formatSize } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { BodyText } from './BodyText.tsx'
import { Difference } from './Difference.tsx'

type Step =
  | { readonly kind: 'review' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly receipt: PromoReceipt }
  | { readonly kind: 'failed'; readonly problem: AnyProblem }

/** Sent and affected, and what to do when they differ. */
export const Affected = ({ receipt }: { readonly receipt: PromoReceipt }) => {
  const { t, language } = useText()
  const { affected, count, isAffectedDifferent } = receipt
  return (
    <>
      {affected === null ? null : (
        <p>{t('promo.affected', { sent: formatCount(count, language), affected: formatCount(affected, language) })}</p>
      )}
      {isAffectedDifferent ? (
        <p className="promo-notice">
          <Mark kind="partial">{t(affected === null ? 'promo.affected.unsaid' : 'promo.affected.different')}</Mark>
        </p>
      ) : null}
    </>
  )
}

const Request = ({ preview }: { readonly preview: PromoPreview }) => {
  const { t, language } = useText()
  const { request } = preview
  if (request === null) return null
  return (
    <section className="promo-request stack">
      <BodyText label={t('promo.send.request')} text={request.body} lead={`${request.method} ${request.url}`} />
      <Fold title={t('do.details')}>
        <p className="promo-hash mono muted">
          {t('promo.send.meta', { size: formatSize(request.sizeBytes, t, language), hash: request.sha256 })}
        </p>
      </Fold>
    </section>
  )
}

const Cautions = ({ preview }: { readonly preview: PromoPreview }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const last = preview.lastAttempt
  const warned = preview.lines.filter(({ verdicts }) => verdicts.length > 0).length
  return (
    <div className="promo-cautions stack">
      <p className="promo-notice">
        <Mark kind="partial">{t('promo.send.replace')}</Mark>
      </p>
      {last?.state === 'unknown' ? (
        <p className="promo-notice">
          <Mark kind="problem">{t('promo.send.unknown', { time: formatClock(last.sentAt, nowMs, language) })}</Mark>
        </p>
      ) : null}
      {last?.state === 'sending' ? (
        <p className="promo-notice">
          <Mark kind="problem">{t('promo.send.sending')}</Mark>
        </p>
      ) : null}
      {warned === 0 ? null : (
        <p className="promo-notice">
          <Mark kind="partial">{t('promo.warned', { count: warned })}</Mark>
        </p>
      )}
    </div>
  )
}

type ReviewProps = {
  readonly preview: PromoPreview
  readonly isSending: boolean
  readonly onSend: (confirmedCount: number) => void
  readonly onClose: () => void
}

const Review = ({ preview, isSending, onSend, onClose }: ReviewProps) => {
  const { t, language } = useText()
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.replace(/\s/g, '') === String(preview.count)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmed && !isSending) onSend(preview.count)
      }}
    >
      <Cautions preview={preview} />
      <Difference comparison={preview.comparison} />
      <Request preview={preview} />
      <TextField
        label={t('promo.send.confirm')}
        hint={t('promo.send.confirm.hint', {
          rows: t('promo.count', { count: preview.count, rows: formatCount(preview.count, language) }),
        })}
        value={typed}
        onChange={setTyped}
        inputMode="numeric"
        isDisabled={isSending}
      />
      <div className="modal-buttons">
        <Button onClick={onClose} isDisabled={isSending}>
          {t('do.cancel')}
        </Button>
        <Button kind="danger" isSubmit isDisabled={!isConfirmed || isSending}>
          {t(isSending ? 'promo.send.busy' : 'promo.send.do')}
        </Button>
      </div>
    </form>
  )
}

type SendDialogProps = {
  readonly preview: PromoPreview
  readonly profileId: ProfileId
  /** Previews the codes anew, once a refused key has been replaced. */
  readonly onAgain: () => void
  readonly onClose: () => void
  readonly onReceipts: () => void
}

/** Shows the exact request, sends it once the user has typed the number of codes, and shows the outcome. */
export const SendDialog = ({ preview, profileId, onAgain, onClose, onReceipts }: SendDialogProps) => {
  const { t, language } = useText()
  const [step, setStep] = useState<Step>({ kind: 'review' })
  const isUnderWay = useRef(false)
  const send = async (confirmedCount: number): Promise<void> => {
    if (preview.id === null || isUnderWay.current) return
    isUnderWay.current = true
    setStep({ kind: 'sending' })
    const answer = await call('promo:set', { previewId: preview.id, confirmedCount })
    setStep(answer.ok ? { kind: 'sent', receipt: answer.value } : { kind: 'failed', problem: answer.error })
  }
  const title =
    step.kind === 'sent'
      ? t('promo.send.done')
      : step.kind === 'failed'
        ? t('promo.send.failed')
        : t('promo.send.title', { count: preview.count, rows: formatCount(preview.count, language) })
  const close = (): void => (step.kind === 'sending' ? undefined : onClose())
  return (
    <Modal title={title} isOpen onClose={close} size="wide">
      {step.kind === 'review' || step.kind === 'sending' ? (
        <Review
          preview={preview}
          isSending={step.kind === 'sending'}
          onSend={(count) => void send(count)}
          onClose={close}
        />
      ) : (
        <div className="form">
          {step.kind === 'sent' ? (
            <Affected receipt={step.receipt} />
          ) : isStale(step.problem) ? (
            <p>{t('promo.send.stale')}</p>
          ) : (
            <Problem problem={step.problem} keyOf={{ profileId, onSaved: onAgain }} />
          )}
          <div className="modal-buttons">
            <Button onClick={onReceipts}>{t('promo.send.receipt')}</Button>
            <Button kind="primary" onClick={onClose}>
              {t('do.close')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}

const isStale = (problem: AnyProblem): boolean => problem.kind === 'not-found' || isRefused(problem, 'previewId')
