import { parentPort, workerData } from 'node:worker_threads'
import { ingest, type Finding } from './ingest.ts'
import { openAgain } from './sqliteDatabase.ts'
import type { StoredOutcome } from '../../services/ports.ts'

/** The thread that parses, packs and writes results bodies, so that the gate stays free. */

export type IngestRequest = { readonly id: number; readonly finding: Finding }
export type IngestReply =
  { readonly id: number; readonly outcome: StoredOutcome } | { readonly id: number; readonly failure: string }

const { path } = workerData as { readonly path: string }
const port = parentPort
if (port === null) throw new Error('The ingest worker runs only as a worker thread')

const database = openAgain(path)
let waiting: IngestRequest[] = []

/** One transaction for all that came while the last one was written, but small enough that nobody waits long for it. */
const batchBytes = 8_000_000

const work = (): void => {
  let bytes = 0
  let count = 0
  while (count < waiting.length && bytes < batchBytes) {
    const finding = waiting[count]?.finding
    bytes += finding?.kind === 'body' ? finding.fetched.body.byteLength : 0
    count += 1
  }
  const batch = waiting.slice(0, count)
  waiting = waiting.slice(count)
  for (const reply of storeBatch(batch)) port.postMessage(reply)
  if (waiting.length > 0) setImmediate(work)
}

const storeBatch = (batch: readonly IngestRequest[]): readonly IngestReply[] => {
  try {
    const outcomes = ingest(
      database,
      batch.map((request) => request.finding),
    )
    return outcomes.map((outcome, index) => ({ id: batch[index]?.id ?? -1, outcome }))
  } catch (thrown) {
    const failure = thrown instanceof Error ? thrown.message : String(thrown)
    return batch.map(({ id }) => ({ id, failure }))
  }
}

port.on('message', (message: IngestRequest | 'close') => {
  if (message === 'close') {
    while (waiting.length > 0) work()
    database.close()
    port.close()
    return
  }
  waiting.push(message)
  if (waiting.length === 1) setImmediate(work)
})
