import { Worker } from 'node:worker_threads'
import type { Result } from '../../preload/contract/result.ts'
import type { MadeSite, SiteStore, SiteTask } from '../features/publish/siteStore.ts'
import type { DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import type { SiteMessage, SiteWork } from './siteWorker.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './siteWorker.ts' : './siteWorker.js'

type SiteThreads = {
  readonly make: SiteStore['makeSite']
  /** Ends what runs, whose callers get `cancelled`. */
  readonly close: () => Promise<void>
}

/** With less, cleaning up takes a fifth of the time; with more, a thread takes it all before it cleans up. */
const [usualMb, usualPeople] = [80, 100_000]
/** For the second attempt, when the usual memory was too little. */
const mostMb = 2_000

const mbFor = ({ tables }: SiteTask): number => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return Math.min(mostMb, usualMb * Math.max(1, rows / usualPeople))
}

const isOutOfMemory = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Each site is made on a thread of its own, whose memory is free when the thread ends. */
export const createSiteThreads = (file: DatabaseFile): SiteThreads => {
  const running = new Set<Worker>()
  let isClosing = false
  const makeWithin = (
    oldMb: number,
    ...[task, made, signal]: Parameters<SiteStore['makeSite']>
  ): Promise<Result<MadeSite>> =>
    new Promise((resolve, reject) => {
      const cancelled: Result<MadeSite> = { ok: false, error: { kind: 'cancelled' } }
      if (isClosing || signal.aborted) return resolve(cancelled)
      const work: SiteWork = { file, task }
      const worker = new Worker(new URL(workerFile, import.meta.url), {
        workerData: work,
        // A larger young generation is no faster here, and takes 100 MB more.
        resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: oldMb },
        execArgv: [],
      })
      const stop = (): void => void worker.terminate()
      running.add(worker)
      signal.addEventListener('abort', stop, { once: true })
      worker.on('message', (message: SiteMessage) => {
        if (message.kind === 'made') made(message.file)
        else resolve(message.answer)
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        running.delete(worker)
        signal.removeEventListener('abort', stop)
        resolve(cancelled)
      })
    })
  return {
    make: (...asked) =>
      makeWithin(mbFor(asked[0]), ...asked).catch((thrown: unknown) => {
        if (isOutOfMemory(thrown)) return makeWithin(mostMb, ...asked)
        throw thrown
      }),
    close: async () => {
      isClosing = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
