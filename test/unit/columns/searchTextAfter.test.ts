import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchTextAfter, searchTextOf } from '../../../main/features/columns/rules/searchText.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'

const columns: readonly TableColumn[] = [
  { name: 'name', kind: 'text', path: ['name'] },
  { name: 'number', kind: 'text', path: ['number'], role: 'bib' },
]
const anyText = fc.oneof(fc.constantFrom('', 'a\nb', 'Ёлка - 1'), fc.string({ unit: 'grapheme' }))
const anyRows = fc.array(fc.record({ number: anyText, name: anyText }), { maxLength: 12 })

it('makes the same search text as of all rows, whichever of them went and came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyRows, anyRows, anyRows), { minLength: 1, maxLength: 5 }),
      (stretches: readonly (readonly [JsonObject[], JsonObject[], JsonObject[]])[]) => {
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
      },
    ),
  )
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
