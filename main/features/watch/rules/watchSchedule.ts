import { isLoopbackHost } from '../../../kernel/urls.ts'

/**
 * How a round of a watch ended. `answered`: the service was there, whatever single links said · `failed`: nothing that was
 * asked gave an answer · `lost`: its host could not be reached.
 */
export type RoundEnd = 'answered' | 'failed' | 'lost'

export type WatchTiming = {
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly everyS: number
  /** The service is never polled more often. */
  readonly floorS: number
  readonly end: RoundEnd
  /** Rounds in a row that ended like this one, itself included. */
  readonly inARow: number
  /** Wait requested by the service in seconds, or null. */
  readonly retryAfterS: number | null
  /** From when on the data budget allows anything again. */
  readonly budgetFreeAtMs: number
  /** In [0, 1). */
  readonly random: number
}

type NextPoll = { readonly atMs: number; readonly phase: 'waiting' | 'offline' | 'backing-off' | 'budget' }

export const longestBackOffS = 300
/** A host that was lost is looked for at least this often. */
const longestProbeS = 60
/** A longer wait is not believed: the watch would look dead. */
const longestAskedWaitS = 3_600
/** The first failures are mostly hiccups, after which the usual interval will do. */
const forgivenFailures = 2

const floorS = 5
/** A service on this computer is a rehearsal or a test, and private. */
const loopbackFloorS = 1

export const floorOf = (origin: string): number => {
  const url = URL.parse(origin)
  return url !== null && isLoopbackHost(url.hostname) ? loopbackFloorS : floorS
}

/** 1, 1, 2, 4, 8 … times the interval, up to the limit; never less than the interval. */
export const backOffS = (everyS: number, failuresInARow: number, limitS: number = longestBackOffS): number =>
  Math.max(everyS, Math.min(limitS, everyS * 2 ** Math.min(20, Math.max(0, failuresInARow - forgivenFailures))))

/** 10 % either way, so that desks that began together do not stay together. */
const jittered = (seconds: number, random: number): number => seconds * (0.9 + 0.2 * random)

/** Until when a service that asked for a rest with that answer is left alone; 0: it did not. */
export const askedUntilMs = (answeredAtMs: number, retryAfterS: number | null): number =>
  retryAfterS === null || retryAfterS <= 0 ? 0 : answeredAtMs + Math.min(retryAfterS, longestAskedWaitS) * 1000

/** A clock that was set back does not make the rest any longer. */
export const isLeftAlone = (untilMs: number, nowMs: number): boolean =>
  untilMs > nowMs && untilMs - nowMs <= longestAskedWaitS * 1000

/** When to ask next, and what the time until then is called. */
export const nextPoll = (timing: WatchTiming): NextPoll => {
  const { endedAtMs, end, inARow, retryAfterS, budgetFreeAtMs, random } = timing
  // Setting the clock back must not pause the watch until the old time.
  const startedAtMs = Math.min(timing.startedAtMs, endedAtMs)
  const everyS = Math.max(timing.everyS, timing.floorS)
  const waitS =
    end === 'answered' ? everyS : end === 'lost' ? backOffS(everyS, inARow, longestProbeS) : backOffS(everyS, inARow)
  const byScheduleMs = startedAtMs + Math.max(timing.floorS, jittered(waitS, random)) * 1000
  // A poll longer than the interval is followed by a pause.
  const restedMs = endedAtMs + timing.floorS * 500
  const askedMs = askedUntilMs(endedAtMs, retryAfterS)
  const atMs = Math.round(Math.max(byScheduleMs, restedMs, askedMs))
  if (budgetFreeAtMs > atMs) return { atMs: budgetFreeAtMs, phase: 'budget' }
  if (end === 'lost') return { atMs, phase: 'offline' }
  return { atMs, phase: end === 'failed' || atMs === askedMs ? 'backing-off' : 'waiting' }
}
