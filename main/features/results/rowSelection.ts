import { comparePacked, valueKey, type CodedTexts } from './rules/rowSort.ts'
import type { CategoryId, RowPlace } from '../../../preload/contract/ids.ts'
import type { Facet, Sort } from '../../../preload/contract/results.ts'
import type { RowRole } from '../../../preload/contract/roles.ts'
import type { Field, RowFields } from './rowFields.ts'
import { foldSearched } from '../../kernel/fold.ts'
import { sortInTurns } from './sortInTurns.ts'
import { queryWords } from './rules/queryWords.ts'
import { linesOf, markWord, scanLines } from './rules/searchScan.ts'
import { turn } from '../../kernel/turns.ts'
import type { StoredTable } from '../columns/tableStore.ts'

/** Rows of all selected tables count through: a row's number is its table's start plus its index there. */
export type Numbered = {
  readonly tables: readonly StoredTable[]
  readonly starts: Float64Array
  readonly total: number
}

/** Row numbers; rising unless they were sorted. */
export type RowNumbers = Uint32Array<ArrayBuffer>

export const numberRows = (tables: readonly StoredTable[]): Numbered => {
  const starts = new Float64Array(tables.length)
  let total = 0
  for (const [position, table] of tables.entries()) {
    starts[position] = total
    total += table.rows
  }
  return { tables, starts, total }
}

export const allRows = (total: number): RowNumbers => Uint32Array.from({ length: total }, (_, row) => row)

export const wholeTables = (
  tables: readonly StoredTable[],
): readonly { readonly table: StoredTable; readonly start: number; readonly rows: null }[] =>
  tables.flatMap((table) => (table.rows === 0 ? [] : [{ table, start: 0, rows: null }]))

export const numbersOf = (places: readonly RowPlace[], { tables, starts }: Numbered): ReadonlySet<number> => {
  const startOf = new Map(tables.map(({ category }, at) => [category, starts[at] ?? 0]))
  return new Set(places.map(({ category, index }) => (startOf.get(category) ?? Number.NaN) + index))
}

export const joinRows = (parts: readonly RowNumbers[]): RowNumbers => {
  const joined = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export type PlacedRow = { readonly table: StoredTable; readonly index: number }

export const locate = ({ tables, starts }: Numbered, row: number): PlacedRow => {
  const place = placeOfTable(starts, row)
  const table = tables[place]
  if (table === undefined) throw new RangeError('No table holds this row')
  return { table, index: row - (starts[place] ?? 0) }
}

export const signatureOf = (tables: readonly StoredTable[]): string =>
  tables.map(({ category, snapshot, roles }) => `${category}:${snapshot}:${roles}`).join(' ')

/** For each table the part of the rising numbers that are its rows; tables without any are left out. */
function* partsOf({ tables, starts, total }: Numbered, rows: RowNumbers) {
  let first = 0
  for (const [position, table] of tables.entries()) {
    const start = starts[position] ?? 0
    const end = starts[position + 1] ?? total
    let after = first
    while (after < rows.length && (rows[after] ?? 0) < end) after += 1
    if (after > first) yield { table, start, first, after }
    first = after
  }
}

/** The place in `tables` of the one that holds the row; tables without rows hold none. */
export const placeOfTable = (starts: Float64Array, row: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows of each table, in the order in which they come; tables without any are left out. */
export const splitRows = async (
  { tables, starts }: Numbered,
  rows: RowNumbers,
): Promise<readonly { readonly table: StoredTable; readonly start: number; readonly rows: RowNumbers }[]> => {
  const places = new Uint32Array(rows.length)
  const counts = new Uint32Array(tables.length)
  for (let at = 0; at < rows.length; at += 1) {
    const place = placeOfTable(starts, rows[at] ?? 0)
    places[at] = place
    counts[place] = (counts[place] ?? 0) + 1
    if (at % 4_096 === 0) await turn()
  }
  const ends = new Uint32Array(tables.length)
  for (let place = 1; place < ends.length; place += 1) ends[place] = (ends[place - 1] ?? 0) + (counts[place - 1] ?? 0)
  const split = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) {
    const place = places[at] ?? 0
    const end = ends[place] ?? 0
    split[end] = rows[at] ?? 0
    ends[place] = end + 1
    if (at % 4_096 === 0) await turn()
  }
  return tables.flatMap((table, place) => {
    const [end = 0, count = 0] = [ends[place], counts[place]]
    return count === 0 ? [] : [{ table, start: starts[place] ?? 0, rows: split.subarray(end - count, end) }]
  })
}

/** The field of a filter and the texts that pass in a category. */
export type RowCondition = { readonly field: Field; readonly wanted: (category: CategoryId) => ReadonlySet<string> }

const passing = ({ keys }: CodedTexts, wanted: ReadonlySet<string>): Uint8Array =>
  Uint8Array.from(keys, (key) => (wanted.has(key) ? 1 : 0))

/** The rows that pass every filter; `rows` are rising. */
export const filterRows = async (
  numbered: Numbered,
  rows: RowNumbers,
  conditions: readonly RowCondition[],
  fields: RowFields,
): Promise<RowNumbers> => {
  const kept = new Uint32Array(rows.length)
  let count = 0
  for (const { table, start, first, after } of partsOf(numbered, rows)) {
    let left = rows.subarray(first, after)
    for (const { field, wanted } of conditions) {
      if (left.length === 0) break
      const coded = await fields.texts(table, field)
      const passes = passing(coded, wanted(table.category))
      left = left.filter((row) => passes[coded.codes[row - start] ?? -1] === 1)
      await turn()
    }
    kept.set(left, count)
    count += left.length
  }
  return kept.slice(0, count)
}

/** More hits than these are listed in the order of their tables: nobody reads them to the end. */
const mostNamed = 1_000

/** Hits whose name holds every word of the search, then the others; `rows` are rising, and so are both parts. */
export const splitByName = async (
  numbered: Numbered,
  rows: RowNumbers,
  search: string,
  namesIn: (table: StoredTable, indexes: RowNumbers) => Promise<readonly string[]>,
): Promise<readonly RowNumbers[]> => {
  const words = queryWords(search)
  if (rows.length > mostNamed || words.some(({ word }) => /\d/.test(word))) return [rows]
  const names: string[] = []
  for (const { table, start, first, after } of partsOf(numbered, rows)) {
    const indexes = rows.subarray(first, after).map((row) => row - start)
    for (const name of await namesIn(table, indexes)) names.push(foldSearched(name).replaceAll('\n', ' '))
    await turn()
  }
  const named = new Set(scanLines(linesOf(names.join('\n'), names.length), words.map(markWord), null).rows)
  return [rows.filter((_, at) => named.has(at)), rows.filter((_, at) => !named.has(at))]
}

const rankingRoles: ReadonlySet<RowRole> = new Set<RowRole>(['distance', 'category', 'place', 'placeOverall', 'status'])

/**
 * Sorted by all of `sort`; equal rows by their place in the category, then as received. `rows` are rising.
 * By place and by status, rows stand as on a published site.
 */
export const sortRows = async (
  numbered: Numbered,
  rows: RowNumbers,
  sort: readonly Sort[],
  fields: RowFields,
): Promise<RowNumbers> => {
  const isRanking = sort.every((level) => 'role' in level && rankingRoles.has(level.role))
  const ties: readonly RowRole[] = isRanking ? ['place', 'status', 'result', 'bib'] : ['place']
  const levels = [
    ...sort.map((level) => ({
      field: 'role' in level ? { role: level.role } : { column: level.column },
      isDescending: level.isDescending ?? false,
    })),
    ...ties.map((role) => ({ field: { role }, isDescending: false })),
  ]
  const packed = levels.map((): { numbers: Float64Array; texts: (string | undefined)[] | null } => ({
    numbers: new Float64Array(numbered.total).fill(Number.NaN),
    texts: null,
  }))
  for (const { table, start } of partsOf(numbered, rows)) {
    for (const [index, { field }] of levels.entries()) {
      const keys = await fields.sortKeys(table, field)
      const level = packed[index]
      if (level === undefined) continue
      level.numbers.set(keys.numbers, start)
      if (keys.texts !== null) {
        const texts = (level.texts ??= Array.from<string | undefined>({ length: numbered.total }))
        for (let row = 0; row < keys.texts.length; row += 1) texts[start + row] = keys.texts[row]
      }
      await turn()
    }
  }
  return await sortInTurns(rows.slice(), (a, b) => {
    for (let index = 0; index < levels.length; index += 1) {
      const keys = packed[index]
      const difference = keys === undefined ? 0 : comparePacked(keys, a, b, levels[index]?.isDescending ?? false)
      if (difference !== 0) return difference
    }
    return a - b
  })
}

type FacetQuery = {
  readonly conditions: readonly RowCondition[]
  readonly fields: readonly ({ readonly role: RowRole } | { readonly column: string })[]
  /** Folded; '' finds all. */
  readonly find: string
  /** Whose each row is, where people are counted and not rows. */
  readonly personAt: ((row: number) => number) | null
}

const valuesLimit = 300

const isSameField = (a: Field, b: Field): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Values with their counts among the rows that pass every other filter: a field's own filters do not hide its values. */
export const countValues = async (
  numbered: Numbered,
  rows: RowNumbers,
  query: FacetQuery,
  fields: RowFields,
): Promise<readonly Facet[]> => {
  const counts = query.fields.map(() => new Map<string, { value: string; count: number }>())
  const counted = query.fields.map(() => new Map<string, Set<number>>())
  const isCounted = (field: number, key: string, row: number): boolean => {
    if (query.personAt === null) return false
    const people = counted[field]?.get(key) ?? new Set()
    counted[field]?.set(key, people)
    return people.size === people.add(query.personAt(row)).size
  }
  for (const { table, start, first, after } of partsOf(numbered, rows)) {
    const filters = []
    for (const { field, wanted } of query.conditions) {
      const coded = await fields.texts(table, field)
      filters.push({ field, coded, passes: passing(coded, wanted(table.category)) })
      await turn()
    }
    for (const [index, field] of query.fields.entries()) {
      const coded = await fields.texts(table, field)
      const others = filters.filter((filter) => !isSameField(filter.field, field))
      const tally = new Uint32Array(coded.keys.length)
      for (let at = first; at < after; at += 1) {
        const number = rows[at] ?? 0
        const row = number - start
        if (others.every(({ coded: { codes }, passes }) => passes[codes[row] ?? -1] === 1)) {
          const code = coded.codes[row] ?? 0
          if (!isCounted(index, coded.keys[code] ?? '', number)) tally[code] = (tally[code] ?? 0) + 1
        }
      }
      const known = counts[index]
      if (known !== undefined) addTally(known, coded, tally)
      await turn()
    }
  }
  return query.fields.map((field, index) => {
    const found = [...(counts[index] ?? [])].filter(([key]) => key.includes(query.find))
    const values = found
      .map(([, value]) => value)
      .sort((a, b) => b.count - a.count || (valueKey(a.value) < valueKey(b.value) ? -1 : 1))
      .slice(0, valuesLimit)
    return { ...field, values, total: found.length }
  })
}

const addTally = (
  known: Map<string, { value: string; count: number }>,
  { keys, labels }: CodedTexts,
  tally: Uint32Array,
): void => {
  for (const [code, count] of tally.entries()) {
    if (count === 0) continue
    const key = keys[code] ?? ''
    const entry = known.get(key)
    if (entry === undefined) known.set(key, { value: labels[code] ?? '', count })
    else entry.count += count
  }
}
