import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { deriveEverythingAgain } from './deriveAgain.ts'
import { isWhole, openForBulk, type DatabaseFile } from './sqliteDatabase.ts'
import { clearStaged, leftIntakes } from './stagedIntake.ts'

/** The thread for work on the whole database that nobody waits for. It ends by itself once that is done. */

export type UpkeepTask = {
  readonly file: DatabaseFile
  /** The last process that had the database open was killed. */
  readonly isCheckWanted: boolean
}

export type UpkeepNews = { readonly kind: 'checked'; readonly isDamaged: boolean }

const { file, isCheckWanted } = workerData as UpkeepTask
const port = parentPort
if (port === null) throw new Error('The upkeep worker runs only as a worker thread')

const tell = (news: UpkeepNews): void => port.postMessage(news)
let isClosing = false
port.on('message', () => (isClosing = true))

/** Ends early where the app closes: what is left is done after the next start. */
function* untilClosing(work: Iterable<undefined>): Generator<undefined> {
  for (const step of work) {
    if (isClosing) return
    yield step
  }
}

const isDamaged = isCheckWanted && !isWhole(file.path)
if (isCheckWanted) tell({ kind: 'checked', isDamaged })
if (!isDamaged) {
  const database = openForBulk(file)
  for (const intake of leftIntakes(database)) if (!isClosing) await clearStaged(database, intake)
  for (const _ of untilClosing(deriveEverythingAgain(database))) await setImmediate()
  database.close()
}
port.close()
