import type { Input } from '../../../preload/contract.ts'
import type { Column } from '../../../preload/contract/columns.ts'
import type { ResultsChoice } from '../../../preload/contract/files.ts'
import type { CategoryId, Cell, ReplyId, RowPlace, StageGuid } from '../../../preload/contract/ids.ts'
import type { RawBody } from '../../../preload/contract/replies.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Facet, PersonView, ResultsPage, ResultsQuery, Row } from '../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { fold } from '../../kernel/fold.ts'
import { identitiesOf } from './rules/identity.ts'
import { ledgerKeyOf } from './rules/ledgerKey.ts'
import { mergeColumns, publicColumn, type CellReader, type TableColumn } from '../columns/rules/table/columns.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { createCategoryRows, type CategoryRowsCache } from '../columns/categoryRows.ts'
import { createRowFields, type RowFields } from './rowFields.ts'
import {
  allRows,
  countValues,
  filterRows,
  joinRows,
  numberRows,
  numbersOf,
  sortRows,
  splitByName,
  splitRows,
  wholeTables,
  locate,
  signatureOf,
  type PlacedRow,
  type Numbered,
  type RowNumbers,
  type RowCondition,
} from './rowSelection.ts'
import { queryWords } from './rules/queryWords.ts'
import { createPeopleGroups, type PeopleOfRows, type PeopleStore } from './peopleOfRows.ts'
import { rowConditions, type RowConditions } from './rowConditions.ts'
import type { SearchStore, StageHits } from './stageSearch.ts'
import { turn, runInTurns } from '../../kernel/turns.ts'
import type { ShapeStore, StoredTable, TableStore } from '../columns/tableStore.ts'
import type { FavouriteStore } from './favouriteTables.ts'
import type { RecentChangesStore } from './recentChanges.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'
import { setBounded } from '../../kernel/bounded.ts'

type Cells = readonly (Cell | undefined)[]

/** Rows in an order, before any of them is read. */
export type SelectedRows = {
  readonly columns: readonly Column[]
  readonly total: number
  /**
   * Rows between two positions, the last excluded; a table is read once for all of its rows among them. `cells` has one cell
   * for each column, undefined where the row has none.
   */
  readonly read: <T>(
    from: number,
    to: number,
    make: (table: StoredTable, index: number, cells: Cells, row: JsonObject, rows: readonly JsonObject[]) => T,
  ) => Promise<readonly T[]>
}

/** The rows a query selects, in its order: of what was stored then, whatever takes its place meanwhile. */
export type Selection = SelectedRows & {
  readonly tables: readonly StoredTable[]
  /** Columns of one of `tables`, with the roles at that moment. */
  readonly columnsOf: (table: StoredTable) => readonly TableColumn[]
  readonly rowAt: (position: number) => PlacedRow
  /** By person: all rows of the person in `tables`; null otherwise. */
  readonly placesOfPerson: ((table: StoredTable, index: number) => readonly PlacedRow[]) | null
  /** Matching rows; by person more than `total`. */
  readonly totalRows: number
  /** The rows hold words similar to those of the search, which no row holds. */
  readonly areSimilar: boolean
  /** The same rows apart by table, with the columns that each has; tables without any are left out. */
  readonly byTable: () => AsyncIterable<SelectedRows & { readonly table: StoredTable }>
}

export type SelectOptions = {
  /** Every row will be read once, in order. */
  readonly isSinglePass?: boolean
  /** The stage's tables as they were when something was begun that goes on; without them, as they are now. */
  readonly tables?: readonly StoredTable[]
}

export type Results = {
  /** `rows` of the choice narrow it down; its `columns` are the caller's business. */
  readonly select: (choice: ResultsChoice, options?: SelectOptions) => Promise<Result<Selection>>
  /** The same rows as pages have them; `read` gives those between two positions, the last excluded. */
  readonly rows: (query: ResultsQuery, options?: SelectOptions) => Promise<Result<PagedRows>>
  readonly page: (
    query: ResultsQuery & { readonly offset: number; readonly limit: number },
  ) => Promise<Result<ResultsPage>>
  readonly facets: (query: Input<'results:facets'>) => Promise<Result<readonly Facet[]>>
  readonly person: (category: CategoryId, index: number) => Promise<Result<PersonView>>
  readonly raw: (category: CategoryId, reply?: ReplyId) => Result<RawBody>
}

type PagedRows = Omit<ResultsPage, 'offset' | 'rows'> & {
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

/** Columns of several tables joined, and of each by category. */
type ColumnsOfTables = {
  readonly columns: readonly Column[]
  readonly own: ReadonlyMap<CategoryId, readonly TableColumn[]>
}

type TableReading = {
  readonly table: StoredTable
  readonly rows: readonly JsonObject[]
  readonly readers: readonly (CellReader | undefined)[]
}

/** Row numbers in the order of a query, null when it is that of all selected rows; `people` where it goes by person. */
type RowOrder = {
  readonly rows: RowNumbers | null
  readonly people: PeopleOfRows | null
  readonly totalRows: number
  readonly areSimilar: boolean
}

/** By category and `ledgerKeyOf` of the row. */
type RecentChanges = ReadonlyMap<CategoryId, ReadonlyMap<string, NonNullable<Row['change']>>>

const rawTextLimit = 1_000_000
const keptOrders = 8
export const createResults = (
  store: FavouriteStore & PeopleStore & RecentChangesStore & SearchStore & ShapeStore & StageStore & TableStore,
  cache: CategoryRowsCache = createCategoryRows(store),
  fields: RowFields = createRowFields(cache),
  ledger: { readonly recent: (stage: StageGuid) => RecentChanges } | null = null,
): Results => {
  const orders = new Map<string, Promise<RowOrder>>()
  const peopleOf = createPeopleGroups(fields, store)
  const merged = new Map<string, ColumnsOfTables>()

  const remember = <T>(known: Map<string, T>, key: string, value: T): T => {
    setBounded(known, key, value, keptOrders)
    return value
  }

  const columnsOf = async (tables: readonly StoredTable[]): Promise<ColumnsOfTables> => {
    const key = signatureOf(tables)
    const known = merged.get(key)
    if (known !== undefined) return known
    await cache.load()
    const own = new Map<CategoryId, readonly TableColumn[]>()
    for (const table of tables) {
      own.set(table.category, cache.columns(table))
      await turn()
    }
    return remember(merged, key, { own, columns: mergeColumns([...new Set(own.values())]) })
  }

  const favouritesOf = (stage: StageGuid): ReadonlySet<string> => new Set(store.favourites(stage).map(({ key }) => key))

  /** A stage sums up all of its categories, which a page during a take would wait for. */
  const isUnknown = (stage: StageGuid, tables: readonly StoredTable[]): boolean =>
    tables.length === 0 && store.stage(stage) === null

  /** Null where no word is asked for; similar ones only if no row of the stage holds the words. */
  const findHits = async (
    stage: StageGuid,
    all: readonly StoredTable[],
    { tables }: Numbered,
    search: string,
    canBeSimilar: boolean,
  ): Promise<StageHits | null> => {
    if (queryWords(search).length === 0) return null
    const hits = await store.stageSearch.find(stage, all, tables, search)
    if (!canBeSimilar || hits.parts.some(({ length }) => length > 0)) return hits
    return (await store.stageSearch.findSimilar(stage, all, tables, search)) ?? hits
  }

  const namesIn = async (table: StoredTable, indexes: RowNumbers): Promise<readonly string[]> => {
    const { rows } = await runInTurns(cache.rowsOnceInSteps(table))
    const reader = fields.reader(table)
    return Array.from(indexes, (index) => reader.name(rows[index] ?? {}))
  }

  const findRows = async (
    { stage, search = '', sort = [], rows: places, isByPerson, areSimilar: canBeSimilar }: ResultsChoice,
    conditions: readonly RowCondition[],
    all: readonly StoredTable[],
    numbered: Numbered,
  ): Promise<RowOrder> => {
    const hits = await findHits(stage, all, numbered, search, canBeSimilar === true)
    const areSimilar = hits?.areSimilar === true
    const isWhole = hits === null && conditions.length === 0 && sort.length === 0 && places === undefined
    if (isWhole && isByPerson !== true) return { rows: null, people: null, totalRows: numbered.total, areSimilar }
    const chosen = places === undefined ? null : numbersOf(places, numbered)
    // Rows with such a bib come first, then those that have the words in their name; each part ascends.
    const parts = hits === null ? [allRows(numbered.total)] : [...hits.parts]
    if (hits !== null && sort.length === 0) {
      parts.push(...(await splitByName(numbered, parts.pop() ?? new Uint32Array(), search, namesIn)))
    }
    const kept: RowNumbers[] = []
    for (const part of parts) {
      const wanted = chosen === null ? part : part.filter((row) => chosen.has(row))
      kept.push(conditions.length === 0 ? wanted : await filterRows(numbered, wanted, conditions, fields))
    }
    const people = isByPerson === true ? await peopleOf(numbered) : null
    const rows = joinRows(people === null ? kept : people.onePerPerson(kept))
    const totalRows = kept.reduce((sum, { length }) => sum + length, 0)
    return {
      rows: sort.length === 0 ? rows : await sortRows(numbered, rows.sort(), sort, fields),
      people,
      totalRows,
      areSimilar,
    }
  }

  const orderOf = (
    query: ResultsChoice,
    { conditions, key: conditionsKey }: RowConditions,
    all: readonly StoredTable[],
    numbered: Numbered,
  ): Promise<RowOrder> => {
    const { search = '', sort = [], rows = null, isByPerson = null, areSimilar = null } = query
    const choice = [search, conditionsKey, sort, rows, isByPerson, areSimilar]
    const key = JSON.stringify([signatureOf(numbered.tables), ...choice])
    const known = orders.get(key)
    if (known !== undefined) return known
    const order = findRows(query, conditions, all, numbered)
    // Callers get the failure; the next call tries again.
    order.catch(() => orders.delete(key))
    return remember(orders, key, order)
  }

  const select: Results['select'] = async (query, { isSinglePass = false, tables: given } = {}) => {
    const all = given ?? store.tables(query.stage)
    if (isUnknown(query.stage, given === undefined ? all : [])) {
      return notFound('stage')
    }
    // Read synchronously with the tables.
    const conditions = rowConditions(store, query.stage, query.filters ?? [])
    const tables = selectTables(all, query)
    const { columns, own } = await columnsOf(tables)
    const numbered = numberRows(tables)
    const unknown = unknownColumn(query, columns) === null ? null : unknownColumn(query, (await columnsOf(all)).columns)
    if (unknown !== null && all.length > 0) {
      return invalidInput(unknown, 'no such column')
    }
    const { rows: chosen, people, totalRows, areSimilar } = await orderOf(query, conditions, all, numbered)
    const total = chosen?.length ?? numbered.total
    const rowAt: Selection['rowAt'] = (position) =>
      locate(numbered, chosen === null ? position : (chosen[position] ?? 0))
    const ownOf: Selection['columnsOf'] = ({ category }) => own.get(category) ?? []
    // Tables are read one at a time and released.
    const byTable: Selection['byTable'] = async function* () {
      const parts = chosen === null ? wholeTables(tables) : await splitRows(numbered, chosen)
      for (const { table, start, rows } of parts) {
        const partColumns = mergeColumns([ownOf(table)])
        const count = rows?.length ?? table.rows
        const at: Selection['rowAt'] = (position) => ({
          table,
          index: rows === null ? position : (rows[position] ?? 0) - start,
        })
        yield { table, columns: partColumns, total: count, read: rowsReader(partColumns, count, at, true) }
        await turn()
      }
    }
    const read = rowsReader(columns, total, rowAt, isSinglePass)
    const startOf = new Map(tables.map((table, at) => [table, numbered.starts[at] ?? 0]))
    const placesOfPerson: Selection['placesOfPerson'] =
      people === null
        ? null
        : (table, index) => Array.from(people.rowsOf((startOf.get(table) ?? 0) + index), (row) => locate(numbered, row))
    const totals = { total, totalRows, areSimilar: areSimilar && total > 0 }
    return { ok: true, value: { ...totals, tables, columns, columnsOf: ownOf, rowAt, placesOfPerson, read, byTable } }
  }

  const rowsReader = (
    columns: readonly Column[],
    total: number,
    rowAt: Selection['rowAt'],
    isSinglePass: boolean,
  ): Selection['read'] => {
    let reading: TableReading | null = null
    return async (from, to, make) => {
      const places = new Map<StoredTable, { readonly at: number; readonly index: number }[]>()
      const end = Math.min(to, total)
      // Nobody turns the page of a list that was read whole.
      const isOnce = isSinglePass || (from === 0 && end === total)
      for (let position = from; position < end; position += 1) {
        const { table, index } = rowAt(position)
        const known = places.get(table)
        if (known === undefined) places.set(table, [{ at: position - from, index }])
        else known.push({ at: position - from, index })
      }
      const rows = Array.from<ReturnType<typeof make>>({ length: Math.max(0, end - from) })
      for (const [table, list] of places) {
        // Neighbours in a selection mostly come from one table: its readers are looked up once.
        if (reading?.table !== table) reading = await readTable(table, columns, isOnce)
        const { rows: found, readers } = reading
        for (const { at, index } of list) {
          const row = found[index] ?? {}
          rows[at] = make(
            table,
            index,
            readers.map((cell) => cell?.(row)),
            row,
            found,
          )
          if (at % 64 === 0) await turn()
        }
        await turn()
      }
      // Release the rows of a fully read selection, which may be kept for long.
      if (isOnce && end >= total) reading = null
      return rows
    }
  }

  const readTable = async (
    table: StoredTable,
    columns: readonly Column[],
    isSinglePass: boolean,
  ): Promise<TableReading> => {
    const { rows, readers } = isSinglePass
      ? await runInTurns(cache.rowsOnceInSteps(table))
      : await cache.rowsInTurns(table)
    return { table, rows, readers: columns.map(({ name }) => readers.get(name)) }
  }

  const toRow = (
    table: StoredTable,
    index: number,
    cells: Cells,
    rows: readonly JsonObject[],
    favourites: ReadonlySet<string>,
    recent: RecentChanges | null,
  ): Row => {
    const row = rows[index] ?? {}
    const reader = fields.reader(table)
    const person = favourites.size === 0 ? null : identitiesOf(reader, rows).key(row)
    const changes = recent?.get(table.category)
    const otherName = reader.otherName(row)
    const change = changes === undefined ? undefined : changes.get(ledgerKeyOf(reader, rows, row) ?? '')
    return {
      category: table.category,
      index,
      identity: cache.identity(table, rows, index),
      cells: cells.map((cell) => cell ?? null),
      status: reader.status(row),
      place: reader.place(row),
      ...(otherName === '' ? {} : { otherName }),
      ...(person !== null && favourites.has(person.key) ? { isFavourite: true } : {}),
      ...(change === undefined ? {} : { change }),
    }
  }

  const rows: Results['rows'] = async (query, options) => {
    const selection = await select({ ...query, areSimilar: true }, options)
    if (!selection.ok) return selection
    const { total, totalRows, areSimilar, columns, placesOfPerson } = selection.value
    const favourites = favouritesOf(query.stage)
    const recent = ledger?.recent(query.stage) ?? null
    const read: PagedRows['read'] = (from, to) =>
      selection.value.read(from, to, (table, index, cells, _, all) => ({
        ...toRow(table, index, cells, all, favourites, recent),
        ...(placesOfPerson === null ? {} : { placesOfPerson: placesOfPerson(table, index).map(rowPlaceOf) }),
      }))
    const totals = { total, ...(placesOfPerson === null ? {} : { totalRows }), ...(areSimilar ? { areSimilar } : {}) }
    return { ok: true, value: { ...totals, columns, read } }
  }

  return {
    select,
    rows,
    page: async ({ offset, limit, ...query }) => {
      const found = await rows(query)
      if (!found.ok) return found
      const { read, ...page } = found.value
      return { ok: true, value: { ...page, offset, rows: await read(offset, offset + limit) } }
    },
    facets: async ({ roles, columns, find = '', ...query }) => {
      const all = store.tables(query.stage)
      if (isUnknown(query.stage, all)) return notFound('stage')
      const numbered = numberRows(selectTables(all, query))
      const { search = '', filters = [] } = query
      const hits = await findHits(query.stage, all, numbered, search, true)
      const rows = hits === null ? allRows(numbered.total) : joinRows(hits.parts).sort()
      const hasRole = (role: ColumnRole): boolean =>
        role === 'status' || numbered.tables.some((table) => fields.reader(table).has(role))
      const isAnyAsked = roles !== undefined || columns !== undefined
      const wanted = [
        ...(isAnyAsked ? (roles ?? []) : usualRoles.filter(hasRole)).map((role) => ({ role })),
        ...(columns ?? []).map((column) => ({ column })),
      ]
      const { conditions } = rowConditions(store, query.stage, filters)
      const personAt = query.isByPerson === true ? (await peopleOf(numbered)).personAt : null
      const facets = { conditions, fields: wanted, find: fold(find).trim(), personAt }
      return { ok: true, value: await countValues(numbered, rows, facets, fields) }
    },
    person: async (category, index) => {
      const table = store.tableOf(category)
      const read = table === null ? null : await cache.rowsInTurns(table)
      const row = read?.rows[index]
      if (table === null || read === null || row === undefined) return notFound('row')
      const columns = cache.columns(table)
      const { readers, sources } = read
      const cells = columns.map(({ name }) => readers.get(name)?.(row) ?? null)
      return {
        ok: true,
        value: {
          row: toRow(table, index, cells, read.rows, favouritesOf(table.stage), ledger?.recent(table.stage) ?? null),
          columns: columns.map(publicColumn),
          distanceName: table.distanceName,
          categoryName: table.categoryName,
          fetchedAt: table.fetchedAt,
          rawJson: JSON.stringify(sources[index] ?? row, null, 2),
        },
      }
    },
    raw: (category, reply) => {
      const body = store.lastBody(category, rawTextLimit, reply)
      if (body === null) return notFound('body')
      const { isText: _, ...described } = body
      return { ok: true, value: described }
    },
  }
}

/** Tables of the distance and categories in the query; all tables without either. */
export const selectTables = (tables: readonly StoredTable[], query: ResultsQuery): readonly StoredTable[] => {
  const categories = query.categories === undefined ? null : new Set(query.categories)
  return tables.filter(
    (table) =>
      (query.distance === undefined || table.distanceGuid === query.distance) &&
      (categories === null || categories.has(table.category)),
  )
}

/** Roles for filters; the tree selects distances and categories. */
const usualRoles = ['sex', 'ageGroup', 'club', 'team', 'city', 'region', 'country', 'status'] as const

/** The place in the query of a column that is not among these; null when all are. */
const unknownColumn = ({ sort = [], filters = [] }: ResultsQuery, columns: readonly Column[]): string | null => {
  const isUnknown = (one: object): boolean => 'column' in one && !columns.some(({ name }) => name === one.column)
  if (sort.some(isUnknown)) return 'sort'
  return filters.some(isUnknown) ? 'filters' : null
}

const rowPlaceOf = ({ table, index }: PlacedRow): RowPlace => ({ category: table.category, index })
