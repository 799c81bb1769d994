import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { AppEvent, Events } from '../preload/contract.ts'
import type { Instant, Json, ProfileId } from '../preload/contract/ids.ts'
import type { Profile } from '../preload/contract/organizations.ts'
import type { AppError, Result } from '../preload/contract/result.ts'
import type { StorageStop } from '../preload/contract/storage.ts'
import { createFileLog, logFileName } from './platform/log/fileLog.ts'
import { isDamagedBody } from './platform/sqlite/bodyCodec.ts'
import { storageErrorOf } from './platform/sqlite/databaseFile.ts'
import { isDamage, isDatabaseError } from './platform/sqlite/sqliteDatabase.ts'
import { databasePath, openSqliteStore, type OpenedStore } from './store/sqliteStore.ts'
import { damagedReplyOf, type DamagedReply } from './features/replies/rules/damagedReply.ts'
import { logMessages } from './kernel/logMessages.ts'
import { createSecretMask } from './kernel/secretMask.ts'
import { originOf, parseBaseUrl, parseServiceUrl } from './kernel/urls.ts'
import { createGate, type Gate } from './gate/gate.ts'
import { defaultAccessHeader, defaultResultsHeader } from './features/organizations/profiles.ts'
import type { CoreOptions } from './coreOptions.ts'
import { createStorageState } from './features/storage/storageState.ts'
import { aborted } from './features/watch/sleep.ts'
import { handlersOf } from './handlers.ts'
import { wireServices } from './wireServices.ts'
import type { Clock } from './kernel/clock.ts'

export type Core = {
  readonly gate: Gate
  readonly unsavedProfile: Profile | null
  readonly movedAsideTo: string | null
  /** Why nothing can be stored; null when it can. */
  readonly storageStop: () => StorageStop | null
  /** Keeps the path of a file that the system handed over, for whoever names its ticket. */
  readonly giveFile: (path: string) => Events['app:fileGiven']
  /** Logs an uncaught error, emits `app:failed` to the faces (at most once a second) and returns its reference in the log. */
  readonly noteBug: (thrown: unknown) => string
  /** Logs a warning for a face: one of `logMessages`. */
  readonly warn: (message: keyof typeof logMessages, details?: { readonly [name: string]: Json }) => void
  /** The machine goes to sleep: watches stop asking, and jobs wait with what they read. */
  readonly pause: () => void
  /** It is awake again: watches ask at once and jobs go on, over new connections. */
  readonly resume: () => void
  /**
   * Cancels jobs, waits for what is being stored, closes the database, and installs a newer version that waits for it:
   * not when `isHurried`, since the system may end the process at any moment.
   */
  readonly close: (isHurried?: boolean) => Promise<void>
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

/** Builds adapters, services and the gate. Errors: `storage` when the data folder cannot be used, `invalid-input` for the URLs of an unsaved profile. */
export const createCore = async (options: CoreOptions): Promise<Result<Core>> => {
  try {
    return await buildCore(options)
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
  }
  try {
    // The damage was recorded, so the database is checked first this time and moved aside.
    return await buildCore(options)
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    return { ok: false, error: storageErrorOf(thrown, databasePath(options.dataDir)) }
  }
}

/** Throws errors that `isDamage` recognizes, after closing everything. */
const buildCore = async (options: CoreOptions): Promise<Result<Core>> => {
  const clock: Clock = options.outside?.clock ?? Date.now
  const unsaved = unsavedProfile(options.unsaved)
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
  const errorOf = (thrown: unknown): AppError => {
    const damaged = damagedReplyOf(thrown)
    if (damaged !== null) {
      const { distanceName, categoryName } = damaged
      tellDamaged(damaged)
      return { kind: 'damaged-replies', categories: [{ distanceName, categoryName }] }
    }
    if (isDamage(thrown)) store.foundDamage()
    return isDatabaseError(thrown) || isDamagedBody(thrown)
      ? storageErrorOf(thrown, databasePath(options.dataDir))
      : { kind: 'internal', reference: log.bug(thrown) }
  }

  const listeners = new Set<(event: AppEvent) => void>()
  const emit = (event: AppEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (thrown) {
        // A listener that throws must not break the job that emitted the event.
        log.bug(thrown)
      }
    }
  }

  const tellDamaged = ({ stage, category }: DamagedReply): void => {
    log.warn(logMessages.damagedReply, { stage, category })
    emit({ name: 'stage:changed', data: { stage } })
  }

  const storage = createStorageState(store, options.dataDir, emit, ({ cause }) => {
    log.warn(logMessages.storageStopped, { cause })
  })
  const services = await orClosed(
    () =>
      wireServices({
        options,
        unsaved: unsaved.value,
        store,
        movedAsideTo,
        mask,
        log,
        errorOf,
        emit,
        listen: (listener) => listeners.add(listener),
        clock,
      }),
    async (thrown) => {
      if (isDamage(thrown)) store.foundDamage()
      storage.close()
      await store.close()
      log.close()
    },
  )
  const { demo, eventService, jobs, watches, updates, autoExports, receivedFiles, promoCodes, calls, givenFiles } =
    services
  const { sleep, wait } = services
  const gate = createGate({
    handlers: handlersOf(
      options,
      { movedAsideTo, storageStop: storage.read, isDatabaseDamaged: () => isDatabaseDamaged },
      services,
    ),
    errorOf,
    foundDamaged: tellDamaged,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  let toldBugAtMs = Number.NEGATIVE_INFINITY
  void watches.resume().catch(log.bug)
  void updates.run().catch(log.bug)
  return {
    ok: true,
    value: {
      gate,
      unsavedProfile: unsaved.value,
      movedAsideTo,
      storageStop: storage.read,
      giveFile: (path) => ({ name: basename(path), ticket: givenFiles.put(path) }),
      warn: (message, details) => log.warn(logMessages[message], details),
      noteBug: (thrown) => {
        const reference = log.bug(thrown)
        const nowMs = clock()
        if (Math.abs(nowMs - toldBugAtMs) < toldBugEveryMs) return reference
        toldBugAtMs = nowMs
        emit({ name: 'app:failed', data: { reference } })
        return reference
      },
      pause: () => {
        watches.pause()
        sleep.pause()
      },
      resume: () => {
        eventService.reconnect()
        sleep.goOn()
        watches.goOn()
      },
      close: async (isHurried = false) => {
        storage.close()
        // Whether it may be installed is decided by what runs now.
        const installUpdate = updates.leave(isHurried)
        const closed = new AbortController()
        // A user who ends a command waits for its files, and can press Ctrl+C again.
        const limit = options.face === 'terminal' ? aborted(closed.signal) : wait(longestEndMs, closed.signal)
        const endWork = async (): Promise<true> => {
          await watches.close()
          await jobs.stop()
          await calls.stop()
          await promoCodes.stop()
          await autoExports.close()
          await receivedFiles.close()
          return true
        }
        try {
          const isEnded = await Promise.race([endWork(), limit])
          if (isEnded !== true) log.warn(logMessages.workUnended)
          await store.close()
          await eventService.close()
          await demo.stop()
          await installUpdate?.()
        } catch (thrown) {
          log.bug(thrown)
          throw thrown
        } finally {
          closed.abort()
          log.close()
        }
      },
    },
  }
}

/** Far longer than work takes to end that was told to: what is stored is safe without its end. */
const longestEndMs = 20_000
const toldBugEveryMs = 1_000

const orClosed = async <T>(make: () => T, close: (thrown: unknown) => Promise<void>): Promise<T> => {
  try {
    return make()
  } catch (thrown) {
    await close(thrown)
    throw thrown
  }
}

const openStore = (dataDir: string, clock: Clock, onDamage: () => void): Result<OpenedStore> => {
  try {
    return { ok: true, value: openSqliteStore(dataDir, new Date(clock()).toISOString() as Instant, onDamage) }
  } catch (thrown) {
    if (isDamage(thrown)) throw thrown
    return { ok: false, error: storageErrorOf(thrown, databasePath(dataDir)) }
  }
}

/** The two URLs are the profile's identity, so that a stage taken with them is known again. */
const unsavedProfile = (urls: CoreOptions['unsaved']): Result<Profile | null> => {
  if (urls === undefined) return { ok: true, value: null }
  const baseUrl = parseBaseUrl(urls.baseUrl)
  if (!baseUrl.ok) return baseUrl
  const resultsUrl = parseServiceUrl(urls.resultsUrl)
  if (!resultsUrl.ok) return resultsUrl
  const id = createHash('sha256').update(`${baseUrl.value}\n${resultsUrl.value}`).digest('hex').slice(0, 16)
  return {
    ok: true,
    value: {
      id: `unsaved-${id}` as ProfileId,
      name: originOf(baseUrl.value) ?? baseUrl.value,
      kind: 'unsaved',
      baseUrl: baseUrl.value,
      resultsUrl: resultsUrl.value,
      accessHeader: defaultAccessHeader,
      resultsHeader: defaultResultsHeader,
      extraHeaders: [],
    },
  }
}
