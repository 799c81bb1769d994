import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { RemovablePart, StorageUsage } from '../../preload/contract/storage.ts'
import { leastRetention, usualRetention } from '../features/storage/rules/retention.ts'
import { storageErrorOf, type StorageError } from '../platform/sqlite/databaseFile.ts'
import { deleteGivenUp, giveUp, giveUpOld } from '../features/replies/bin.ts'
import { firstYoung, growOlder } from '../features/replies/dataAge.ts'
import { deriveEverythingAgain } from '../features/replies/deriveAgain.ts'
import { findRowsEverywhere } from '../features/replies/findRowsAgain.ts'
import { isWhole, openForBulk, type Database, type DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import { clearStaged, inParts, leftIntakes } from '../features/capsule/stagedIntake.ts'
import { giveBack, isOld, isSmallAndOld, removePart, rewrite, shortenLog, tidy } from '../features/storage/tidy.ts'
import { usageOf } from '../features/storage/usage.ts'

/** The thread for work on the whole database, in steps. It ends by itself when the work is done. */

export type UpkeepWork =
  /** The upkeep in the background. `isCheckWanted`: the last process that had the database open was killed. */
  | { readonly kind: 'routine'; readonly isCheckWanted: boolean }
  | { readonly kind: 'usage' }
  /** Deletes one stage of the bin, or all. */
  | { readonly kind: 'bin'; readonly stage: StageGuid | null }
  /** `mayRewrite`: no other writer is active. */
  | { readonly kind: 'free'; readonly parts: readonly RemovablePart[]; readonly mayRewrite: boolean }

export type UpkeepTask = {
  readonly file: DatabaseFile
  readonly nowMs: number
  readonly work: UpkeepWork
}

export type UpkeepNews =
  | { readonly kind: 'checked'; readonly isDamaged: boolean }
  | { readonly kind: 'usage'; readonly usage: StorageUsage }
  | { readonly kind: 'failed'; readonly error: StorageError }

const { file, nowMs, work } = workerData as UpkeepTask
const port = parentPort
if (port === null) throw new Error('The upkeep worker runs only as a worker thread')

const tell = (news: UpkeepNews): void => port.postMessage(news)
let isClosing = false
port.on('message', () => (isClosing = true))

/** Ends early when the app closes; the rest is done after the next start. */
function* untilClosing(steps: Iterable<undefined>): Generator<undefined> {
  for (const step of steps) {
    if (isClosing) return
    yield step
  }
}

const routine = async (database: Database): Promise<void> => {
  const ageMs = growOlder(database, nowMs)
  for (const intake of leftIntakes(database)) if (!isClosing) await clearStaged(database, intake)
  for (const _ of untilClosing(deriveEverythingAgain(database))) await setImmediate()
  for (const _ of untilClosing(findRowsEverywhere(database))) await setImmediate()
  giveUpOld(database, ageMs)
  await inParts(database, untilClosing(deleteGivenUp(database)))
  await inParts(database, untilClosing(tidy(database, usualRetention(firstYoung(database, ageMs)))))
  if (isSmallAndOld(database) && !isClosing) rewrite(database)
  await inParts(database, untilClosing(giveBack(database)))
}

const free = async (database: Database, parts: readonly RemovablePart[], mayRewrite: boolean): Promise<void> => {
  for (const part of parts) await inParts(database, untilClosing(removePart(database, part, leastRetention)))
  if (mayRewrite && !isClosing && isOld(database)) rewrite(database)
  await inParts(database, untilClosing(giveBack(database, 0)))
  shortenLog(database)
}

const emptyBin = async (database: Database, stage: StageGuid | null): Promise<void> => {
  giveUp(database, stage)
  await inParts(database, untilClosing(deleteGivenUp(database)))
  await inParts(database, untilClosing(giveBack(database, 0)))
  shortenLog(database)
}

const run = async (): Promise<void> => {
  if (work.kind === 'routine' && work.isCheckWanted) {
    const isDamaged = !isWhole(file)
    tell({ kind: 'checked', isDamaged })
    if (isDamaged) return
  }
  const database = openForBulk(file)
  try {
    if (work.kind === 'routine') return await routine(database)
    if (work.kind === 'bin') await emptyBin(database, work.stage)
    if (work.kind === 'free') await free(database, work.parts, work.mayRewrite)
    tell({ kind: 'usage', usage: usageOf(database, file.path) })
  } finally {
    database.close()
  }
}

try {
  await run()
} catch (thrown) {
  tell({ kind: 'failed', error: storageErrorOf(thrown, file.path) })
}
port.close()
