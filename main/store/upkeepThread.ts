import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Result } from '../../preload/contract/result.ts'
import type { StorageUsage } from '../../preload/contract/storage.ts'
import type { DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import type { UpkeepNews, UpkeepTask, UpkeepWork } from './upkeepWorker.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './upkeepWorker.ts' : './upkeepWorker.js'

/** Delay of the upkeep after a start: the first rows are shown by then, and most terminal commands are over. */
const restMs = 2_000
/** Interval of the upkeep in an app that runs for days. */
const againMs = 6 * 60 * 60_000
/** Wait for the running step at closing; a step takes far less. */
const longestEndMs = 2_000

type UpkeepThread = {
  readonly ask: (work: Exclude<UpkeepWork, { kind: 'routine' }>) => Promise<Result<StorageUsage>>
  /** Stops after the running step; the rest is left to the next start. */
  readonly close: () => Promise<void>
}

/** `checked` gets the result of the check of the whole database after an unclean end. */
export const createUpkeepThread = (
  file: DatabaseFile,
  isCheckWanted: boolean,
  checked: (isDamaged: boolean) => void,
): UpkeepThread => {
  const running = new Set<Worker>()
  let isClosing = false

  const start = (work: UpkeepWork, told: (news: UpkeepNews) => void, ended: () => void): Worker => {
    const task: UpkeepTask = { file, nowMs: Date.now(), work }
    const worker = new Worker(new URL(workerFile, import.meta.url), { workerData: task, execArgv: [] })
    running.add(worker)
    worker.on('message', told)
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      running.delete(worker)
      ended()
    })
    return worker
  }

  // Not awaited; a failure is retried at the next start.
  const routine = (isChecked: boolean): void => {
    const told = (news: UpkeepNews): void => {
      if (news.kind === 'checked') checked(news.isDamaged)
    }
    start({ kind: 'routine', isCheckWanted: isChecked }, told, () => undefined).unref()
  }
  const timer = setTimeout(routine, restMs, isCheckWanted).unref()
  const again = setInterval(routine, againMs, false).unref()

  return {
    ask: (work) =>
      new Promise((resolve) => {
        if (isClosing) return resolve(failed('The store is closed'))
        start(
          work,
          (news) => {
            if (news.kind === 'usage') resolve({ ok: true, value: news.usage })
            if (news.kind === 'failed') resolve({ ok: false, error: news.error })
          },
          () => resolve(failed('The thread for upkeep ended')),
        )
      }),
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      clearInterval(again)
      await Promise.all([...running].map(end))
    },
  }
}

const failed = (reason: string): Result<never> => ({ ok: false, error: { kind: 'storage', reason } })

const end = async (worker: Worker): Promise<void> => {
  worker.ref()
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.postMessage('close')
  const late = new AbortController()
  await Promise.race([ended, sleep(longestEndMs, null, { signal: late.signal }).catch(() => undefined)])
  late.abort()
  // A check of a large database cannot be cancelled: everything else is closed meanwhile, and the process ends with the check.
  void worker.terminate()
  worker.unref()
}
