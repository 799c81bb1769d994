import { expect, it } from 'vitest'
import type { JobId, Json, ProfileId, Instant } from '../../../preload/contract/ids.ts'
import { addDecimals, decimalText, isSameDecimal, parseDecimal } from '../../../main/kernel/text/decimals.ts'
import { exactNumber, parseKeepingDigits } from '../../../main/features/orders/rules/exactJson.ts'
import { exactOrderJson, readOrderData } from '../../../main/features/orders/rules/orderReply.ts'
import {
  isBareOrder,
  orderChanges,
  orderSearchText,
  otherFields,
  readOrder,
  sumOfLines,
} from '../../../main/features/orders/rules/orders.ts'
import { flagStates } from '../../../main/features/orders/rules/orderStates.ts'
import { orderCells, orderColumns } from '../../../main/features/orders/rules/orderTable.ts'

const dataOf = (json: string) => readOrderData(`{"isSuccess":true,"message":null,"data":${json}}`) ?? {}
const factsOf = (json: string) => readOrder(dataOf(json))

it.each([
  ['2400', '2400'],
  ['42.50', '42.50'],
  ['-4.25', '-4.25'],
  ['1e3', '1000'],
  ['12.5e-1', '1.25'],
  ['0.10', '0.10'],
  ['+7', '7'],
  ['1 200,50', '1200.50'],
  ['1\u00a0200\u00a0000', '1200000'],
  ['12345678901234567890.123456789', '12345678901234567890.123456789'],
] as const)('reads %s without losing a digit, as %s', (text, expected) => {
  const decimal = parseDecimal(text)
  expect(decimal === null ? null : decimalText(decimal)).toBe(expected)
})

it.each(['', ' ', 'free', '1,200', '1.2.3', '1e999999999', '0x10', 'NaN', '--1', '١٢', '1 2', '9'.repeat(500)])(
  'takes %j for no amount rather than guess',
  (text) => {
    expect(parseDecimal(text)).toBe(null)
  },
)

it('adds what floats cannot', () => {
  const terms = ['0.1', '0.2', '1000000000000000000', '-1000000000000000000'].map(parseDecimal)
  const sum = addDecimals(terms.filter((term) => term !== null))
  expect(decimalText(sum)).toBe('0.3')
  expect(isSameDecimal(sum, { units: 300n, scale: 3 })).toBe(true)
})

it('keeps the digits of a number that would be written in others', () => {
  expect(parseKeepingDigits('{"a":42.50,"b":42.5,"c":1e3,"d":12345678901234567890,"e":-0,"f":"7"}')).toEqual({
    a: '42.50',
    b: 42.5,
    c: '1e3',
    d: '12345678901234567890',
    e: '-0',
    f: '7',
  })
  expect(exactOrderJson('{"isSuccess":true,"data":{"a":42.50,"b":[1e3,"42.50"],"c":12345678901234567890}}')).toBe(
    '{"a":42.50,"b":[1e3,"42.50"],"c":12345678901234567890}',
  )
})

it('never reads a text as a number unless JSON does', () => {
  for (const text of ['007', '1,5', '=1+1', '-', '1e5', ' 5', '']) expect(exactNumber(text)).toBe(text)
  expect(JSON.stringify(exactNumber('-4.250'))).toBe('-4.250')
})

it('reads known fields as numbers, texts, null or not at all', () => {
  const { guid, currencyIsoCode, ...facts } = factsOf(
    '{"number":141,"stateId":"2","stateName":null,"total":"3900.00","items":[{"price":"1.10"}]}',
  )
  const items = [{ displayName: null, price: '1.10' }]
  expect([guid, currencyIsoCode]).toEqual([null, null])
  expect(facts).toEqual({ number: '141', stateId: '2', stateName: null, total: '3900.00', items })
})

it('shows every other field, also a known one of an unknown shape', () => {
  const order = '{"number":"1","total":{"sum":1},"buyer":{"name":"Ё"},"items":[{"displayName":"a"}]}'
  expect(otherFields(dataOf(order))).toEqual({ total: { sum: 1 }, buyer: { name: 'Ё' } })
  expect(otherFields(dataOf('{"items":[{"displayName":"a","price":1,"size":"M"}]}'))).toHaveProperty('items')
  expect(otherFields(dataOf('{"items":"none"}'))).toEqual({ items: 'none' })
  const hostile = otherFields(dataOf('{"__proto__":{"x":1},"constructor":2}'))
  expect(Object.keys(hostile)).toEqual(['__proto__', 'constructor'])
})

it.each<[string, string, string | null]>([
  ['{"total":0.3,"items":[{"price":0.1},{"price":0.2}]}', 'equal', '0.3'],
  ['{"total":"34.50","items":[{"price":29},{"price":5.5}]}', 'equal', '34.5'],
  ['{"total":34.51,"items":[{"price":29},{"price":5.5}]}', 'differs', '34.5'],
  ['{"total":10,"items":[{"price":null},{"price":10}]}', 'unreadable', null],
  ['{"total":"ten","items":[{"price":10}]}', 'unreadable', null],
  ['{"total":10,"items":[]}', 'nothing-to-check', null],
  ['{"items":[{"price":10}]}', 'nothing-to-check', null],
])('checks that lines add up in exact decimals: %s', (json, state, sum) => {
  expect(sumOfLines(factsOf(json))).toEqual({ state, sum })
})

it('refuses an order that is nested too deep to show', () => {
  const nested = (levels: number): string =>
    `{"isSuccess":true,"data":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`
  expect(readOrderData(nested(400))).not.toBe(null)
  expect(exactOrderJson(nested(400))).toHaveLength(2 * 400 + 6)
  expect(readOrderData(nested(1_000))).toBe(null)
})

it('knows a reply without any known field from an order with few', () => {
  expect(isBareOrder(factsOf('{}'))).toBe(true)
  expect(isBareOrder(factsOf('{"guid":"x","items":[],"total":null}'))).toBe(true)
  expect(isBareOrder(factsOf('{"total":0}'))).toBe(false)
})

it('names what changed of state and amounts, and nothing that is written differently only', () => {
  const order = (stateId: string, total: string, ...prices: readonly string[]) => {
    const items = prices.map((price) => `{"displayName":"A","price":${price}}`)
    return factsOf(
      `{"stateId":${stateId},"stateName":"Wait","total":${total},"currencyIsoCode":"RUB","items":[${items.join(',')}]}`,
    )
  }
  const before = order('1', '2400', '1200', '1200')
  expect(orderChanges(before, order('"1"', '"2400.00"', '1200.0', '1200'))).toEqual([])
  const after = factsOf(
    '{"stateId":2,"stateName":"Paid","total":2500,"currencyIsoCode":"EUR","items":[{"displayName":"A","price":1200},{"displayName":"A","price":1300},{"displayName":"B","price":0}]}',
  )
  expect(orderChanges(before, after)).toEqual([
    { field: 'state', name: null, before: 'Wait', after: 'Paid' },
    { field: 'total', name: null, before: '2400', after: '2500' },
    { field: 'currency', name: null, before: 'RUB', after: 'EUR' },
    { field: 'price', name: 'A', before: '1200', after: '1300' },
    { field: 'line-added', name: 'B', before: null, after: '0' },
  ])
  expect(orderChanges(after, before)).toContainEqual({ field: 'line-removed', name: 'B', before: '0', after: null })
})

it('distinguishes states of the same name by ID', () => {
  const paid = (id: number) => factsOf(`{"stateId":${id},"stateName":"Paid"}`)
  const [change] = orderChanges(paid(1), paid(2))
  expect(change).toMatchObject({ before: 'Paid (1)', after: 'Paid (2)' })
})

it('finds an order by what a person would type of it', () => {
  const text = orderSearchText(
    '5d0f7c2e',
    factsOf('{"number":"SR26-141","stateName":"Оплачён","items":[{"displayName":"Слот\\n10 км"}]}'),
  )
  for (const word of ['5d0f', 'sr26', 'оплачен', 'слот', 'км']) expect(text).toContain(word)
  expect(text).not.toContain('\n')
})

it('flags a state that later look-ups brought and a second name of an id, not those of the first look-up', () => {
  const state = (stateId: string, stateName: string, job: string, day: string) => {
    const seenAt = `2026-05-${day}T10:00:00.000Z` as Instant
    const seen = { firstJob: job as JobId, firstSeenAt: seenAt, lastSeenAt: seenAt, looks: 1 }
    return { profileId: 'p' as ProfileId, stateId, stateName, ...seen }
  }
  const states = [
    state('1', 'Wait', 'a', '01'),
    state('2', 'Paid', 'a', '01'),
    state('5', 'Old news', 'b', '10'),
    state('7', 'Refund', 'c', '16'),
    state('2', 'Settled', 'c', '16'),
  ]
  const flags = flagStates(states, Date.parse('2026-05-16T12:00:00Z')).map(({ isNew, isRenamed }) => [isNew, isRenamed])
  const nothing = [false, false]
  expect(flags).toEqual([nothing, nothing, nothing, [true, false], [false, true]])
})

it('renames a field that is named like one of our columns', () => {
  const columns = orderColumns(['lines', 'lines (source)', 'buyer'])
  expect(new Set(columns).size).toBe(columns.length)
  const data: { [name: string]: Json } = { number: '1', total: '10.50', lines: 'x', buyer: { name: 'A' } }
  const cells = orderCells({ guid: 'g', organization: 'o', checkedAt: 't', data }, ['lines', 'lines (source)', 'buyer'])
  expect(cells).toHaveLength(columns.length)
  expect(JSON.stringify(cells[columns.indexOf('total')])).toBe('10.50')
  expect(cells.at(-1)).toEqual({ name: 'A' })
})
