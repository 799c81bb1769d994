import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { FileCheck, FileVerdict, KnownExport } from '../../../preload/contract/files.ts'
import { Bar } from '../../components/Bar.tsx'
import { Button } from '../../components/Button.tsx'
import { Fold } from '../../components/Fold.tsx'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { Modal } from '../../components/Modal.tsx'
import { formatCount, formatExact } from '../../text/format.ts'
import { useText, type Translate } from '../../text/text.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { useStore } from '../../app/state/store.ts'
import { pick, verifyFile, type Picked, type Verified } from './verifyFile.ts'
import { verifyOpened } from '../../app/opened/opened.ts'
import './verify.css'

const close = (): void => verifyOpened.set(false)

const MARKS: { readonly [V in FileVerdict]: MarkKind } = { unchanged: 'ok', changed: 'problem', unknown: 'none' }

type Fact = readonly [label: string, value: string, isHash?: boolean]

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="verify-facts">
    {facts.map(([label, value, isHash]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={isHash === true ? 'mono' : undefined}>{value}</dd>
      </div>
    ))}
  </dl>
)

const factsOf = (known: KnownExport, t: Translate, language: 'en' | 'ru'): readonly Fact[] => {
  const { fetchedFrom, fetchedTo } = known
  const ends = [...new Set([fetchedFrom, fetchedTo])].filter((end) => end !== null)
  const facts: readonly (Fact | null)[] = [
    [t('verify.by'), t(`verify.by.${known.by}`)],
    [t('verify.written'), formatExact(known.writtenAt, language)],
    known.stageName === null ? null : [t('verify.stage'), known.stageName],
    known.state === null ? null : [t('verify.state'), t(`verify.state.${known.state}`)],
    known.rows === null ? null : [t('verify.rows'), formatCount(known.rows, language)],
    ends.length === 0 ? null : [t('verify.fetched'), ends.map((end) => formatExact(end, language)).join(' – ')],
  ]
  return facts.filter((fact) => fact !== null)
}

const Answer = ({ name, check }: { readonly name: string; readonly check: FileCheck }) => {
  const { t, language } = useText()
  const { verdict, known, sha256, isReceiptUnreadable } = check
  const details: readonly Fact[] = [
    ...(known === null
      ? []
      : ([
          [t('verify.asName'), known.name],
          [t('verify.app'), known.appVersion],
        ] as const)),
    ...(known === null || known.origin === null ? [] : [[t('verify.origin'), known.origin] as const]),
    [t('verify.hash'), sha256, true],
    ...(known === null || known.sha256 === sha256 ? [] : [[t('verify.hashThen'), known.sha256, true] as const]),
  ]
  return (
    <div role="status">
      <p className="verify-verdict">
        <Mark kind={MARKS[verdict]}>{t(`verify.${verdict}`)}</Mark>
      </p>
      <p className="modal-text">{t(`verify.${verdict}.what`, { name })}</p>
      {isReceiptUnreadable ? <p className="modal-text">{t('verify.badReceipt')}</p> : null}
      {known === null ? null : <Facts facts={factsOf(known, t, language)} />}
      <Fold title={t('do.details')}>
        <Facts facts={details} />
      </Fold>
    </div>
  )
}

type State =
  | { readonly step: 'choosing'; readonly hint: 'none' | 'many' | null }
  | { readonly step: 'reading'; readonly picked: Picked; readonly doneBytes: number }
  | { readonly step: 'answered'; readonly name: string; readonly answer: Verified }

const Failure = ({ answer }: { readonly answer: Extract<Verified, { readonly ok: false }> }) => {
  const { t } = useText()
  if (answer.error === 'stopped') return null
  return answer.error === 'unreadable' ? (
    <p className="modal-text" role="alert">
      {t('verify.unreadable')}
    </p>
  ) : (
    <Problem problem={answer.error} />
  )
}

const Verifying = () => {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController | null>(null)
  const [state, setState] = useState<State>({ step: 'choosing', hint: null })
  useEffect(() => () => running.current?.abort(), [])

  const take = async (files: readonly File[]): Promise<void> => {
    running.current?.abort()
    if (files.length === 0) return
    const picked = pick(files)
    if (typeof picked === 'string') return setState({ step: 'choosing', hint: picked })
    const stop = new AbortController()
    running.current = stop
    setState({ step: 'reading', picked, doneBytes: 0 })
    const answer = await verifyFile(picked, stop.signal, (doneBytes) => {
      if (!stop.signal.aborted) setState({ step: 'reading', picked, doneBytes })
    })
    if (!stop.signal.aborted) setState({ step: 'answered', name: picked.file.name, answer })
  }
  const drop = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop') void take([...event.dataTransfer.files])
  }

  return (
    <div className="form" onDragOver={drop} onDrop={drop}>
      {state.step === 'answered' ? null : <p className="modal-text">{t('verify.what')}</p>}
      {state.step === 'choosing' ? (
        <div className="verify-drop">
          <p className="muted">{t('verify.drop')}</p>
        </div>
      ) : null}
      {state.step === 'choosing' && state.hint !== null ? (
        <p className="modal-text" role="alert">
          {t(`verify.${state.hint}`)}
        </p>
      ) : null}
      {state.step === 'reading' ? (
        <>
          <p className="modal-text" role="status">
            {t('verify.reading', { name: state.picked.file.name })}
          </p>
          <Bar label={t('verify.title')} done={state.doneBytes} total={state.picked.file.size} />
        </>
      ) : null}
      {state.step !== 'answered' ? null : state.answer.ok ? (
        <Answer name={state.name} check={state.answer.value} />
      ) : (
        <Failure answer={state.answer} />
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file may be chosen again.
          event.target.value = ''
          void take(files)
        }}
      />
      <div className="modal-buttons">
        <Button onClick={close}>{t(state.step === 'reading' ? 'do.cancel' : 'do.close')}</Button>
        {state.step === 'reading' ? null : (
          <Button kind="primary" onClick={() => input.current?.click()}>
            {t(state.step === 'answered' ? 'verify.again' : 'verify.choose')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Takes a file, with its receipt if there is one, and says whether it still is what was exported. */
export const VerifyDialog = () => {
  const { t } = useText()
  const isOpen = useStore(verifyOpened)
  return (
    <Modal title={t('verify.title')} isOpen={isOpen} onClose={close}>
      {isOpen ? <Verifying /> : null}
    </Modal>
  )
}
