import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { fold } from '../../../main/kernel/fold.ts'
import { foldBib, searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import { bibKinds, bibQuery } from '../../../main/features/results/rules/bibQuery.ts'
import { queryWords, type QueryWord } from '../../../main/features/results/rules/queryWords.ts'
import { isNear } from '../../../preload/shared/similarWords.ts'
import { joinRows } from '../../../main/features/results/rowSelection.ts'
import { createStageSearch } from '../../../main/features/results/stageSearch.ts'
import type { StoredTable } from '../../../main/features/columns/tableStore.ts'
import { columns } from '../../support/comparedRunners.ts'
import { expectAll } from '../../support/units/expectAll.ts'
import { isTransliterated } from '../../support/units/transliterated.ts'
import { rowsIn } from '../../support/units/rows.ts'
import { storedTable } from '../../support/resultBodies/readings.ts'

const searched = columns('name', 'bib')
const stage = 'stage' as StageGuid

type Person = { readonly name: string; readonly bib: string | number | null }

const texts = new Map<string, string>()
const folded = (text: string): string => texts.get(text) ?? texts.set(text, fold(text)).get(text) ?? ''
const plain = ({ bib, name }: Person): string => folded(`${bib ?? ''} ${name}`)

/** Tables that change under a search, as takes change them. */
const createTables = () => {
  const tables = new Map<string, { readonly rows: readonly Person[]; readonly snapshot: number }>()
  let snapshots = 0
  const stored = (): readonly StoredTable[] =>
    Array.from(tables, ([category, { rows, snapshot }]) => storedTable(category, rows.length, stage, snapshot))
  const peopleOf = (only?: readonly string[]): readonly Person[] =>
    Array.from(tables).flatMap(([category, { rows }]) => ((only?.includes(category) ?? true) ? rows : []))
  const search = createStageSearch({
    columns: () => searched,
    load: async () => undefined,
    *searchText({ category }) {
      yield
      return searchTextOf(tables.get(category)?.rows ?? [], searched)
    },
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
      const [all, people] = [stored(), peopleOf(only)]
      const selected = all.filter(({ category }) => only?.includes(category) ?? true)
      const hits = await search.find(stage, all, selected, query)
      return Array.from(joinRows(hits?.parts ?? []), (row) => `${people[row]?.bib} ${people[row]?.name}`)
    },
    scan: (query: string, only?: readonly string[]): readonly string[] => {
      const words = fold(query).split(' ')
      const found = peopleOf(only).filter((person) => words.every((word) => plain(person).includes(word)))
      const isBib = ({ bib }: Person): boolean => folded(String(bib ?? '')) === fold(query)
      const inOrder = [...found.filter(isBib), ...found.filter((person) => !isBib(person))]
      return inOrder.map(({ name, bib }) => `${bib} ${name}`)
    },
  }
}

const names = ['Ёлкин', 'Орлов-Ким', 'Ким', 'Ан', '12', 'Ли 7', '']
/** Many rows of few words, with bibs that come again in other tables. */
const crowd = (count: number, seed: number): readonly Person[] =>
  Array.from({ length: count }, (_, row) => ({
    name: `${names[(row * 5 + seed) % names.length]} ${names[(row + seed) % 3]}`,
    bib: row % 11 === 0 ? null : row % 7 === 0 ? `A-${row + seed}` : row + seed,
  }))

const queries = ['ким', 'к', '1', '12', '120', 'a-7', 'a 77', 'ким 12', 'ли 7', 'орлов ким', 'ёл', 'нет', '2101']

it('finds what a scan of all rows finds while tables are added, changed, shortened and removed under it', async () => {
  const tables = createTables()
  const check = async (): Promise<void> => {
    const asked = [
      ...queries.map((query) => [query] as const),
      ...queries.slice(0, 6).map((query) => [query, ['a', 'c']] as const),
    ]
    // As texts: comparing long lists item by item takes most of the time.
    for (const [query, only] of asked) {
      expect([query, (await tables.find(query, only)).join()]).toEqual([query, tables.scan(query, only).join()])
    }
  }
  tables.set('a', crowd(2_600, 0))
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
      expect((await Promise.all(asked)).map((found) => found.join())).toEqual(expected.map((found) => found.join()))
    }),
    { numRuns: 3 },
  )
})

/** Stages of one table each, and how often the text of each was read. */
const createArchives = (stages: ReadonlyMap<string, readonly Person[]>, mostRows?: number) => {
  const reads = new Map<string, number>()
  const cache = {
    columns: () => searched,
    load: async () => undefined,
    *searchText({ category }: StoredTable) {
      yield
      reads.set(category, (reads.get(category) ?? 0) + 1)
      return searchTextOf(stages.get(category) ?? [], searched)
    },
  }
  const search = createStageSearch(cache, mostRows)
  const findBy =
    (way: 'find' | 'findSimilar') =>
    async (name: string, query: string, isPassing = false): Promise<readonly number[] | null> => {
      const table = storedTable(name, stages.get(name)?.length ?? 0, name)
      const hits = await search[way](table.stage, [table], [table], query, isPassing)
      return hits === null ? null : [...joinRows(hits.parts)]
    }
  return { reads, find: findBy('find'), findSimilar: findBy('findSimilar') }
}

it('finds rows that hold every word or spell it in the other script, after those whose bibs are near', async () => {
  const word = fc.constantFrom(...'Ёлкин|Иванов|Ivanov|Ким|Kim|Ли 7|12|O’Hara|Shchukin|Щукин|'.split('|'))
  const bib = fc.constantFrom('7', '12', 'A-7', 'VIP 1', '12.1', '012-2', '007', 12, null)
  const person = fc.record({ name: fc.tuple(word, word).map((parts) => parts.join(' ')), bib })
  const queries = 'ким|kim|ivan|иван|12|7|a 7|a07|vip 1|12,1|012|shchuk|щук 12|ль|o’h|к'.split('|')
  const rows = fc.sample(fc.array(person, { minLength: 1_000, maxLength: 2_000 }), { numRuns: 1, seed: 12 }).flat()
  const archives = createArchives(new Map([['race', rows]]))
  const lines = searchTextOf(rows, searched).split('\n')
  for (const query of queries) {
    const words = queryWords(query)
    const { nearness } = bibQuery(query)
    const parts: number[][] = Array.from({ length: bibKinds + 1 }, () => [])
    for (const [row, { bib: own }] of rows.entries()) {
      const near = nearness(foldBib(String(own ?? '')))
      const tokens = (lines[row] ?? '').split(' ')
      const holds = ({ word: one, spelled, script }: QueryWord): boolean =>
        tokens.some((token) => token.includes(one) || isTransliterated(spelled, token, script))
      if (near !== null || words.every(holds)) parts[near ?? bibKinds]?.push(row)
    }
    expect([query, await archives.find('race', query)]).toEqual([query, parts.flat()])
  }
  expect(archives.reads.get('race')).toBe(1)
})

it.each([
  ['15.1', '15.1 015-1 15,1 15/01 15 15A 15.2 115.1'],
  ['15,1', '15,1 15.1 015-1 15/01 15 15A 15.2'],
  ['15-1', '15.1 015-1 15,1 15/01 15 15A 15.2 A15 115.1'],
  ['15', '15 15.1 015-1 15,1 15/01 15A 15.2 A15 115.1'],
  ['15 a', '15A 15 15.1 015-1 15,1 15/01 15.2 A15'],
  ['20', '20 020 A-20 120'],
  ['020', '020 20'],
  ['a20', 'A-20'],
  ['007', '7'],
  ['101', '0101'],
])('finds for %s the bibs %s: the very one, then other writings of it, its team, and others', async (query, bibs) => {
  const all = 'A15 15 15.1 015-1 15,1 15/01 15A 15.2 115.1 20 A-20 020 120 7 0101'.split(' ')
  const archives = createArchives(new Map([['race', all.map((bib) => ({ name: 'Ким', bib }))]]))
  for (const isPassing of [false, true]) {
    const hits = await archives.find('race', query, isPassing)
    expect(hits?.map((row) => all[row])).toEqual(bibs.split(' '))
  }
})

it('keeps the texts that fit when more stages are looked through than do', async () => {
  const stages = new Map(Array.from({ length: 6 }, (_, at) => [`stage ${at}`, crowd(600, at)]))
  const archives = createArchives(stages, 2_500)
  const all = async (query: string) => {
    const hits: (number | undefined)[] = []
    for (const name of stages.keys()) hits.push((await archives.find(name, query, true))?.length)
    return hits
  }
  const naive = (query: string): readonly number[] =>
    Array.from(stages.values(), (rows) => rows.filter((person) => plain(person).includes(query)).length)
  expect(await all('ким')).toEqual(naive('ким'))
  expect(await all('12')).toEqual(naive('12'))
  expect(await all('ёлкин')).toEqual(naive('елкин'))
  // Four of them fit: their texts were read once. The others are read by each search.
  expect([...archives.reads.values()]).toEqual([1, 1, 1, 1, 3, 3])
})

it('finds similar names where no row has the words, in texts at hand and not', async () => {
  const names = 'Горлов Пётр|Горлова Анна|Hellsten Jo|Ann-Kari Ruud|Kim Li|Орлова Вера|O Dell Ida'.split('|')
  const rows = names.map((name, at) => ({ name, bib: 1200 + at }))
  // No row, and not similar ones either: the words are there, are numbers, or too short.
  const none = ['горлов', 'орлова', 'горлоф 1999', 'kjm', '12o9', '1299', 'rb'].map((query) => [query, '-'] as const)
  const cases = rowsIn(`
    горлоф | 0
    горолва анна | 1
    горлова анма | 1
    helsten jo | 2
    ujhkjdf | 1
    Руддые | 2
    annkari | 3
    o'dell | 6
  `)
  for (const mostRows of [undefined, 0]) {
    const archives = createArchives(new Map([['race', rows]]), mostRows)
    for (const [query, found] of [...cases, ...none]) {
      const hits = await archives.findSimilar('race', query, true)
      expect([query, hits?.join() ?? '-']).toEqual([query, found])
    }
  }
})

it('takes a word for near with one letter left out, added, changed or swapped with the next', () => {
  const word = fc.array(fc.constantFrom<string>('а', 'б', 'в', 'г', 'д'), { minLength: 4, maxLength: 7 })
  expectAll(word, fc.nat(6), fc.constantFrom('а', 'б', 'ж'), (letters, place, other) => {
    const at = place % letters.length
    const swapped = letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed())
    const near = [letters.toSpliced(at, 1), letters.toSpliced(at, 0, other), letters.with(at, other), swapped]
    for (const one of near) expect([one, isNear(letters.join(''), `(${one.join('')},`)]).toEqual([one, true])
    expect(isNear(letters.join(''), `х${letters.join('')}у`)).toBe(false)
  })
})
