import * as z from 'zod'
import { limit, rowOffset, search, storedNumber } from './bounds.ts'
import { tableOptions } from './files.ts'
import { guid, jobId, profileId, type Guid, type Instant, type JobId, type Json, type ProfileId } from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import type { RawBody } from './replies.ts'
import type { AppError } from './result.ts'

/** A line of an order; `price` with the digits as received. */
export type OrderItem = { readonly displayName: string | null; readonly price: string | null }

/** Whether the lines add up to the total; `sum` in exact decimals where it could be made. */
export type OrderSum = {
  readonly state: 'equal' | 'differs' | 'unreadable' | 'nothing-to-check'
  readonly sum: string | null
}

/** A difference between two lookups; `name` is the item's, amounts as received. */
export type OrderChange = {
  readonly field: 'state' | 'total' | 'currency' | 'price' | 'line-added' | 'line-removed'
  readonly name: string | null
  readonly before: string | null
  readonly after: string | null
}

/** A body of an order that differed from the one before; looks that brought the same again only confirm it. */
export type OrderLook = {
  /** Opaque; rises with time. */
  readonly id: number
  readonly fetchedAt: Instant
  readonly sha256: string
  readonly sizeBytes: number
  readonly stateName: string | null
  readonly total: string | null
  readonly currencyIsoCode: string | null
  /** At most 100 of them. */
  readonly changes: readonly OrderChange[]
  readonly changeCount: number
}

export type OrderSummary = {
  readonly guid: Guid
  readonly number: string | null
  readonly stateId: string | null
  readonly stateName: string | null
  /** As received, like every amount. */
  readonly total: string | null
  readonly currencyIsoCode: string | null
  /** Null when the reply held no list of lines. */
  readonly lines: number | null
  readonly profileId: ProfileId
  readonly profileName: string
  readonly firstSeenAt: Instant
  /** When the service last confirmed what is shown. */
  readonly checkedAt: Instant
  /** Why and when the last refresh failed; the stored version is shown. */
  readonly failure: { readonly at: Instant; readonly error: AppError } | null
  /** When the last look brought an order without any known field, which does not replace what is shown. */
  readonly bareReplyAt: Instant | null
  /** The last look that found state or amounts changed. */
  readonly change: OrderLook | null
  /** Whether the last lookup found the change. */
  readonly isJustChanged: boolean
  readonly isNewState: boolean
  readonly isRenamedState: boolean
}

/** One order as one look found it. */
export type OrderView = {
  readonly summary: OrderSummary
  readonly look: OrderLook
  /** False when another look's data are what is kept for the order. */
  readonly isCurrent: boolean
  /** The GUID that the reply names when it is another one than was asked for. */
  readonly otherGuid: string | null
  readonly number: string | null
  readonly stateId: string | null
  readonly stateName: string | null
  readonly total: string | null
  readonly currencyIsoCode: string | null
  readonly items: readonly OrderItem[] | null
  readonly sum: OrderSum
  /** Every field beyond these; numbers whose digits a computer would change stand as texts. */
  readonly other: { readonly [key: string]: Json }
  /** The order within the reply as JSON text, every digit as received. */
  readonly json: string
  readonly raw: RawBody
  /** Newest first. */
  readonly history: readonly OrderLook[]
}

/** One name that a state of an organization was seen under. */
export type OrderState = {
  readonly profileId: ProfileId
  readonly stateId: string
  readonly stateName: string
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
  /** How many looks found it. */
  readonly looks: number
  /** First seen within the last day, by a later look-up than the organization's first. */
  readonly isNew: boolean
  /** Another name of the same id was seen earlier. */
  readonly isRenamed: boolean
}

/** One GUID of a look-up job. `look` is the body it found. */
export type OrderLookup = {
  readonly guid: Guid
  /** As the kept order has it. */
  readonly number: string | null
  readonly state: 'waiting' | 'done' | 'unchanged' | 'failed'
  readonly error: AppError | null
  readonly look: number | null
}

export type OrderSortColumn = Parsed<typeof orderSortColumn>
const orderSortColumn = () => z.enum(['firstSeen', 'checked', 'number', 'state', 'total', 'lines', 'changed'])

export type OrderPage = {
  /** Matching orders before offset and limit. */
  readonly total: number
  /** All orders that are kept. */
  readonly kept: number
  readonly orders: readonly OrderSummary[]
  /** Newest last, per organization. */
  readonly states: readonly OrderState[]
  readonly opened: OrderView | null
  readonly lookups: readonly OrderLookup[]
}

const guids = () => z.array(guid()).min(1).max(20_000)

export const ordersOperations = {
  /** `text` holds one or several GUIDs, alone or within links; `refresh` asks again for orders that are kept. */
  'order:lookup': operation<{ readonly jobId: JobId; readonly count: number }>()(() =>
    z.union([
      z.strictObject({ profileId: profileId(), text: z.string().min(1).max(200_000) }),
      z.strictObject({ refresh: z.union([guids(), z.literal('all')]) }),
    ]),
  ),
  /** Kept orders, newest first unless sorted; `open` adds one of them whole, `job` what became of each GUID of a look-up. */
  'order:list': operation<OrderPage>()(() =>
    z.strictObject({
      search: search().exactOptional(),
      sort: z.strictObject({ column: orderSortColumn(), isDescending: z.boolean().exactOptional() }).exactOptional(),
      offset: rowOffset(),
      limit: limit(1_000),
      open: z.strictObject({ guid: guid(), look: storedNumber().exactOptional() }).exactOptional(),
      job: jobId().exactOptional(),
    }),
  ),
  'order:remove': operation<null>()(() => z.strictObject({ guids: guids() })),
  /** `json`: the orders as received; any other format has a table of them. Null when the user closed the save dialog. */
  'order:export': operation<{ readonly jobId: JobId } | null>()(() =>
    tableOptions().extend({ search: search().exactOptional(), guids: guids().exactOptional() }),
  ),
}

export type OrdersEvents = {
  /** Orders were looked up or removed; `kept` of them are stored now. */
  'order:changed': { readonly kept: number }
}
