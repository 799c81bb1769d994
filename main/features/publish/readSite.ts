import { createHash } from 'node:crypto'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { SiteColumn, SiteFound, SiteRow } from '../../../preload/contract/publish/site.ts'
import { compareRows } from '../../../preload/shared/rowOrder.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import { orderRole } from '../results/fieldFacts.ts'
import { numberPeople } from '../results/peopleOfRows.ts'
import { createRowFields } from '../results/rowFields.ts'
import { numberRows } from '../results/rowSelection.ts'
import { packRows, packTexts, type PackedRows, type PackedTexts } from './rules/packedRows.ts'
import { searchKey } from '../../../preload/shared/searchKey.ts'
import { siteRowReader } from './rules/siteRow.ts'

/** A category as a site shows it. Its rows are made anew at each call: all of them at once would take as much memory again. */
export type SiteTable = {
  readonly table: StoredTable
  /** Stays the same as long as distance and category keep their names. */
  readonly key: string
  readonly points: readonly string[]
  readonly size: number
  readonly finishers: number
  /** The keys of the rows, by place. */
  readonly rowKeys: () => readonly string[]
  /** By place, from one position to before another. */
  readonly rows: (from: number, to: number) => readonly SiteRow[]
}

export type SiteContent = {
  readonly tables: readonly SiteTable[]
  readonly people: number
  /** A person from the largest of their categories; `rowsOfPage` tells on which of its pages they are. */
  readonly found: (person: number, rowsOfPage: number) => SiteFound
}

type ReadTable = {
  readonly table: StoredTable
  readonly key: string
  readonly points: readonly string[]
  readonly rows: PackedRows
  /** Of each row: number and key of the person. */
  readonly persons: Uint32Array
  readonly keys: PackedTexts
  /** Rows by place. People only: a row without a name and a bib is nobody's. */
  readonly order: Uint32Array
}

type NamedTable = Omit<ReadTable, 'keys' | 'order'>

const shortHash = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 10)

/** Reads the tables as a site shows them: people, not rows, and nothing that was not chosen. */
export const readSite = async (
  cache: CategoryRowsCache,
  tables: readonly StoredTable[],
  chosen: readonly SiteColumn[],
): Promise<SiteContent> => {
  const noted = new Map<CategoryId, Pick<ReadTable, 'rows' | 'points'>>()
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  const note = (table: StoredTable, rows: readonly JsonObject[]): void => {
    if (noted.has(table.category)) return
    const columns = cache.columns(table)
    const reader = fields.reader(table)
    const readRow = siteRowReader({ reader, columns, order: orderRole(reader), chosen, shared })
    const points = reader.splits(rows[0] ?? {}).map(({ label }) => label)
    const widths = { texts: chosen.length, bibAt: chosen.indexOf('bib'), points: points.length }
    noted.set(table.category, { rows: packRows(rows, readRow, widths), points })
  }
  // Bodies are parsed once, both to tell people apart and to read what is shown of them.
  const fields = createRowFields({
    columns: cache.columns,
    *rowsOnceInSteps(table) {
      const read = yield* cache.rowsOnceInSteps(table)
      note(table, read.rows)
      return read
    },
  })
  const numbered = numberRows(tables)
  const { personOf, people } = await numberPeople(numbered, fields)
  // The texts by which people were told apart would stay in memory as long as the rows are read.
  fields.forget()
  const named = tables.map((table, at): NamedTable => {
    const { rows = noRows, points = [] } = noted.get(table.category) ?? {}
    const start = numbered.starts[at] ?? 0
    const persons = personOf.subarray(start, start + rows.size)
    return { table, key: shortHash(table.distanceName, table.categoryName), points, rows, persons }
  })
  const keys = nameKeys(named, people)
  return contentOf(
    named.map((one, at) => inOrder(one, keys[at] ?? noKeys)),
    people,
  )
}

const noRows: PackedRows = packRows<never>([], (row) => row, { texts: 0, bibAt: -1, points: 0 })

const noKeys = packTexts([])

const inOrder = (table: NamedTable, keys: PackedTexts): ReadTable => {
  const { rows } = table
  const ordered = Array.from({ length: rows.size }, (_, index) => ({
    index,
    key: keys.at(index),
    place: rows.place(index),
    result: rows.result(index),
    status: rows.status(index),
  }))
    .filter(({ index }) => rows.name(index) !== '' || rows.bib(index) !== '')
    .sort(compareRows)
  return { ...table, keys, order: Uint32Array.from(ordered, ({ index }) => index) }
}

/** Owner of a bib that several people have. */
const several = -1

/**
 * The key of each row's person: the bib if it is theirs alone and can be searched and linked to, else a hash that stays as long as
 * their name and category do. Nobody is twice in a category by one key.
 */
const nameKeys = (read: readonly NamedTable[], people: number): readonly PackedTexts[] => {
  const owners = new Map<string, number>()
  for (const { rows, persons } of read) {
    for (const [index, person] of persons.entries()) {
      const bib = rows.bib(index)
      const owner = owners.get(bib)
      owners.set(bib, owner === undefined || owner === person ? person : several)
    }
  }
  const known: (string | undefined)[] = Array.from({ length: people })
  return read.map(({ rows, persons, key: category }) => {
    const taken = new Set<string>()
    const keys = Array.from(persons, (person, index) => {
      const [bib, name] = [rows.bib(index), rows.name(index)]
      if (bib === '' && name === '') return ''
      const isOwn = owners.get(bib) === person && searchKey(bib) !== '' && bib.isWellFormed()
      const own = known[person] ?? (isOwn ? bib : shortHash(name, bib, category))
      known[person] = own
      let key = own
      for (let count = 2; taken.has(key); count += 1) key = `${own}~${count}`
      taken.add(key)
      return key
    })
    return packTexts(keys)
  })
}

type Placings = SiteRow[7]

const contentOf = (read: readonly ReadTable[], people: number): SiteContent => {
  /** Of each person: their largest category and their position there. */
  const largest = new Int32Array(people).fill(-1)
  const positions = new Uint32Array(people)
  const placings = new Map<number, Placings>()
  const placeAt = (category: number, position: number): number | null => {
    const { rows = noRows, order = [] } = read[category] ?? {}
    return rows.place(order[position] ?? 0)
  }
  for (const [category, { persons, order }] of read.entries()) {
    for (const [at, row] of order.entries()) {
      const person = persons[row] ?? 0
      const other = largest[person] ?? -1
      if (other !== -1) {
        const before = placings.get(person) ?? [[other, placeAt(other, positions[person] ?? 0)]]
        placings.set(person, [...before, [category, placeAt(category, at)]])
      }
      if (other === -1 || order.length > (read[other]?.order.length ?? 0)) {
        largest[person] = category
        positions[person] = at
      }
    }
  }
  const known = Uint32Array.from(largest.keys()).filter((person) => largest[person] !== -1)
  return {
    people: known.length,
    found: (at, rowsOfPage) => {
      const person = known[at] ?? 0
      const category = largest[person] ?? 0
      const position = positions[person] ?? 0
      const { keys = noKeys, rows = noRows, order = [] } = read[category] ?? {}
      const row = order[position] ?? 0
      const page = Math.floor(position / rowsOfPage)
      const { name, bib, place, result, status } = rows
      return [keys.at(row), name(row), bib(row), category, page, place(row), result(row), status(row)]
    },
    tables: read.map(({ table, key, points, rows, persons, keys, order }, category): SiteTable => ({
      table,
      key,
      points,
      size: order.length,
      finishers: order.reduce((sum, row) => sum + (rows.isFinisher(row) ? 1 : 0), 0),
      rowKeys: () => Array.from(order, keys.at),
      rows: (from, to) =>
        Array.from(order.subarray(from, to), (row): SiteRow => {
          const { place, name, result, status, texts, pointsMs } = rows.at(row)
          const all = placings.get(persons[row] ?? 0) ?? [[category, place]]
          return [keys.at(row), place, name, result, status, texts, pointsMs, all]
        }),
    })),
  }
}
