import { createHash } from 'node:crypto'
import type { Guid, Instant, ProfileId } from '../../../preload/contract/ids.ts'
import type { OrderLookup } from '../../../preload/contract/orders.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { readBodyStart, readData, readReply } from '../organizations/rules/envelope.ts'
import { readOrderData } from './rules/orderReply.ts'
import { isBareOrder, orderChanges, orderSearchText, readOrder } from './rules/orders.ts'
import { apiUrl } from '../../kernel/urls.ts'
import type { JobControl, JobEnd } from '../jobs/jobs.ts'
import type { Secrets } from '../organizations/secrets.ts'
import { isLost } from '../organizations/rules/lostHost.ts'
import type { OrderStore } from './orderStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Credentials, EventService, ServiceReply } from '../../platform/http/eventService.ts'

export type LookupParts = {
  readonly store: OrderStore
  readonly eventService: EventService
  readonly secrets: Secrets
  readonly emit: Emit
  readonly clock: Clock
  readonly parallelCalls: () => number
  /** Told at most twice a second that kept orders changed, and once at the end. */
  readonly changed: () => void
}

type AskedOrder = { readonly guid: Guid; readonly profile: Result<Profile> }

type Ended = Omit<OrderLookup, 'guid' | 'number'>

const toldEveryMs = 500
const keptChanges = 100
/** After so many orders in a row that found no way to the host, the rest are not tried. */
const lostInARow = 3

/** Looks orders up; each outcome is on disk before it is counted. */
export const lookUpOrders = async (
  parts: LookupParts,
  asked: readonly AskedOrder[],
  control: JobControl,
): Promise<JobEnd> => {
  const { store, clock } = parts
  const credentialsOf = rememberCredentials(parts.secrets)
  const counts = { done: 0, failed: 0, toldAt: clock() }
  const lostOf = new Map<ProfileId, { count: number; error: AppError }>()
  let firstError: AppError | null = null
  control.report({ total: asked.length })

  const settle = (position: number, ended: Ended): void => {
    store.endLookup(control.id, position, ended)
    counts.done += 1
    if (ended.error !== null) counts.failed += 1
    firstError ??= ended.error
    control.report({ done: counts.done, failed: counts.failed })
    if (clock() - counts.toldAt < toldEveryMs) return
    counts.toldAt = clock()
    parts.changed()
  }

  const lookUp = async (position: number, { guid, profile }: AskedOrder): Promise<void> => {
    const lost = profile.ok ? lostOf.get(profile.value.id) : undefined
    const found: Result<FoundOrder> =
      lost !== undefined && lost.count >= lostInARow
        ? { ok: false, error: lost.error }
        : await askFor(parts, guid, profile, credentialsOf, control.signal)
    if (!found.ok && found.error.kind === 'cancelled') return
    if (profile.ok) {
      if (isLost(found) && !found.ok)
        lostOf.set(profile.value.id, { count: (lost?.count ?? 0) + 1, error: found.error })
      else lostOf.delete(profile.value.id)
    }
    settle(position, found.ok ? keep(parts, guid, found.value, control) : fail(parts, guid, found.error))
  }

  let next = 0
  const work = async (): Promise<void> => {
    for (let order = asked[next]; order !== undefined; order = asked[next]) {
      const position = next
      next += 1
      if (control.signal.aborted) return
      await lookUp(position, order)
    }
  }
  await Promise.all(Array.from({ length: Math.min(asked.length, parts.parallelCalls()) }, work))
  parts.changed()
  if (control.signal.aborted) return { state: 'cancelled', error: { kind: 'cancelled' } }
  if (firstError !== null && counts.failed === asked.length) return { state: 'failed', error: firstError }
  return { state: counts.failed > 0 ? 'partial' : 'done' }
}

/** Asks the keychain once for each profile of a job. */
const rememberCredentials = (secrets: Secrets): ((profile: Profile) => Promise<Result<Credentials>>) => {
  const known = new Map<ProfileId, Promise<Result<Credentials>>>()
  return (profile) => {
    const credentials = known.get(profile.id) ?? secrets.credentialsFor(profile)
    known.set(profile.id, credentials)
    return credentials
  }
}

type FoundOrder = { readonly profile: Profile; readonly url: string; readonly reply: ServiceReply }

const askFor = async (
  { eventService }: LookupParts,
  guid: Guid,
  profile: Result<Profile>,
  credentialsOf: (profile: Profile) => Promise<Result<Credentials>>,
  signal: AbortSignal,
): Promise<Result<FoundOrder>> => {
  if (!profile.ok) return profile
  const credentials = await credentialsOf(profile.value)
  if (!credentials.ok) return credentials
  const url = apiUrl(credentials.value.baseUrl, '/v3/Orders/Details', { guid })
  const reply = await eventService.call(credentials.value, { service: 'main', method: 'GET', url, signal })
  if (!reply.ok) return reply
  const read = readReply(reply.value, 'access')
  if (!read.ok) return read
  const data = readData(read.value)
  return data.ok ? { ok: true, value: { profile: profile.value, url, reply: reply.value } } : data
}

const fail = ({ store, clock }: LookupParts, guid: Guid, error: AppError): Ended => {
  store.failOrder(guid, instantOf(clock), error)
  return { state: 'failed', error, look: null }
}

const keep = (parts: LookupParts, guid: Guid, { profile, url, reply }: FoundOrder, control: JobControl): Ended => {
  const { store, clock } = parts
  const at = instantOf(clock)
  const sha256 = createHash('sha256').update(reply.body).digest('hex')
  const before = store.order(guid)
  if (before?.lastSha256 === sha256) {
    store.confirmOrder(guid, at, control.id)
    return { state: 'unchanged', error: null, look: before.lastLook }
  }
  const data = readOrderData(new TextDecoder().decode(reply.body))
  if (data === null) {
    const error: AppError = {
      kind: 'unexpected-reply',
      where: 'Orders/Details',
      bodyStart: readBodyStart(reply.body),
    }
    return fail(parts, guid, error)
  }
  const facts = readOrder(data)
  const shownBody = before === null ? null : store.orderBody(before.look)
  const shownData = shownBody === null ? null : readOrderData(shownBody.text)
  const shown = shownData === null ? null : readOrder(shownData)
  const isShown = shown === null || isBareOrder(shown) || !isBareOrder(facts)
  const changes = shown === null || !isShown ? [] : orderChanges(shown, facts)
  const look = store.keepOrder({
    guid,
    profileId: profile.id,
    profileName: profile.name,
    job: control.id,
    url,
    at,
    status: reply.status,
    contentType: reply.headers['content-type'] ?? '',
    sha256,
    body: reply.body,
    facts,
    searchText: orderSearchText(guid, facts),
    changes: changes.slice(0, keptChanges),
    changeCount: changes.length,
    isShown,
  })
  return { state: 'done', error: null, look }
}

const instantOf = (clock: Clock): Instant => new Date(clock()).toISOString() as Instant
