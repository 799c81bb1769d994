import { expect, test } from 'vitest'
import { readFilters, readSort } from '../../../main/cli/rowChoice.ts'
import type { Column } from '../../../preload/contract/columns.ts'

const columns: readonly Column[] = [
  { name: 'position', kind: 'number', role: 'place' },
  { name: 'club', kind: 'text' },
  { name: 'team', kind: 'text', role: 'club' },
  { name: 'status', kind: 'text' },
  { name: 'lastName', kind: 'text', role: 'lastName' },
  { name: 'netto', kind: 'time', role: 'chipTime' },
  { name: 'category', kind: 'text' },
  { name: 'a:desc', kind: 'text' },
  { name: 'x=y', kind: 'text' },
  { name: 'gap', kind: 'text' },
]

// A role wins over the column of its name, and the column counts only where no other has the role.
test.each([
  ['place:desc', 'role', 'place', 'down'],
  ['place:asc', 'role', 'place', 'up'],
  ['position', 'column', 'position', 'up'],
  ['club', 'role', 'club', 'up'],
  ['gap:desc', 'column', 'gap', 'down'],
  ['status', 'role', 'status', 'up'],
  ['name', 'role', 'name', 'up'],
  ['result', 'role', 'result', 'up'],
  ['category', 'role', 'category', 'up'],
  ['category (source)', 'column', 'category', 'up'],
  ['a:desc', 'column', 'a:desc', 'up'],
  ['a:desc:desc', 'column', 'a:desc', 'down'],
] as const)('--sort reads the target of %s, whatever follows it', (text, by, name, way) => {
  expect(readSort([text], columns)).toEqual({ ok: true, value: [{ [by]: name, isDescending: way === 'down' }] })
})

test.each(['nope', 'country', 'place:up', 'PLACE', ':desc', 'constructor'])(
  '--sort refuses %s, which nothing is called',
  (text) => {
    expect(readSort([text], columns)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  },
)

test('--filter keeps everything after the sign, and matches either value of a repeated field', () => {
  expect(readFilters(['club=A=B', 'x=y=1', 'club=', 'position=3'], columns)).toEqual({
    ok: true,
    value: [
      { role: 'club', values: ['A=B', ''] },
      { column: 'x=y', values: ['1'] },
      { column: 'position', values: ['3'] },
    ],
  })
})

test.each(['club', 'nope=1', '=1', 'country=RU'])('--filter refuses %s', (text) => {
  expect(readFilters([text], columns)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
})
