import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Placing, Status } from '../../../preload/contract/results.ts'
import { finisherReader, type FinisherReader, type PlaceRole } from './rules/finisher.ts'
import { identitiesOf } from './rules/identity.ts'
import { fold } from '../../kernel/fold.ts'
import { hashOfText } from './rules/textHash.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { TableColumn } from '../columns/rules/table/columns.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { makeRoomFor, type Keeper } from './room.ts'
import { type Steps, runInTurns } from '../../kernel/turns.ts'
import type { StoredTable } from '../columns/tableStore.ts'

/** Cached facts of a category's rows. */
export type FieldFacts = {
  /** Finish times in ms; NaN for others. */
  readonly finishMs: Float64Array
  /** The same by gun; null when the body has no gun time. */
  readonly gunMs: Float64Array | null
  /** People with a time or with a distance as result. */
  readonly finishers: number
  /** Rows that have a place, in the order of places; NaN in `places` for the others. */
  readonly order: Uint32Array
  readonly places: Float64Array
  /** Summary of a row for lists of matches, without reading a body. */
  readonly tellRow: (index: number) => ToldRow
  /** By row a hash of its person, the same in every category; NaN for a row without a person. */
  readonly persons: Float64Array
}

/** Summary of one row; places by role, `result` as received. */
export type ToldRow = Pick<
  Placing,
  'place' | 'placeOverall' | 'placeSex' | 'placeCategory' | 'status' | 'result' | 'resultMs'
>

export type FieldFactsCache = {
  readonly reader: (table: StoredTable) => FinisherReader
  readonly facts: (table: StoredTable) => Promise<FieldFacts>
  /** Keeps nothing of what was made so far. */
  readonly forget: () => void
}

/** Rows of all the categories whose facts are kept at hand; the longest unused go first. */
const keptRows = 400_000
const rowsPerStep = 250

type Known = {
  readonly snapshot: number
  readonly roles: number
  readonly rows: number
  readonly facts: Promise<FieldFacts>
}

/** Facts of categories, made in turns when first asked for and again when their rows or roles have become others. */
export const createFieldFacts = (
  cache: Pick<CategoryRowsCache, 'rowsOnceInSteps' | 'columns'>,
  others: readonly Keeper[],
): FieldFactsCache => {
  const known = new Map<CategoryId, Known>()
  const readers = new WeakMap<readonly TableColumn[], FinisherReader>()
  let rows = 0

  const reader = (table: StoredTable): FinisherReader => {
    const columns = cache.columns(table)
    const found = readers.get(columns) ?? finisherReader(columns)
    readers.set(columns, found)
    return found
  }

  function* gatherFrom(table: StoredTable): Steps<FieldFacts> {
    const { rows: read } = yield* cache.rowsOnceInSteps(table)
    return yield* gather(read, reader(table))
  }

  const forget = (category: CategoryId): void => {
    rows -= known.get(category)?.rows ?? 0
    known.delete(category)
  }

  return {
    reader,
    facts: (table) => {
      const found = known.get(table.category)
      forget(table.category)
      const isCurrent = found?.snapshot === table.snapshot && found.roles === table.roles
      const { snapshot, roles } = table
      if (!isCurrent) makeRoomFor(table.rows, others)
      const facts = isCurrent ? found.facts : runInTurns(gatherFrom(table))
      // Moved to the end: the map's first entry is the least recently used.
      known.set(table.category, { snapshot, roles, rows: table.rows, facts })
      rows += table.rows
      for (const category of known.keys()) {
        if (rows <= keptRows || category === table.category) break
        forget(category)
      }
      return facts
    },
    forget: () => {
      known.clear()
      rows = 0
    },
  }
}

// Within one category both places give the same order; across several only the overall place orders all rows.
const allPlaceRoles: readonly PlaceRole[] = ['place', 'placeOverall', 'placeSex', 'placeCategory']
const placeRoles: readonly PlaceRole[] = ['place', 'placeOverall', 'placeCategory']

/** The place that a category's rows are in the order of. */
export const orderRole = (reader: FinisherReader): PlaceRole => placeRoles.find(reader.has) ?? 'place'

function* gather(rows: readonly JsonObject[], reader: FinisherReader): Generator<undefined, FieldFacts> {
  const finishMs = new Float64Array(rows.length).fill(Number.NaN)
  const gunMs = reader.has('gunTime') ? new Float64Array(rows.length).fill(Number.NaN) : null
  const places = new Float64Array(rows.length).fill(Number.NaN)
  const persons = new Float64Array(rows.length).fill(Number.NaN)
  const role = orderRole(reader)
  const statuses: Status[] = []
  const results: string[] = []
  const resultMs = new Float64Array(rows.length).fill(Number.NaN)
  // A function that sees `rows` would keep them in memory for as long as the facts.
  const placesOf = new Map<PlaceRole, Int32Array>()
  for (const known of allPlaceRoles) if (reader.has(known)) placesOf.set(known, new Int32Array(rows.length))
  let finishers = 0
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield undefined
    const status = reader.status(row)
    const readMs = reader.finishMs(row)
    const ms = status === 'OK' || status === 'NC' ? readMs : null
    statuses.push(status)
    results.push(reader.resultText(row))
    if (readMs !== null) resultMs[index] = readMs
    for (const [known, list] of placesOf) list[index] = reader.place(row, known) ?? 0
    if (ms !== null) {
      finishers += 1
      finishMs[index] = ms
      if (gunMs !== null) gunMs[index] = reader.timeMs(row, 'gunTime') ?? Number.NaN
    }
    if (readMs === null && (status === 'OK' || status === 'NC') && reader.hasFinish(row)) finishers += 1
    places[index] = placesOf.get(role)?.[index] || Number.NaN
    const person = identitiesOf(reader, rows).key(row)
    // Ids may begin anew in other categories.
    if (person !== null)
      persons[index] = hashOfText(person.rule === 'id' ? `${person.key} ${fold(reader.name(row))}` : person.key)
  }
  yield undefined
  const placed = rows.flatMap((_, index) => (Number.isNaN(places[index]) ? [] : [index]))
  const order = Uint32Array.from(placed.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b))
  const placeAt = (known: PlaceRole, index: number): number | null => placesOf.get(known)?.[index] || null
  const tellRow = (index: number): ToldRow => {
    const ms = resultMs[index]
    return {
      place: placeAt('place', index),
      placeOverall: placeAt('placeOverall', index),
      placeSex: placeAt('placeSex', index),
      placeCategory: placeAt('placeCategory', index),
      status: statuses[index] ?? 'unknown',
      result: results[index] ?? '',
      resultMs: ms === undefined || Number.isNaN(ms) ? null : ms,
    }
  }
  return { finishMs, gunMs, finishers, order, places, tellRow, persons }
}
