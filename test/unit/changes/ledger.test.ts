import { describe, expect, it } from 'vitest'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { compareTables, type TableComparison } from '../../../main/features/changes/rules/compareTables.ts'
import { pairMoves } from '../../../main/features/changes/rules/moves.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { all, columns, compare, type Runner } from '../../support/comparedRunners.ts'
import { readRows } from '../../support/resultBodies/readings.ts'

/** As one line each: what, who, from, to. */
const told = ({ entries }: TableComparison): readonly string[] =>
  entries.map(
    ({ type, bib, name, before, after }) => `${type} ${bib ?? '-'} ${name ?? '-'}: ${before ?? ''} > ${after ?? ''}`,
  )

const man = { bib: '214', name: 'Иванов Пётр', club: 'Динамо' }
const peter: Runner = { ...man, age: 40, sex: 'M', place: 1, result: '0:31:02' }
const woman = { bib: '7', name: 'Кузнецова Анна', club: 'Спартак' }
const anna: Runner = { ...woman, age: 28, sex: 'F', place: 2, result: '0:33:10' }
const nobodyYet: Runner = { bib: '9', name: 'Lee Ann', club: 'Solo', age: 33, sex: 'F' }

it('reports each changed field once, with before and after', () => {
  const later = [
    { ...peter, result: '0:31:40', place: 2 },
    { ...anna, club: 'Зенит', status: 'DSQ' },
    { ...nobodyYet, name: 'Lee Anne' },
  ]
  const changes = compare([peter, anna, nobodyYet], later)
  expect(told(changes)).toEqual([
    'result 214 Иванов Пётр: 0:31:02 > 0:31:40',
    'place 214 Иванов Пётр: 1 > 2',
    'status 7 Кузнецова Анна: OK > DSQ',
    'club 7 Кузнецова Анна: Спартак > Зенит',
    'name 9 Lee Anne: Lee Ann > Lee Anne',
  ])
  expect(changes.headline).toBeNull()
})

it('reports a first result as one change, without its place and status', () => {
  const { entries } = compare([nobodyYet], [{ ...nobodyYet, result: '0:40:00', place: 3, status: 'Finished' }])
  expect(entries).toMatchObject([{ type: 'result', before: null, after: '0:40:00', isFirstResult: true }])
})

it('reports a withdrawn result with its reason', () => {
  const changes = told(compare([peter], [{ ...peter, result: '', place: null, status: 'DNF' }]))
  expect(changes).toEqual(['result 214 Иванов Пётр: 0:31:02 > ', 'status 214 Иванов Пётр: OK > DNF'])
})

it('treats the same time in another format as unchanged', () => {
  expect(told(compare([peter], [{ ...peter, result: '31:02.0' }]))).toEqual([])
})

it('writes bare counts of hundredths as clock times', () => {
  const own = all.map((column): TableColumn => (column.role === 'result' ? { ...column, unit: 'cs' } : column))
  const changes = compare([{ ...peter, result: 186_200 }], [{ ...peter, result: 186_250 }], own)
  expect(told(changes)).toEqual(['result 214 Иванов Пётр: 0:31:02 > 0:31:02.5'])
})

/** Changes between the rows of two tables, by their types. */
const between = (own: readonly TableColumn[], before: readonly JsonObject[], after: readonly JsonObject[]) =>
  compareTables({ rows: before, columns: own }, { rows: after, columns: own }).entries
const finished: TableColumn = { name: 'isFinished', kind: 'text', path: ['isFinished'] }
const typesOf = (entries: TableComparison['entries']) => entries.map(({ type, isFirstResult }) => [type, isFirstResult])

it('reports a start from segment cells alone', () => {
  const split = { list: 'laps', label: '5 km', field: 'total' }
  const lap: TableColumn = { name: 'laps.5 km.total', kind: 'time', path: ['at5'], role: 'split', split }
  const at = (at5: string) => [{ bib: '1', name: 'A B', result: '', isFinished: false, at5 }]
  expect(between([...columns('bib', 'name', 'result'), finished, lap], at(''), at('0:21:00'))).toMatchObject([
    { type: 'status', before: 'unknown', after: 'on course' },
  ])
})

it('reports a first result at the finish, not while the time is running', () => {
  const running = [...columns('bib', 'name', 'result'), finished]
  const at = (result: string, isFinished: boolean) => [{ bib: '1', name: 'A B', result, isFinished }]
  expect(typesOf(between(running, at('', false), at('12:31', false)))).toEqual([['status', false]])
  expect(between(running, at('12:31', false), at('24:50', false))).toEqual([])
  expect(typesOf(between(running, at('24:50', false), at('37:02', true)))).toEqual([['result', true]])
})

it('reports no finish of a disqualified person', () => {
  const own = columns('bib', 'name', 'result', 'status')
  const kept = { bib: '9', name: 'C D', result: '30:00', status: 'OK' }
  const open = { bib: '1', name: 'A B', result: '', status: '' }
  const out = { ...open, result: '31:02', status: 'DSQ' }
  expect(typesOf(between(own, [kept, open], [kept, out]))).toEqual([
    ['result', false],
    ['status', false],
  ])
  expect(between(own, [kept], [kept, out])).toMatchObject([{ type: 'new', after: null }])
})

it('reports a disqualification by a flag alone, with unchanged place and result', () => {
  const flags = { isOnStart: true, isFinished: true, isDisqualified: false }
  const finished = Array.from('абвгдежзик', (letter, at) => {
    const name = `Лев Ветлугин${letter}`
    return { number: 101 + at * 7, name, position: at + 1, resultTime: `1:2${at}:00`, ...flags }
  })
  const later = finished.map((row, index) => ({ ...row, isDisqualified: index === 2 }))
  const { entries } = compareTables(readRows(finished), readRows(later))
  expect(entries).toMatchObject([{ type: 'status', before: 'OK', after: 'DSQ', index: 2 }])
})

it('reports a bib given to another person as a new person', () => {
  const other: Runner = { bib: '214', name: 'Smith John', club: 'Harriers', age: 22, sex: 'M' }
  expect(told(compare([{ ...peter, result: '', place: null }], [other]))).toEqual([
    'new 214 Smith John:  > ',
    'vanished 214 Иванов Пётр:  > ',
  ])
})

it('distinguishes a team mate who took over a bib from its earlier holder', () => {
  const other: Runner = { bib: '214', name: 'Сидоров Олег', club: 'Динамо', age: 19, sex: 'M' }
  expect(compare([{ ...peter, result: '' }], [other]).entries.map(({ type }) => type)).toEqual(['new', 'vanished'])
})

it.each<[string, Runner, Runner]>([
  ['with the same result', anna, { ...anna, name: 'Петрова Анна', club: '' }],
  ['with the same club and age', { ...anna, result: '' }, { ...anna, result: '', name: 'Белова Екатерина' }],
  ['by a mistyped letter', { bib: '5', name: 'Щербакова Ольга' }, { bib: '5', name: 'Щербаков Ольга' }],
  ['by the order of words', { bib: '5', name: 'Anna Lee' }, { bib: '5', name: 'Lee Anna' }],
  [
    'under the same id',
    { ...anna, id: 'x1', club: '', age: 1 },
    { ...anna, id: 'x1', name: 'Other Name', club: '', age: 9, result: '' },
  ],
])('knows a renamed person %s', (_, was, is) => {
  const { entries } = compare([was], [is])
  expect(entries.filter(({ type }) => type === 'new' || type === 'vanished')).toEqual([])
  expect(entries.find(({ type }) => type === 'name')).toMatchObject({ before: was.name, after: is.name })
})

it('reports a corrected bib as one change of the person', () => {
  const changes = compare([peter], [{ ...peter, bib: '241' }])
  expect(told(changes)).toEqual(['name 241 Иванов Пётр: 214 Иванов Пётр > 241 Иванов Пётр'])
  expect(changes.entries[0]?.personBefore).not.toBe(changes.entries[0]?.person)
})

const boris: Runner = { ...peter, bib: '8', name: 'Орлов Борис', result: '0:32:00', place: 2 }
it.each([
  ['follows both persons when two bibs are swapped', peter, anna, { ...peter, bib: '7' }, { ...anna, bib: '214' }],
  [
    'exchanges names rather than everything else when two names are swapped',
    peter,
    boris,
    { ...peter, name: 'Орлов Борис' },
    { ...boris, name: 'Иванов Пётр' },
  ],
])('%s', (_, one, other, oneLater, otherLater) => {
  const { entries } = compare([one, other], [oneLater, otherLater])
  expect(entries.map(({ type, name }) => [type, name])).toEqual([
    ['name', oneLater.name],
    ['name', otherLater.name],
  ])
})

it('distinguishes rows with the same bib by name, and with the same name also by result', () => {
  const relay = ['0:10:00', '0:11:00', '0:12:00'].map((result): Runner => ({ bib: '5', name: 'Team A', result }))
  const [first, second, third] = relay
  const after = [third, { ...second, result: '0:11:30' }, first, { ...peter, bib: '5' }] as readonly Runner[]
  expect(told(compare(relay, after))).toEqual(['result 5 Team A: 0:11:00 > 0:11:30', 'new 5 Иванов Пётр:  > 0:31:02'])
})

it('finds all people of a category in one merged from two, despite colliding bibs', () => {
  const men = [peter, { bib: '1', name: 'Орлов Борис', result: '0:40:00' }]
  const merged = [{ bib: '1', name: 'Smith John', result: '0:39:00' }, ...men]
  expect(told(compare(men, merged))).toEqual(['new 1 Smith John:  > 0:39:00'])
})

it('does not lose rows without a bib, or without a name', () => {
  const [nameless, bibless] = [
    { bib: '12', result: '0:50:00' },
    { name: 'Без Номера', club: 'A' },
  ] as const
  const later = [
    { ...nameless, name: 'Now Known' },
    { ...bibless, result: '0:55:00' },
  ]
  const changes = ['name 12 Now Known:  > Now Known', 'result - Без Номера:  > 0:55:00']
  expect(told(compare([bibless, nameless], later))).toEqual(changes)
})

it('matches rows without names only when they are equal', () => {
  const rows = compare([{ result: '0:50:00' }, peter], [peter, { result: '0:50:00' }, { result: '0:51:00' }])
  expect(told(rows)).toEqual(['new - -:  > 0:51:00'])
})

it('takes an id of several people for none', () => {
  const id = 'a@b.example'
  const other = { ...peter, bib: '8', name: 'Сидоров Олег' }
  const { entries } = compare(
    [
      { ...peter, id },
      { ...anna, id },
    ],
    [
      { ...other, id },
      { ...anna, id },
    ],
  )
  expect(entries.map(({ type, name }) => `${type} ${name}`)).toEqual(['new Сидоров Олег', 'vanished Иванов Пётр'])
})

it('is not led astray by ids that are nothing but the numbers of rows', () => {
  const before = [peter, anna].map((runner, id) => ({ ...runner, id: id + 1 }))
  const after = [{ ...nobodyYet, result: '0:30:00' }, peter, anna].map((runner, id) => ({ ...runner, id: id + 1 }))
  expect(told(compare(before, after))).toEqual(['new 9 Lee Ann:  > 0:30:00'])
})

const field = (name: string): readonly Runner[] =>
  Array.from({ length: 40 }, (_, at) => ({ bib: String(at), name: `Runner ${at}`, [name]: `0:${30 + at}:00` }))
const ownColumns = (name: string, role?: ColumnRole): readonly TableColumn[] => {
  const own: TableColumn = { name, kind: 'time', path: [name] }
  return [...columns('bib', 'name'), role === undefined ? own : { ...own, role }]
}
const changed = (before: string, after: string, was?: ColumnRole, is?: ColumnRole): TableComparison =>
  compare(field(before), field(after), ownColumns(before, was), ownColumns(after, is))
const nothing = { entries: [], headline: null }

it.each([
  ['reports no changed results when only their field is renamed', 'resultTime', 'finish', 'result', 'result'],
  ['keeps results when a new field is not recognized', 'resultTime', 'x9', 'result', undefined],
  ['reads both tables by what is known now of their columns', 'x9', 'x9', undefined, 'result'],
] as const)('%s', (_, before, after, was, is) => {
  expect(changed(before, after, was, is)).toEqual(nothing)
})

it('only counts rows of tables that have neither bibs nor names', () => {
  const rows = (shift: number): readonly Runner[] =>
    Array.from({ length: 20 }, (_, index) => ({ place: index + 1, result: `0:${20 + index + shift}:00` }))
  const own = columns('place', 'result')
  expect(compare(rows(0), rows(0), own)).toEqual(nothing)
  expect(compare(rows(0), [...rows(0)].reverse(), own)).toEqual(nothing)
  expect(compare(rows(0), rows(1), own)).toEqual({ entries: [], headline: { count: 20, of: 20 } })
})

describe('many changes at once', () => {
  const field = (count: number): readonly Runner[] =>
    Array.from({ length: count }, (_, at) => ({
      bib: `${at + 1}`,
      name: `Runner ${at}`,
      place: at + 1,
      result: `1:${at}:00`,
    }))
  const withChanged = (count: number, changed: number): TableComparison => {
    const later = field(count).map((runner, at) => (at < changed ? { ...runner, result: '3:00:00' } : runner))
    return compare(field(count), later)
  }

  it('have a headline over their details from more than a fifth of the rows on', () => {
    expect(withChanged(100, 20).headline).toBeNull()
    const mass = withChanged(100, 21)
    expect(mass.headline).toEqual({ count: 21, of: 100 })
    expect(mass.entries.every(({ isDetail }) => isDetail)).toBe(true)
  })

  it('have none below five rows: a small category is reported row by row', () => {
    expect(withChanged(6, 4).headline).toBeNull()
    expect(withChanged(6, 5).headline).toEqual({ count: 5, of: 6 })
  })

  it('gather the places that newcomers have moved, but not the newcomers', () => {
    const later = field(30).map((runner) => ({ ...runner, place: Number(runner.place) + 1 }))
    const mass = compare(field(30), [{ bib: '99', name: 'Fast One', place: 1, result: '0:59:00' }, ...later])
    expect(mass.headline).toEqual({ count: 30, of: 30 })
    expect(mass.entries.filter(({ isDetail }) => !isDetail).map(({ type, name }) => `${type} ${name}`)).toEqual([
      'new Fast One',
    ])
  })

  it('do not hide a wave of first results behind a headline', () => {
    const starters = field(30).map(({ result: _result, place: _place, ...runner }) => runner)
    const { entries, headline } = compare(starters, field(30))
    expect(headline).toBeNull()
    expect(entries.filter(({ isFirstResult }) => isFirstResult)).toHaveLength(30)
  })

  it('group those who vanished under one headline, and list new people before it', () => {
    const mass = compare(field(40), [...field(30), { bib: '99', name: 'Fresh One' }])
    expect(mass.headline).toEqual({ count: 10, of: 40 })
    expect(mass.entries.filter(({ isDetail }) => isDetail).every(({ type }) => type === 'vanished')).toBe(true)
    expect(mass.entries.filter(({ isDetail }) => !isDetail).map(({ type }) => type)).toEqual(['new'])
    expect(compare(field(40), field(32))).toMatchObject({ headline: null, entries: { length: 8 } })
  })
})

const passage = (isNew: boolean, category: string, distance = '10', more: object = {}) => {
  return { isNew, category, distance, person: 'p', ...more }
}

it('distinguishes people with the same ID but other names and bibs', () => {
  const who = (bib: string, name: string) => ({ person: 'id:7', bib, name })
  const gone = passage(false, 'M40', '10', who('7', 'Peter Hill'))
  const movesTo = (bib: string, name: string) => pairMoves([gone, passage(true, 'M45', '10', who(bib, name))]).length
  expect([movesTo('8', 'Leo Stone'), movesTo('8', 'PETER  hill'), movesTo('7', 'Peter Hills')]).toEqual([0, 1, 1])
})

it('reports no move for a person who leaves two categories and returns to both', () => {
  const gone = [passage(false, 'M40'), passage(false, 'All')]
  expect(pairMoves([...gone, passage(true, 'M40'), passage(true, 'All')])).toEqual([])
  const [move, ...more] = pairMoves([...gone, passage(true, 'All'), passage(true, 'M45')])
  expect([move?.from.category, move?.to.category, more]).toEqual(['M40', 'M45', []])
})

it('pairs within a distance first, and never within one category', () => {
  const moves = pairMoves([
    passage(false, 'M40'),
    passage(true, 'M45 of 21', '21'),
    passage(false, 'M45 of 21 old', '21'),
    passage(true, 'M45'),
    passage(true, 'M40', '10', { person: 'other' }),
    passage(false, 'M40', '10', { person: 'other' }),
  ])
  const told = moves.map(({ from, to }) => `${from.category} > ${to.category}`)
  expect(told).toEqual(['M45 of 21 old > M45 of 21', 'M40 > M45'])
})
