import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { readData, readReply, readStageLinks, type StageLinks } from '../organizations/rules/envelope.ts'
import { apiUrl } from '../../kernel/urls.ts'
import type { LinkCategory, StageStore } from './stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Credentials, EventService, ServiceCall } from '../../platform/http/eventService.ts'

type LinksParts = { readonly store: StageStore; readonly eventService: EventService; readonly clock: Clock }

const askLinks = async (
  { eventService }: Pick<LinksParts, 'eventService'>,
  raceStageGuid: StageGuid,
  credentials: Credentials,
  call: Pick<ServiceCall, 'signal' | 'onProgress'>,
) => {
  const url = apiUrl(credentials.baseUrl, '/v3/RaceStages/Results', { raceStageGuid })
  const reply = await eventService.call(credentials, { service: 'main', method: 'GET', url, ...call })
  return reply.ok ? readReply(reply.value, 'access') : reply
}

/** Shorter than any timeout: with a slow service the stage is added unchecked. */
const checkWithinMs = 5_000
/** With these the service says that it does not know the stage; with others it may only be failing. */
const unknownStatuses: readonly number[] = [200, 400, 404, 410]

/** A page of a server that does not know the API, not an answer of the service. */
const isMarkup = (body: string): boolean => /^\s*</.test(body)

/** The service's answer when it does not know the stage; null when it knows it, or does not say. */
export const refusalOfStage = async (
  parts: Pick<LinksParts, 'eventService'>,
  stage: StageGuid,
  credentials: Credentials,
): Promise<AppError | null> => {
  const read = await askLinks(parts, stage, credentials, { signal: AbortSignal.timeout(checkWithinMs) })
  if (read.ok) return null
  const { error } = read
  const isAnswered = error.kind === 'refused-by-service' || (error.kind === 'http' && !isMarkup(error.bodyStart))
  return isAnswered && unknownStatuses.includes(error.status) ? error : null
}

/** Asks the main API for the links of a stage and stores them. */
export const fetchLinks = async (
  parts: LinksParts,
  stage: Stage,
  credentials: Credentials,
  signal: AbortSignal,
  onProgress?: ServiceCall['onProgress'],
): Promise<Result<StageLinks>> => {
  const read = await askLinks(parts, stage.guid, credentials, {
    signal,
    ...(onProgress === undefined ? {} : { onProgress }),
  })
  if (!read.ok) return read
  const data = readData(read.value)
  if (!data.ok) return data
  // Not needed for a window to open.
  const { decodeEntities } = await import('../../kernel/text/htmlEntities.ts')
  const links = readStageLinks(data.value, stage.guid, decodeEntities)
  const isEmpty = links === null || links.distances.every(({ categories }) => categories.length === 0)
  // A reply without links after one with links is partial and must not empty the stage.
  if (links === null || (isEmpty && parts.store.listedCategories(stage.guid).length > 0)) {
    const error: AppError = { kind: 'unexpected-reply', where: 'RaceStages/Results', bodyStart: read.value.bodyStart }
    return { ok: false, error }
  }
  parts.store.saveLinks(stage.guid, {
    template: links.resultsUrlTemplate,
    categories: links.distances.flatMap(linksOfDistance),
    body: read.value.bytes,
    fetchedAt: new Date(parts.clock()).toISOString() as Instant,
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
