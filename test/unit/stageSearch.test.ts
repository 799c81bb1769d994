import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CategoryId, Instant, StageGuid } from '../../preload/contract.ts'
import { fold } from '../../main/domain/fold.ts'
import { searchTextOf } from '../../main/domain/searchText.ts'
import type { TableColumn } from '../../main/domain/shape/columns.ts'
import type { StoredTable } from '../../main/services/ports.ts'
import { createStageSearch } from '../../main/services/stageSearch.ts'

const columns: readonly TableColumn[] = [
  { name: 'name', path: ['name'], kind: 'text', role: 'name' },
  { name: 'bib', path: ['bib'], kind: 'text', role: 'bib' },
]
const stage = 'stage' as StageGuid

type Person = { readonly name: string; readonly bib: string | number | null }

const folded = new Map<Person, string>()
const plain = (person: Person): string => {
  const text = folded.get(person) ?? fold(`${person.bib ?? ''} ${person.name}`)
  folded.set(person, text)
  return text
}

/** Tables that change under a search, as takes change them. */
const createTables = () => {
  const tables = new Map<string, { readonly rows: readonly Person[]; readonly snapshot: number }>()
  let snapshots = 0
  const stored = (): readonly StoredTable[] =>
    Array.from(tables, ([category, { rows, snapshot }]) => ({
      category: category as CategoryId,
      stage,
      distanceGuid: 'd',
      distanceName: 'D',
      categoryName: category,
      snapshot,
      fetchedAt: '2026-05-16T10:00:00.000Z' as Instant,
      rows: rows.length,
      shape: null,
      roles: 0,
    }))
  const search = createStageSearch({
    columns: () => columns,
    searchText: ({ category }) => searchTextOf(tables.get(category)?.rows ?? [], columns),
  })
  return {
    set: (category: string, rows: readonly Person[]): void => {
      snapshots += 1
      tables.set(category, { rows, snapshot: snapshots })
    },
    remove: (category: string): void => {
      tables.delete(category)
    },
    find: async (query: string, only?: readonly string[]): Promise<readonly string[]> => {
      const all = stored()
      const selected = all.filter(({ category }) => only === undefined || only.includes(category))
      const people = selected.flatMap(({ category }) => tables.get(category)?.rows ?? [])
      const hits = await search.find(stage, all, selected, query)
      return (hits?.rows ?? []).map((row) => `${people[row]?.bib} ${people[row]?.name}`)
    },
    scan: (query: string, only?: readonly string[]): readonly string[] => {
      const words = fold(query).split(' ')
      const people = stored()
        .filter(({ category }) => only === undefined || only.includes(category))
        .flatMap(({ category }) => tables.get(category)?.rows ?? [])
        .filter((person) => words.every((word) => plain(person).includes(word)))
      const isBib = ({ bib }: Person): boolean => fold(String(bib ?? '')) === fold(query)
      return [...people.filter(isBib), ...people.filter((person) => !isBib(person))].map(
        ({ name, bib }) => `${bib} ${name}`,
      )
    },
  }
}

const names = ['Ёлкин', 'Орлов-Ким', 'Ким', 'Ан', '12', 'Ли 7', '']
/** Many rows of few words: enough to be gathered, with bibs that come again in other tables. */
const crowd = (count: number, seed: number): readonly Person[] =>
  Array.from({ length: count }, (_, row) => ({
    name: `${names[(row * 5 + seed) % names.length]} ${names[(row + seed) % 3]}`,
    bib: row % 11 === 0 ? null : row % 7 === 0 ? `A-${row + seed}` : row + seed,
  }))

const queries = ['ким', 'к', '1', '12', '120', 'a-7', 'a 77', 'ким 12', 'ли 7', 'орлов ким', 'ёл', 'нет', '2101']

it('finds what a scan of all rows finds while tables are added, changed, shortened and removed under it', async () => {
  const tables = createTables()
  const check = async (): Promise<void> => {
    for (const query of queries) expect([query, await tables.find(query)]).toEqual([query, tables.scan(query)])
    const some = ['a', 'c']
    for (const query of queries.slice(0, 6)) expect(await tables.find(query, some)).toEqual(tables.scan(query, some))
    // Lets the gathering of postings come to its end, so that the next round finds by them.
    for (let turn = 0; turn < 50; turn += 1) await setImmediate()
  }
  tables.set('a', crowd(2_600, 0))
  await check()
  await check()
  tables.set('b', crowd(300, 1))
  await check()
  tables.set('a', crowd(2_500, 3))
  await check()
  tables.set('c', crowd(4_000, 5))
  await check()
  tables.set('b', crowd(10, 2))
  tables.set('d', crowd(3, 9))
  await check()
  tables.remove('a')
  await check()
  await check()
})

it('gives each of many searches at once the tables that it asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4_000), { minLength: 2, maxLength: 5 }), async (sizes) => {
      const tables = createTables()
      const asked: Promise<readonly string[]>[] = []
      const expected: (readonly string[])[] = []
      for (const [at, size] of sizes.entries()) {
        tables.set(`t${at}`, crowd(size, at))
        expected.push(tables.scan('12'))
        asked.push(tables.find('12'))
      }
      expect(await Promise.all(asked)).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})
