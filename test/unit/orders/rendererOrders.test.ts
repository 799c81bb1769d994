import { expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { OrderChange, OrderLook } from '../../../preload/contract/orders.ts'
import { changesText } from '../../../renderer/features/orders/changeText.ts'
import { isOrderLayout, ORDER_COLUMNS } from '../../../renderer/features/orders/orderRow.ts'
import { nextOrderSort, toQuerySort } from '../../../renderer/features/orders/ordersMemory.ts'
import { formatAmount } from '../../../renderer/text/amount.ts'
import { translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'

startPageTexts()

const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

it.each([
  ['2400', 'RUB', '2 400,00 ₽'],
  ['42.5', 'EUR', '42,50 €'],
  ['-4.25', 'EUR', '-4,25 €'],
  ['100.50', 'JPY', '100,50 ¥'],
  ['0.1234', 'RUB', '0,1234 ₽'],
  ['2400', 'rub', '2 400,00 ₽'],
  ['12345678901234567890.12', 'RUB', '12 345 678 901 234 567 890,12 ₽'],
  ['9007199254740993', 'RUB', '9 007 199 254 740 993,00 ₽'],
] as const)('the amount %s %s keeps every digit it came with', (amount, code, shown) => {
  expect(plainSpaces(formatAmount(amount, code, 'ru')).replace('−', '-')).toBe(shown)
})

it.each([
  ['2400', '', '2400'],
  ['2400', 'XBT', '2400 XBT'],
  ['2400', 'руб.', '2400 руб.'],
  ['2400', 'RU', '2400 RU'],
  ['1e3', 'RUB', '1e3 RUB'],
  ['по запросу', 'RUB', 'по запросу RUB'],
  ['0x10', 'EUR', '0x10 EUR'],
] as const)('the amount %s with the code "%s" is shown as received, without throwing', (amount, code, shown) => {
  expect(formatAmount(amount, code === '' ? null : code, 'en')).toBe(shown)
})

const look = (changes: readonly OrderChange[], changeCount = changes.length): OrderLook => {
  const reply = { id: 1, fetchedAt: '2026-05-16T10:00:00.000Z' as Instant, sha256: '', sizeBytes: 1 }
  return { ...reply, stateName: null, total: null, currencyIsoCode: 'EUR', changes, changeCount }
}

it('changes of an order are summarized in a line, amounts with their currency, others by count', () => {
  const changes: readonly OrderChange[] = [
    { field: 'state', name: null, before: null, after: 'Paid' },
    { field: 'total', name: null, before: '10', after: '12.5' },
    { field: 'line-removed', name: null, before: '3', after: null },
  ]
  expect(changesText(look(changes, 7), translate, 'en')).toBe(
    'state: nothing → Paid; total: €10.00 → €12.50; removed: an item without a name €3.00; and 4 more',
  )
})

it('sorts orders up, down and back to the newest, and never by a column without an order', () => {
  const up = nextOrderSort([], 'total')
  const down = nextOrderSort(up, 'total')
  expect([toQuerySort(up), toQuerySort(down), toQuerySort(nextOrderSort(down, 'total'))]).toEqual([
    { column: 'total', isDescending: false },
    { column: 'total', isDescending: true },
    { column: 'firstSeen', isDescending: true },
  ])
  expect(nextOrderSort(up, 'note')).toBe(up)
})

const layout = ORDER_COLUMNS.map(({ id, widthPx }) => ({ id, widthPx }))

it('a remembered layout of the columns is one that names each column once, in any order', () => {
  expect(isOrderLayout(layout.toReversed())).toBe(true)
})

it.each([
  ['a column twice and another never', [...layout.slice(1), { id: 'state', widthPx: 1 }]],
  ['too few columns', layout.slice(1)],
  ['an unknown column', [...layout.slice(1), { id: 'other', widthPx: 1 }]],
  ['no widths', layout.map(({ id }) => ({ id }))],
  ['no columns at all', [null]],
  ['nothing', null],
])('a remembered layout of the columns is none with %s', (_what, value) => {
  expect(isOrderLayout(value)).toBe(false)
})
