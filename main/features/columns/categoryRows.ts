import type { CategoryId, Json } from '../../../preload/contract/ids.ts'
import { cellReader, type CellReader, type TableColumn } from './rules/table/columns.ts'
import type { findTextRowsInSteps } from './rules/body/bodyText.ts'
import type { findColumns } from './rules/table/describeRows.ts'
import type { JsonObject } from './rules/body/json.ts'
import type { FoundRows } from './rules/body/foundRows.ts'
import { joinedColumns, joinRows } from './rules/joinedList.ts'
import { searchTextOf } from './rules/searchText.ts'
import { cellText } from '../../kernel/text/cellText.ts'
import { type Steps, runAtOnce, runInTurns } from '../../kernel/turns.ts'
import type { ShapeStore, StoredTable, TableStore } from './tableStore.ts'

/** The rows of one category as received, with readers for its columns by name. */
export type CategoryRows = {
  readonly rows: readonly JsonObject[]
  /** Each row as the body has it: an object, a list of cells, a line of text. */
  readonly sources: readonly Json[]
  readonly readers: ReadonlyMap<string, CellReader>
}

export type CategoryRowsCache = {
  /** Loads the rules by which bodies are read, which `columns` needs once another snapshot took the place of its table. */
  readonly load: () => Promise<void>
  /** A large body is read in turns with other calls. */
  readonly rowsInTurns: (table: StoredTable) => Promise<CategoryRows>
  /** For a single pass over many tables: rows that are not at hand are read and not kept. */
  readonly rowsOnceInSteps: (table: StoredTable) => Steps<CategoryRows>
  readonly columns: (table: StoredTable) => readonly TableColumn[]
  /** One folded line per row, as `searchTextOf` makes it of the table's columns. */
  readonly searchText: (table: StoredTable) => Steps<string>
  /** Names one of the table's rows so that its finisher has the same name in a later snapshot. */
  readonly identity: (table: StoredTable, rows: readonly JsonObject[], index: number) => string
}

type Cached<T> = {
  readonly snapshot: number
  readonly reading: number
  readonly roles: number
  readonly value: T
  readonly sizeBytes: number
}

type Rules = {
  readonly findTextRowsInSteps: typeof findTextRowsInSteps
  readonly findColumns: typeof findColumns
}

/** A large part of the code, which no window waits for. */
let rules: Rules | null = null

const loadRules = async (): Promise<void> => {
  if (rules !== null) return
  const [bodyText, describing] = await Promise.all([
    import('./rules/body/bodyText.ts'),
    import('./rules/table/describeRows.ts'),
  ])
  rules = { findTextRowsInSteps: bodyText.findTextRowsInSteps, findColumns: describing.findColumns }
}

const loadedRules = (): Rules => {
  if (rules === null) throw new Error('The rules of reading are not loaded')
  return rules
}

/** Bodies whose parsed rows are kept at hand, by the size of their JSON; parsed rows take about four times as much. */
const rowsLimitBytes = 16_000_000

/** Derived data of categories, made when first asked for and again when another snapshot or other roles took their place. */
export const createCategoryRows = (
  store: Pick<TableStore, 'rowsBody' | 'joinedOf'> & Pick<ShapeStore, 'columnsOf' | 'withRolesOf' | 'searchTextOf'>,
): CategoryRowsCache => {
  const rowsOf = new Map<CategoryId, Cached<CategoryRows>>()
  const columnsOf = new Map<CategoryId, Cached<readonly TableColumn[]>>()
  const identities = new Map<CategoryId, Cached<NameRow>>()
  const underWay = new Map<string, Promise<Sized>>()
  let keptBytes = 0

  const cached = <T>(known: Map<CategoryId, Cached<T>>, table: StoredTable, make: () => T): T => {
    const found = known.get(table.category)
    if (found?.snapshot === table.snapshot && found.roles === table.roles) return found.value
    const value = make()
    const { snapshot, reading, roles } = table
    known.set(table.category, { snapshot, reading, roles, value, sizeBytes: 0 })
    return value
  }

  function* readBodyRows(table: StoredTable): Steps<ReadRows> {
    if (rules === null) yield loadRules()
    const body = store.rowsBody(table)
    yield
    const { findTextRowsInSteps } = loadedRules()
    return { found: body && (yield* findTextRowsInSteps(body.text, body.hasHeader)), sizeBytes: body?.sizeBytes ?? 0 }
  }

  /** A reader keeps its table after a newer snapshot replaced it; the columns are then read from the body. */
  const columnsIn = (table: StoredTable, readRows: () => readonly JsonObject[]): readonly TableColumn[] =>
    cached(columnsOf, table, () => {
      const own = store.columnsOf(table) ?? store.withRolesOf(table, loadedRules().findColumns(readRows()))
      const joined = store.joinedOf(table)
      return joined === null ? own : [...own, ...joinedColumns(own, joined)]
    })

  const columns = (table: StoredTable): readonly TableColumn[] =>
    columnsIn(table, () => runAtOnce(readBodyRows(table)).found?.rows ?? [])

  function* read(table: StoredTable): Steps<Sized> {
    const { found, sizeBytes } = yield* readBodyRows(table)
    const { rows: received = [], sources = [] } = found ?? {}
    const own = columnsIn(table, () => received)
    const readers = new Map(own.map((column) => [column.name, cellReader(column)]))
    const joined = store.joinedOf(table)
    const rows = joined === null ? received : joinRows(received, own, joined)
    return { value: { rows, sources, readers }, sizeBytes }
  }

  const atHand = (table: StoredTable): CategoryRows | null => {
    const found = rowsOf.get(table.category)
    if (found?.snapshot !== table.snapshot || found.reading !== table.reading) return null
    // Moved to the end: the map's first entry is the least recently used.
    rowsOf.delete(table.category)
    rowsOf.set(table.category, found)
    return found.value
  }

  const keep = (table: StoredTable, { value, sizeBytes }: Sized): CategoryRows => {
    keptBytes -= rowsOf.get(table.category)?.sizeBytes ?? 0
    rowsOf.delete(table.category)
    const { snapshot, reading, roles } = table
    rowsOf.set(table.category, { snapshot, reading, roles, value, sizeBytes })
    keptBytes += sizeBytes
    for (const [category, oldest] of rowsOf) {
      if (keptBytes <= rowsLimitBytes || category === table.category) break
      rowsOf.delete(category)
      keptBytes -= oldest.sizeBytes
    }
    return value
  }

  const rowsInTurns = async (table: StoredTable): Promise<CategoryRows> => {
    const known = atHand(table)
    if (known !== null) return known
    const key = `${table.category}:${table.snapshot}:${table.reading}`
    const reading = underWay.get(key) ?? runInTurns(read(table)).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return keep(table, await reading)
  }

  function* rowsOnceInSteps(table: StoredTable): Steps<CategoryRows> {
    return atHand(table) ?? (yield* read(table)).value
  }

  function* searchText(table: StoredTable): Steps<string> {
    const stored = store.joinedOf(table) === null ? store.searchTextOf(table) : null
    return stored ?? searchTextOf((yield* rowsOnceInSteps(table)).rows, columns(table))
  }

  return {
    load: loadRules,
    rowsInTurns,
    rowsOnceInSteps,
    columns,
    searchText,
    identity: (table, rows, index) =>
      cached(identities, table, () => nameRows(table, rows, columns(table)))(index, rows[index] ?? {}),
  }
}

type Sized = { readonly value: CategoryRows; readonly sizeBytes: number }
type ReadRows = { readonly found: FoundRows | null; readonly sizeBytes: number }

type NameRow = (index: number, row: JsonObject) => string

/** A finisher is the same one in a later snapshot when the bib is; a bib that comes again is told apart by its order. */
const nameRows = (table: StoredTable, rows: readonly JsonObject[], columns: readonly TableColumn[]): NameRow => {
  const bib = columns.find(({ role }) => role === 'bib')
  const read = bib === undefined ? () => null : cellReader(bib)
  const nameOf = (row: JsonObject): string => cellText(read(row))
  const seen = new Map<string, number>()
  /** The rows whose bib stands before them, too: a name of every row would take as much room as the rows. */
  const repeats = new Map<number, number>()
  for (const [index, row] of rows.entries()) {
    const name = nameOf(row)
    if (name === '') continue
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    if (count > 1) repeats.set(index, count)
  }
  return (index, row) => {
    const name = nameOf(row)
    if (name === '') return `${table.category}#${index}`
    const count = repeats.get(index)
    // The bib comes last, so that it cannot be confused with a count.
    return count === undefined ? `${table.category}:${name}` : `${table.category}~${count}:${name}`
  }
}
