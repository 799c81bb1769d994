import { Worker } from 'node:worker_threads'
import type { Result } from '../../preload/contract/result.ts'
import type { ReadList } from '../features/startList/rules/readList.ts'
import { invalidInput } from '../kernel/result.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './startListWorker.ts' : './startListWorker.js'

/** A list of 100,000 lines takes a few seconds, also on an old laptop far less than this. */
const longestMs = 60_000

const tooCostly = invalidInput('file', 'it needs too much memory or time to read')

/** `readListFile` in a thread of its own, which a costly file ends in place of the process, and no page waits for. */
export const readStartList = (path: string): Promise<Result<ReadList>> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 },
      execArgv: [],
    })
    const late = setTimeout(() => void worker.terminate(), longestMs)
    worker.once('message', (read: Result<ReadList>) => resolve(read))
    worker.once('error', () => undefined)
    worker.once('exit', () => {
      clearTimeout(late)
      resolve(tooCostly)
    })
  })
