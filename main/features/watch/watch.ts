import type { AppEvent } from '../../../preload/contract.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { freeAtMs, usedBytes } from './rules/dataBudget.ts'
import { originOf } from '../../kernel/urls.ts'
import { askedUntilMs, floorOf, isLeftAlone, nextPoll } from './rules/watchSchedule.ts'
import type { WatchStore } from './watchTables.ts'
import type { AskParts } from '../stages/askCategories.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { Secrets } from '../organizations/secrets.ts'
import { aborted } from './sleep.ts'
import { halted, newMemory, pollOnce, type RoundMemory, type RoundResult, type WatchSettings } from './watchRound.ts'
import type { Wait } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'

export type WatchParts = AskParts & {
  readonly store: WatchStore
  readonly profiles: Profiles
  readonly secrets: Secrets
  readonly jobs: Jobs
  readonly emit: Emit
  /** Resolves when the time is over or the signal aborts. */
  readonly wait: Wait
  /** In [0, 1). */
  readonly random: () => number
  readonly errorOf: (thrown: unknown) => AppError
  /** Watches are found again by the next process of such a face. */
  readonly isRemembered: boolean
  /** Once all outcomes of a round are on disk; `sinceMs` is when the round before it began. */
  readonly roundEnded: (stage: StageGuid, sinceMs: number) => void
}

type WatchWish = { readonly stage: StageGuid } & { readonly [K in keyof WatchSettings]?: WatchSettings[K] }

type Watches = {
  readonly start: (wish: WatchWish) => Promise<Result<WatchState>>
  /** Resolves once its calls have ended. */
  readonly stop: (stage: StageGuid) => Promise<void>
  readonly stateOf: (stage: StageGuid) => WatchState | null
  /** Keys, profiles and downloads change what a watch may do. */
  readonly follow: (event: AppEvent) => void
  /** The machine goes to sleep: running rounds are cancelled, and none begins before `goOn`. */
  readonly pause: () => void
  /** Every watch polls at once, except where a problem stopped it or the service asked it to wait. Needs no `pause` before. */
  readonly goOn: () => void
  /** The network may have changed: waiting watches and searches for a lost host poll at once, or when the service allows it. */
  readonly nudge: () => void
  /** Starts the watches that ran when the last process of this kind of face ended. */
  readonly resume: () => Promise<void>
  /** Ends all; they are remembered. */
  readonly close: () => Promise<void>
}

type Watch = {
  readonly stage: StageGuid
  settings: WatchSettings
  /** Shortest interval for its service, in seconds. */
  floorS: number
  readonly canceller: AbortController
  readonly memory: RoundMemory
  phase: WatchState['phase']
  error: AppError | null
  lastPollAtMs: number | null
  /** Start of the round before the last. */
  pollBeforeAtMs: number | null
  nextPollAtMs: number | null
  /** The service asked to be left alone until then; only a new wish, key or profile is a reason to ask sooner. */
  askedUntilMs: number
  changedLastPoll: number
  rounds: number
  inARow: number
  toldAtMs: number
  /** It was woken after its last poll checked profile and keys, so it must not pause. */
  isWoken: boolean
  /** A take ended since its round began. */
  isTaken: boolean
  /** Ends the pause the watch is in. */
  wake: () => void
  end: Promise<void>
}

const defaults: WatchSettings = { everyS: 30, categories: null, budgetMbPerHour: 200 }
const toldEveryMs = 1_000
/** How soon replies that a round has stored are told; its end is told anyway. */
const stageToldWithinMs = 200
const mbBytes = 1_000_000

export const createWatches = (parts: WatchParts): Watches => {
  const { store, profiles, secrets, jobs, emit, clock } = parts
  const watches = new Map<StageGuid, Watch>()
  let isClosed = false
  /** Aborted while the machine sleeps. */
  let asleep = new AbortController()
  /** When a results service was last polled, by its origin, for whichever stage. */
  const polledAtMs = new Map<string, number>()
  const instant = (ms: number): Instant => new Date(ms).toISOString() as Instant
  const instantOrNull = (ms: number | null): Instant | null => (ms === null ? null : instant(ms))

  const stateOf = (watch: Watch): WatchState => ({
    ...watch.settings,
    usedBytesLastHour: usedBytes(watch.memory.use, clock()),
    lastPollAt: instantOrNull(watch.lastPollAtMs),
    nextPollAt: instantOrNull(watch.nextPollAtMs),
    phase: watch.phase,
    error: watch.error,
    changedLastPoll: watch.changedLastPoll,
    rounds: watch.rounds,
  })

  const tell = (watch: Watch, isAlways: boolean): void => {
    const now = clock()
    if (watch.canceller.signal.aborted || (!isAlways && now - watch.toldAtMs < toldEveryMs)) return
    watch.toldAtMs = now
    emit({ name: 'watch:changed', data: { stage: watch.stage, state: stateOf(watch) } })
  }

  /** Null: until the watch is woken. */
  const rest = async (watch: Watch, untilMs: number | null): Promise<void> => {
    if (watch.isWoken) return
    const woken = new AbortController()
    watch.wake = () => woken.abort()
    const signal = AbortSignal.any([watch.canceller.signal, woken.signal])
    if (untilMs === null) return await aborted(signal)
    await parts.wait(Math.max(0, untilMs - clock()), AbortSignal.any([signal, asleep.signal]))
  }

  const sleep = async (watch: Watch): Promise<void> => {
    watch.phase = 'paused'
    watch.nextPollAtMs = null
    tell(watch, true)
    while (asleep.signal.aborted && !watch.canceller.signal.aborted) {
      watch.isWoken = false
      await rest(watch, null)
    }
  }

  const restAsAsked = async (watch: Watch): Promise<void> => {
    watch.phase = 'backing-off'
    watch.nextPollAtMs = watch.askedUntilMs
    tell(watch, true)
    await rest(watch, watch.askedUntilMs)
  }

  /** Loads stage, profile and links for a poll. */
  const prepare = async (guid: StageGuid): Promise<Result<{ readonly stage: Stage; readonly profile: Profile }>> => {
    const stage = store.stage(guid)
    if (stage === null) return notFound('stage')
    if (stage.capsule !== undefined) return { ok: false, error: { kind: 'capsule-refused', reason: 'read-only' } }
    if (stage.profileId === null) return notFound('profile')
    const profile = await profiles.ready(stage.profileId)
    return profile.ok ? { ok: true, value: { stage, profile: profile.value } } : profile
  }

  const isTaking = (stage: StageGuid): boolean => jobs.running('take', stage) !== null

  /** How long the service is still left alone; a clock that was set back makes that no longer than its floor. */
  const untilFree = (origin: string): number => {
    const polledMs = polledAtMs.get(origin)
    if (polledMs === undefined) return 0
    if (polledMs > clock()) polledAtMs.set(origin, clock())
    return Math.min(polledMs, clock()) + floorOf(origin) * 1000 - clock()
  }

  const poll = async (watch: Watch): Promise<RoundResult | 'taken'> => {
    const { settings, memory } = watch
    const signal = AbortSignal.any([watch.canceller.signal, asleep.signal])
    watch.isWoken = false
    watch.isTaken = false
    const prepared = await prepare(watch.stage)
    if (!prepared.ok) return halted(prepared.error)
    const { stage, profile } = prepared.value
    const credentials = await secrets.credentialsFor(profile)
    if (!credentials.ok) return { ...halted(credentials.error), isHalted: false }
    const origin = originOf(profile.resultsUrl ?? profile.baseUrl) ?? ''
    for (let waitMs = untilFree(origin); waitMs > 0 && !signal.aborted; waitMs = untilFree(origin)) {
      await parts.wait(waitMs, signal)
    }
    if (isTaking(watch.stage) || signal.aborted) return 'taken'
    watch.pollBeforeAtMs = watch.lastPollAtMs
    watch.lastPollAtMs = clock()
    polledAtMs.set(origin, clock())
    watch.phase = memory.lastEnd === 'lost' ? 'offline' : 'polling'
    watch.nextPollAtMs = null
    tell(watch, false)
    let telling: NodeJS.Timeout | null = null
    const tellStage = (): void => {
      telling = null
      emit({ name: 'stage:changed', data: { stage: watch.stage } })
    }
    const result = await pollOnce(parts, {
      stage,
      profile,
      credentials: credentials.value,
      settings,
      memory,
      signal,
      mayGoOn: () => !isTaking(watch.stage),
      changed: () => {
        tell(watch, false)
        telling ??= setTimeout(tellStage, stageToldWithinMs)
      },
    })
    if (telling !== null) clearTimeout(telling)
    return isTaking(watch.stage) || watch.isTaken ? 'taken' : result
  }

  /** Takes the end of a round down and gives when the next one begins; null: when the watch is woken. */
  const settle = (watch: Watch, result: RoundResult, startedAtMs: number): number | null => {
    const { memory, settings } = watch
    const end = result.end ?? memory.lastEnd ?? 'answered'
    watch.inARow = end === memory.lastEnd ? watch.inARow + 1 : 1
    memory.lastEnd = end
    watch.error = result.error ?? memory.linksError
    watch.changedLastPoll = result.changed
    watch.rounds += 1
    if (result.isHalted) {
      watch.phase = 'problem'
      watch.nextPollAtMs = null
      return null
    }
    const next = nextPoll({
      startedAtMs,
      endedAtMs: clock(),
      everyS: settings.everyS,
      floorS: watch.floorS,
      end,
      inARow: watch.inARow,
      retryAfterS: result.retryAfterS,
      budgetFreeAtMs: freeAtMs(memory.use, clock(), settings.budgetMbPerHour * mbBytes),
      random: parts.random(),
    })
    watch.phase = next.phase
    watch.nextPollAtMs = next.atMs
    return next.atMs
  }

  const run = async (watch: Watch): Promise<void> => {
    const { signal } = watch.canceller
    while (!signal.aborted) {
      if (asleep.signal.aborted) {
        await sleep(watch)
        continue
      }
      if (!watch.isWoken && isLeftAlone(watch.askedUntilMs, clock())) {
        await restAsAsked(watch)
        continue
      }
      const sleeping = asleep.signal
      const startedAtMs = clock()
      const result = isTaking(watch.stage) ? 'taken' : await poll(watch).catch(failedBy)
      if (signal.aborted) return
      if (result !== 'taken') watch.askedUntilMs = askedUntilMs(clock(), result.retryAfterS)
      // Changes of an aborted poll are reported with the next one.
      if (sleeping.aborted) continue
      if (result === 'taken') {
        await untilTaken(watch)
        continue
      }
      const untilMs = settle(watch, endRound(watch, result, startedAtMs), watch.lastPollAtMs ?? startedAtMs)
      tell(watch, true)
      emit({ name: 'stage:changed', data: { stage: watch.stage } })
      await rest(watch, untilMs)
    }
  }

  /** A full disk may fail the round but must not end the watch. */
  const endRound = (watch: Watch, result: RoundResult, startedAtMs: number): RoundResult => {
    try {
      parts.roundEnded(watch.stage, watch.pollBeforeAtMs ?? startedAtMs)
      return result
    } catch (thrown) {
      return failedBy(thrown)
    }
  }

  const failedBy = (thrown: unknown): RoundResult => ({ ...halted(parts.errorOf(thrown)), isHalted: false })

  /** A take asks every link; the watch goes on one interval after it. */
  const untilTaken = async (watch: Watch): Promise<void> => {
    watch.phase = 'waiting'
    watch.nextPollAtMs = null
    tell(watch, true)
    while (isTaking(watch.stage) && !watch.canceller.signal.aborted) {
      watch.isWoken = false
      await rest(watch, null)
    }
    if (watch.canceller.signal.aborted) return
    watch.nextPollAtMs = clock() + watch.settings.everyS * 1000
    tell(watch, true)
    await rest(watch, watch.nextPollAtMs)
  }

  const begin = (stage: StageGuid, settings: WatchSettings, floorS: number): Watch => {
    const watch: Watch = {
      stage,
      settings,
      floorS,
      canceller: new AbortController(),
      memory: newMemory(),
      phase: 'polling',
      error: null,
      lastPollAtMs: null,
      pollBeforeAtMs: null,
      nextPollAtMs: null,
      askedUntilMs: 0,
      changedLastPoll: 0,
      rounds: 0,
      inARow: 0,
      toldAtMs: Number.NEGATIVE_INFINITY,
      isWoken: false,
      isTaken: false,
      wake: () => undefined,
      end: Promise.resolve(),
    }
    watches.set(stage, watch)
    // Report the watch before its first poll: the poll may wait for the keychain, and updates depend on the watch.
    tell(watch, true)
    watch.end = Promise.resolve().then(() => run(watch))
    return watch
  }

  const start = async (wish: WatchWish): Promise<Result<WatchState>> => {
    const prepared = await prepare(wish.stage)
    if (!prepared.ok) return prepared
    const { profile } = prepared.value
    if (isClosed) return { ok: false, error: { kind: 'cancelled' } }
    const floorS = floorOf(profile.resultsUrl ?? profile.baseUrl)
    const settings: WatchSettings = {
      everyS: Math.max(floorS, wish.everyS ?? defaults.everyS),
      categories: wish.categories ?? defaults.categories,
      budgetMbPerHour: wish.budgetMbPerHour ?? defaults.budgetMbPerHour,
    }
    store.prepareToStore()
    if (parts.isRemembered) store.rememberWatch({ stage: wish.stage, ...settings }, instant(clock()))
    const known = watches.get(wish.stage)
    if (known === undefined) return { ok: true, value: stateOf(begin(wish.stage, settings, floorS)) }
    known.settings = settings
    known.floorS = floorS
    known.memory.failing.clear()
    known.memory.linksError = null
    known.isWoken = true
    known.wake()
    return { ok: true, value: stateOf(known) }
  }

  const end = async (watch: Watch): Promise<void> => {
    watch.canceller.abort()
    watches.delete(watch.stage)
    await watch.end
  }

  return {
    start,
    stop: async (stage) => {
      const watch = watches.get(stage)
      if (watch !== undefined) {
        await end(watch)
        emit({ name: 'watch:changed', data: { stage, state: null } })
      }
      // A face that stores no watches must not delete those of another face.
      if (parts.isRemembered) store.forgetWatch(stage)
    },
    stateOf: (stage) => {
      const watch = watches.get(stage)
      return watch === undefined ? null : stateOf(watch)
    },
    follow: (event) => {
      if (event.name === 'job:finished' && event.data.kind === 'take' && event.data.stage !== null) {
        const watch = watches.get(event.data.stage)
        if (watch !== undefined) watch.isTaken = true
        if (watch?.nextPollAtMs === null && watch.phase === 'waiting') watch.wake()
      }
      if (event.name !== 'keys:changed' && event.name !== 'profile:changed') return
      const profileId = event.name === 'keys:changed' ? event.data.profileId : event.data.id
      const isGone = !profiles.find(profileId).ok
      for (const watch of watches.values()) {
        const stage = store.stage(watch.stage)
        if (stage?.profileId !== profileId && !(isGone && stage?.profileId === null)) continue
        if (watch.memory.linksError !== null) watch.memory.linksAskedAtMs = Number.NEGATIVE_INFINITY
        watch.memory.linksError = null
        watch.isWoken = true
        if (watch.phase === 'problem' || isGone) watch.wake()
      }
    },
    pause: () => asleep.abort(),
    goOn: () => {
      // Not every system reports that it goes to sleep.
      asleep.abort()
      asleep = new AbortController()
      for (const watch of watches.values()) if (watch.phase === 'paused') watch.wake()
    },
    nudge: () => {
      for (const watch of watches.values()) {
        if ((watch.phase === 'waiting' || watch.phase === 'offline') && !isTaking(watch.stage)) watch.wake()
      }
    },
    resume: async () => {
      if (!parts.isRemembered) return
      for (const watch of store.rememberedWatches()) if (!isClosed) await start(watch)
    },
    close: async () => {
      isClosed = true
      await Promise.all([...watches.values()].map(end))
    },
  }
}
