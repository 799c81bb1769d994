import type { Json } from '../../../../preload/contract/ids.ts'
import type { OrderChange, OrderItem, OrderSum } from '../../../../preload/contract/orders.ts'
import { addDecimals, decimalText, isSameDecimal, parseDecimal } from '../../../kernel/text/decimals.ts'
import { isList, isObject } from '../../organizations/rules/envelope.ts'
import { fold } from '../../../kernel/fold.ts'

type JsonObject = { readonly [key: string]: Json }

/** Known fields of an order (API document, Order), read leniently; texts and digits as received, null when absent. */
export type OrderFacts = {
  readonly guid: string | null
  readonly number: string | null
  readonly stateId: string | null
  readonly stateName: string | null
  readonly total: string | null
  readonly currencyIsoCode: string | null
  /** Null when the reply holds no list of lines. */
  readonly items: readonly OrderItem[] | null
}

const namedFields = ['guid', 'number', 'stateId', 'stateName', 'total', 'currencyIsoCode'] as const

/** An id or an amount may come as a number or as a text. */
const readText = (value: Json | undefined): string | null => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

const readItem = (item: Json): OrderItem => {
  if (isObject(item)) return { displayName: readText(item['displayName']), price: readText(item['price']) }
  return { displayName: readText(item), price: null }
}

/** `data` as `parseKeepingDigits` gives it. */
export const readOrder = (data: JsonObject): OrderFacts => {
  const items = data['items']
  return {
    guid: readText(data['guid']),
    number: readText(data['number']),
    stateId: readText(data['stateId']),
    stateName: readText(data['stateName']),
    total: readText(data['total']),
    currencyIsoCode: readText(data['currencyIsoCode']),
    items: isList(items) ? items.map(readItem) : null,
  }
}

/** Not one of the known fields: such a reply says nothing of an order that was seen with them. */
export const isBareOrder = ({ number, stateId, stateName, total, items }: OrderFacts): boolean =>
  number === null && stateId === null && stateName === null && total === null && (items === null || items.length === 0)

const isPlainItem = (item: Json): boolean => {
  if (!isObject(item)) return typeof item === 'string'
  const read = readItem(item)
  return Object.entries(item).every(
    ([name, value]) =>
      value === null ||
      (name === 'displayName' && read.displayName !== null) ||
      (name === 'price' && read.price !== null),
  )
}

/** Every field that `readOrder` does not tell whole; the lines too, when one of them holds more than a name and a price. */
export const otherFields = (data: JsonObject): JsonObject => {
  const facts = readOrder(data)
  const isTold = (name: string, value: Json): boolean => {
    const field = namedFields.find((known) => known === name)
    if (field !== undefined) return value === null || facts[field] !== null
    return name === 'items' && (value === null || (isList(value) && value.every(isPlainItem)))
  }
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !isTold(name, value)))
}

/** Whether the lines add up to the total, in exact decimal arithmetic. */
export const sumOfLines = ({ items, total }: OrderFacts): OrderSum => {
  if (items === null || items.length === 0 || total === null) return { state: 'nothing-to-check', sum: null }
  const prices = items.map(({ price }) => (price === null ? null : parseDecimal(price)))
  const known = prices.filter((price) => price !== null)
  const expected = parseDecimal(total)
  if (expected === null || known.length < prices.length) return { state: 'unreadable', sum: null }
  const sum = addDecimals(known)
  return { state: isSameDecimal(sum, expected) ? 'equal' : 'differs', sum: decimalText(sum) }
}

/** The folded words by which an order is found: number, GUID, state, items. */
export const orderSearchText = (guid: string, { number, stateId, stateName, items }: OrderFacts): string => {
  const names = new Set(items?.map(({ displayName }) => displayName))
  return fold([guid, number, stateId, stateName, ...names].filter((part) => part !== null).join(' ')).replaceAll(
    '\n',
    ' ',
  )
}

/** The folded words of a query. What hyphens join, as in a number or a GUID, is looked for as a whole. */
export const orderWords = (query: string): readonly string[] => {
  const words = query.split(/\s+/).map((word) => fold(word).trim())
  return [...new Set(words.filter((word) => word !== ''))]
}

const isSameAmount = (a: string | null, b: string | null): boolean => {
  if (a === b) return true
  const first = a === null ? null : parseDecimal(a)
  const second = b === null ? null : parseDecimal(b)
  return first !== null && second !== null && isSameDecimal(first, second)
}

const stateText = (facts: OrderFacts, other: OrderFacts): string | null => {
  const isNameEnough = facts.stateName !== null && facts.stateName !== other.stateName
  if (isNameEnough || facts.stateId === null) return facts.stateName
  return facts.stateName === null ? facts.stateId : `${facts.stateName} (${facts.stateId})`
}

/** Lines under a name that is theirs alone: a repeated name gets its count, so that like is compared with like. */
const linesByName = (items: readonly OrderItem[]): ReadonlyMap<string, OrderItem> => {
  const lines = new Map<string, OrderItem>()
  const counts = new Map<string | null, number>()
  for (const item of items) {
    const count = (counts.get(item.displayName) ?? 0) + 1
    counts.set(item.displayName, count)
    lines.set(`${count} ${item.displayName === null ? '' : `:${item.displayName}`}`, item)
  }
  return lines
}

const lineChanges = (before: OrderFacts, after: OrderFacts): readonly OrderChange[] => {
  const old = linesByName(before.items ?? [])
  const next = linesByName(after.items ?? [])
  const changes: OrderChange[] = []
  for (const [key, { displayName: name, price }] of next) {
    const was = old.get(key)
    if (was === undefined) changes.push({ field: 'line-added', name, before: null, after: price })
    else if (!isSameAmount(was.price, price)) changes.push({ field: 'price', name, before: was.price, after: price })
  }
  for (const [key, { displayName: name, price }] of old) {
    if (!next.has(key)) changes.push({ field: 'line-removed', name, before: price, after: null })
  }
  return changes
}

/** Differences of two lookups of an order in state and amounts. `2400` equals `2400.00`. */
export const orderChanges = (before: OrderFacts, after: OrderFacts): readonly OrderChange[] => {
  const changes: OrderChange[] = []
  if (before.stateId !== after.stateId || before.stateName !== after.stateName) {
    changes.push({ field: 'state', name: null, before: stateText(before, after), after: stateText(after, before) })
  }
  if (!isSameAmount(before.total, after.total)) {
    changes.push({ field: 'total', name: null, before: before.total, after: after.total })
  }
  if (before.currencyIsoCode !== after.currencyIsoCode) {
    changes.push({ field: 'currency', name: null, before: before.currencyIsoCode, after: after.currencyIsoCode })
  }
  return [...changes, ...lineChanges(before, after)]
}
