import type { OrderSortColumn, OrderSummary } from '../../../preload/contract/orders.ts'
import { describeProblem } from '../../app/problems/describeProblem.ts'
import type { TableColumn, TableRow } from '../../components/dataTable/tableTypes.ts'
import { formatAmount } from '../../text/amount.ts'
import { formatAge, formatClock, formatCount } from '../../text/format.ts'
import type { TextKey } from '../../text/en/en.ts'
import type { Language, Translate } from '../../text/text.ts'
import { changesText } from './changeText.ts'

type OrderColumn = {
  readonly id: string
  readonly title: TextKey
  readonly kind: TableColumn['kind']
  readonly widthPx: number
  readonly sort: OrderSortColumn | null
}

export const ORDER_COLUMNS: readonly OrderColumn[] = [
  { id: 'number', title: 'orders.column.number', kind: 'text', widthPx: 130, sort: 'number' },
  { id: 'state', title: 'orders.column.state', kind: 'text', widthPx: 150, sort: 'state' },
  { id: 'total', title: 'orders.column.total', kind: 'number', widthPx: 120, sort: 'total' },
  { id: 'lines', title: 'orders.column.lines', kind: 'number', widthPx: 80, sort: 'lines' },
  { id: 'checked', title: 'orders.column.checked', kind: 'text', widthPx: 140, sort: 'checked' },
  { id: 'note', title: 'orders.column.note', kind: 'text', widthPx: 210, sort: null },
  { id: 'changed', title: 'orders.column.changed', kind: 'text', widthPx: 320, sort: 'changed' },
  { id: 'profile', title: 'orders.column.profile', kind: 'text', widthPx: 150, sort: null },
  { id: 'guid', title: 'orders.column.guid', kind: 'json', widthPx: 290, sort: null },
]

export type OrderLayout = readonly { readonly id: string; readonly widthPx: number }[]

/** Whether a remembered layout has every column once: the user could not restore a missing one. */
export const isOrderLayout = (value: unknown): value is OrderLayout =>
  Array.isArray(value) &&
  value.length === ORDER_COLUMNS.length &&
  value.every(
    (entry: unknown) =>
      typeof entry === 'object' && entry !== null && 'widthPx' in entry && typeof entry.widthPx === 'number',
  ) &&
  ORDER_COLUMNS.every(({ id }) => value.some((entry: { readonly id?: unknown }) => entry.id === id))

type RowView = {
  readonly t: Translate
  readonly language: Language
  readonly nowMs: number
  readonly isRemoving: boolean
}

/** Note of a row, the most urgent first. */
const noteOf = (order: OrderSummary, { t, language, nowMs, isRemoving }: RowView): string => {
  const { failure, bareReplyAt } = order
  const notes = [
    isRemoving ? t('orders.note.removing') : null,
    failure === null ? null : t('orders.note.failed', { what: describeProblem(failure.error, t, language).what }),
    bareReplyAt === null ? null : t('orders.note.bare', { time: formatClock(bareReplyAt, nowMs, language) }),
    order.isJustChanged ? t('orders.note.changed') : null,
    order.isNewState ? t('orders.note.newState') : null,
    order.isRenamedState ? t('orders.note.renamedState') : null,
  ]
  return notes.filter((note) => note !== null).join('; ')
}

const changedText = ({ change }: OrderSummary, { t, language, nowMs }: RowView): string =>
  change === null ? '' : `${formatClock(change.fetchedAt, nowMs, language)}: ${changesText(change, t, language)}`

export const toTableRow = (order: OrderSummary, view: RowView): TableRow => ({
  id: order.guid,
  cells: [
    order.number ?? `${order.guid.slice(0, 13)}…`,
    order.stateName ?? order.stateId ?? '',
    order.total === null ? '' : formatAmount(order.total, order.currencyIsoCode, view.language),
    order.lines === null ? '' : formatCount(order.lines, view.language),
    formatAge(order.checkedAt, view.nowMs, view.t),
    noteOf(order, view),
    changedText(order, view),
    order.profileName,
    order.guid,
  ],
})
