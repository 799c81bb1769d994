import type { Column } from '../../../preload/contract/columns.ts'
import type { ExportOptions, ResultsChoice } from '../../../preload/contract/files.ts'
import type { Cell, Json } from '../../../preload/contract/ids.ts'
import type { ReplyPlace, Result } from '../../../preload/contract/result.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import { addStatus, tellStatus, type StatusWords } from './rules/addedStatus.ts'
import { cellText } from '../../kernel/text/cellText.ts'
import { finisherReader, yearOfDate, type FinisherReader } from '../results/rules/finisher.ts'
import type { ReceiptFacts } from './rules/receipts.ts'
import { publicColumn } from '../columns/rules/table/columns.ts'
import { columnKeys } from '../columns/rules/sourceColumns.ts'
import type { About, CategorySheet, FileDocument, Line, ResultRows, Sheet, Source } from './formats/format.ts'
import { selectTables, type Results, type SelectedRows, type Selection } from '../results/results.ts'
import type { LedgerStore } from '../changes/ledgerStore.ts'
import type { ShapeStore, StoredShape, StoredTable, TableStore } from '../columns/tableStore.ts'
import { invalidInput } from '../../kernel/result.ts'

export type ResultDocumentParts = {
  readonly store: Pick<TableStore, 'tables' | 'damagedTables' | 'rowsSource' | 'rowsBody'> &
    Pick<ShapeStore, 'shapes'> &
    Pick<LedgerStore, 'lastChange'>
  readonly results: Pick<Results, 'select'>
}

/** Origin facts of every file, before its content is known. */
export type AboutFile = Omit<About, 'subject' | 'sources' | 'choice'>

export type ResultDocument = FileDocument & {
  readonly selection: Selection
  readonly results: ResultRows
  /** Id of the newest change that the rows are known to include; 0 without changes. */
  readonly lastChange: number
}

const linesPerRead = 512
/** Sorted rows come from all tables at once: so many are gathered before a table is read again. */
const linesPerSortedRead = 16_384

/**
 * The chosen rows of a stage as stored at this moment, unaffected by later replies. With `statusWords`, rows whose
 * columns do not tell their status get a column that does.
 */
export const resultDocument = async (
  parts: ResultDocumentParts,
  about: AboutFile,
  title: string,
  choice: ResultsChoice & Pick<ExportOptions, 'birthDates' | 'areProblemsLeftOut'>,
  statusWords: StatusWords | null = null,
): Promise<Result<ResultDocument>> => {
  const { store, results } = parts
  const { birthDates = 'year' } = choice
  const isInOrder = choice.sort === undefined || choice.sort.length === 0
  // Read the store before the first await, after which other replies may replace the tables.
  // The id is read before the rows: a change stored in between is then listed twice rather than never.
  const lastChange = store.lastChange(choice.stage)
  const [tables, shapes] = [store.tables(choice.stage), store.shapes(choice.stage)]
  const damaged = damagedOf(store, choice)
  // A file without a category must not look complete.
  if (damaged.length > 0 && choice.areProblemsLeftOut !== true) {
    return { ok: false, error: { kind: 'damaged-replies', categories: damaged } }
  }
  const selected = await results.select(choice, { isSinglePass: isInOrder, tables })
  if (!selected.ok) return selected
  const selection = selected.value
  const shown = shownColumns(selection.columns, choice.columns, birthDates)
  if (shown === null) {
    return invalidInput('columns', 'no such column')
  }
  const step = isInOrder ? linesPerRead : linesPerSortedRead
  const readerOf = readersOf(selection)
  const categoriesOf = categoriesOfPeople(selection)
  const keys = columnKeys(
    shown.columns.map(({ name }) => name),
    categoriesOf !== null,
  )
  const names = new Set(shown.columns.map(({ name }) => name))
  const wordsFor = (tables: readonly StoredTable[]): StatusWords | null =>
    tables.every((table) => tellStatus(selection.columnsOf(table), names)) ? null : statusWords
  const { columns, withStatus } = addStatus(
    [
      ...placeColumns,
      ...(categoriesOf === null ? [] : [categoriesColumn]),
      ...shown.columns.map((column, at): Column => ({ ...column, name: keys[at] ?? '' })),
    ],
    wordsFor(selection.tables),
  )
  const all: Sheet = {
    columns,
    total: selection.total,
    lines: () =>
      readLines(selection, step, (table, index, cells, row) => {
        const all = categoriesOf?.(table, index).map(({ distance, category }) => `${distance}: ${category}`)
        const places = [table.distanceName, table.categoryName, ...(all === undefined ? [] : [all.join('; ')])]
        return withStatus([...places, ...shown.line(cells, table, index)], () => readerOf(table).status(row))
      }),
  }
  const categories = async function* (): AsyncGenerator<CategorySheet> {
    for await (const { table, ...own } of selection.byTable()) {
      const ofTable = shownColumns(own.columns, choice.columns, birthDates, false)
      if (ofTable === null) continue
      const listed = categoriesOf === null ? ofTable : withCategories(ofTable, categoriesOf)
      yield categorySheet(table, readerOf(table), own, listed, wordsFor([table]), step)
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
        mapping: () => mappingOf(shapes, selection),
      },
      all,
      categories,
      results: rowsOf(store, selection, readerOf, shown, choice.columns !== undefined, step),
      selection,
      lastChange,
    },
  }
}

/** Categories of the choice whose stored reply is damaged. */
export const damagedOf = (store: Pick<TableStore, 'damagedTables'>, choice: ResultsQuery): readonly ReplyPlace[] =>
  selectTables(store.damagedTables(choice.stage), choice).map(({ distanceName, categoryName }) => ({
    distanceName,
    categoryName,
  }))

type ReaderOf = (table: StoredTable) => FinisherReader

const readersOf = ({ columnsOf }: Selection): ReaderOf => {
  const readers = new Map<StoredTable, FinisherReader>()
  return (table) => {
    const reader = readers.get(table) ?? finisherReader(columnsOf(table))
    readers.set(table, reader)
    return reader
  }
}

const rowsOf = (
  store: Pick<TableStore, 'rowsSource' | 'rowsBody'>,
  selection: Selection,
  readerOf: ReaderOf,
  { columns, line }: ShownColumns,
  areColumnsChosen: boolean,
  step: number,
): ResultRows => {
  const names = new Set(columns.map(({ name }) => name))
  return {
    areColumnsChosen,
    columns,
    categoriesOfPerson: categoriesOfPeople(selection),
    tables: selection.tables.map((table) => {
      const own = selection.columnsOf(table).filter(({ name }) => names.has(name))
      const reader = readerOf(table)
      return {
        table,
        columns: own.map(publicColumn),
        reader,
        shown: areColumnsChosen ? finisherReader(own) : reader,
      }
    }),
    finishers: () =>
      readLines(selection, step, (table, index, cells, row) => ({
        table,
        index,
        row,
        cells: line(cells, table, index),
      })),
    source: store.rowsSource,
    body: store.rowsBody,
  }
}

/** Each set of columns that the tables have, with those that mean something. */
const mappingOf = (shapes: readonly StoredShape[], { tables, columnsOf }: Selection): ReceiptFacts['mapping'] =>
  shapes.flatMap(({ id, signature, origin }) => {
    const columns = new Map<string, ReceiptFacts['mapping'][number]['columns'][number]>()
    for (const table of tables) {
      if (table.shape !== id) continue
      for (const { name, role, unit } of columnsOf(table)) {
        if (role !== undefined) columns.set(name, { name, role, ...(unit === undefined ? {} : { unit }) })
      }
    }
    return columns.size === 0 ? [] : [{ signature, origin, columns: [...columns.values()] }]
  })

const categoriesOfPeople = ({ placesOfPerson }: Selection): ResultRows['categoriesOfPerson'] =>
  placesOfPerson === null
    ? null
    : (table, index) =>
        [...new Set(placesOfPerson(table, index).map((place) => place.table))].map(
          ({ distanceName, categoryName }) => ({
            distance: distanceName,
            category: categoryName,
          }),
        )

const askedFor = ({
  distance,
  categories,
  search,
  filters,
  sort,
  columns,
  rows,
  isByPerson,
  areSimilar,
}: ResultsChoice): Json => ({
  distance: distance ?? null,
  categories: categories ?? null,
  search: search ?? '',
  filters: (filters ?? []) as Json,
  sort: (sort ?? []) as Json,
  columns: columns ?? null,
  rows: rows?.length ?? null,
  ...(isByPerson === undefined ? {} : { isByPerson }),
  ...(areSimilar === undefined ? {} : { areSimilar }),
})

const placeColumns: readonly Column[] = [
  { name: 'distance', kind: 'text' },
  { name: 'category', kind: 'text' },
]
const categoriesColumn: Column = { name: 'categories', kind: 'text' }

const categorySheet = (
  table: StoredTable,
  reader: FinisherReader,
  selection: SelectedRows,
  { columns, line }: ShownColumns,
  words: StatusWords | null,
  step: number,
): CategorySheet => {
  const status = addStatus(columns, words)
  return {
    table,
    reader,
    columns: status.columns,
    total: selection.total,
    lines: () =>
      readLines(selection, step, (_, index, cells, row) =>
        status.withStatus(line(cells, table, index), () => reader.status(row)),
      ),
    finishers: () =>
      readLines(selection, step, (_, index, cells, row) => ({ index, row, cells: line(cells, table, index) })),
  }
}

async function* readLines<T>(
  selection: SelectedRows,
  step: number,
  make: Parameters<typeof selection.read<T>>[2],
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < selection.total; from += step) yield await selection.read(from, from + step, make)
}

type ShownColumns = {
  readonly columns: readonly Column[]
  readonly line: (cells: Line, table: StoredTable, index: number) => Line
}

/** Behind the columns of a category, the categories of each person; those of other distances with their distance. */
const withCategories = (
  { columns, line }: ShownColumns,
  categoriesOf: NonNullable<ResultRows['categoriesOfPerson']>,
): ShownColumns => {
  const keys = columnKeys(
    columns.map(({ name }) => name),
    true,
  )
  return {
    columns: [...columns.map((column, at): Column => ({ ...column, name: keys[at] ?? '' })), categoriesColumn],
    line: (cells, table, index) => {
      const names = categoriesOf(table, index).map(({ distance, category }) =>
        distance === table.distanceName ? category : `${distance}: ${category}`,
      )
      return [...line(cells, table, index), names.join(', ')]
    },
  }
}

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

/** Drops an unreadable date, which may be a full one. */
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
