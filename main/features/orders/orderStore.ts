import type { OrderFacts } from './rules/orders.ts'
import type { StoredBody } from '../../kernel/storedBody.ts'
import type { Guid, Instant, JobId, ProfileId } from '../../../preload/contract/ids.ts'
import type {
  OrderChange,
  OrderLook,
  OrderLookup,
  OrderSortColumn,
  OrderState,
  OrderSummary,
} from '../../../preload/contract/orders.ts'
import type { AppError } from '../../../preload/contract/result.ts'

export type StoredOrder = Omit<OrderSummary, 'isNewState' | 'isRenamedState'>

export type StoredOrderState = Omit<OrderState, 'isNew' | 'isRenamed'> & {
  /** The look-up that saw it first. */
  readonly firstJob: JobId
}

/** A reply that holds an order, on its way into the store. */
export type SeenOrder = {
  readonly guid: Guid
  readonly profileId: ProfileId
  readonly profileName: string
  readonly job: JobId
  readonly url: string
  readonly at: Instant
  readonly status: number
  readonly contentType: string
  readonly sha256: string
  readonly body: Uint8Array
  readonly facts: OrderFacts
  readonly searchText: string
  readonly changes: readonly OrderChange[]
  readonly changeCount: number
  /** False: kept beside what is shown, which it does not replace. */
  readonly isShown: boolean
}

/** Orders that were seen; small writes that are on the disk when they return. Bodies are only added. */
export type OrderStore = {
  /** `words` are folded; every one of them must occur. */
  readonly orderPage: (query: {
    readonly words: readonly string[]
    readonly sort: { readonly column: OrderSortColumn; readonly isDescending?: boolean }
    readonly offset: number
    readonly limit: number
  }) => { readonly total: number; readonly kept: number; readonly orders: readonly StoredOrder[] }
  /** Newest first. */
  readonly orderGuids: (words: readonly string[]) => readonly Guid[]
  /** `look` is shown; `lastLook` may be newer without replacing it. */
  readonly order: (guid: Guid) => {
    readonly order: StoredOrder
    readonly look: number
    readonly lastLook: number
    readonly lastSha256: string
  } | null
  readonly orderBody: (look: number) => StoredBody | null
  /** Newest first. */
  readonly orderHistory: (guid: Guid) => readonly OrderLook[]
  readonly orderStates: () => readonly StoredOrderState[]
  /** Gives the look's id. */
  readonly keepOrder: (seen: SeenOrder) => number
  /** The service sent the last body again. */
  readonly confirmOrder: (guid: Guid, at: Instant, job: JobId) => void
  /** Changes nothing of an order that was never seen. */
  readonly failOrder: (guid: Guid, at: Instant, error: AppError) => void
  readonly removeOrders: (guids: readonly Guid[]) => void
  readonly beginLookups: (job: JobId, guids: readonly Guid[]) => void
  readonly endLookup: (job: JobId, position: number, ended: Omit<OrderLookup, 'guid' | 'number'>) => void
  readonly lookups: (job: JobId) => readonly OrderLookup[]
}
