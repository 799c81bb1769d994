import { join } from 'node:path'
import type { AppEvent } from '../preload/contract.ts'
import type { Instant } from '../preload/contract/ids.ts'
import type { Profile } from '../preload/contract/organizations.ts'
import type { AppError, Result } from '../preload/contract/result.ts'
import type { CoreOptions } from './coreOptions.ts'
import { unsavedProfile } from './features/organizations/unsavedProfile.ts'
import { damagedReplyOf, type DamagedReply } from './features/replies/rules/damagedReply.ts'
import { createStorageState } from './features/storage/storageState.ts'
import type { Clock } from './kernel/clock.ts'
import { logMessages } from './kernel/logMessages.ts'
import { createSecretMask } from './kernel/secretMask.ts'
import { createFileLog, logFileName } from './platform/log/fileLog.ts'
import { isDamagedBody } from './platform/sqlite/bodyCodec.ts'
import { storageErrorOf } from './platform/sqlite/databaseFile.ts'
import { isDamage, isDatabaseError } from './platform/sqlite/sqliteDatabase.ts'
import { databasePath, openSqliteStore, type OpenedStore } from './store/sqliteStore.ts'

/** What all features stand on: store, log, secrets to hide, events. */
export type Ground = Extract<Awaited<ReturnType<typeof openGround>>, { readonly ok: true }>['value']

/** Throws errors that `isDamage` recognizes. */
export const openGround = async (options: CoreOptions) => {
  const clock: Clock = options.outside?.clock ?? Date.now
  const unsaved: Result<Profile | null> = unsavedProfile(options.unsaved)
  if (!unsaved.ok) return unsaved
  let isDatabaseDamaged = false
  const opened = openStore(options.dataDir, clock, () => {
    if (isDatabaseDamaged) return
    isDatabaseDamaged = true
    log.warn(logMessages.databaseDamaged)
    emit({ name: 'database:damaged', data: {} })
  })
  if (!opened.ok) return opened
  const { store, movedAsideTo } = opened.value
  await store.prepareToRead()

  const mask = createSecretMask()
  const log = createFileLog({ folder: join(options.dataDir, 'logs'), redact: mask.mask })
  if (movedAsideTo !== null) log.warn(logMessages.movedAside, { movedAsideTo })

  const listeners = new Set<(event: AppEvent) => void>()
  const emit = (event: AppEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (thrown) {
        // A listener that throws must not break the work that emitted the event.
        log.bug(thrown)
      }
    }
  }
  const foundDamaged = ({ stage, category }: DamagedReply): void => {
    log.warn(logMessages.damagedReply, { stage, category })
    emit({ name: 'stage:changed', data: { stage } })
  }
  /** What a throw becomes: `storage` when the database failed, else a logged bug. */
  const errorOf = (thrown: unknown): AppError => {
    const damaged = damagedReplyOf(thrown)
    if (damaged !== null) {
      const { distanceName, categoryName } = damaged
      foundDamaged(damaged)
      return { kind: 'damaged-replies', categories: [{ distanceName, categoryName }] }
    }
    if (isDamage(thrown)) store.foundDamage()
    return isDatabaseError(thrown) || isDamagedBody(thrown)
      ? storageErrorOf(thrown, databasePath(options.dataDir))
      : { kind: 'internal', reference: log.bug(thrown) }
  }
  let toldBugAtMs = Number.NEGATIVE_INFINITY
  const noteBug = (thrown: unknown): string => {
    const reference = log.bug(thrown)
    const nowMs = clock()
    if (Math.abs(nowMs - toldBugAtMs) < toldBugEveryMs) return reference
    toldBugAtMs = nowMs
    emit({ name: 'app:failed', data: { reference } })
    return reference
  }
  const storage = createStorageState(store, options.dataDir, emit, ({ cause }) => {
    log.warn(logMessages.storageStopped, { cause })
  })
  const value = {
    options,
    clock,
    unsaved: unsaved.value,
    store,
    movedAsideTo,
    isDatabaseDamaged: () => isDatabaseDamaged,
    storage,
    mask,
    log,
    errorOf,
    foundDamaged,
    emit,
    /** Logs an uncaught error, emits `app:failed` to the faces (at most once a second) and returns its reference in the log. */
    noteBug,
    /** Closes all of this, for a start that failed. */
    abandon: async (thrown: unknown): Promise<void> => {
      if (isDamage(thrown)) store.foundDamage()
      storage.close()
      await store.close()
      log.close()
    },
    /** Returns the function that stops listening. */
    listen: (listener: (event: AppEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { ok: true as const, value }
}

const toldBugEveryMs = 1_000

const openStore = (dataDir: string, clock: Clock, onDamage: () => void): Result<OpenedStore> => {
  try {
    return { ok: true, value: openSqliteStore(dataDir, new Date(clock()).toISOString() as Instant, onDamage) }
  } catch (thrown) {
    if (isDamage(thrown)) throw thrown
    return { ok: false, error: storageErrorOf(thrown, databasePath(dataDir)) }
  }
}

/** Logs why a face could not start. Returns the path of the log, or null when it could not be written. */
export const logFailedStart = (dataDir: string, thrown: unknown, redact: (text: string) => string): string | null => {
  const folder = join(dataDir, 'logs')
  const log = createFileLog({ folder, redact })
  const reference = log.bug(thrown)
  const isWritten = log.recent(lastLogChars).some((line) => line.includes(reference))
  log.close()
  return isWritten ? join(folder, logFileName) : null
}

/** Longer than any line of the log. */
const lastLogChars = 100_000
