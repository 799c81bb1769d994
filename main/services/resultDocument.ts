import type { Cell, Column, ExportOptions, Json, Result, ResultsChoice } from '../../preload/contract.ts'
import { cellText } from '../domain/csv.ts'
import { yearOfDate } from '../domain/finisher.ts'
import type { ReceiptFacts } from '../domain/receipts.ts'
import { columnKeys } from '../domain/sourceColumns.ts'
import type { About, CategorySheet, FileDocument, Finisher, Line, ResultRows, Sheet, Source } from './formats/format.ts'
import type { Store, StoredTable } from './ports.ts'
import type { Results, Selection } from './results.ts'
import type { RowFields } from './rowFields.ts'

export type ResultDocumentParts = {
  readonly store: Pick<Store, 'tables' | 'rowsSource' | 'rowsBody' | 'columnsOf' | 'shapes'>
  readonly results: Pick<Results, 'select'>
  readonly fields: Pick<RowFields, 'reader' | 'narrowed'>
}

/** What every file says of where it comes from, before it is known what it holds. */
export type AboutFile = Omit<About, 'subject' | 'sources' | 'choice'>

export type ResultDocument = FileDocument & { readonly selection: Selection; readonly results: ResultRows }

const linesPerRead = 512
/** Sorted rows come from all tables at once: so many are gathered before a table is read again. */
const linesPerSortedRead = 16_384

/** The chosen rows of a stage as they are stored now, whatever comes in while they are written. */
export const resultDocument = async (
  parts: ResultDocumentParts,
  about: AboutFile,
  title: string,
  choice: ResultsChoice & Pick<ExportOptions, 'birthDates'>,
): Promise<Result<ResultDocument>> => {
  const { store, results, fields } = parts
  const { birthDates = 'full' } = choice
  const tables = store.tables(choice.stage)
  const isInOrder = choice.sort === undefined || choice.sort.length === 0
  const select = (narrowed: ResultsChoice) => results.select(narrowed, { isSinglePass: isInOrder, tables })
  const selected = await select(choice)
  if (!selected.ok) return selected
  const selection = selected.value
  const shown = shownColumns(selection.columns, choice.columns, birthDates)
  if (shown === null) {
    return { ok: false, error: { kind: 'invalid-input', issues: [{ path: 'columns', message: 'no such column' }] } }
  }
  const step = isInOrder ? linesPerRead : linesPerSortedRead
  const keys = columnKeys(shown.columns.map(({ name }) => name))
  const all: Sheet = {
    columns: [...placeColumns, ...shown.columns.map((column, at): Column => ({ ...column, name: keys[at] ?? '' }))],
    total: selection.total,
    lines: () =>
      readLines(selection, step, (table, _, cells) => [table.distanceName, table.categoryName, ...shown.line(cells)]),
  }
  const categories = async function* (): AsyncGenerator<CategorySheet> {
    for (const table of selection.tables) {
      const own = await select({ ...choice, categories: [table.category] })
      if (!own.ok || own.value.total === 0) continue
      const ofTable = shownColumns(own.value.columns, choice.columns, birthDates, false)
      if (ofTable !== null) yield categorySheet(fields, table, own.value, ofTable, step)
    }
  }
  const sources = (): readonly Source[] =>
    selection.tables.flatMap((table) => {
      const source = store.rowsSource(table)
      const { distanceName, categoryName, rows } = table
      return source === null ? [] : [{ ...source, distanceName, categoryName, rows }]
    })
  return {
    ok: true,
    value: {
      title,
      about: {
        ...about,
        subject: 'results',
        choice: askedFor(choice),
        sources,
        mapping: () => mappingOf(store, selection),
      },
      all,
      categories,
      results: rowsOf(parts, selection, shown, choice.columns !== undefined, step),
      selection,
    },
  }
}

const rowsOf = (
  { store, fields }: ResultDocumentParts,
  selection: Selection,
  { columns, line }: ShownColumns,
  areColumnsChosen: boolean,
  step: number,
): ResultRows => {
  const names = new Set(columns.map(({ name }) => name))
  return {
    areColumnsChosen,
    columns,
    tables: selection.tables.map((table) => {
      const shown = fields.narrowed(table, names)
      return { table, columns: shown.columns, reader: fields.reader(table), shown: shown.reader }
    }),
    finishers: () =>
      readLines(selection, step, (table, index, cells, row) => ({ table, index, row, cells: line(cells) })),
    source: store.rowsSource,
    body: store.rowsBody,
  }
}

/** Each set of columns that the tables have, with those that mean something. */
const mappingOf = (store: Pick<Store, 'columnsOf' | 'shapes'>, { tables }: Selection): ReceiptFacts['mapping'] => {
  const stage = tables[0]?.stage
  const shapes = stage === undefined ? [] : store.shapes(stage)
  return shapes.flatMap(({ id, signature, origin }) => {
    const columns = new Map<string, ReceiptFacts['mapping'][number]['columns'][number]>()
    for (const table of tables) {
      if (table.shape !== id) continue
      for (const { name, role, unit } of store.columnsOf(table) ?? []) {
        if (role !== undefined) columns.set(name, { name, role, ...(unit === undefined ? {} : { unit }) })
      }
    }
    return columns.size === 0 ? [] : [{ signature, origin, columns: [...columns.values()] }]
  })
}

const askedFor = ({ distance, categories, search, filters, sort, columns, rows }: ResultsChoice): Json => ({
  distance: distance ?? null,
  categories: categories ?? null,
  search: search ?? '',
  filters: (filters ?? []) as Json,
  sort: (sort ?? []) as Json,
  columns: columns ?? null,
  rows: rows?.length ?? null,
})

const placeColumns: readonly Column[] = [
  { name: 'distance', kind: 'text' },
  { name: 'category', kind: 'text' },
]

const categorySheet = (
  fields: Pick<RowFields, 'reader'>,
  table: StoredTable,
  selection: Selection,
  { columns, line }: ShownColumns,
  step: number,
): CategorySheet => ({
  table,
  reader: fields.reader(table),
  columns,
  total: selection.total,
  lines: () => readLines(selection, step, (_, __, cells) => line(cells)),
  finishers: () => readLines(selection, step, (_, index, cells, row): Finisher => ({ index, row, cells: line(cells) })),
})

async function* readLines<T>(
  selection: Selection,
  step: number,
  make: Parameters<typeof selection.read<T>>[2],
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < selection.total; from += step) yield await selection.read(from, from + step, make)
}

type ShownColumns = { readonly columns: readonly Column[]; readonly line: (cells: Line) => Line }

/** The columns asked for, in that order; null when one of them is unknown, unless unknown ones are left out. */
const shownColumns = (
  columns: readonly Column[],
  wanted: readonly string[] | undefined,
  birthDates: 'full' | 'year',
  isStrict = true,
): ShownColumns | null => {
  const places = new Map(columns.map(({ name }, at) => [name, at]))
  const found = wanted?.map((name) => places.get(name))
  if (isStrict && found?.includes(undefined)) return null
  const order = found?.filter((at) => at !== undefined) ?? columns.map((_, at) => at)
  const shown = order.flatMap((at) => columns[at] ?? [])
  const isShortened = shown.map(({ role }) => role === 'birthDate' && birthDates === 'year')
  if (found === undefined && !isShortened.includes(true)) return { columns, line: (cells) => cells }
  return {
    columns: shown,
    line: (cells) => order.map((at, position) => (isShortened[position] === true ? yearCell(cells[at]) : cells[at])),
  }
}

/** Nothing of a date that cannot be read: it may be one. */
const yearCell = (cell: Cell | undefined): Cell => {
  const text = cellText(cell).trim()
  return /^\d{4}$/.test(text) ? text : (yearOfDate(text)?.toString() ?? null)
}

/** The names of the only distance and the only category, as far as there are such. */
export const placesOf = ({ tables }: Selection): readonly string[] => {
  const distances = new Set(tables.map(({ distanceName }) => distanceName))
  const [only] = tables
  if (only === undefined) return []
  return [...(distances.size === 1 ? [only.distanceName] : []), ...(tables.length === 1 ? [only.categoryName] : [])]
}
