import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findRows } from '../../../main/features/columns/rules/body/findRows.ts'
import { readTable } from '../../../main/features/columns/rules/body/readBody.ts'

const firstNames = ['Ada', 'Boris', 'Clara', 'Dmitri', 'Elena', 'Falk', 'Greta', 'Hugo']
const lastNames = ['Ahlborn', 'Brunner', 'Castelli', 'Dorn', 'Eklund', 'Ferrer', 'Gallo', 'Hofer', 'Ivarsson']

const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

const nameOf = (index: number): string =>
  `${firstNames[index % firstNames.length] ?? ''} ${lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? ''}`

const entry = (index: number): { readonly [key: string]: Json } => ({
  bib: String(100 + index),
  displayName: nameOf(index),
  overallRank: index + 1,
  time: clock(3600 + index * 37),
})
/** Keys of one and two letters: only the cells tell what they mean. */
const coded = (index: number): { readonly [key: string]: Json } => ({
  nm: nameOf(index),
  bi: 100 + index,
  tu: clock(3600 + index * 37),
})
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const rowsOf = (body: Json) => findRows(body)?.rows ?? []

describe('wrappers around lists of people', () => {
  const bracket = (name: string, entries: Json): Json => ({
    bracketId: 17,
    bracketName: name,
    bracketType: 'OPEN',
    courseId: 22,
    eventId: 33,
    hasPace: false,
    interval: { distance: { inMeters: 10_000, unit: 'm' }, order: 1, name: 'latest', intervalResults: entries },
    raceType: 'running',
  })

  it.each([
    ['known keys', entry],
    ['keys of two letters', coded],
  ])('reads the entries two levels down in one wrapper, with %s', (_, make) => {
    const rows = rowsOf([bracket('Overall', many(10, make))])
    expect(rows).toHaveLength(10)
    expect(rows[3]).toMatchObject({ ...make(3), 'group.bracketName': 'Overall' })
  })

  it('keeps the entries of every wrapper, also where they repeat the same people', () => {
    const names = ['Overall', 'Men', 'M40']
    const rows = rowsOf(names.map((name) => bracket(name, many(6, entry))))
    expect(rows.map((row) => row['group.bracketName'])).toEqual(names.flatMap((name) => many(6, () => name)))
  })

  it.each([
    ['races[].runners[]', { races: [{ title: 'A', runners: many(3, entry) }] }],
    ['Resultados.Categoria[].Atletas[]', { Resultados: { Categoria: [{ Nome: 'Elite', Atletas: many(4, coded) }] } }],
  ] satisfies readonly (readonly [string, Json])[])('reads %s', (_, body) => {
    const text = JSON.stringify(rowsOf(body))
    expect(text).toContain(nameOf(2))
    expect(rowsOf(body).length).toBeGreaterThan(2)
  })

  it("does not read a wrapper's numbers as split times", () => {
    const inMs = (index: number) => ({
      ...entry(index),
      time: 3_600_000 + index * 71_250,
      racerEntryId: 2_100_000 + index * 41_000,
    })
    const ids = { courseId: 2_261_827, eventCourseId: 2_248_652, bracketId: 1_927_874, raceId: 1_018_673 }
    const body = [{ ...ids, bracketName: 'Overall', interval: { intervalResults: many(20, inMs) } }]
    const columns = readTable(JSON.stringify(body), 'body', 200).table?.columns ?? []
    expect(columns.filter(({ role }) => role === 'split' || role === 'lap').map(({ name }) => name)).toEqual([])
    expect(columns.map(({ name }) => name)).toContain('time')
  })

  it('keeps members without results in the row of their team', () => {
    const team = (index: number) => ({
      team: `Team ${nameOf(index)}`,
      result: clock(7200 + index),
      runners: many(3, (leg) => ({ firstName: firstNames[leg] ?? '', lastName: lastNames[index] ?? '' })),
    })
    expect(rowsOf({ data: many(5, team) })).toHaveLength(5)
  })
})

describe('the list of people', () => {
  const track = many(3_000, (index) => ({ lat: 55 + index / 1e4, lon: 37.5 + index / 1e4, ele: 120.5, t: index * 3 }))
  const pairs = many(3_000, (index) => [55.01 + index / 1e4, 37.5 + index / 1e4])
  const passings = many(900, (index) => ({
    bib: 100 + (index % 30),
    lap: index % 5,
    time: clock(index),
    point: 'Loop',
  }))
  const log = many(2_000, (index) => ({ at: clock(index), level: 'info', text: 'Reader connected', no: index }))
  const countries = many(200, (index) => ({ code: `C${index}`, name: nameOf(index), flag: `${index}.svg` }))
  const others: readonly (readonly [string, Json])[] = [
    ['coordinates', track],
    ['pairs of coordinates', pairs],
    ['passings', passings],
    ['log lines', log],
    ['countries', countries],
  ]
  const people = [
    ['known keys', entry],
    ['keys of two letters', coded],
  ] as const
  const cases = others.flatMap(([what, list]) =>
    people.flatMap(([keys, make]) =>
      (['track', 'data', 'list'] as const).map((key) => ({ what, list, keys, make, key })),
    ),
  )

  it.each(cases)('of $keys wins over a longer list of $what in $key', ({ list, make, key }) => {
    const rows = rowsOf({ [key]: list, payload: { board: { entries: many(70, make) } } })
    expect(rows).toHaveLength(70)
    expect(rows[69]).toMatchObject(make(69))
  })
})

describe('lists of cells without a description', () => {
  const cells = (index: number): readonly Json[] => [index + 1, 100 + index, nameOf(index), clock(3600 + index * 7)]

  it.each([
    ['at the top', many(5, cells)],
    ['in an object', { board: { lines: many(5, cells) } }],
  ] satisfies readonly (readonly [string, Json])[])('are rows with columns by their place, %s', (_, body) => {
    expect(rowsOf(body)[4]).toEqual({ 1: 5, 2: 104, 3: nameOf(4), 4: clock(3628) })
  })

  it('are not rows when they contain no people', () => {
    expect(rowsOf({ route: many(50, (index) => [55.01 + index, 37.5, 0.5]) })).toEqual([])
  })
})
