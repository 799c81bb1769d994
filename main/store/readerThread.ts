import { Worker } from 'node:worker_threads'
import { damagedReplyError, type DamagedReply } from '../features/replies/rules/damagedReply.ts'
import type { StageHits, StageSearch } from '../features/results/stageSearch.ts'
import { isStorageFailure, storageFailure } from '../platform/sqlite/databaseFile.ts'
import type { DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import type { ReaderAsk, ReaderFailure, ReaderReply, ReaderRequest } from './readerWorker.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './readerWorker.ts' : './readerWorker.js'

type Waiting = {
  readonly resolve: (hits: StageHits | null) => void
  readonly reject: (reason: unknown) => void
}

type ReaderParts = {
  readonly foundDamage: () => void
  readonly foundDamaged: (reply: DamagedReply) => void
  /** On the caller's thread, for a database that was moved or replaced: no other connection can open it any more. */
  readonly searchHere: () => StageSearch
}

type ReaderThread = {
  readonly search: StageSearch
  /** Ends what runs, whose callers get a failure of the store. */
  readonly close: () => Promise<void>
}

/** Starts with the first search: many runs of the app have none. */
export const createReaderThread = (
  file: DatabaseFile,
  { foundDamage, foundDamaged, searchHere }: ReaderParts,
): ReaderThread => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosing = false
  let here: StageSearch | null = null

  const errorOf = (failure: ReaderFailure): unknown => {
    if ('damaged' in failure) {
      foundDamaged(failure.damaged)
      return damagedReplyError(failure.damaged)
    }
    if ('thrown' in failure) return failure.thrown
    if (failure.isDamage) foundDamage()
    return storageFailure(failure.storage.cause, failure.storage.reason)
  }

  /** A thread that was started later has requests of its own. */
  const fail = (ended: Worker, reason: unknown): void => {
    if (worker !== ended) return
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
    started.on('error', (thrown) => fail(started, thrown))
    started.on('exit', () => fail(started, closed()))
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

  const askOrHere = async (asked: ReaderAsk): Promise<StageHits | null> => {
    try {
      return await ask(asked)
    } catch (thrown) {
      if (!isStorageFailure(thrown) || !(thrown.storageCause === 'gone' || thrown.storageCause === 'replaced'))
        throw thrown
      here ??= searchHere()
      return await here[asked.way](...asked.asked)
    }
  }

  return {
    search: {
      find: async (...asked) => (await askOrHere({ way: 'find', asked })) ?? { parts: [] },
      findSimilar: (...asked) => askOrHere({ way: 'findSimilar', asked }),
    },
    close: async () => {
      isClosing = true
      await worker?.terminate()
    },
  }
}

const closed = (): Error => storageFailure(undefined, 'The reading thread ended')
