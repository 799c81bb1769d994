import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Input } from '../../../preload/contract.ts'
import type { JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { call, type Problem as AnyProblem } from '../../api.ts'
import { Bar } from '../../components/Bar.tsx'
import { Button } from '../../components/Button.tsx'
import { Modal } from '../../components/Modal.tsx'
import { useText } from '../../text/text.ts'
import { chooseCapsule, closeCapsule, openedCapsules, type CapsuleSource } from '../../app/opened/openCapsule.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { jobsQuery, stagesQuery } from '../../app/state/queries.ts'
import { goTo } from '../../app/route.ts'
import { sendFile, type SentFile } from '../../app/opened/sendFile.ts'
import { useStore } from '../../app/state/store.ts'

type Failure = AnyProblem | 'unreadable' | 'stopped'

type State =
  | { readonly step: 'asking' }
  | { readonly step: 'reading'; readonly doneBytes: number }
  | { readonly step: 'storing'; readonly jobId: JobId; readonly stage: StageGuid }
  | { readonly step: 'failed'; readonly failure: Failure }

const sizeOf = (source: CapsuleSource): number => (source.kind === 'given' ? 0 : source.file.size)
const nameOf = (source: CapsuleSource): string => (source.kind === 'given' ? source.name : source.file.name)

type Named = { readonly ok: true; readonly input: Input<'capsule:open'> } | Extract<SentFile, { readonly ok: false }>

/** The file as the core's input; a file of the page is sent to the core first. */
const nameToCore = async (
  source: CapsuleSource,
  signal: AbortSignal,
  onProgress: (doneBytes: number) => void,
): Promise<Named> => {
  const name = nameOf(source)
  if (source.kind === 'given') return { ok: true, input: { ticket: source.ticket, name } }
  const sent = await sendFile(source.file, signal, onProgress)
  return sent.ok ? { ok: true, input: { file: sent.id, name } } : sent
}

const isOver = (job: Job | undefined): job is Job => job !== undefined && job.state !== 'running'

const failureOf = (job: Job): Failure => (job.error === null || job.error.kind === 'cancelled' ? 'stopped' : job.error)

type OpeningProps = { readonly source: CapsuleSource; readonly waiting: number; readonly onOpened: () => void }

const Opening = ({ source, waiting, onOpened }: OpeningProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const [isAgreed, setAgreed] = useState(source.kind === 'chosen')
  const [state, setState] = useState<State>({ step: 'asking' })
  const jobs = useQuery(jobsQuery).data
  const job = state.step === 'storing' ? jobs?.find(({ id }) => id === state.jobId) : undefined
  const name = nameOf(source)

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The focus was on a button of the previous file, which is gone.
    if (document.activeElement === document.body) form.current?.querySelector('button')?.focus()
  }, [])

  useEffect(() => {
    if (!isAgreed) return undefined
    const stop = new AbortController()
    const open = async (): Promise<void> => {
      setState({ step: 'reading', doneBytes: 0 })
      const named = await nameToCore(source, stop.signal, (doneBytes) => setState({ step: 'reading', doneBytes }))
      if (stop.signal.aborted) return
      if (!named.ok) return setState({ step: 'failed', failure: named.error })
      const begun = await call('capsule:open', named.input)
      if (stop.signal.aborted) return
      if (!begun.ok) return setState({ step: 'failed', failure: begun.error })
      await client.invalidateQueries({ queryKey: jobsQuery.queryKey })
      setState({ step: 'storing', jobId: begun.value.jobId, stage: begun.value.stage })
    }
    // A ticket works once, and React may run an effect twice.
    const timer = setTimeout(() => void open())
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, isAgreed, source])

  const opened = isOver(job) && job.state === 'done' && state.step === 'storing' ? state.stage : null
  useEffect(() => {
    if (opened === null) return
    void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
    goTo({ screen: 'stage', stage: opened })
    closeCapsule()
    onOpened()
  }, [client, opened, onOpened])

  const failure = state.step === 'failed' ? state.failure : isOver(job) && opened === null ? failureOf(job) : null
  const cancel = (): void => {
    if (state.step === 'storing' && !isOver(job)) void call('job:cancel', { id: state.jobId })
    closeCapsule()
  }
  const isReading = state.step === 'reading'
  return (
    <form
      className="form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        setAgreed(true)
      }}
    >
      {isAgreed ? null : (
        <>
          <p className="modal-text">{t('capsule.open.ask')}</p>
          <p className="mono setup-origin">{name}</p>
        </>
      )}
      {!isAgreed || failure !== null ? null : (
        <>
          <p className="modal-text" role="status">
            {t(state.step === 'storing' ? 'capsule.open.storing' : 'capsule.open.reading', { name })}
          </p>
          <Bar
            label={t('capsule.open.title')}
            done={isReading ? state.doneBytes : (job?.done ?? 0)}
            total={isReading ? sizeOf(source) : (job?.total ?? 0)}
          />
        </>
      )}
      {failure === null ? null : typeof failure === 'string' ? (
        <p className="modal-text" role="alert">
          {t(`capsule.open.${failure}`)}
        </p>
      ) : (
        <Problem problem={failure} />
      )}
      {waiting === 0 ? null : <p className="muted">{t('capsule.open.waiting', { count: waiting })}</p>}
      <div className="modal-buttons">
        <Button onClick={cancel}>{t(failure === null ? 'do.cancel' : 'do.close')}</Button>
        {failure === null ? null : (
          <Button kind="primary" onClick={chooseCapsule}>
            {t('capsule.open.other')}
          </Button>
        )}
        {isAgreed ? null : (
          <Button kind="primary" isSubmit>
            {t('capsule.open.do')}
          </Button>
        )}
      </div>
    </form>
  )
}

const keys = new WeakMap<CapsuleSource, string>()
/** Another file begins anew. */
const keyOf = (source: CapsuleSource): string => {
  const key = keys.get(source) ?? crypto.randomUUID()
  keys.set(source, key)
  return key
}

/** Opens stage capsules one by one: asks first about one from outside, and shows progress until its stage opens. */
export const OpenCapsuleDialog = ({ onOpened }: { readonly onOpened: () => void }) => {
  const { t } = useText()
  const [source = null, ...others] = useStore(openedCapsules)
  return (
    <Modal title={t('capsule.open.title')} isOpen={source !== null} onClose={closeCapsule}>
      {source === null ? null : (
        <Opening key={keyOf(source)} source={source} waiting={others.length} onOpened={onOpened} />
      )}
    </Modal>
  )
}
