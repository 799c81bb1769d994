import type { JobId } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Gate } from '../gate/gate.ts'
import { listenForStop } from './stopRequest.ts'
import type { Context } from './verb.ts'

export type JobStart = () => Promise<Result<{ readonly jobId: JobId } | null>>

/** Starts a job and waits for its end. SIGINT and SIGTERM cancel it; it then ends with what it had stored. */
export const runJob = async (
  context: Context,
  gate: Gate,
  start: JobStart,
  onProgress: (job: Job) => void,
): Promise<Result<Job>> => {
  const stop = listenForStop(context)
  const { promise: finished, resolve: finish } = Promise.withResolvers<Job>()
  // A quick job may end before the answer that names it.
  const ended = new Map<JobId, Job>()
  let jobId: JobId | null = null
  const stopListening = gate.listen((event) => {
    if (event.name === 'job:progressed' && event.data.id === jobId) onProgress(event.data)
    if (event.name !== 'job:finished') return
    ended.set(event.data.id, event.data)
    if (event.data.id === jobId) finish(event.data)
  })
  try {
    const started = await start()
    if (!started.ok) return started
    if (started.value === null) return { ok: false, error: { kind: 'cancelled' } }
    const id = started.value.jobId
    jobId = id
    const cancel = (): void => void gate.call('job:cancel', { id })
    stop.signal.addEventListener('abort', cancel, { once: true })
    if (stop.signal.aborted) cancel()
    return { ok: true, value: ended.get(id) ?? (await finished) }
  } finally {
    stopListening()
    stop.dispose()
  }
}
