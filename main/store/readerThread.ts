import { Worker } from 'node:worker_threads'
import { damagedReplyError, type DamagedReply } from '../features/replies/rules/damagedReply.ts'
import type { StageHits, StageSearch } from '../features/results/stageSearch.ts'
import { storageFailure } from '../platform/sqlite/databaseFile.ts'
import type { DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import type { ReaderAsk, ReaderFailure, ReaderReply, ReaderRequest } from './readerWorker.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './readerWorker.ts' : './readerWorker.js'

type Waiting = {
  readonly resolve: (hits: StageHits | null) => void
  readonly reject: (reason: unknown) => void
}

type ReaderThread = {
  readonly search: StageSearch
  /** Ends what runs, whose callers get a failure of the store. */
  readonly close: () => Promise<void>
}

/** Starts with the first search: many runs of the app have none. */
export const createReaderThread = (
  file: DatabaseFile,
  foundDamage: () => void,
  foundDamaged: (reply: DamagedReply) => void,
): ReaderThread => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosing = false

  const errorOf = (failure: ReaderFailure): unknown => {
    if ('damaged' in failure) {
      foundDamaged(failure.damaged)
      return damagedReplyError(failure.damaged)
    }
    if ('thrown' in failure) return failure.thrown
    if (failure.isDamage) foundDamage()
    return storageFailure(failure.storage.cause, failure.storage.reason)
  }

  const failAll = (reason: unknown): void => {
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
    worker = null
  }

  const start = (): Worker => {
    // Flags of the process, such as --input-type, must not apply to this file.
    const started = new Worker(new URL(workerFile, import.meta.url), { workerData: file, execArgv: [] })
    started.on('message', (reply: ReaderReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (waiting.size === 0) started.unref()
      if ('hits' in reply) asked?.resolve(reply.hits)
      else asked?.reject(errorOf(reply.failure))
    })
    started.on('error', failAll)
    started.on('exit', () => failAll(closed()))
    return started
  }

  const ask = (asked: ReaderAsk): Promise<StageHits | null> =>
    new Promise((resolve, reject) => {
      if (isClosing) return reject(closed())
      lastId += 1
      const request: ReaderRequest = { id: lastId, ...asked }
      waiting.set(lastId, { resolve, reject })
      worker ??= start()
      worker.ref()
      worker.postMessage(request)
    })

  return {
    search: {
      find: async (...asked) => (await ask({ way: 'find', asked })) ?? { parts: [] },
      findSimilar: (...asked) => ask({ way: 'findSimilar', asked }),
    },
    close: async () => {
      isClosing = true
      await worker?.terminate()
    },
  }
}

const closed = (): Error => storageFailure(undefined, 'The reading thread ended')
