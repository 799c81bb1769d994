import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { UpkeepNews, UpkeepTask } from './upkeepWorker.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './upkeepWorker.ts' : './upkeepWorker.js'

/** The first rows are shown before the disk has anything else to do; most commands of the terminal are over by then. */
const restMs = 2_000
/** A step of the work takes far less. */
const longestEndMs = 2_000

export type UpkeepThread = {
  /** Stops after the step that runs; what it was not done with is left for the next start. */
  readonly close: () => Promise<void>
}

/** Begins a while after the start. A thread that fails says nothing: the next start tries again. */
export const createUpkeepThread = (task: UpkeepTask, told: (news: UpkeepNews) => void): UpkeepThread => {
  let worker: Worker | null = null
  const timer = setTimeout(() => {
    worker = new Worker(new URL(workerFile, import.meta.url), { workerData: task, execArgv: [] })
    worker.unref()
    worker.on('message', told)
    worker.on('error', () => undefined)
    worker.on('exit', () => (worker = null))
  }, restMs).unref()
  return {
    close: async () => {
      clearTimeout(timer)
      const ending = worker
      if (ending === null) return
      ending.ref()
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
      ending.postMessage('close')
      const late = new AbortController()
      await Promise.race([ended, sleep(longestEndMs, null, { signal: late.signal }).catch(() => undefined)])
      late.abort()
      // Nobody waits for that: a check of a large database cannot be broken off.
      void ending.terminate()
      ending.unref()
    },
  }
}
