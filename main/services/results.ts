import { setImmediate } from 'node:timers/promises'
import type {
  Cell,
  CategoryId,
  Column,
  PersonView,
  RawBody,
  Result,
  ResultsPage,
  ResultsQuery,
  Row,
  Sort,
} from '../../preload/contract.ts'
import { searchWords } from '../domain/fold.ts'
import { searchRows } from '../domain/searchText.ts'
import { mergeColumns, publicColumn, type CellReader } from '../domain/shape/columns.ts'
import type { JsonObject } from '../domain/shape/findRows.ts'
import { compareKeys, sortKeyOf, type SortKey } from '../domain/sortKeys.ts'
import { createCategoryRows } from './categoryRows.ts'
import type { Store, StoredTable } from './ports.ts'

/** The rows a query selects, in its order, before any of them is read. */
export type Selection = {
  readonly tables: readonly StoredTable[]
  readonly columns: readonly Column[]
  readonly total: number
  /** `cells` has one cell per column, undefined where the row has none. */
  readonly rowAt: (position: number) => { readonly table: StoredTable; readonly index: number }
  readonly cellsOf: (table: StoredTable, index: number) => readonly (Cell | undefined)[]
}

export type Results = {
  /** `isSinglePass`: every row will be read once, in order. */
  readonly select: (query: ResultsQuery, isSinglePass?: boolean) => Promise<Result<Selection>>
  readonly page: (
    query: ResultsQuery & { readonly offset: number; readonly limit: number },
  ) => Promise<Result<ResultsPage>>
  readonly person: (category: CategoryId, index: number) => Result<PersonView>
  readonly raw: (category: CategoryId) => Result<RawBody>
}

/** Rows of all selected tables count through: a row's number is its table's start plus its index there. */
type Numbered = { readonly tables: readonly StoredTable[]; readonly starts: Float64Array; readonly total: number }

type TableReading = {
  readonly table: StoredTable
  readonly rows: readonly JsonObject[]
  readonly readers: readonly (CellReader | undefined)[]
}

const rawTextLimit = 1_000_000
const keptOrders = 8
/** How long a query may hold the thread before others get their turn. */
const turnMs = 8

export const createResults = (store: Store): Results => {
  const cache = createCategoryRows(store)
  const orders = new Map<string, readonly number[]>()
  const merged = new Map<string, readonly Column[]>()

  const remember = <T>(known: Map<string, T>, key: string, value: T): T => {
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > keptOrders && oldest !== undefined) known.delete(oldest)
    return value
  }

  const columnsOf = (tables: readonly StoredTable[]): readonly Column[] => {
    const key = signatureOf(tables)
    return merged.get(key) ?? remember(merged, key, mergeColumns(tables.map(cache.columns)))
  }

  const matching = (numbered: Numbered, search: string): readonly number[] | null => {
    const words = searchWords(search)
    if (words.length === 0) return null
    const hits: number[] = []
    for (const [position, table] of numbered.tables.entries()) {
      searchRows(cache.searchIndex(table), words, numbered.starts[position] ?? 0, hits)
    }
    return hits
  }

  const sorted = async (
    numbered: Numbered,
    hits: readonly number[] | null,
    sort: readonly Sort[],
    columns: readonly Column[],
  ): Promise<readonly number[]> => {
    const order = hits === null ? Array.from({ length: numbered.total }, (_, number) => number) : [...hits]
    const directions = sort.map(({ isDescending = false }) => isDescending)
    const keys: SortKey[][] = sort.map(() => [])
    let turnStartedAt = performance.now()
    let table = 0
    for (const number of order) {
      const before = table
      while (table + 1 < numbered.tables.length && number >= (numbered.starts[table + 1] ?? 0)) table += 1
      if (table !== before && performance.now() - turnStartedAt > turnMs) {
        await setImmediate()
        turnStartedAt = performance.now()
      }
      const stored = numbered.tables[table]
      if (stored === undefined) continue
      const { rows, readers } = cache.rows(stored)
      const row = rows[number - (numbered.starts[table] ?? 0)]
      for (const [index, { column }] of sort.entries()) {
        const read = readers.get(column)
        const kind = columns.find(({ name }) => name === column)?.kind ?? 'text'
        const list = keys[index]
        if (list !== undefined) list[number] = row === undefined ? null : sortKeyOf(read?.(row), kind)
      }
    }
    return order.sort((a, b) => {
      for (const [index, isDescending] of directions.entries()) {
        const list = keys[index]
        const difference = compareKeys(list?.[a] ?? null, list?.[b] ?? null, isDescending)
        if (difference !== 0) return difference
      }
      return a - b
    })
  }

  const select = async (query: ResultsQuery, isSinglePass = false): Promise<Result<Selection>> => {
    if (store.stage(query.stage) === null) return { ok: false, error: { kind: 'not-found', what: 'stage' } }
    const tables = selectTables(store.tables(query.stage), query)
    const columns = columnsOf(tables)
    const numbered = number(tables)
    const { search = '', sort = [] } = query
    const unknown = sort.find(({ column }) => !columns.some(({ name }) => name === column))
    if (unknown !== undefined && tables.length > 0) {
      return { ok: false, error: { kind: 'invalid-input', issues: [{ path: 'sort', message: 'no such column' }] } }
    }
    const key = JSON.stringify([signatureOf(tables), search, sort])
    let order: readonly number[] | null = orders.get(key) ?? null
    if (order === null) {
      const hits = matching(numbered, search)
      order = sort.length === 0 ? hits : await sorted(numbered, hits, sort, columns)
      if (order !== null) remember(orders, key, order)
    }
    const chosen = order
    let reading: TableReading | null = null
    return {
      ok: true,
      value: {
        tables,
        columns,
        total: chosen?.length ?? numbered.total,
        rowAt: (position) => locate(numbered, chosen === null ? position : (chosen[position] ?? 0)),
        cellsOf: (table, index) => {
          // Neighbours in a selection mostly come from one table: its readers are looked up once.
          if (reading?.table !== table) reading = readTable(table, columns, isSinglePass)
          const row = reading.rows[index]
          return row === undefined ? [] : reading.readers.map((read) => read?.(row))
        },
      },
    }
  }

  const readTable = (table: StoredTable, columns: readonly Column[], isSinglePass: boolean): TableReading => {
    const { rows, readers } = isSinglePass ? cache.rowsOnce(table) : cache.rows(table)
    return { table, rows, readers: columns.map(({ name }) => readers.get(name)) }
  }

  const rowOf = (selection: Selection, position: number): Row => {
    const { table, index } = selection.rowAt(position)
    return {
      category: table.category,
      index,
      identity: cache.identity(table, index),
      cells: selection.cellsOf(table, index).map((cell) => cell ?? null),
    }
  }

  return {
    select,
    page: async ({ offset, limit, ...query }) => {
      const selection = await select(query)
      if (!selection.ok) return selection
      const { total, columns } = selection.value
      const rows: Row[] = []
      for (let position = offset; position < Math.min(offset + limit, total); position += 1) {
        rows.push(rowOf(selection.value, position))
      }
      return { ok: true, value: { total, offset, columns, rows } }
    },
    person: (category, index) => {
      const table = store.tableOf(category)
      const row = table === null ? undefined : cache.rows(table).rows[index]
      if (table === null || row === undefined) return { ok: false, error: { kind: 'not-found', what: 'row' } }
      const columns = cache.columns(table)
      const { readers } = cache.rows(table)
      const cells = columns.map(({ name }) => readers.get(name)?.(row) ?? null)
      return {
        ok: true,
        value: {
          row: { category, index, identity: cache.identity(table, index), cells },
          columns: columns.map(publicColumn),
          distanceName: table.distanceName,
          categoryName: table.categoryName,
          fetchedAt: table.fetchedAt,
          rawJson: JSON.stringify(row, null, 2),
        },
      }
    },
    raw: (category) => {
      const body = store.lastBody(category)
      if (body === null) return { ok: false, error: { kind: 'not-found', what: 'body' } }
      const { text, isText: _, ...described } = body
      return { ok: true, value: { ...described, text: text.slice(0, rawTextLimit), isCut: text.length > rawTextLimit } }
    },
  }
}

const selectTables = (tables: readonly StoredTable[], query: ResultsQuery): readonly StoredTable[] => {
  const categories = query.categories === undefined ? null : new Set(query.categories)
  return tables.filter(
    (table) =>
      (query.distance === undefined || table.distanceGuid === query.distance) &&
      (categories === null || categories.has(table.category)),
  )
}

const signatureOf = (tables: readonly StoredTable[]): string =>
  tables.map(({ category, snapshot }) => `${category}:${snapshot}`).join(' ')

const number = (tables: readonly StoredTable[]): Numbered => {
  const starts = new Float64Array(tables.length)
  let total = 0
  for (const [position, table] of tables.entries()) {
    starts[position] = total
    total += table.rows
  }
  return { tables, starts, total }
}

const locate = ({ tables, starts }: Numbered, row: number): { readonly table: StoredTable; readonly index: number } => {
  let low = 0
  let high = tables.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  const table = tables[low]
  if (table === undefined) throw new RangeError('No table holds this row')
  return { table, index: row - (starts[low] ?? 0) }
}
