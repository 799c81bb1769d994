import { expect, it } from 'vitest'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { columnsAfter } from '../../../main/features/columns/rules/table/columnsAfter.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'

const stayed: readonly JsonObject[] = [
  { bib: 1, name: 'A', account: { club: 'X' }, note: 'late' },
  { bib: 2, name: 'B', account: { club: 'Y' } },
]
const was: JsonObject = { bib: 3, name: 'C', account: { club: '' }, time: '' }

/** Of the rows that stayed, only the second one is looked at. */
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
  [
    'a row is nested too deeply',
    { ...was, time: JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as JsonObject },
  ],
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
