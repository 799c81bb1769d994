import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import type { AppError, Result } from '../../preload/contract/result.ts'
import type { CapsuleManifest } from '../features/capsule/rules/manifest.ts'
import type { Intake, KeptCapsule } from '../features/capsule/capsuleIntake.ts'
import { ingest, type Finding } from '../features/replies/ingest.ts'
import { noteDamage } from '../platform/sqlite/cleanEnd.ts'
import { growSlowlyFor } from '../platform/sqlite/heapGrowth.ts'
import { storageErrorOf } from '../platform/sqlite/databaseFile.ts'
import { isDamage, openForBulk, type Database, type DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'
import { examine, type StoreCondition } from '../platform/sqlite/condition.ts'
import type { ReadingChange, Reread } from '../features/columns/tableStore.ts'
import type { StoredOutcome } from '../features/stages/stageStore.ts'

/** The thread that parses, packs and writes results bodies, so that the gate stays free. */

/** `intake` names a capsule on its way in. */
export type CapsuleAsk = { readonly intake: number } & (
  | { readonly step: 'begin'; readonly manifest: CapsuleManifest }
  | { readonly step: 'add'; readonly category: number; readonly isRows: boolean; readonly bytes: Uint8Array }
  | ({ readonly step: 'keep' } & KeptCapsule)
  | { readonly step: 'close' }
)

export type IngestAsk =
  | { readonly finding: Finding }
  | { readonly isCheck: true }
  | { readonly capsule: CapsuleAsk }
  | { readonly change: ReadingChange }
  /** A stage whose replies without rows are looked through again. */
  | { readonly unread: string }
export type IngestRequest = { readonly id: number } & IngestAsk
export type IngestReply =
  | { readonly id: number; readonly outcome: StoredOutcome }
  | { readonly id: number; readonly condition: StoreCondition }
  | { readonly id: number; readonly capsule: Result<null> }
  | { readonly id: number; readonly reread: Result<Reread> }
  | { readonly id: number; readonly isRead: true }
  | { readonly id: number; readonly error: AppError }

type Waiting = { readonly id: number; readonly finding: Finding }

const file = workerData as DatabaseFile
const port = parentPort
if (port === null) throw new Error('The ingest worker runs only as a worker thread')

let opened: Database | null = null
/** Opened with the first request; a failure fails that request, and the next one tries again. */
const open = (): Database => {
  opened ??= openForBulk(file)
  // Reopens the database for writing once that is possible, so that reads see what the main thread writes.
  opened.writeFault()
  return opened
}
let waiting: Waiting[] = []
let isClosing = false
let isWorking = false
let idle: NodeJS.Timeout | undefined

/** One transaction for all bodies that arrived during the last one, but small enough to be quick. */
const batchBytes = 8_000_000

/** After so long without work all of it is brought to the disk itself, which during the work would only slow it. */
const idleMs = 200
/** Wait before the next checkpoint; until then the writes stay in the write-ahead log. */
const againAfterMs = 5_000

/** Above this size of a body the thread collects garbage; otherwise the parsed rows and their pages stay in memory until the next body. */
const sweptBytes = 4_000_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: object) => void
const sweep = (): void => collect({ type: 'major', flavor: 'last-resort' })

const bytesOf = ({ finding }: Waiting): number => (finding.kind === 'body' ? finding.fetched.body.byteLength : 0)

const takeBatch = (): Waiting[] => {
  let bytes = 0
  let count = 0
  while (count < waiting.length && bytes < batchBytes) {
    const next = waiting[count]
    bytes += next === undefined ? 0 : bytesOf(next)
    count += 1
  }
  const batch = waiting.slice(0, count)
  waiting = waiting.slice(count)
  return batch
}

const storeBatch = (batch: readonly Waiting[]): readonly IngestReply[] => {
  try {
    const outcomes = ingest(
      open(),
      batch.map((request) => request.finding),
    )
    return outcomes.map((outcome, index) => ({ id: batch[index]?.id ?? -1, outcome }))
  } catch (thrown) {
    if (isDamage(thrown)) noteDamage(file.path)
    const error = storageErrorOf(thrown, file.path)
    return batch.map(({ id }) => ({ id, error }))
  }
}

const check = (id: number): IngestReply => {
  try {
    return { id, condition: examine(open()) }
  } catch (thrown) {
    return { id, error: storageErrorOf(thrown, file.path) }
  }
}

const reread = async (id: number, change: ReadingChange): Promise<IngestReply> => {
  try {
    const { readOtherwise } = await import('../features/replies/readOtherwise.ts')
    return { id, reread: readOtherwise(open(), change) }
  } catch (thrown) {
    return { id, error: storageErrorOf(thrown, file.path) }
  }
}

const readUnread = async (id: number, stage: string): Promise<IngestReply> => {
  try {
    const { findRowsInStage } = await import('../features/replies/findRowsAgain.ts')
    findRowsInStage(open(), stage)
    return { id, isRead: true }
  } catch (thrown) {
    return { id, error: storageErrorOf(thrown, file.path) }
  }
}

const intakes = new Map<number, Intake>()

const takeIn = async (id: number, asked: CapsuleAsk): Promise<IngestReply> => {
  try {
    return { id, capsule: await stepOf(asked) }
  } catch (thrown) {
    return { id, error: storageErrorOf(thrown, file.path) }
  }
}

const stepOf = async (asked: CapsuleAsk): Promise<Result<null>> => {
  // Loaded on first use: its parsers would slow the start of every download.
  const { addBody, beginIntake, keepIntake } = await import('../features/capsule/capsuleIntake.ts')
  if (asked.step === 'begin') intakes.set(asked.intake, beginIntake(open(), asked.manifest))
  const intake = intakes.get(asked.intake)
  if (asked.step === 'close') intakes.delete(asked.intake)
  // The thread that began storing this stage file has ended.
  else if (intake === undefined) throw new Error('The storing thread ended')
  else if (asked.step === 'add') {
    const added = addBody(intake, asked.category, asked.isRows, asked.bytes)
    if (asked.bytes.byteLength > sweptBytes) sweep()
    return added
  } else if (asked.step === 'keep') return await keepIntake(open(), intake, asked)
  return { ok: true, value: null }
}

const work = async (): Promise<void> => {
  isWorking = true
  while (waiting.length > 0) {
    const batch = takeBatch()
    const longest = Math.max(...batch.map(bytesOf))
    growSlowlyFor(longest)
    for (const reply of storeBatch(batch)) port.postMessage(reply)
    batch.length = 0
    // Lets waiting messages join the next batch, and the last message be collected.
    await setImmediate()
    if (longest > sweptBytes) sweep()
  }
  isWorking = false
  clearTimeout(idle)
  if (!isClosing) {
    idle = setTimeout(checkpoint, idleMs)
    return
  }
  opened?.close()
  port.close()
}

/** A full disk must not end the thread, since space may be free later. */
const checkpoint = (): void => {
  try {
    opened?.checkpoint()
  } catch {
    idle = setTimeout(checkpoint, againAfterMs)
  }
}

port.on('message', (message: IngestRequest | 'close') => {
  if (message === 'close') isClosing = true
  else if ('isCheck' in message) port.postMessage(check(message.id))
  else if ('capsule' in message) void takeIn(message.id, message.capsule).then((reply) => port.postMessage(reply))
  else if ('change' in message) void reread(message.id, message.change).then((reply) => port.postMessage(reply))
  else if ('unread' in message) void readUnread(message.id, message.unread).then((reply) => port.postMessage(reply))
  else waiting.push(message)
  if (!isWorking) void work()
})
