import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOtherLayout, isNear } from '../../../main/features/results/rules/similarWords.ts'
import { searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { createStageSearch } from '../../../main/features/results/stageSearch.ts'
import { storedTable } from '../../support/resultBodies/readings.ts'
import { expectAll } from '../../support/units/expectAll.ts'
import { rowsIn } from '../../support/units/rows.ts'

const letter = fc.constantFrom('а', 'б', 'в')
const word = fc.array(letter, { minLength: 4, maxLength: 6 })

it('knows each word with one letter changed, left out, added or swapped, and no other', () => {
  const changed = (one: readonly string[]): ReadonlySet<string> => {
    const places = [...one.keys(), one.length]
    const all = places.flatMap((at) => [
      one.toSpliced(at, 1),
      one.toSpliced(at, 2, ...one.slice(at, at + 2).toReversed()),
      ...['а', 'б', 'в'].flatMap((sign) => [one.toSpliced(at, 0, sign), at === one.length ? one : one.with(at, sign)]),
    ])
    return new Set(all.map((letters) => letters.join('')))
  }
  expectAll(word, word, (one, other) => {
    const text = other.join('')
    expect(isNear(one.join(''), text)).toBe(changed(one).has(text))
    expect(isNear(one.join(''), `(${text},`)).toBe(changed(one).has(text))
  })
})

it('writes a query as the same keys do in the other layout', () => {
  const cases = [
    ['ujhkjd', 'горлов'],
    ['{jkjgjd 12', 'холопов 12'],
    ['Руддые', 'hellst'],
    ['Ф15', 'a15'],
    ['15.1', null],
    ['rb', null],
  ] as const
  for (const [query, other] of cases) expect([query, inOtherLayout(query)]).toEqual([query, other])
})

const columns: readonly TableColumn[] = [
  { name: 'bib', path: ['bib'], kind: 'text', role: 'bib' },
  { name: 'name', path: ['name'], kind: 'text', role: 'name' },
]

it('finds similar names where no row has the words, whether the stage has an index or not', async () => {
  const names = ['Горлов Пётр', 'Горлова Анна', 'Hellsten Jo', 'Ann-Kari Ruud', 'Kim Li', 'Орлова Вера', 'O Dell Ida']
  const rows = names.map((name, at) => ({ bib: `${1200 + at}`, name }))
  const table = storedTable('c', rows.length)
  function* searchText() {
    yield
    return searchTextOf(rows, columns)
  }
  const cases = rowsIn(`
    горлоф | 0
    горолва анна | 1
    горлова анма | 1
    helsten | 2
    helsten jo | 2
    ujhkjdf | 1
    руддые | 2
    annkari | 3
    o'dell | 6
    горлов | -
    орлова | -
    горлоф 1999 | -
    kjm | -
    12o9 | -
    1299 | -
  `)
  for (const mostRows of [undefined, 0]) {
    const search = createStageSearch({ columns: () => columns, load: async () => undefined, searchText }, mostRows)
    for (const [query, found] of cases) {
      const hits = await search.findSimilar(table.stage, [table], [table], query, true)
      expect([query, hits?.rows.join() ?? '-']).toEqual([query, found])
    }
  }
})
