import type { Input } from '../../../preload/contract.ts'
import type { Guid, JobId, ProfileId } from '../../../preload/contract/ids.ts'
import type { OrderPage, OrderSummary, OrderView } from '../../../preload/contract/orders.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { exactOrderJson, readOrderData } from './rules/orderReply.ts'
import { orderWords, otherFields, readOrder, sumOfLines } from './rules/orders.ts'
import { flagStates, stateLookup } from './rules/orderStates.ts'
import { findGuids } from '../../kernel/urls.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { lookUpOrders, type LookupParts } from './lookUpOrders.ts'
import type { Profiles } from '../organizations/profiles.ts'
import type { OrderStore, StoredOrder } from './orderStore.ts'
import type { StoredBody } from '../../kernel/storedBody.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'

type Orders = {
  readonly lookup: (input: Input<'order:lookup'>) => Promise<Result<{ readonly jobId: JobId; readonly count: number }>>
  readonly list: (input: Input<'order:list'>) => Result<OrderPage>
  readonly remove: (guids: readonly Guid[]) => Result<null>
}

export type OrdersParts = Omit<LookupParts, 'changed'> & {
  readonly profiles: Profiles
  readonly jobs: Jobs
}

const rawTextLimit = 1_000_000

const noGuid = 'holds no GUID: 32 digits from 0 to 9 and a to f, as in 3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'

export const createOrders = (parts: OrdersParts): Orders => {
  const { store, profiles, jobs, emit, clock } = parts
  const keptCount = (): number =>
    store.orderPage({ words: [], sort: { column: 'firstSeen' }, offset: 0, limit: 0 }).kept
  const changed = (): void => emit({ name: 'order:changed', data: { kept: keptCount() } })

  const begin = async (
    guids: readonly Guid[],
    profileOf: (guid: Guid) => ProfileId | null,
    title: string,
  ): Promise<Result<{ readonly jobId: JobId; readonly count: number }>> => {
    const ready = new Map<ProfileId, Result<Profile>>()
    for (const guid of guids) {
      const id = profileOf(guid)
      if (id !== null && !ready.has(id)) ready.set(id, await profiles.ready(id))
    }
    const asked = guids.map((guid) => {
      const id = profileOf(guid)
      const missing: Result<Profile> = notFound('profile')
      return { guid, profile: (id === null ? undefined : ready.get(id)) ?? missing }
    })
    const jobId = jobs.start({
      kind: 'lookup',
      stage: null,
      title,
      run: (control) => lookUpOrders({ ...parts, changed }, asked, control),
    })
    store.beginLookups(jobId, guids)
    return { ok: true, value: { jobId, count: guids.length } }
  }

  return {
    lookup: async (input) => {
      if ('text' in input) {
        const profile = profiles.find(input.profileId)
        if (!profile.ok) return profile
        const guids = [...new Set(findGuids(input.text))]
        if (guids.length === 0) {
          return invalidInput('text', noGuid)
        }
        return await begin(guids, () => input.profileId, profile.value.name)
      }
      const guids = input.refresh === 'all' ? store.orderGuids([]) : [...new Set(input.refresh)]
      const known = new Map(guids.map((guid) => [guid, store.order(guid)?.order ?? null]))
      const unknown = guids.some((guid) => known.get(guid) === null)
      if (unknown || guids.length === 0) return notFound('order')
      const names = new Set([...known.values()].map((order) => order?.profileName ?? ''))
      return await begin(guids, (guid) => known.get(guid)?.profileId ?? null, [...names].join(', '))
    },
    list: ({ search = '', sort = { column: 'firstSeen', isDescending: true }, offset, limit, open, job }) => {
      const page = store.orderPage({ words: orderWords(search), sort, offset, limit })
      const states = flagStates(store.orderStates(), clock())
      const stateOf = stateLookup(states)
      const summaryOf = (order: StoredOrder): OrderSummary => ({
        ...order,
        isNewState: stateOf(order)?.isNew === true,
        isRenamedState: stateOf(order)?.isRenamed === true,
      })
      const opened = open === undefined ? null : openOrder(store, open, summaryOf)
      if (open !== undefined && opened === null) return notFound('order')
      return {
        ok: true,
        value: {
          total: page.total,
          kept: page.kept,
          orders: page.orders.map(summaryOf),
          states,
          opened,
          lookups: job === undefined ? [] : store.lookups(job),
        },
      }
    },
    remove: (guids) => {
      store.removeOrders(guids)
      changed()
      return { ok: true, value: null }
    },
  }
}

/** Null when the order, or that version of it, is not stored. */
const openOrder = (
  store: OrderStore,
  { guid, look }: { readonly guid: Guid; readonly look?: number },
  summaryOf: (order: StoredOrder) => OrderSummary,
): OrderView | null => {
  const stored = store.order(guid)
  if (stored === null) return null
  const history = store.orderHistory(guid)
  const shown = history.find(({ id }) => id === (look ?? stored.look))
  const body = shown === undefined ? null : store.orderBody(shown.id)
  if (shown === undefined || body === null) return null
  const data = readOrderData(body.text) ?? {}
  const { guid: named, ...facts } = readOrder(data)
  return {
    summary: summaryOf(stored.order),
    look: shown,
    isCurrent: shown.id === stored.look,
    ...facts,
    otherGuid: named === null || named.trim().toLowerCase() === guid ? null : named,
    sum: sumOfLines({ guid: named, ...facts }),
    other: otherFields(data),
    json: exactOrderJson(body.text),
    raw: rawOf(body),
    history,
  }
}

const rawOf = ({ isText: _, ...body }: StoredBody): OrderView['raw'] => ({
  ...body,
  text: body.text.slice(0, rawTextLimit),
  isCut: body.text.length > rawTextLimit,
})
