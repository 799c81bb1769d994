import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { compareTables, type LedgerEntry } from '../../../main/features/changes/rules/compareTables.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { all, compare, type Runner } from '../../support/comparedRunners.ts'
import { expectAll } from '../../support/units/expectAll.ts'

type Edit = 'result' | 'place' | 'club' | 'name' | 'status' | 'gone'

/** A field in which everybody is told apart, and what is done to some of them. */
const edits = fc.constantFrom<Edit>('result', 'place', 'club', 'name', 'status', 'gone')
const drawnRunner = fc.record({
  edit: fc.option(edits, { nil: null, freq: 3 }),
  club: fc.constantFrom('A', 'B', ''),
  hasResult: fc.boolean(),
})
/** A list, and its places in any order. */
const shuffled = <T>(list: readonly T[]) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray([...list.keys()], { minLength: list.length }))
const edited = fc.tuple(fc.array(drawnRunner, { minLength: 1, maxLength: 60 }).chain(shuffled), fc.nat(5))

const apply = (runner: Runner, edit: Edit | null): readonly Runner[] => {
  if (edit === 'gone') return []
  const edits: { readonly [E in Edit]?: Runner } = {
    result: { result: runner.result === '' ? '9:00:00' : '8:00:00' },
    place: { place: 5_000 },
    club: { club: 'Another' },
    name: { name: `${runner.name}x` },
    status: { status: 'DSQ' },
  }
  return [{ ...runner, ...(edit === null ? {} : edits[edit]) }]
}

it('finds exactly the edits that were made, wherever the rows stand', () => {
  expectAll(edited, ([[runners, order], newcomers]) => {
    const field = runners.map(({ club, hasResult }, index): Runner => {
      const result = hasResult ? `1:${String(index % 60).padStart(2, '0')}:${10 + Math.floor(index / 60)}` : ''
      return { bib: String(100 + index), name: `Runner Number${index}`, club, place: index + 1, result }
    })
    const later = order.flatMap((index) => apply(field[index] ?? {}, runners[index]?.edit ?? null))
    const fresh = Array.from({ length: newcomers }, (_, index) => ({ bib: `N${index}`, name: `Fresh ${index}` }))
    const { entries } = compare(field, [...fresh, ...later])
    const expected = [
      ...fresh.map(({ name }) => `new ${name}`),
      ...runners.flatMap(({ edit }, index) =>
        edit === null ? [] : [`${edit.replace('gone', 'vanished')} Runner Number${index}${edit === 'name' ? 'x' : ''}`],
      ),
    ]
    expect(entries.map(({ type, name }) => `${type} ${name}`).sort()).toEqual(expected.sort())
  })
})

const anyRow = fc.dictionary(
  fc.constantFrom('bib', 'name', 'club', 'result', 'place', 'status', 'id', 'age', '__proto__', 'other'),
  fc.oneof(
    fc.constantFrom<Json>('', '1', '2', 1, 2, 0, null, 'A B', 'B A', '0:31:02', 'DNF', true),
    fc.jsonValue() as fc.Arbitrary<Json>,
  ),
) as fc.Arbitrary<JsonObject>
const anyTable = fc.array(anyRow, { maxLength: 20 })
const roleOf: ReadonlyMap<string, ColumnRole> = new Map(all.map(({ name, role = 'bib' }) => [name, role]))
const columnsOf = (rows: readonly JsonObject[]): readonly TableColumn[] =>
  findColumns(rows).map((column) => {
    const role = roleOf.get(column.name)
    return role === undefined ? column : { ...column, role }
  })

it('reports nothing for the same table in any order, whatever its rows', () => {
  expectAll(anyTable.chain(shuffled), ([rows, order]) => {
    const own = columnsOf(rows)
    const again = order.map((index) => structuredClone(rows[index] ?? {}))
    const changes = compareTables({ rows, columns: own }, { rows: again, columns: own })
    expect(changes).toEqual({ entries: [], headline: null })
  })
})

it('accounts for every row independently of the order, and compares tables with little in common without throwing', () => {
  const words = (entries: readonly LedgerEntry[]): readonly string[] =>
    entries.map(({ type, bib, name, before, after }) => JSON.stringify([type, bib, name, before, after])).sort()
  expectAll(anyTable, anyTable, (before, after) => {
    compareTables({ rows: before, columns: columnsOf(before) }, { rows: after, columns: columnsOf(after) })
    const own = columnsOf([...before, ...after])
    const { entries } = compareTables({ rows: before, columns: own }, { rows: after, columns: own })
    const gone = entries.filter(({ type }) => type === 'vanished').length
    const fresh = entries.filter(({ type }) => type === 'new').length
    if (entries.length > 0) expect(before.length - gone).toBe(after.length - fresh)
    const turned = compareTables(
      { rows: [...before].reverse(), columns: own },
      { rows: [...after].reverse(), columns: own },
    )
    expect(words(turned.entries)).toEqual(words(entries))
  })
})

it('takes linear time when all rows share a bib and a name', () => {
  const crowd = (result: string): readonly Runner[] =>
    Array.from({ length: 4_000 }, (_, index) => ({ bib: '1', name: 'Same Name', result, place: index }))
  expect(compare(crowd('0:30:00'), crowd('0:40:00')).headline).toEqual({ count: 4_000, of: 4_000 })
})
