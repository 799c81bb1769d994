import type { CategoryId, Instant, JobId } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { readReply } from '../organizations/rules/envelope.ts'
import { isLost } from '../organizations/rules/lostHost.ts'
import type { JobStore } from '../jobs/jobTables.ts'
import type { StageStore, StoredCategory, StoredOutcome } from './stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Credentials, EventService, ServiceReply } from '../../platform/http/eventService.ts'

/** Links with a request under way: none is requested twice at a time. */
export type Asking = Map<CategoryId, Promise<Result<StoredOutcome> | null>>

export type AskParts = {
  readonly store: StageStore & Pick<JobStore, 'shareOutcome'>
  readonly eventService: EventService
  readonly clock: Clock
  readonly parallelCalls: () => number
  readonly asking: Asking
}

type Ask = {
  readonly queue: readonly StoredCategory[]
  readonly credentials: Credentials
  readonly signal: AbortSignal
  /** Null: a poll, which is asked again before long and whose outcomes belong to no job. */
  readonly job: JobId | null
  /** Asked before each category; false ends it as if the queue were empty. */
  readonly mayGoOn?: () => boolean
  /** Told with bytes as they come over the wire; those of headers are guessed. */
  readonly received?: (bytes: number) => void
  /** Once the outcome is on disk. `isShared`: another asker brought it. */
  readonly settled: (outcome: StoredOutcome, isShared: boolean) => void
}

export type AskEnd = {
  /** Storing failed; nothing more was asked. */
  readonly broken: AppError | null
  /** The host was lost in the middle; with a job the rest counts as failed, a poll leaves the rest as it was. */
  readonly isLost: boolean
}

/** Bodies that may wait for the storing thread before fetching pauses. */
const waitingBytesLimit = 12_000_000
/** Calls that wait for one in flight to end, so that the next goes out before its reply is looked at. */
const readyCalls = 2
/** After so many categories in a row that found no way to the host, the rest are not tried. */
const lostInARow = 3
/** Typical bytes of request, status line and headers. */
const headerBytes = 600
/** Polls belong to no job, and none has this id. */
const noJob = '' as JobId

/** Asks categories by a few at a time; each outcome is on disk before it is told. */
export const askCategories = async (parts: AskParts, ask: Ask): Promise<AskEnd> => {
  const { queue, signal, job } = ask
  const counts = { waitingBytes: 0, lost: 0 }
  const lostLimit = job === null ? Math.min(lostInARow, queue.length) : lostInARow
  /** Unchanged polls wait for the end of the round, to be written in one go. */
  const held: (() => Promise<void>)[] = []
  let lostReply: Result<ServiceReply> | null = null
  let broken: AppError | null = null
  let isKeyRefused = false
  /** The first throw: a bug, or a database that cannot be written. The remaining links are not requested, and it is rethrown at the end. */
  let fault: { readonly thrown: unknown } | null = null
  const storing = new Set<Promise<unknown>>()

  const settle = (stored: Result<StoredOutcome>, isShared: boolean): void => {
    if (stored.ok) ask.settled(stored.value, isShared)
    else broken ??= stored.error
  }

  const share = async (category: StoredCategory, asked: Promise<Result<StoredOutcome> | null>): Promise<void> => {
    // A poll skips categories that are already being requested.
    if (job === null) return
    const stored = await asked
    if (stored === null) return await askOne(category)
    if (stored.ok) parts.store.shareOutcome(category.id, job)
    settle(stored, true)
  }

  const askOne = async (category: StoredCategory): Promise<void> => {
    const running = parts.asking.get(category.id)
    if (running !== undefined) return await share(category, running)
    const { promise: asked, resolve: answer } = Promise.withResolvers<Result<StoredOutcome> | null>()
    parts.asking.set(category.id, asked)
    const done = (stored: Result<StoredOutcome> | null): void => {
      if (parts.asking.get(category.id) === asked) parts.asking.delete(category.id)
      answer(stored)
    }
    const store = async (reply: Result<ServiceReply>, at: Instant): Promise<void> => {
      const sizeBytes = reply.ok ? reply.value.body.byteLength : 0
      counts.waitingBytes += sizeBytes
      let stored: Result<StoredOutcome> | null = null
      try {
        stored = await storeWhole(parts, ask, category, reply, at)
      } finally {
        counts.waitingBytes -= sizeBytes
        done(stored)
      }
      settle(stored, false)
    }
    let reply: Result<ServiceReply> | null = null
    try {
      reply = lostReply ?? (await fetchCategory(parts, category, ask))
    } finally {
      // A caller that shares the request then sends its own.
      if (reply === null || isCancelled(reply)) done(null)
    }
    if (isCancelled(reply)) return
    counts.lost = isLost(reply) ? counts.lost + 1 : 0
    if (counts.lost >= lostLimit) lostReply = reply
    isKeyRefused ||= reply.ok ? reply.value.status === 401 : reply.error.kind === 'key-missing'
    const at = new Date(parts.clock()).toISOString() as Instant
    if (job === null && isUnchanged(category, reply)) held.push(() => store(reply, at))
    else begin(() => store(reply, at))
    while (counts.waitingBytes > waitingBytesLimit && storing.size > 0) await Promise.race(storing)
  }

  const begin = (store: () => Promise<void>): void => {
    const stored: Promise<unknown> = caught(store).then(() => storing.delete(stored))
    storing.add(stored)
  }

  const caught = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (thrown) {
      fault ??= { thrown }
    }
  }

  let next = 0
  const isOver = (): boolean =>
    signal.aborted ||
    broken !== null ||
    fault !== null ||
    (job === null && (lostReply !== null || isKeyRefused)) ||
    ask.mayGoOn?.() === false
  const work = async (): Promise<void> => {
    for (let category = queue[next]; category !== undefined; category = queue[next]) {
      if (isOver()) return
      next += 1
      await askOne(category)
    }
  }
  // A poll sends no request that its budget or a rejected key forbids by then.
  const atOnce = parts.parallelCalls() + (job === null ? 0 : readyCalls)
  await Promise.all(Array.from({ length: Math.min(queue.length, atOnce) }, () => caught(work)))
  for (const store of held) begin(store)
  await Promise.all(storing)
  rethrow(fault)
  return { broken, isLost: lostReply !== null }
}

const rethrow = (fault: { readonly thrown: unknown } | null): void => {
  if (fault !== null) throw fault.thrown
}

const isCancelled = (reply: Result<unknown>): boolean => !reply.ok && reply.error.kind === 'cancelled'

const fetchCategory = async (
  { eventService }: AskParts,
  category: StoredCategory,
  { credentials, signal, job, received }: Ask,
): Promise<Result<ServiceReply>> => {
  if (category.url === '') {
    return { ok: false, error: { kind: 'unexpected-reply', where: 'resultsUrl', bodyStart: '' } }
  }
  const reply = await eventService.call(credentials, {
    service: 'results',
    method: 'GET',
    url: category.url,
    etag: category.etag,
    lastModified: category.lastModified,
    signal,
    isPoll: job === null,
    ...(received === undefined
      ? {}
      : {
          onProgress: (_bytes: number, _total: number | null, newBytes: number): void => received(newBytes),
        }),
  })
  received?.(headerBytes)
  return reply
}

/** Like `storeReply`; a reply that is unchanged but damaged in the store is requested again without validators. */
const storeWhole = async (
  parts: AskParts,
  ask: Ask,
  category: StoredCategory,
  reply: Result<ServiceReply>,
  at: Instant,
): Promise<Result<StoredOutcome>> => {
  const job = ask.job ?? noJob
  const stored = await storeReply(parts, category, reply, job, at)
  // The next poll requests the whole reply anyway.
  if (ask.job === null || !isDamagedHere(stored)) return stored
  const whole = await fetchCategory(parts, { ...category, etag: null, lastModified: null }, ask)
  return isCancelled(whole) ? stored : await storeReply(parts, category, whole, job, at)
}

/** The service has nothing newer, but the stored reply is damaged. */
const isDamagedHere = (stored: Result<StoredOutcome>): boolean =>
  stored.ok && stored.value.error?.kind === 'damaged-replies'

/** The service says that what is stored still stands. */
const isUnchanged = (category: StoredCategory, reply: Result<ServiceReply>): boolean =>
  reply.ok && reply.value.status === 304 && (category.etag !== null || category.lastModified !== null)

const storeReply = (
  { store }: AskParts,
  category: StoredCategory,
  reply: Result<ServiceReply>,
  job: JobId,
  at: Instant,
): ReturnType<StageStore['storeBody']> => {
  if (!reply.ok) return store.storeFailure(category.id, job, at, reply.error)
  if (isUnchanged(category, reply)) return store.storeUnchanged(category.id, job, at)
  const { status, headers, body } = reply.value
  // An unrequested partial reply is not the whole list.
  if (status < 200 || status > 299 || status === 206) {
    const read = readReply(reply.value, 'results')
    const error: AppError = read.ok ? { kind: 'http', status, message: '', bodyStart: '' } : read.error
    return store.storeFailure(category.id, job, at, error)
  }
  return store.storeBody({
    category: category.id,
    job,
    url: category.url,
    fetchedAt: at,
    status,
    contentType: headers['content-type'] ?? '',
    etag: headers['etag'] ?? null,
    lastModified: headers['last-modified'] ?? null,
    body,
  })
}
