import { Worker } from 'node:worker_threads'
import type { PeopleStore } from '../features/results/peopleOfRows.ts'
import type { DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import type { PeopleAnswer, PeopleTask } from './peopleWorker.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './peopleWorker.ts' : './peopleWorker.js'

type PeopleThreads = {
  readonly number: PeopleStore['numberPeopleApart']
  /** Ends what runs, whose callers get null. */
  readonly close: () => Promise<void>
}

/** A thread for each asking: parsed rows leave its heap ten times as large as the numbers, and a heap in use never shrinks. */
export const createPeopleThreads = (file: DatabaseFile): PeopleThreads => {
  const running = new Set<Worker>()
  let isClosing = false
  return {
    number: (tables) =>
      new Promise((resolve) => {
        if (isClosing) return resolve(null)
        const task: PeopleTask = { file, tables }
        const worker = new Worker(new URL(workerFile, import.meta.url), {
          workerData: task,
          // Parsed rows die young.
          resourceLimits: { maxYoungGenerationSizeMb: 24 },
          execArgv: [],
        })
        running.add(worker)
        worker.on('message', (answer: PeopleAnswer) => resolve(answer))
        worker.on('error', () => undefined)
        worker.on('exit', () => {
          running.delete(worker)
          resolve(null)
        })
      }),
    close: async () => {
      isClosing = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
