import { expect, it } from 'vitest'
import type { MappedColumn } from '../../../preload/contract/columns.ts'
import type { ColumnRole, TimeUnit } from '../../../preload/contract/roles.ts'
import {
  choose,
  correctionsOf,
  driftInShort,
  firstUnit,
  groupColumns,
  openUnits,
  previousCorrections,
  readAs,
  refusalOf,
  takenBy,
  type MappingDraft,
} from '../../../renderer/features/columns/mappingDraft.ts'

type Given = {
  readonly role?: ColumnRole | null
  readonly guess?: ColumnRole | null
  readonly unit?: TimeUnit
  readonly kind?: MappedColumn['kind']
  readonly correction?: MappedColumn['correction']
  readonly samples?: readonly string[]
}

const column = (
  name: string,
  { role = null, guess = role, unit, kind = 'text', correction = 'none', samples = [] }: Given = {},
): MappedColumn => {
  const guessed = { role: guess, confidence: 0.8, reasons: [] }
  const inForce = { ...guessed, role, ...(unit === undefined ? {} : { unit }) }
  return { name, names: [name], kind, isSplit: false, role: inForce, guess: guessed, guesses: [], samples, correction }
}

const nothing: MappingDraft = new Map()

it('removes the draft when the user returns to the applied choice', () => {
  const bib = column('a', { role: 'bib' })
  const changed = choose(nothing, bib, { role: 'age', unit: null })
  expect([...changed.keys()]).toEqual(['a'])
  expect(choose(changed, bib, { role: 'bib', unit: null }).size).toBe(0)
})

it('says again what was said before of columns that are not touched, so that applying loses nothing', () => {
  const columns = [
    column('a', { role: 'bib', guess: null, correction: 'own' }),
    column('b', { role: 'result', guess: null, unit: 's', kind: 'number', correction: 'carried' }),
    column('c', { role: 'club' }),
  ]
  const draft = choose(nothing, columns[2] ?? column('c'), { role: null, unit: null })
  const said = [
    { column: 'a', role: 'bib' },
    { column: 'b', role: 'result', unit: 's' },
  ]
  expect(correctionsOf(columns, draft)).toEqual([...said, { column: 'c', role: null }])
  expect(previousCorrections(columns)).toEqual(said)
})

it('says nothing of a column that is set back to its guess', () => {
  const corrected = column('a', { role: 'age', guess: 'bib', correction: 'own' })
  const draft = choose(nothing, corrected, { role: 'bib', unit: null })
  expect(correctionsOf([corrected], draft)).toEqual([])
})

it('shows that a guessed column loses its role, but not a corrected one', () => {
  const guessed = column('bib', { role: 'bib' })
  const said = column('chest', { role: 'bib', guess: null, correction: 'own' })
  const other = column('other')
  const draft = choose(nothing, other, { role: 'bib', unit: null })
  expect(takenBy([guessed, other], draft, guessed)).toBe('other')
  expect(takenBy([said, other], draft, said)).toBeNull()
  const splits = choose(nothing, other, { role: 'split', unit: null })
  const split = column('s', { role: 'split' })
  expect(takenBy([split, other], splits, split)).toBeNull()
})

it.each([
  [['3961', '4000'], 's'],
  [['396100', '410200'], 'cs'],
  [['3961000'], 'ms'],
] as const)('begins with a unit in which %j is a likely time', (samples, unit) => {
  expect(firstUnit(column('t', { kind: 'number', samples }), 'result')).toBe(unit)
})

it('asks for no unit of clock texts or of values other than times', () => {
  expect(firstUnit(column('t', { kind: 'time', samples: ['1:02:03'] }), 'result')).toBeNull()
  expect(firstUnit(column('t', { kind: 'number', samples: ['5'] }), 'age')).toBeNull()
})

it.each([
  ['4000', 's', '1:06:40'],
  ['400000', 'cs', '1:06:40'],
  ['-61', 's', '−0:01:01'],
  ['143.88', 'min', '2:23:53'],
  ['2.398', 'h', '2:23:53'],
  ['1:12', 'h', '1:12:00'],
  ['0,099919', 'd', '2:23:53'],
  ['22353', 'hms', '2:23:53'],
  ['83.59', 'm.ss', '1:23:59'],
  ['DNF', 's', 'null'],
])('reads %s in %s as %s', (sample, unit, time) => {
  expect(String(readAs(sample, unit as TimeUnit))).toBe(time)
})

it('finds the refused column though its name has dots in it', () => {
  const issues = [{ path: 'roles.account.name', message: 'no-time: result' }]
  expect(refusalOf({ kind: 'invalid-input', issues })).toEqual({ column: 'account.name', reason: 'no-time' })
  expect(refusalOf({ kind: 'not-found', what: 'shape' })).toBeNull()
})

it('names first the field that most categories lost or got', () => {
  const at = '2026-05-16T10:00:00.000Z' as Parameters<typeof driftInShort>[0][number]['at']
  const gap = { type: 'missing', name: 'gap' } as const
  const chip = { type: 'new', name: 'chip' } as const
  const drifts = [[gap], [chip, gap]].map((changes) => ({ at, changes }))
  expect(driftInShort(drifts)).toBe('− gap, + chip')
  expect(driftInShort([{ at, changes: [gap, chip] }], 1)).toBe('− gap, …')
})

it('puts columns with an open unit first, then those of the rows, then those of each list together', () => {
  const open = { ...column('t', { kind: 'number' }) }
  const undecided: MappedColumn = {
    ...open,
    guess: { ...open.guess, role: null, open: { role: 'result', units: ['s', 'min'] } },
  }
  const split = (name: string): MappedColumn => ({ ...column(name), isSplit: true })
  const [time, points, pos] = ['laps.*.time', 'points.*.time', 'laps.*.pos'].map(split)
  const all = [time, column('a'), undecided, points, pos, column('b')].filter((one) => one !== undefined)
  const groups = groupColumns(all).map(
    ({ kind, list, columns }) => `${kind} ${list}: ${columns.map(({ name }) => name).join(' ')}`,
  )
  expect(groups).toEqual([
    'undecided : t',
    'plain : a b',
    'list laps: laps.*.time laps.*.pos',
    'list points: points.*.time',
  ])
  expect(firstUnit(undecided, 'result')).toBeNull()
  expect(openUnits({ ...undecided, correction: 'own' })).toBeUndefined()
})
