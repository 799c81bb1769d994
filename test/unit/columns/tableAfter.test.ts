import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { searchTextAfter, searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { columnsAfter } from '../../../main/features/columns/rules/table/columnsAfter.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const stayed: readonly JsonObject[] = [
  { bib: 1, name: 'A', account: { club: 'X' }, note: 'late' },
  { bib: 2, name: 'B', account: { club: 'Y' } },
]
const was: JsonObject = { bib: 3, name: 'C', account: { club: '' }, time: '' }

const nestedDeeply = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as JsonObject

/** Only the second of the rows that stayed is read. */
const after = (is: JsonObject, gone = was): ReturnType<typeof columnsAfter> =>
  columnsAfter(findColumns([...stayed, gone]), [gone], [undefined, stayed[1], is])

it('keeps columns that only unchanged rows have, and describes cells again', () => {
  const is = { bib: 3, name: 'C', account: { club: 'Z' }, time: '0:31:05' }
  expect(after(is)).toEqual(findColumns([...stayed, is]))
  expect(after(is)?.at(-1)).toMatchObject({ name: 'time', kind: 'time' })
})

it.each<readonly [string, JsonObject]>([
  ['a field came that no row had', { ...was, city: 'Riga' }],
  ['a field went with the last row that had it', { bib: 3, name: 'C', account: { club: '' } }],
  ['a text stands where others have an object', { ...was, account: 'Z' }],
  ['a row has a list', { ...was, time: [1, 2] }],
  ['a row is nested too deeply', { ...was, time: nestedDeeply }],
])('asks for all rows when %s', (_, is) => {
  expect(after(is)).toBeNull()
})

it('asks for all rows when a row that is not looked at may have a list where a cell came or went', () => {
  const laps: JsonObject = { bib: 4, laps: [{ name: '5 km', time: '0:15:00' }] }
  const word: JsonObject = { bib: 5, laps: 'none' }
  const nothing: JsonObject = { bib: 5, laps: null }
  const bare: JsonObject = { bib: 6 }
  expect(columnsAfter(findColumns([laps, bare]), [bare], [undefined, word])).toBeNull()
  expect(columnsAfter(findColumns([laps, word]), [word], [undefined, nothing])).toBeNull()
})

it('asks for all rows when the row that changed had a list', () => {
  expect(after(was, { ...was, time: [1, 2] })).toBeNull()
})

const columns: readonly TableColumn[] = [
  { name: 'name', kind: 'text', path: ['name'] },
  { name: 'number', kind: 'text', path: ['number'], role: 'bib' },
]
const anyText = fc.oneof(fc.constantFrom('', 'a\nb', 'Ёлка - 1'), fc.string({ unit: 'grapheme' }))
const anyRows = fc.array(fc.record({ number: anyText, name: anyText }), { maxLength: 12 })

it('makes the same search text as of all rows, whichever of them went and came', () => {
  expectAll(fc.array(fc.tuple(anyRows, anyRows, anyRows), { minLength: 1, maxLength: 5 }), (stretches) => {
    const before: JsonObject[] = []
    const after: JsonObject[] = []
    const gone: number[] = []
    const come: number[] = []
    for (const [both, left, entered] of stretches) {
      before.push(...both)
      after.push(...both)
      for (const row of left) gone.push(before.push(row) - 1)
      for (const row of entered) come.push(after.push(row) - 1)
    }
    const earlier = { searchText: searchTextOf(before, columns), columns }
    const rows = come.map((place) => after[place] ?? {})
    expect(searchTextAfter(earlier, gone, { rows, places: come }, columns)).toBe(searchTextOf(after, columns))
  })
})

it('reuses nothing from a table that was searched by other columns or other positions', () => {
  const earlier = { searchText: 'a \n', columns }
  const none = { rows: [], places: [] }
  const [name, number] = columns
  if (name === undefined || number === undefined) throw new Error('The table has no columns')
  const { role: _role, ...plain } = number
  expect(searchTextAfter(earlier, [], none, [name])).toBeNull()
  expect(searchTextAfter(earlier, [], none, [name, plain])).toBeNull()
  expect(searchTextAfter(earlier, [], none, [{ ...name, path: ['person', 'name'] }, number])).toBeNull()
})
