import type { AppError, PlaceFault, Result } from '../../../preload/contract/result.ts'
import type { Wait } from '../../kernel/clock.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** `locked`: hosts with WebDAV lock a file for a moment while they write it. */
const passing: ReadonlySet<PlaceFault> = new Set(['busy', 'broken', 'locked'])

/** Failures of the network or of a busy place; another try may succeed. */
export const isPassing = (error: AppError): boolean => {
  if (error.kind === 'place-refused') return passing.has(error.reason)
  // Windows lets nobody replace a file that a program has open.
  if (error.kind === 'file') return error.reason === 'locked'
  return error.kind === 'offline' || error.kind === 'timed-out'
}

/** What failed, and for how long it is waited; null once that is over. */
export type ToldWait = (waits: { readonly error: AppError; readonly ms: number } | null) => void

type Patience = {
  readonly wait: Wait
  readonly random: () => number
  /** How long it is tried, in ms. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  readonly told: ToldWait
}

/** Tries what may safely be done twice again and again, with longer and longer waits, as long as the patience lasts. */
export const tryAgain = async <T>(
  { wait, random, patienceMs, signal, told }: Patience,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> => {
  let waitMs = firstWaitMs
  let waitedMs = 0
  for (;;) {
    const done = await work()
    if (signal.aborted) return done.ok ? done : { ok: false, error: { kind: 'cancelled' } }
    if (done.ok || !isPassing(done.error) || waitedMs >= patienceMs) return done
    const askedMs = done.error.kind === 'place-refused' ? (done.error.retryAfterS ?? 0) * 1_000 : 0
    // Some of it by chance, so that desks that failed together do not come back together.
    const nextMs = Math.min(Math.max(waitMs * (0.5 + random()), askedMs), patienceMs - waitedMs)
    told({ error: done.error, ms: nextMs })
    await wait(nextMs, signal)
    told(null)
    waitedMs += nextMs
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}
