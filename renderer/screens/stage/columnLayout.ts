import type { Column } from '../../../preload/contract.ts'
import type { TableColumn } from '../../components/dataTable/DataTable.tsx'
import { lastPart } from './personFields.ts'

/** What the user made of a stage's columns; columns it does not name stand at the end, shown. */
export type ColumnLayout = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** CSS pixels. */
  readonly widths: { readonly [id: string]: number }
}

export const noLayout: ColumnLayout = { order: [], hidden: [], widths: {} }

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

export const isColumnLayout = (value: unknown): value is ColumnLayout =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  isStrings(value.order) &&
  'hidden' in value &&
  isStrings(value.hidden) &&
  'widths' in value &&
  typeof value.widths === 'object' &&
  value.widths !== null &&
  Object.values(value.widths).every((width) => typeof width === 'number')

/** Columns that the app adds when rows of several categories stand together. */
export const DISTANCE_COLUMN = '#distance'
export const CATEGORY_COLUMN = '#category'

/** Where a table column takes its text from. */
export type PlacedColumn = TableColumn & { readonly source: number | 'distance' | 'category' }

/** The columns added for a scope: what its rows do not have in common. */
export const addedColumns = (
  scope: 'all' | 'distance' | 'category',
  names: { readonly distance: string; readonly category: string },
): readonly PlacedColumn[] => {
  const distance: PlacedColumn = { id: DISTANCE_COLUMN, title: names.distance, kind: 'text', source: 'distance' }
  const category: PlacedColumn = { id: CATEGORY_COLUMN, title: names.category, kind: 'text', source: 'category' }
  if (scope === 'category') return []
  return scope === 'all' ? [distance, category] : [category]
}

// Until columns have roles, these stand first, in this order, by what services usually call them.
const FIRST: readonly (readonly string[])[] = [
  ['place', 'position', 'rank', 'overall'],
  ['bib', 'number', 'startnumber'],
  ['fullname', 'name'],
  ['lastname', 'surname'],
  ['firstname'],
  ['middlename'],
  ['resulttime', 'result', 'officialtime', 'time'],
  ['leaderdifference', 'gap'],
  ['club', 'team'],
  ['city'],
]

const rank = (column: PlacedColumn): number => {
  if (typeof column.source !== 'number') return -1
  const last = lastPart(column.id)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
  const at = FIRST.findIndex((names) => names.includes(last))
  if (at >= 0) return at
  return column.kind === 'json' ? FIRST.length + 1 : FIRST.length
}

/** All columns in the user's order, the hidden ones included. */
export const placeColumns = (
  columns: readonly Column[],
  layout: ColumnLayout,
  added: readonly PlacedColumn[],
): readonly PlacedColumn[] => {
  const all: readonly PlacedColumn[] = [
    ...added,
    ...columns.map((column, source) => ({ id: column.name, title: column.name, kind: column.kind, source })),
  ]
  const place = new Map(layout.order.map((id, index) => [id, index]))
  const sized = all.map((column) => {
    const widthPx = layout.widths[column.id]
    return widthPx === undefined ? column : { ...column, widthPx }
  })
  return sized
    .toSorted((a, b) => rank(a) - rank(b))
    .toSorted((a, b) => (place.get(a.id) ?? sized.length) - (place.get(b.id) ?? sized.length))
}

/** The layout after the table's shown columns were moved or resized; hidden ones keep their neighbours. */
export const layoutAfter = (
  layout: ColumnLayout,
  all: readonly PlacedColumn[],
  shown: readonly TableColumn[],
): ColumnLayout => {
  const rest = shown.map(({ id }) => id)
  const hidden = new Set(layout.hidden)
  const order = all.map(({ id }) => (hidden.has(id) ? id : (rest.shift() ?? id)))
  // Columns that only other scopes have keep their place for when those come back.
  layout.order.forEach((id, at) => (order.includes(id) ? undefined : order.splice(at, 0, id)))
  const widths = Object.fromEntries(shown.flatMap(({ id, widthPx }) => (widthPx === undefined ? [] : [[id, widthPx]])))
  return { ...layout, order, widths: { ...layout.widths, ...widths } }
}

export const setHidden = (layout: ColumnLayout, id: string, isHidden: boolean): ColumnLayout => ({
  ...layout,
  hidden: isHidden
    ? [...layout.hidden.filter((known) => known !== id), id]
    : layout.hidden.filter((known) => known !== id),
})
