import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { isWhole } from './sqliteDatabase.ts'

/** The thread for work on the whole database that nobody waits for. It ends by itself once that is done. */

export type UpkeepTask = {
  readonly path: string
  /** The last process that had the database open was killed. */
  readonly isCheckWanted: boolean
}

export type UpkeepNews = { readonly kind: 'checked'; readonly isDamaged: boolean }

const { path, isCheckWanted } = workerData as UpkeepTask
const port = parentPort
if (port === null) throw new Error('The upkeep worker runs only as a worker thread')

const tell = (news: UpkeepNews): void => port.postMessage(news)
let isClosing = false
port.on('message', () => (isClosing = true))

if (isCheckWanted) tell({ kind: 'checked', isDamaged: !isWhole(path) })
await setImmediate()
if (isClosing) port.close()
port.close()
