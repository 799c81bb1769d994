import type { AppEvent } from '../../../preload/contract.ts'
import type { Instant, Json, StageGuid } from '../../../preload/contract/ids.ts'
import type { UpdateFault, UpdateState } from '../../../preload/contract/updates.ts'
import { mayUpdate, type UpdateAction } from './rules/updates.ts'
import type { SettingsStore } from '../settings/settingsTables.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Updater } from '../../kernel/face.ts'
import type { Log } from '../../kernel/log.ts'

export type UpdatesParts = {
  /** Null in a face that renews nothing. */
  readonly updater: Updater | null
  readonly appVersion: string
  readonly store: Pick<SettingsStore, 'settings' | 'saveSettings'>
  /** The user's switch. */
  readonly isOn: () => boolean
  readonly isAnyJobRunning: () => boolean
  readonly emit: Emit
  readonly clock: Clock
  readonly wait: Wait
  readonly log: Pick<Log, 'warn'>
}

export type Updates = {
  readonly state: () => UpdateState
  /** Begins the action if it may be done now; its course is told by event. */
  readonly act: (action: 'check' | 'download') => UpdateState
  /** Watches and jobs hold updates back. */
  readonly follow: (event: AppEvent) => void
  /** Looks for updates again and again until `leave`. */
  readonly run: () => Promise<void>
  /**
   * Ends all. Gives what is left to do once everything else is closed, or null: `isHurried` when nobody could wait for it,
   * as when the system shuts down.
   */
  readonly leave: (isHurried: boolean) => (() => Promise<void>) | null
}

/** The first check leaves the start of the app alone. */
const firstCheckAfterMs = 3 * 60_000
const checkEveryMs = 6 * 3_600_000
/** Held back: what holds it is looked at again. */
const againAfterMs = 15 * 60_000

/** Where it stands which version was about to be installed: only the next process sees what came of it. */
const storedName = 'updateAttempt'

export const createUpdates = (parts: UpdatesParts): Updates => {
  const { updater, appVersion, store, isOn, emit, clock, wait, log } = parts
  const watched = new Set<StageGuid>()
  let wasHeld = false
  const leaving = new AbortController()
  let downloading: AbortController | null = null
  const failedAttempt = (): UpdateState['failure'] => {
    const attempt = readAttempt(store.settings()[storedName] ?? null)
    if (attempt === null) return null
    if (attempt.version === appVersion) return attempt.failure
    // Another version runs now; the user may return to the old one later.
    store.saveSettings({ [storedName]: null })
    return null
  }
  let known: Omit<UpdateState, 'isHeld'> = {
    way: updater?.way ?? 'not-here',
    phase: 'idle',
    version: null,
    percent: null,
    checkedAt: null,
    failure: updater === null ? null : failedAttempt(),
  }

  const isHeld = (): boolean => watched.size > 0 || parts.isAnyJobRunning()
  const state = (): UpdateState => ({ ...known, isHeld: isHeld() })
  const tell = (changed: Partial<typeof known>): void => {
    known = { ...known, ...changed }
    emit({ name: 'updates:changed', data: state() })
  }
  const may = (action: UpdateAction, isAsked: boolean): boolean =>
    mayUpdate(action, isAsked, { ...state(), isOn: isOn() })
  const now = (): Instant => new Date(clock()).toISOString() as Instant
  const failed = (during: 'check' | 'download', fault: UpdateFault): UpdateState['failure'] => {
    log.warn('An update failed', { during, fault })
    return { at: now(), during, fault }
  }

  const check = async (by: Updater): Promise<void> => {
    const before = known
    tell({ phase: 'checking' })
    const found = await by.check()
    if (!found.ok) return tell({ phase: before.phase, failure: failed('check', found.fault) })
    const version = found.value
    // A failed installation is not a result of this check.
    const failure = before.failure?.during === 'install' ? before.failure : null
    tell({ phase: version === null ? 'idle' : 'available', version, checkedAt: now(), failure })
  }

  const download = async (by: Updater): Promise<void> => {
    const canceller = new AbortController()
    downloading = canceller
    store.saveSettings({ [storedName]: null })
    tell({ phase: 'downloading', percent: 0, failure: null })
    const told = (percent: number): void => {
      const whole = Math.min(100, Math.floor(percent))
      if (whole !== known.percent && known.phase === 'downloading') tell({ percent: whole })
    }
    const done = await by.download(told, AbortSignal.any([canceller.signal, leaving.signal]))
    downloading = null
    const failure = done?.ok === false ? failed('download', done.fault) : null
    tell({ phase: done?.ok === true ? 'ready' : 'available', percent: null, failure })
  }

  const follow = (event: AppEvent): void => {
    if (updater === null || event.name === 'updates:changed') return
    if (event.name === 'watch:changed') {
      if (event.data.state === null) watched.delete(event.data.stage)
      else watched.add(event.data.stage)
    }
    if (downloading !== null && (isHeld() || !isOn())) downloading.abort()
    if (isHeld() === wasHeld) return
    wasHeld = !wasHeld
    tell({})
  }

  return {
    state,
    act: (action) => {
      if (updater !== null && may(action, true)) void (action === 'check' ? check(updater) : download(updater))
      return state()
    },
    follow,
    run: async () => {
      if (updater === null || (updater.way !== 'self' && updater.way !== 'package')) return
      await wait(firstCheckAfterMs, leaving.signal)
      while (!leaving.signal.aborted) {
        const isAllowed = may('check', false)
        if (isAllowed) await check(updater)
        await wait(isAllowed ? checkEveryMs : againAfterMs, leaving.signal)
      }
    },
    leave: (isHurried) => {
      leaving.abort()
      if (updater === null || isHurried || !may('install', false)) return null
      store.saveSettings({ [storedName]: { version: appVersion, at: now() } })
      return async () => {
        const done = await updater.install()
        if (!done.ok) log.warn('An update was not installed', { fault: done.fault })
      }
    },
  }
}

/** The installation that a process left to be done at its end, as a failure of the version that it was. */
const readAttempt = (
  attempt: Json,
): { readonly version: string; readonly failure: NonNullable<UpdateState['failure']> } | null => {
  if (typeof attempt !== 'object' || attempt === null || !('version' in attempt) || !('at' in attempt)) return null
  const { version, at } = attempt
  if (typeof version !== 'string' || typeof at !== 'string') return null
  return { version, failure: { at: at as Instant, during: 'install', fault: 'unknown' } }
}
