import { basename } from 'node:path'
import type { Events } from '../preload/contract.ts'
import type { Json } from '../preload/contract/ids.ts'
import type { Result } from '../preload/contract/result.ts'
import type { CoreOptions } from './coreOptions.ts'
import { aborted } from './features/watch/sleep.ts'
import { createGate } from './gate/gate.ts'
import { openGround, type Ground } from './ground.ts'
import { joinFeatures } from './joinFeatures.ts'
import { logMessages } from './kernel/logMessages.ts'
import { storageErrorOf } from './platform/sqlite/databaseFile.ts'
import { isDamage } from './platform/sqlite/sqliteDatabase.ts'
import { databasePath } from './store/sqliteStore.ts'

export type Core = ReturnType<typeof coreOf>

/** Opens store, features and gate. Errors: `storage` when the data folder cannot be used, `invalid-input` for the URLs of an unsaved profile. */
export const createCore = async (options: CoreOptions): Promise<Result<Core>> => {
  try {
    return await openCore(options)
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
  }
  try {
    // The damage was recorded, so the database is checked first this time and moved aside.
    return await openCore(options)
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown
    return { ok: false, error: storageErrorOf(thrown, databasePath(options.dataDir)) }
  }
}

/** Throws errors that `isDamage` recognizes, after closing everything. */
const openCore = async (options: CoreOptions): Promise<Result<Core>> => {
  const ground = await openGround(options)
  if (!ground.ok) return ground
  try {
    return { ok: true, value: coreOf(ground.value, joinFeatures(ground.value)) }
  } catch (thrown) {
    await ground.value.abandon(thrown)
    throw thrown
  }
}

const coreOf = (ground: Ground, joined: ReturnType<typeof joinFeatures>) => {
  const { log, storage, errorOf, foundDamaged, listen } = ground
  const { handlers, watches, updates, sleep, givenFiles, eventService } = joined
  void watches.resume().catch(log.bug)
  void updates.run().catch(log.bug)
  return {
    gate: createGate({ handlers, errorOf, foundDamaged, listen, holdsKey: ground.mask.holds }),
    unsavedProfile: ground.unsaved,
    movedAsideTo: ground.movedAsideTo,
    /** Why nothing can be stored; null when it can. */
    storageStop: storage.read,
    /** Keeps the path of a file opened by the system, and returns its ticket. */
    giveFile: (path: string): Events['app:fileGiven'] => ({ name: basename(path), ticket: givenFiles.put(path) }),
    noteBug: ground.noteBug,
    /** Logs a warning for a face: one of `logMessages`. */
    warn: (message: keyof typeof logMessages, details?: { readonly [name: string]: Json }): void =>
      log.warn(logMessages[message], details),
    /** The machine goes to sleep: watches stop asking, and jobs wait with what they read. */
    pause: (): void => {
      watches.pause()
      sleep.pause()
    },
    /** It is awake again: watches ask at once and jobs go on, over new connections. */
    resume: (): void => {
      eventService.reconnect()
      sleep.goOn()
      watches.goOn()
    },
    /** Cancels jobs, waits for stores to finish, and installs a waiting update; not when `isHurried`, as the system may end the process. */
    close: async (isHurried = false): Promise<void> => {
      storage.close()
      // Decided before jobs and watches are stopped, since it depends on them.
      const installUpdate = updates.leave(isHurried)
      const closed = new AbortController()
      // A user who ends a command waits for its files, and can press Ctrl+C again.
      const limit =
        ground.options.face === 'terminal' ? aborted(closed.signal) : joined.wait(longestEndMs, closed.signal)
      try {
        const isEnded = await Promise.race([joined.end().then(() => true), limit])
        if (isEnded !== true) log.warn(logMessages.workUnended)
        await ground.store.close()
        await eventService.close()
        await joined.demo.stop()
        await installUpdate?.()
      } catch (thrown) {
        log.bug(thrown)
        throw thrown
      } finally {
        closed.abort()
        log.close()
      }
    },
  }
}

/** Far longer than cancelled work takes to end; stored data is safe without it. */
const longestEndMs = 20_000
