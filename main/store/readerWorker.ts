import { parentPort, workerData } from 'node:worker_threads'
import { createCategoryRows } from '../features/columns/categoryRows.ts'
import { bodyTables } from '../features/replies/bodyTables.ts'
import { damagedReplyOf, type DamagedReply } from '../features/replies/rules/damagedReply.ts'
import { rulesOfReading } from '../features/replies/rulesOfReading.ts'
import { shapeTables } from '../features/replies/shapeTables.ts'
import { createStageSearch, type StageHits, type StageSearch } from '../features/results/stageSearch.ts'
import { startListTables } from '../features/startList/startListTables.ts'
import { storageErrorOf, type StorageError } from '../platform/sqlite/databaseFile.ts'
import {
  isDamage,
  isDatabaseError,
  openForBulk,
  type Database,
  type DatabaseFile,
} from '../platform/sqlite/sqliteDatabase.ts'

/** The thread that searches rows, so that the gate stays free. */

export type ReaderAsk = {
  readonly way: keyof StageSearch
  readonly asked: Parameters<StageSearch['find']>
}
export type ReaderRequest = ReaderAsk & { readonly id: number }

/** Why nothing was read; `thrown` where it was neither the disk nor the database. */
export type ReaderFailure =
  | { readonly damaged: DamagedReply }
  | { readonly storage: StorageError; readonly isDamage: boolean }
  | { readonly thrown: unknown }
export type ReaderReply = { readonly id: number } & (
  | { readonly hits: StageHits | null }
  | { readonly failure: ReaderFailure }
)

const file = workerData as DatabaseFile
const port = parentPort
if (port === null) throw new Error('The reader runs only as a worker thread')

const searchIn = (database: Database): StageSearch => {
  const rules = rulesOfReading(database)
  return createStageSearch(
    createCategoryRows({
      ...bodyTables(database, file.path, rules),
      ...shapeTables(database, file.path, rules),
      ...startListTables(database),
    }),
  )
}

let opened: { readonly database: Database; readonly search: StageSearch } | null = null
/** Opened with the first request; a failure fails that request, and the next one tries again. */
const open = (): StageSearch => {
  if (opened === null) {
    const database = openForBulk(file)
    opened = { database, search: searchIn(database) }
  }
  // Reopens the database for writing once that is possible, so that reads see what the main thread writes.
  opened.database.writeFault()
  return opened.search
}

const failureOf = (thrown: unknown): ReaderFailure => {
  const damaged = damagedReplyOf(thrown)
  if (damaged !== null) return { damaged }
  if (!isDatabaseError(thrown)) return { thrown }
  return { storage: storageErrorOf(thrown, file.path), isDamage: isDamage(thrown) }
}

const answer = async ({ id, way, asked }: ReaderRequest): Promise<ReaderReply> => {
  try {
    return { id, hits: await open()[way](...asked) }
  } catch (thrown) {
    return { id, failure: failureOf(thrown) }
  }
}

port.on('message', (request: ReaderRequest) => {
  void answer(request).then((reply) => {
    port.postMessage(reply, 'hits' in reply ? (reply.hits?.parts.map(({ buffer }) => buffer) ?? []) : [])
  })
})
