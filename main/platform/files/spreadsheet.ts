import { Worker } from 'node:worker_threads'
import type { Result } from '../../../preload/contract/result.ts'
import { invalidInput } from '../../kernel/result.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './spreadsheetWorker.ts' : './spreadsheetWorker.js'

/** A list of 100,000 lines takes a few seconds, also on an old laptop far less than this. */
const longestMs = 60_000

const tooCostly = invalidInput('file', 'the workbook cannot be read: it needs too much memory or time')

/**
 * The first sheet of an XLSX workbook that has rows, as a text of cells: dates as 1990-05-17, formulas as their results. Errors:
 * invalid-input; too-large; file. In a thread of its own: a small workbook can name cells so far apart, or repeat a text so often,
 * that the memory for its rows would end the process.
 */
export const readSpreadsheet = (path: string): Promise<Result<string>> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 },
      execArgv: [],
    })
    const late = setTimeout(() => void worker.terminate(), longestMs)
    worker.once('message', (read: Result<string>) => resolve(read))
    worker.once('error', () => undefined)
    worker.once('exit', () => {
      clearTimeout(late)
      resolve(tooCostly)
    })
  })
