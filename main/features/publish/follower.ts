import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { FollowState } from '../../../preload/contract/publish/publish.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import { createQueue } from '../../kernel/turns.ts'
import type { PublishControl, Publishing } from './publishing.ts'
import type { PublishStore } from './publishTables.ts'
import { isPassing } from './tryAgain.ts'

type FollowerParts = {
  readonly store: Pick<PublishStore, 'publishing'>
  readonly publishing: Pick<Publishing, 'publish'>
  readonly clock: Clock
  readonly wait: Wait
  readonly errorOf: (thrown: unknown) => AppError
  readonly told: (stage: StageGuid) => void
}

type Followed = {
  readonly canceller: AbortController
  /** The stage's count of take-downs when following began. */
  takeDowns: number
  state: FollowState
  /** Results may have changed since the publishing that runs began. */
  isDue: boolean
  rounds: number
  failures: number
  readonly sent: { readonly at: number; readonly bytes: number }[]
  running: Promise<void> | null
  wake: () => void
}

const hourMs = 3_600_000
const firstWaitMs = 5_000
const longestWaitMs = 300_000

/** Publishes stages whenever they have other results, one publishing at a time for each. */
export const createFollower = ({ store, publishing, clock, wait, errorOf, told }: FollowerParts) => {
  const followed = new Map<StageGuid, Followed>()
  const turns = new Map<StageGuid, ReturnType<typeof createQueue>>()
  const alone = <T>(stage: StageGuid, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(stage) ?? createQueue()
    turns.set(stage, turn)
    return turn(work)
  }

  const sentLastHour = ({ sent }: Followed): number => {
    const from = clock() - hourMs
    // A time in the future is from before the clock was put back.
    while (sent.length > 0 && ((sent[0]?.at ?? 0) < from || (sent[0]?.at ?? 0) > clock())) sent.shift()
    return sent.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  const change = (stage: StageGuid, one: Followed, phase: FollowState['phase'], error: AppError | null, nextMs = 0) => {
    const nextTryAt = nextMs === 0 ? null : (new Date(clock() + nextMs).toISOString() as Instant)
    one.state = { phase, error, nextTryAt, sentBytesLastHour: sentLastHour(one) }
    told(stage)
  }

  /** Waits until time is over or something happens that a new try may be worth. */
  const pause = async (one: Followed, ms: number): Promise<void> => {
    const woken = new AbortController()
    one.wake = () => woken.abort()
    await wait(ms, AbortSignal.any([woken.signal, one.canceller.signal]))
    one.wake = () => undefined
  }

  const publishOnce = async (stage: StageGuid, one: Followed): Promise<void> => {
    const stored = store.publishing(stage)
    // The app and a command may follow one stage: what one of them took down must not come back by the other.
    if (stored !== null && stored.takeDowns !== one.takeDowns) return leave(stage, one)
    const budgetBytes = (stored?.settings.budgetMbPerHour ?? 0) * 1_000_000
    if (sentLastHour(one) >= budgetBytes) {
      const waitMs = Math.max(firstWaitMs, (one.sent[0]?.at ?? 0) + hourMs - clock())
      change(stage, one, 'budget', null, waitMs)
      one.isDue = true
      return await pause(one, waitMs)
    }
    change(stage, one, 'publishing', null)
    const { signal } = one.canceller
    let sentBytes = 0
    const report = (progress: { readonly sentBytes: number }): void => void (sentBytes = progress.sentBytes)
    const waits: PublishControl['waits'] = (why) =>
      why === null ? change(stage, one, 'publishing', null) : change(stage, one, 'backing-off', why.error, why.ms)
    const control = { signal, report, waits, isTakingOver: false, isAsked: false }
    const done = await alone(stage, () => publishing.publish(stage, control)).catch(
      (thrown: unknown): Result<never> => ({ ok: false, error: errorOf(thrown) }),
    )
    one.sent.push({ at: clock(), bytes: sentBytes })
    if (signal.aborted) return
    if (done.ok) {
      one.failures = 0
      return change(stage, one, 'waiting', null)
    }
    const { error } = done
    // Results may still come in.
    if (error.kind === 'publish-refused' && error.reason === 'nothing') return change(stage, one, 'waiting', null)
    if (!isPassing(error)) return change(stage, one, 'problem', error)
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** one.failures)
    one.failures += 1
    one.isDue = true
    change(stage, one, 'backing-off', error, waitMs)
    await pause(one, waitMs)
  }

  const leave = (stage: StageGuid, one: Followed): void => {
    followed.delete(stage)
    one.canceller.abort()
    told(stage)
  }

  const run = async (stage: StageGuid, one: Followed): Promise<void> => {
    // Let `running` be set before the work can end.
    await Promise.resolve()
    while (one.isDue && !one.canceller.signal.aborted) {
      one.isDue = false
      await publishOnce(stage, one)
    }
    one.running = null
  }

  const go = (stage: StageGuid, one: Followed): void => {
    one.isDue = true
    one.wake()
    one.running ??= run(stage, one)
  }

  const stop = async (stage: StageGuid): Promise<void> => {
    const one = followed.get(stage)
    if (one === undefined) return
    leave(stage, one)
    await one.running
  }

  return {
    alone,
    stateOf: (stage: StageGuid): FollowState | null => followed.get(stage)?.state ?? null,
    start: (stage: StageGuid): void => {
      const one: Followed = followed.get(stage) ?? {
        canceller: new AbortController(),
        takeDowns: 0,
        state: { phase: 'waiting', nextTryAt: null, error: null, sentBytesLastHour: 0 },
        isDue: false,
        rounds: 0,
        failures: 0,
        sent: [],
        running: null,
        wake: () => undefined,
      }
      one.takeDowns = store.publishing(stage)?.takeDowns ?? 0
      followed.set(stage, one)
      go(stage, one)
    },
    /** Settings or results changed; with a watch's count of `rounds`, only if that is another. */
    changed: (stage: StageGuid, rounds?: number): void => {
      const one = followed.get(stage)
      if (one === undefined || (rounds !== undefined && rounds === one.rounds)) return
      one.rounds = rounds ?? one.rounds
      // A wait after failures is not cut short by every round of a watch.
      if (rounds !== undefined && one.state.phase !== 'waiting') one.isDue = true
      else go(stage, one)
    },
    stop,
    close: async (): Promise<void> => {
      for (const stage of followed.keys()) await stop(stage)
    },
  }
}
