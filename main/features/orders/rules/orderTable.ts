import type { Json } from '../../../../preload/contract/ids.ts'
import type { OrderItem } from '../../../../preload/contract/orders.ts'
import { exactNumber } from './exactJson.ts'
import type { OrderData } from './orderReply.ts'
import { otherFields, readOrder } from './orders.ts'

const ownColumns = [
  'guid',
  'number',
  'stateId',
  'stateName',
  'total',
  'currencyIsoCode',
  'lines',
  'items',
  'organization',
  'checkedAt',
]

const suffix = ' (source)'

/** Names of the columns of a CSV of orders: ours, then every other field that was met. */
export const orderColumns = (others: Iterable<string>): readonly string[] => {
  const names = [...others]
  const taken = new Set([...ownColumns, ...names])
  const keys = names.map((name) => {
    if (!ownColumns.includes(name)) return name
    let key = name + suffix
    while (taken.has(key)) key += suffix
    return key
  })
  return [...ownColumns, ...keys]
}

const itemText = ({ displayName, price }: OrderItem): string =>
  [displayName, price].filter((part) => part !== null).join(': ')

type KeptOrder = {
  readonly guid: string
  readonly organization: string
  readonly checkedAt: string
  /** As `parseKeepingDigits` gives it. */
  readonly data: OrderData
}

/** One order's cells in the order of `orderColumns(others)`; amounts are numbers with the digits as received. */
export const orderCells = (order: KeptOrder, others: readonly string[]): readonly Json[] => {
  const { number, stateId, stateName, total, currencyIsoCode, items } = readOrder(order.data)
  const more = otherFields(order.data)
  return [
    order.guid,
    number,
    stateId,
    stateName,
    total === null ? null : exactNumber(total),
    currencyIsoCode,
    items === null ? null : items.length,
    items === null ? null : items.map(itemText).join('; '),
    order.organization,
    order.checkedAt,
    ...others.map((name) => (Object.hasOwn(more, name) ? fieldCell(more[name]) : null)),
  ]
}

const fieldCell = (value: Json | undefined): Json => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? exactNumber(value) : value
}
