import type { Result } from '../../../preload/contract/result.ts'
import type { FoundRow, Found } from '../../../preload/contract/results.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { identitiesOf, isBacked, personKeyFor } from './rules/identity.ts'
import { queryWords } from './rules/queryWords.ts'
import { linesOf, markWord, scanLines } from './rules/searchScan.ts'
import type { RowFields } from './rowFields.ts'
import type { RowNumbers } from './rowSelection.ts'
import type { SearchStore, StageSearch } from './stageSearch.ts'
import { foldSearched } from '../../kernel/fold.ts'
import { turn } from '../../kernel/turns.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'

type FindEverywhere = (query: { readonly search: string; readonly limit: number }) => Promise<Result<Found>>

export type FindParts = {
  readonly store: Pick<StageStore, 'stages'> & Pick<TableStore, 'tables'> & SearchStore
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns'>
  readonly fields: Pick<RowFields, 'reader'>
}

type Hit = {
  readonly stage: ReturnType<StageStore['stages']>[number]
  readonly table: StoredTable
  readonly index: number
}

type FoundPerson = { readonly key: string | null; readonly hits: readonly Hit[]; readonly row: FoundRow }

/** Rows compared to tell who is the same person: reading all rows of every stage would keep a search waiting. */
const mostCompared = 600

/**
 * Finds people over all stages: those whose bib is asked for first, the nearest before others, then those who have the words in their name, then the
 * others; each part stage by stage in the order of their list.
 */
export const createFindEverywhere = ({ store, cache, fields }: FindParts): FindEverywhere => {
  const describe = ({ stage, table, index }: Hit, row: JsonObject): FoundRow => {
    const reader = fields.reader(table)
    return {
      stage: stage.guid,
      stageName: stage.name,
      category: table.category,
      distanceName: table.distanceName,
      categoryName: table.categoryName,
      categories: [table.categoryName],
      index,
      bib: reader.text(row, 'bib'),
      name: reader.name(row),
      club: reader.text(row, 'club') || reader.text(row, 'team'),
      result: reader.text(row, 'result') || reader.text(row, 'chipTime') || reader.text(row, 'gunTime'),
      place: reader.place(row),
      status: reader.status(row),
    }
  }

  /** One of each person, by the rules of the person card, with the row in the largest category. */
  const gather = async (hits: readonly Hit[]): Promise<readonly FoundPerson[]> => {
    const people: FoundPerson[] = []
    const bySlot = new Map<string, number[]>()
    for (const hit of hits) {
      const { rows } = await cache.rowsInTurns(hit.table)
      const row = rows[hit.index] ?? {}
      const told = describe(hit, row)
      const key = identitiesOf(fields.reader(hit.table), rows).key(row)?.key ?? null
      const found = { key, hits: [hit], row: told }
      // An id that several people of one table share is one person's in another.
      const named = personKeyFor('', told)
      const keys = new Set(key === null ? [] : [key, named?.rule === 'bib-and-name' ? named.key : key])
      const slots = [...keys].map((one) => bySlot.get(`${hit.stage.guid} ${one}`) ?? [])
      const same = slots.flat().find((place) => isSame(people[place], found))
      if (same !== undefined) people[same] = join(people[same] ?? found, found)
      const place = same ?? people.push(found) - 1
      for (const one of keys) {
        const slot = `${hit.stage.guid} ${one}`
        bySlot.set(slot, [...(bySlot.get(slot) ?? []), place])
      }
      await turn()
    }
    return people
  }

  const findHits = async (search: string, find: StageSearch['findSimilar']) => {
    const parts: Hit[][] = []
    let rows = 0
    for (const stage of store.stages()) {
      const tables = store.tables(stage.guid)
      const hits = tables.length === 0 ? null : await find(stage.guid, tables, tables, search, true)
      if (hits === null) continue
      for (const [nearness, found] of hits.parts.entries()) {
        rows += found.length
        const places = locateAll(tables, found.slice(0, mostCompared)).map((place) => ({ stage, ...place }))
        parts[nearness] = [...(parts[nearness] ?? []), ...places]
      }
    }
    return { parts, rows }
  }

  return async ({ search, limit }) => {
    if (queryWords(search).length === 0) return { ok: true, value: { total: 0, rows: [] } }
    const exactly = await findHits(search, store.stageSearch.find)
    const similar = exactly.rows === 0 ? await findHits(search, store.stageSearch.findSimilar) : exactly
    const { parts, rows } = similar
    const compared = parts.flat().slice(0, mostCompared)
    const others = new Set(parts.at(-1))
    const people = await gather(compared)
    const withBib = people.filter(({ hits }) => hits.some((hit) => !others.has(hit)))
    const rest = people.filter((person) => !withBib.includes(person))
    const ordered = [...withBib, ...namedFirst(rest, search)]
    return {
      ok: true,
      value: {
        total: rows > compared.length ? null : people.length,
        rows: ordered.slice(0, limit).map(({ row }) => row),
        ...(similar !== exactly && rows > 0 ? { areSimilar: true as const } : {}),
      },
    }
  }
}

/** Two rows of one category are two people when nothing but a name says who they are. */
const isSame = (one: FoundPerson | undefined, other: FoundPerson): boolean => {
  if (one === undefined) return false
  const [key, otherKey] = [one.key ?? '', other.key ?? '']
  const areIds = key.startsWith('id:') && otherKey.startsWith('id:')
  const isTwice = one.hits.some(({ table }) => other.hits.some((hit) => hit.table === table))
  return (!areIds || key === otherKey) && isBacked(key, one.row, other.row) && !(isTwice && key.startsWith('name:'))
}

const join = (one: FoundPerson, other: FoundPerson): FoundPerson => {
  const isLarger = (other.hits[0]?.table.rows ?? 0) > (one.hits[0]?.table.rows ?? 0)
  const categories = [...new Set([...one.row.categories, ...other.row.categories])]
  const larger = isLarger ? other : one
  return {
    key: one.key,
    hits: isLarger ? [...other.hits, ...one.hits] : [...one.hits, ...other.hits],
    row: { ...larger.row, categories },
  }
}

const namedFirst = (people: readonly FoundPerson[], search: string): readonly FoundPerson[] => {
  const words = queryWords(search)
  if (words.some(({ word }) => /\d/.test(word))) return people
  const names = people.map(({ row }) => foldSearched(row.name).replaceAll('\n', ' '))
  const named = new Set(scanLines(linesOf(names.join('\n'), names.length), words.map(markWord), null).rows)
  return [...people.filter((_, at) => named.has(at)), ...people.filter((_, at) => !named.has(at))]
}

/** Rows numbered through all tables as places in them. */
const locateAll = (
  tables: readonly StoredTable[],
  rows: RowNumbers,
): readonly { readonly table: StoredTable; readonly index: number }[] => {
  const ends: number[] = []
  for (const table of tables) ends.push((ends.at(-1) ?? 0) + table.rows)
  return Array.from(rows).flatMap((row) => {
    const at = ends.findIndex((end) => row < end)
    const table = tables[at]
    return table === undefined ? [] : [{ table, index: row - ((ends[at] ?? 0) - table.rows) }]
  })
}
