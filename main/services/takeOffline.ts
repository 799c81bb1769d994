import type { AppError, CategoryId, Instant, JobId, Profile, Result, Stage } from '../../preload/contract.ts'
import { readData, readReply, readStageLinks, type StageLinks } from '../domain/envelope.ts'
import { apiUrl } from '../domain/urls.ts'
import type { JobControl, JobEnd } from './jobs.ts'
import type { Clock, Credentials, EventService, LinkCategory, ServiceReply, Store, StoredCategory } from './ports.ts'
import type { Secrets } from './secrets.ts'

export type TakeParts = {
  readonly store: Store
  readonly eventService: EventService
  readonly secrets: Secrets
  readonly clock: Clock
  readonly parallelCalls: () => number
  /** Told at most twice a second that stored categories of the stage changed, and once at the end. */
  readonly stageChanged: (stage: Stage['guid']) => void
}

export type Take = {
  readonly stage: Stage
  readonly profile: Profile
  /** Only these; null: all that are listed, or what an interrupted take left over. */
  readonly only: readonly CategoryId[] | null
}

const toldEveryMs = 500
/** Bodies that may wait for the storing thread before fetching pauses. */
const waitingBytesLimit = 12_000_000
/** What an interrupted take stored longer ago is asked again: half a stage of yesterday helps nobody. */
const keptForMs = 3_600_000
/** After so many categories in a row that found no way to the host, the rest are not tried. */
const lostInARow = 3
const lostDetails = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENETDOWN'])

/** Takes a stage offline: links, then every category; each outcome is on disk before it is counted. */
export const takeOffline = async (parts: TakeParts, take: Take, control: JobControl): Promise<JobEnd> => {
  const { stage, profile, only } = take
  parts.store.prepareToStore()
  const leftBehind = only === null ? parts.store.leftBehind(stage.guid) : null
  // Taken over before anything can fail, so that the next take still finds it.
  const since = new Date(parts.clock() - keptForMs).toISOString() as Instant
  const isKept = leftBehind === null ? new Set<CategoryId>() : parts.store.adoptOutcomes(leftBehind, control.id, since)
  const credentials = await parts.secrets.credentialsFor(profile)
  if (!credentials.ok) return failed(credentials.error)
  const links = await fetchLinks(parts, stage, credentials.value, control)
  if (!links.ok) return failed(links.error)
  const listed = parts.store.listedCategories(stage.guid).filter((category) => only?.includes(category.id) ?? true)
  parts.stageChanged(stage.guid)
  if (credentials.value.resultsUrl === null && listed.length > 0) {
    return failed({ kind: 'wrong-origin', url: listed[0]?.url ?? '' })
  }
  return await takeCategories(parts, listed, isKept, credentials.value, stage, control)
}

const failed = (error: AppError): JobEnd =>
  error.kind === 'cancelled' ? { state: 'cancelled', error } : { state: 'failed', error }

const fetchLinks = async (
  parts: TakeParts,
  stage: Stage,
  credentials: Credentials,
  control: JobControl,
): Promise<Result<StageLinks>> => {
  const url = apiUrl(credentials.baseUrl, '/v3/RaceStages/Results', { raceStageGuid: stage.guid })
  const reply = await parts.eventService.call(credentials, {
    service: 'main',
    method: 'GET',
    url,
    signal: control.signal,
  })
  if (!reply.ok) return reply
  const read = readReply(reply.value, 'access')
  if (!read.ok) return read
  const data = readData(read.value)
  if (!data.ok) return data
  const links = readStageLinks(data.value, stage.guid)
  const isEmpty = links === null || links.distances.every(({ categories }) => categories.length === 0)
  // No links where there were some is a half reply, and must not make the stage look empty.
  if (links === null || (isEmpty && parts.store.listedCategories(stage.guid).length > 0)) {
    const error: AppError = { kind: 'unexpected-reply', where: 'RaceStages/Results', bodyStart: read.value.bodyStart }
    return { ok: false, error }
  }
  parts.store.saveLinks(stage.guid, {
    template: links.resultsUrlTemplate,
    categories: links.distances.flatMap(linksOfDistance),
    body: reply.value.body,
    fetchedAt: instant(parts.clock),
  })
  return { ok: true, value: links }
}

const linksOfDistance = (distance: StageLinks['distances'][number]): readonly LinkCategory[] =>
  distance.categories.map((category) => ({
    distanceGuid: distance.guid,
    distanceName: distance.name,
    categoryGuid: category.guid,
    categoryName: category.name,
    url: category.resultsUrl ?? '',
  }))

const takeCategories = async (
  parts: TakeParts,
  listed: readonly StoredCategory[],
  isKept: ReadonlySet<CategoryId>,
  credentials: Credentials,
  stage: Stage,
  control: JobControl,
): Promise<JobEnd> => {
  const queue = listed.filter((category) => !isKept.has(category.id))
  const counts = { done: listed.length - queue.length, failed: 0, waitingBytes: 0, lost: 0, toldAt: 0 }
  let lostReply: Result<ServiceReply> | null = null
  const storing = new Set<Promise<void>>()
  let broken: AppError | null = null
  control.report({ total: listed.length, done: counts.done })

  const settle = (stored: Awaited<ReturnType<Store['storeBody']>>): void => {
    if (!stored.ok) {
      broken ??= stored.error
      return
    }
    counts.done += 1
    if (stored.value.outcome === 'failed') counts.failed += 1
    control.report({ done: counts.done, failed: counts.failed })
    const now = parts.clock()
    if (now - counts.toldAt >= toldEveryMs) {
      counts.toldAt = now
      parts.stageChanged(stage.guid)
    }
  }

  const takeOne = async (category: StoredCategory): Promise<void> => {
    const reply = lostReply ?? (await fetchCategory(parts, category, credentials, control))
    if (!reply.ok && reply.error.kind === 'cancelled') return
    counts.lost = isLost(reply) ? counts.lost + 1 : 0
    if (counts.lost >= lostInARow) lostReply = reply
    const sizeBytes = reply.ok ? reply.value.body.byteLength : 0
    counts.waitingBytes += sizeBytes
    const stored = storeReply(parts, category, reply, control.id).then((result) => {
      counts.waitingBytes -= sizeBytes
      settle(result)
    })
    storing.add(stored)
    void stored.finally(() => storing.delete(stored))
    while (counts.waitingBytes > waitingBytesLimit && storing.size > 0) await Promise.race(storing)
  }

  let next = 0
  const work = async (): Promise<void> => {
    for (let category = queue[next]; category !== undefined; category = queue[next]) {
      next += 1
      if (control.signal.aborted || broken !== null) return
      await takeOne(category)
    }
  }
  await Promise.all(Array.from({ length: Math.min(queue.length, parts.parallelCalls()) }, work))
  await Promise.all(storing)
  parts.stageChanged(stage.guid)
  if (broken !== null) return { state: 'failed', error: broken }
  if (control.signal.aborted) return { state: 'cancelled', error: { kind: 'cancelled' } }
  return { state: counts.failed > 0 ? 'partial' : 'done' }
}

const fetchCategory = async (
  parts: TakeParts,
  category: StoredCategory,
  credentials: Credentials,
  control: JobControl,
): Promise<Result<ServiceReply>> => {
  if (category.url === '') {
    return { ok: false, error: { kind: 'unexpected-reply', where: 'resultsUrl', bodyStart: '' } }
  }
  return await parts.eventService.call(credentials, {
    service: 'results',
    method: 'GET',
    url: category.url,
    etag: category.etag,
    lastModified: category.lastModified,
    signal: control.signal,
  })
}

/** The host could not be reached at all: asking it again at once helps nobody. */
export const isLost = (reply: Result<unknown>): boolean =>
  !reply.ok && reply.error.kind === 'offline' && lostDetails.has(reply.error.detail)

const storeReply = (
  { store, clock }: TakeParts,
  category: StoredCategory,
  reply: Result<ServiceReply>,
  job: JobId,
): ReturnType<Store['storeBody']> => {
  const at = instant(clock)
  if (!reply.ok) return store.storeFailure(category.id, job, at, reply.error)
  const { status, headers, body } = reply.value
  const wasConditional = category.etag !== null || category.lastModified !== null
  if (status === 304 && wasConditional) return store.storeUnchanged(category.id, job, at)
  if (status < 200 || status > 299) {
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

const instant = (clock: Clock): Instant => new Date(clock()).toISOString() as Instant
