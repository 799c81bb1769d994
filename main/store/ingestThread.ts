import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Result } from '../../preload/contract/result.ts'
import type { CapsuleManifest } from '../features/capsule/rules/manifest.ts'
import type { Finding } from '../features/replies/ingest.ts'
import type { DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import type { CapsuleAsk, IngestAsk, IngestReply, IngestRequest } from './ingestWorker.ts'
import type { CapsuleIntake } from '../features/capsule/capsuleStore.ts'
import type { ReadingChange, Reread } from '../features/columns/tableStore.ts'
import type { StoredOutcome } from '../features/stages/stageStore.ts'
import type { StoreCondition } from '../platform/sqlite/condition.ts'
import type { Failure } from '../kernel/result.ts'

type IngestThread = {
  /** Starts the thread, so that it is there when the first finding comes. */
  readonly prepare: () => void
  /** Resolves once the finding is on disk. The bytes of a body are handed over and gone for the caller. */
  readonly store: (finding: Finding) => Promise<Result<StoredOutcome>>
  /** Checks the whole database between two steps. */
  readonly check: () => Promise<Result<StoreCondition>>
  /** Between two findings. */
  readonly readOtherwise: (change: ReadingChange) => Promise<Result<Reread>>
  /** Looks again for rows in replies in which an older version found none; what fails is left to a later time. */
  readonly readUnread: (stage: string) => Promise<void>
  /** Bodies of a capsule are prepared between two findings. */
  readonly takeIn: (manifest: CapsuleManifest) => CapsuleIntake
  /** Resolves once all is stored, or the thread was stopped because it took too long; writes are complete or absent. */
  readonly close: () => Promise<void>
}

type Waiting = { readonly asked: Worker; readonly resolve: (reply: Result<IngestReply>) => void }

/** Far longer than a thread takes that can write. */
const longestEndMs = 20_000

const workerFile = import.meta.url.endsWith('.ts') ? './ingestWorker.ts' : './ingestWorker.js'

/** Starts when it is first needed, since most runs of the app store nothing in their first seconds. */
export const createIngestThread = (file: DatabaseFile, endWithinMs = longestEndMs): IngestThread => {
  const open = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let lastIntake = 0
  let isClosing = false

  /** Fails the requests that wait for that thread. A thread started later has requests of its own. */
  const fail = (ended: Worker, reason: string): void => {
    for (const [id, { asked, resolve }] of open) {
      if (asked !== ended) continue
      open.delete(id)
      resolve(failed(reason))
    }
    if (worker === ended) worker = null
  }

  const isAwaited = (thread: Worker): boolean => [...open.values()].some(({ asked }) => asked === thread)

  const start = (): Worker => {
    const started = new Worker(new URL(workerFile, import.meta.url), {
      workerData: file,
      // Parsed rows die young: a small nursery keeps 30 MB off the peak and costs no time.
      resourceLimits: { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 384 },
      // Flags of the process, such as --input-type, must not apply to this file.
      execArgv: [],
    })
    started.on('message', (reply: IngestReply) => {
      const waiting = open.get(reply.id)
      open.delete(reply.id)
      // Closing waits for its end, whatever else keeps the process running.
      if (!isAwaited(started) && !isClosing) started.unref()
      waiting?.resolve('error' in reply ? { ok: false, error: reply.error } : { ok: true, value: reply })
    })
    started.on('error', (thrown) => fail(started, thrown instanceof Error ? thrown.message : String(thrown)))
    started.on('exit', () => fail(started, 'The storing thread ended'))
    return started
  }

  const ask = (what: IngestAsk, handedOver: ArrayBuffer[]): Promise<Result<IngestReply>> =>
    new Promise((resolve) => {
      // Late work must not start another thread.
      if (isClosing) return resolve(failed('The store is closed'))
      lastId += 1
      const id = lastId
      const asked = (worker ??= start())
      open.set(id, { asked, resolve })
      asked.ref()
      const request: IngestRequest = { id, ...what }
      try {
        asked.postMessage(request, handedOver)
      } catch (thrown) {
        open.delete(id)
        throw thrown
      }
    })

  const askCapsule = async (capsule: CapsuleAsk, handedOver: readonly (Uint8Array<ArrayBuffer> | null)[]) => {
    const reply = await ask(
      { capsule },
      handedOver.flatMap((bytes) => bytes?.buffer ?? []),
    )
    if (!reply.ok) return reply
    return 'capsule' in reply.value ? reply.value.capsule : failed('no answer')
  }

  return {
    prepare: () => {
      if (worker !== null || isClosing) return
      worker = start()
      worker.unref()
    },
    store: async (finding) => {
      const reply = await ask({ finding }, finding.kind === 'body' ? [finding.fetched.body.buffer] : [])
      if (!reply.ok) return reply
      return 'outcome' in reply.value ? { ok: true, value: reply.value.outcome } : failed('no outcome')
    },
    check: async () => {
      const reply = await ask({ isCheck: true }, [])
      if (!reply.ok) return reply
      return 'condition' in reply.value ? { ok: true, value: reply.value.condition } : failed('no condition')
    },
    readOtherwise: async (change) => {
      const reply = await ask({ change }, [])
      if (!reply.ok) return reply
      return 'reread' in reply.value ? reply.value.reread : failed('no answer')
    },
    readUnread: async (stage) => void (await ask({ unread: stage }, [])),
    takeIn: (manifest) => {
      lastIntake += 1
      const intake = lastIntake
      const begun = askCapsule({ intake, step: 'begin', manifest }, [])
      return {
        add: async (category, isRows, bytes) => {
          const ready = await begun
          return ready.ok ? await askCapsule({ intake, step: 'add', category, isRows, bytes }, [bytes]) : ready
        },
        keep: async (links, ledger, { fileName, at }) => {
          const ready = await begun
          const kept = { links, ledger, fileName, at }
          return ready.ok ? await askCapsule({ intake, step: 'keep', ...kept }, [links, ledger]) : ready
        },
        close: () => void askCapsule({ intake, step: 'close' }, []),
      }
    },
    close: async () => {
      isClosing = true
      const ending = worker
      if (ending === null) return
      ending.ref()
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
      ending.postMessage('close')
      const closed = new AbortController()
      const isLate = await Promise.race([ended, sleep(endWithinMs, true, { signal: closed.signal }).catch(() => false)])
      closed.abort()
      if (isLate !== true) return
      // Not awaited: the disk may block it.
      void ending.terminate()
      ending.unref()
      fail(ending, 'The storing thread did not end')
    },
  }
}

const failed = (reason: string): Failure => ({
  ok: false,
  error: { kind: 'storage', reason },
})
