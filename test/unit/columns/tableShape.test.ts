import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { changesInShort, fieldChanges } from '../../../main/features/columns/rules/table/drift.ts'
import {
  carryOver,
  effectiveGuesses,
  evidenceOf,
  signatureOf,
  tellsMore,
  withEffectiveRoles,
  type Correction,
  type KnownColumn,
} from '../../../main/features/columns/rules/table/tableShape.ts'
import { learn } from '../../../main/features/columns/rules/table/learn.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const plain = (name: string, kind: Column['kind'] = 'text'): TableColumn => ({ name, kind, path: [name] })
const point = (label: string, field: string): TableColumn => {
  return { name: `laps.${label}.${field}`, kind: 'time', path: ['laps'], split: { list: 'laps', label, field } }
}
const roles: readonly ColumnRole[] = ['bib', 'name', 'result', 'place', 'split', 'lap']
const names = fc.uniqueArray(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('__proto__', 'constructor', '"')), {
  minLength: 1,
  maxLength: 8,
})

it('gives one signature to a set of columns in any order, and another to any other set', () => {
  expectAll(names, (list) => {
    const columns = list.map((name) => plain(name))
    expect(signatureOf(columns.toReversed())).toBe(signatureOf(columns))
    expect(signatureOf([...columns, plain('one more column')])).not.toBe(signatureOf(columns))
  })
})

it('gives distances with different points the same shape', () => {
  const short = [plain('bib'), point('5 km', 'time'), point('Finish', 'time')]
  const long = [plain('bib'), point('10 km', 'time'), point('20 km', 'time'), point('Finish', 'time')]
  expect(signatureOf(long)).toBe(signatureOf(short))
  expect(signatureOf([...short, point('5 km', 'place')])).not.toBe(signatureOf(short))
})

it('never gives a unique role twice, and always obeys corrections', () => {
  const guess = fc.record({
    role: fc.option(fc.constantFrom(...roles)),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const guesses = fc.array(guess, { minLength: 8, maxLength: 8 })
  expectAll(names, guesses, fc.array(guess, { maxLength: 8 }), (list, guessed, said) => {
    const known = list.map((name, at): [string, KnownColumn] => {
      const { role = null, confidence = 0 } = guessed[at] ?? {}
      return [name, { kind: 'text', kinds: ['text'], filled: 3, guess: { role, confidence, reasons: [] } }]
    })
    const isUnique = (role: ColumnRole | null | undefined) => role && role !== 'split' && role !== 'lap'
    const corrections = new Map<string, Correction>()
    for (const [index, { role }] of said.entries()) {
      const name = list[index]
      const isTaken = isUnique(role) && [...corrections.values()].some((correction) => correction.role === role)
      if (name !== undefined && !isTaken) corrections.set(name, { role, kind: 'text' })
    }
    const plains = list.map((name) => plain(name))
    const columns = withEffectiveRoles(plains, effectiveGuesses(new Map(known), corrections))
    const given = columns.map(({ role }) => role).filter(isUnique)
    expect(new Set(given).size).toBe(given.length)
    for (const { name, role = null } of columns) expect(role).toBe((corrections.get(name) ?? { role }).role)
  })
})

const rowsOf = (count: number, result: (index: number) => string | null) =>
  Array.from({ length: count }, (_, index) => ({ bib: String(100 + 7 * index), resultTime: result(index) }))
const columns = [plain('bib', 'number'), plain('resultTime', 'time')]
const evidenceIn = (count: number, result: string | null) =>
  evidenceOf(
    columns,
    rowsOf(count, () => result),
  )

it('guesses again when a column fills, and not for every table that is a little larger', () => {
  const start = rowsOf(40, () => null)
  const known = learn(columns, start, evidenceOf(columns, start), null)
  const running = rowsOf(40, (index) => (index % 2 === 0 ? '1:02:03' : null))
  expect(tellsMore(evidenceIn(44, null), known)).toBe(false)
  expect(tellsMore(evidenceOf(columns, running), known)).toBe(true)
  const better = learn(columns, running, evidenceOf(columns, running), known)
  expect(tellsMore(evidenceOf(columns, running), better)).toBe(false)
  expect(tellsMore(evidenceIn(3, '1:02:03'), better)).toBe(false)
})

it('keeps what columns mean when the cells of one reply are shifted against their names', () => {
  const names = ['Rank', 'Bib', 'Name', 'Club', 'Time']
  const columns = names.map((name) => plain(name))
  const tableOf = (fields: readonly string[]) =>
    Array.from({ length: 24 }, (_, at) => {
      const letter = String.fromCodePoint(65 + at)
      const cells = [at + 1, 400 + at * 7, `Runner ${letter}`, `Club ${at % 5}`, `0:4${at % 6}:1${at % 10}`]
      return Object.fromEntries(cells.map((cell, place) => [fields[place] ?? '', cell]))
    })
  const rolesOf = (known: ReadonlyMap<string, KnownColumn>) =>
    Array.from(effectiveGuesses(known, new Map()), ([name, { role }]) => [name, role])
  const [good, shifted] = [tableOf(names), tableOf(names.toReversed())]
  const known = learn(columns, good, evidenceOf(columns, good), null)
  expect(rolesOf(known)).toContainEqual(['Bib', 'bib'])
  const evidence = evidenceOf(columns, shifted)
  const after = learn(columns, shifted, evidence, known)
  expect(rolesOf(after)).toEqual(rolesOf(known))
  expect(tellsMore(evidence, after)).toBe(false)
})

it('guesses again once when the cells of a column change their kind, but not for a small table', () => {
  const times = rowsOf(300, () => '1:02:03')
  const known = learn(columns, times, evidenceOf(columns, times), null)
  const numbers = rowsOf(300, (index) => String(3_600_000 + index))
  expect(tellsMore(evidenceIn(5, '3723'), known)).toBe(false)
  expect(tellsMore(evidenceOf(columns, numbers), known)).toBe(true)
  const both = learn(columns, numbers, evidenceOf(columns, numbers), known)
  expect(both.get('resultTime')?.kind).toBe('number')
  expect(tellsMore(evidenceOf(columns, times), both)).toBe(false)
})

it('applies no correction to a column of the same name with other content', () => {
  const said = new Map<string, Correction>([['resultTime', { role: 'result', kind: 'number', unit: 's' }]])
  expect([...carryOver(evidenceIn(9, '3600'), [said]).keys()]).toEqual(['resultTime'])
  expect(carryOver(evidenceIn(9, 'word'), [said]).size).toBe(0)
  expect([...carryOver(evidenceIn(9, null), [said]).keys()]).toEqual(['resultTime'])
})

it('prefers the newer of two corrections that gave one role to two columns', () => {
  const newer = new Map<string, Correction>([['bib', { role: 'bib', kind: 'number' }]])
  const older = new Map<string, Correction>([['resultTime', { role: 'bib', kind: 'time' }]])
  expect([...carryOver(evidenceIn(9, '1:02:03'), [newer, older]).keys()]).toEqual(['bib'])
})

it('calls a lone word among times no change of type, but numbers in place of times one', () => {
  const times = evidenceIn(12, '1:02:03')
  const rows = rowsOf(12, (index) => (index === 3 ? 'DNF' : '1:02:03'))
  const withWord = evidenceOf(columns, rows)
  const numbers = evidenceIn(12, '3723')
  expect(fieldChanges(times, withWord)).toEqual([])
  expect(fieldChanges(times, numbers)).toEqual([
    { type: 'retyped', name: 'resultTime', before: 'time', after: 'number' },
  ])
})

it('calls lists that fill up no change, but one that is replaced by something else', () => {
  const before = new Map([['laps', { kind: 'json', filled: 3 }]] as const)
  const filled = new Map([['laps.*.time', { kind: 'time', filled: 3 }]] as const)
  expect(fieldChanges(before, filled)).toEqual([])
  expect(fieldChanges(before, new Map([['lapsOf', { kind: 'text', filled: 3 }]] as const))).toEqual([
    { type: 'missing', name: 'laps' },
    { type: 'new', name: 'lapsOf' },
  ])
})

it('names new fields first, and says that there are more', () => {
  const before = evidenceIn(2, null)
  const later = [plain('bib', 'number'), ...Array.from({ length: 7 }, (_, index) => plain(`f${index}`))]
  const after = evidenceOf(later, [{ bib: '1' }])
  expect(changesInShort(fieldChanges(before, after))).toBe('+ f0, + f1, + f2, + f3, + f4, + f5, …')
})
