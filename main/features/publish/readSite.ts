import { createHash } from 'node:crypto'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { SiteColumn, SiteFound, SiteRow } from '../../../preload/contract/publish/site.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import { orderRole } from '../results/fieldFacts.ts'
import { numberPeople } from '../results/peopleOfRows.ts'
import { createRowFields } from '../results/rowFields.ts'
import { numberRows } from '../results/rowSelection.ts'
import { compareRows, siteRowReader, type RowFacts } from './rules/siteRow.ts'

/** A category as a site shows it. Its rows are made anew at each call: all of them at once would take as much memory again. */
export type SiteTable = {
  readonly table: StoredTable
  /** Stays the same as long as distance and category keep their names. */
  readonly key: string
  readonly points: readonly string[]
  readonly size: number
  readonly finishers: number
  /** By place, from one position to before another. */
  readonly rows: (from: number, to: number) => readonly SiteRow[]
}

export type SiteContent = {
  readonly tables: readonly SiteTable[]
  readonly people: number
  /** A person from the largest of their categories; `rowsOfPage` tells on which of its pages they are. */
  readonly person: (person: number, rowsOfPage: number) => SiteFound
}

type ReadTable = {
  readonly table: StoredTable
  readonly key: string
  readonly points: readonly string[]
  /** By place. People only: a row without a name and a bib is nobody's. */
  readonly members: readonly RowFacts[]
}

const shortHash = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 10)

/** Reads the tables as a site shows them: people, not rows, and nothing that was not chosen. */
export const readSite = async (
  cache: CategoryRowsCache,
  tables: readonly StoredTable[],
  chosen: readonly SiteColumn[],
): Promise<SiteContent> => {
  const noted = new Map<CategoryId, Omit<ReadTable, 'table' | 'key'>>()
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
    const members = rows.map(readRow)
    noted.set(table.category, { members, points: reader.splits(rows[0] ?? {}).map(({ label }) => label) })
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
  const read = tables.map((table, at): ReadTable => {
    const { members = [], points = [] } = noted.get(table.category) ?? {}
    const start = numbered.starts[at] ?? 0
    for (const [index, member] of members.entries()) member.person = personOf[start + index] ?? 0
    const named = members.filter(({ name, bib }) => name !== '' || bib !== '')
    return { table, key: shortHash(table.distanceName, table.categoryName), points, members: named }
  })
  nameKeys(read, people)
  return contentOf(
    read.map((one) => ({ ...one, members: one.members.toSorted(compareRows) })),
    people,
  )
}

/** Owner of a bib that several people have. */
const several = -1

/**
 * Gives every member the key of their person: the bib if it is theirs alone, else a hash that stays as long as their name
 * and category do. Nobody is twice in a category by one key.
 */
const nameKeys = (read: readonly ReadTable[], people: number): void => {
  const owners = new Map<string, number>()
  for (const { members } of read) {
    for (const { person, bib } of members) {
      const owner = owners.get(bib)
      owners.set(bib, owner === undefined || owner === person ? person : several)
    }
  }
  const keys: (string | undefined)[] = Array.from({ length: people })
  for (const { members, key: category } of read) {
    const taken = new Set<string>()
    for (const member of members) {
      const { person, bib, name } = member
      const isOwn = bib !== '' && owners.get(bib) === person
      const key = keys[person] ?? (isOwn ? bib : shortHash(name, bib, category))
      keys[person] = key
      member.key = key
      for (let count = 2; taken.has(member.key); count += 1) member.key = `${key}~${count}`
      taken.add(member.key)
    }
  }
}

type Placings = SiteRow[7]

const contentOf = (read: readonly ReadTable[], people: number): SiteContent => {
  /** Of each person: their largest category and their position there. */
  const largest = new Int32Array(people).fill(-1)
  const positions = new Uint32Array(people)
  const placings = new Map<number, Placings>()
  for (const [category, { members }] of read.entries()) {
    for (const [at, { person, place }] of members.entries()) {
      const other = largest[person] ?? -1
      if (other !== -1) {
        const before = placings.get(person) ?? [[other, read[other]?.members[positions[person] ?? 0]?.place ?? null]]
        placings.set(person, [...before, [category, place]])
      }
      if (other === -1 || members.length > (read[other]?.members.length ?? 0)) {
        largest[person] = category
        positions[person] = at
      }
    }
  }
  const known = Uint32Array.from(largest.keys()).filter((person) => largest[person] !== -1)
  return {
    people: known.length,
    person: (at, rowsOfPage) => {
      const person = known[at] ?? 0
      const category = largest[person] ?? 0
      const position = positions[person] ?? 0
      const member = read[category]?.members[position]
      if (member === undefined) throw new Error('a person without a row')
      const { key, name, bib, place, result, status } = member
      return [key, name, bib, category, Math.floor(position / rowsOfPage), place, result, status]
    },
    tables: read.map(({ table, key, points, members }, category): SiteTable => ({
      table,
      key,
      points,
      size: members.length,
      finishers: members.reduce((sum, { isFinisher }) => sum + (isFinisher ? 1 : 0), 0),
      rows: (from, to) =>
        members.slice(from, to).map(({ person, key: own, place, name, result, status, texts, pointsMs }): SiteRow => {
          const all = placings.get(person) ?? [[category, place]]
          return [own, place, name, result, status, texts, pointsMs, all]
        }),
    })),
  }
}
