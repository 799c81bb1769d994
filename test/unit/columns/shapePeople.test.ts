import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findRows } from '../../../main/features/columns/rules/body/findRows.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { clockOf, readRows } from '../../support/resultBodies/readings.ts'

const first = 'Anna Boris Clara Dario Elin Farid Greta Henri Ines Jonas Katia Lubos'.split(' ')
const last = 'Ahlgren Brodek Castell Dvorsky Eklund Farago Grabner Holub Ivory Jansky'.split(' ')
const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const nameOf = (at: number): string => `${first[at % first.length]} ${last[(at * 7) % last.length]}`
const entry = (at: number): JsonObject => ({
  bib: String(100 + ((at * 37) % 900)),
  displayName: `${nameOf(at)} ${String.fromCharCode(65 + (at % 26))}`,
  age: 20 + (at % 40),
  gender: at % 3 === 0 ? 'F' : 'M',
  overallRank: at + 1,
  time: { timeInMillis: 3_600_000 + at * 17_000, timeUnit: 'm' },
})
/** Keys of one and two letters: only the cells tell what they mean. */
const coded = (at: number): JsonObject => ({ nm: nameOf(at), bi: 100 + at, tu: clockOf(3_600 + at * 37) })

const rowsOf = (body: Json): readonly JsonObject[] => findRows(body)?.rows ?? []

/** One wrapper that says much of itself. */
const bracket = (name: string, entries: Json): Json => ({
  bracketId: 19,
  bracketName: name,
  bracketType: 'OPEN',
  courseId: 22,
  eventId: 10,
  hasPace: false,
  interval: { intervalId: 0, distance: { meters: 42_195, unit: 'm' }, name: 'latest', intervalResults: entries },
  totalAthletes: 10,
})

it.each([
  ['known keys', entry],
  ['keys of two letters', coded],
])('reads people two levels down in one wrapper, with %s', (_, make) => {
  const rows = rowsOf([bracket('Overall', many(10, make))])
  expect(rows).toHaveLength(10)
  expect(rows[3]).toMatchObject({ ...make(3), 'group.bracketName': 'Overall' })
})

it('keeps the people of every wrapper, also where they repeat the same ones', () => {
  const names = ['Overall', 'Men', 'M40']
  const rows = rowsOf(names.map((name) => bracket(name, many(6, coded))))
  expect(rows.map((row) => row['group.bracketName'])).toEqual(names.flatMap((name) => many(6, () => name)))
})

it('reads people three levels down inside several wrappers, each under what its wrappers say', () => {
  const data = [0, 1].map((division) => ({
    division: { id: division, name: `Division ${division}`, type: 'overall' },
    intervals: [{ id: 5, name: 'Full Course', units: 'km', results: many(4, (at) => entry(division * 4 + at)) }],
  }))
  const rows = rowsOf({ meta: { page: 1 }, data })
  expect(rows).toHaveLength(8)
  expect(rows[0]).toMatchObject({ 'group.division.name': 'Division 0', 'group 2': 'Full Course' })
  expect(rows[7]).toMatchObject({ 'group.division.name': 'Division 1' })
})

it('reads people under keys of any language in races that have names themselves', () => {
  const rider = (at: number): Json => ({
    nome: nameOf(at),
    tempo: `0:${20 + at}:05`,
    societa: 'Alfa',
    punti: 70 - at,
  })
  const races = [0, 1, 2].map((race) => ({ nome: `Tappa ${race + 1}`, dati: many(5, (at) => rider(race * 5 + at)) }))
  const rows = rowsOf(races)
  expect(rows).toHaveLength(15)
  expect(rows[14]).toMatchObject({ group: 'Tappa 3', punti: 56 })
})

it('reads crews nested in lanes, races and days keyed by date', () => {
  const lane = (at: number): Json => {
    const time_str = `1:1${at % 10}.90`
    return { lane: at, team_no: 17 + at * 3, team: `Crew ${nameOf(at)}`, time_str, rank: at + 1 }
  }
  const race = (from: number, race_no: string): Json => ({
    race_no,
    class: 'Small',
    start_time: '8:45',
    lanes: many(4, (at) => lane(from + at)),
  })
  const day = (event_name: string, at: number): Json => ({ event_name, races: [race(at, 'R0'), race(at + 4, 'R1')] })
  const events = { '2031-05-02': day('A', 0), '2031-05-03': day('B', 8) }
  expect(rowsOf({ title: 'Regatta', events })).toHaveLength(16)
})

it("does not read a wrapper's numbers as split times", () => {
  const inMs = (at: number) => ({
    ...entry(at),
    time: 3_600_000 + at * 71_250,
    racerEntryId: 2_100_000 + at * 41_000,
  })
  const ids = { courseId: 2_261_827, eventCourseId: 2_248_652, bracketId: 1_927_874, raceId: 1_018_673 }
  const { columns } = readRows([{ ...ids, bracketName: 'Overall', interval: { intervalResults: many(20, inMs) } }])
  expect(columns.filter(({ role }) => role === 'split' || role === 'lap').map(({ name }) => name)).toEqual([])
  expect(columns.map(({ name }) => name)).toContain('time')
})

const withLists: { readonly [what: string]: (at: number) => JsonObject } = {
  laps: (at) => ({
    ...entry(at),
    passages: ['Dam', 'Mill', 'Ridge'].map((name, nth) => ({
      name,
      time: `0:${10 * (nth + 1) + at}:00`,
      place: at + 1,
    })),
  }),
  'members of a relay': (at) => ({
    team: `Team ${nameOf(at)}`,
    bib: 31 + at * 7,
    place: at + 1,
    time: `2:0${at}:11`,
    crew: many(3, (leg) => ({ firstName: first[at * 3 + leg] ?? '', age: 30, gender: 'F' })),
  }),
  'members without results': (at) => ({
    team: `Team ${nameOf(at)}`,
    result: clockOf(7_200 + at),
    runners: many(3, (leg) => ({ firstName: first[leg] ?? '', lastName: last[at] ?? '' })),
  }),
  'names of members': (at) => ({
    team: `Team ${nameOf(at)}`,
    lagtid: clockOf(7_200 + at),
    runners: ['Norvel', 'Tibalt'],
  }),
  'legs that say much of their runners': (at) => ({
    rank: at + 1,
    bib: 300 + at,
    team: `Old Mill ${at % 2}`,
    total: `1:${10 + at}:00`,
    legs: Array.from('ABC', (letter, nth) => {
      const leg = nth + 1
      return { leg, runner: `${nameOf(at)} ${letter}`, time: `2${leg}:0${at}`, rank: at + 1 }
    }),
  }),
}
it.each(Object.entries(withLists))('the rows of those who have lists themselves keep their %s', (_, make) => {
  for (const key of ['data', 'teams']) expect(rowsOf({ [key]: many(6, make) })).toHaveLength(6)
})

describe('the list of people', () => {
  const others: { readonly [what: string]: Json } = {
    coordinates: many(3_000, (t) => ({ lat: 55 + t / 1e4, lon: 37.5, ele: 12, t, name: 'track', distance: t * 11 })),
    'pairs of coordinates': many(3_000, (at) => [55.01 + at / 1e4, 37.5 + at / 1e4]),
    passings: many(900, (at) => ({ bib: 100 + (at % 30), lap: at % 5, time: clockOf(at), point: 'Loop' })),
    'log lines': many(2_000, (at) => ({ time: clockOf(at), name: 'poll', status: 'ok', number: at, result: 'sent' })),
    countries: many(200, (at) => ({ code: `C${at}`, name: nameOf(at), flag: `${at}.svg` })),
  }
  const cases = Object.keys(others).flatMap((what) =>
    ['track', 'data', 'list'].flatMap((key) => [
      { what, key, keys: 'known keys', make: entry },
      { what, key, keys: 'keys of two letters', make: coded },
    ]),
  )

  it.each(cases)('of $keys wins over a longer list of $what in $key, before it or behind it', ({ what, make, key }) => {
    const list = others[what] ?? []
    const board = { title: 'Board', entries: many(70, make) }
    for (const body of [{ [key]: list, payload: { board } }, { payload: { board, [key]: list } }]) {
      const rows = rowsOf(body)
      expect(rows).toHaveLength(70)
      expect(rows[69]).toMatchObject(make(69))
    }
  })

  it('is not mixed with points of the course that have names as well', () => {
    const response = {
      splitcontrols: ['Radio 65', 'Radio 50', 'Radio 74'].map((name, at) => ({ code: 1_050 + at, name })),
      results: many(5, (at) => ({ place: at + 1, name: nameOf(at), club: 'OK Skog', result: `${20 + at}:11` })),
    }
    expect(rowsOf({ response })).toHaveLength(5)
  })

  it('is found by first and family names together where each of them are few', () => {
    const results = many(40, (at) => ({
      place: at + 1,
      first_name: first[at % 4] ?? '',
      last_name: last[Math.floor(at / 7) % 5] ?? '',
      chip_time: `0:${20 + at}:05`,
    }))
    const headings = { place: 'Place', chip_time: 'Time' }
    const about = { individual_result_set_name: '5K', id: 4, deleted: 'F', public: 'T', num_finishers: 40 }
    expect(rowsOf({ individual_results_sets: [{ ...about, headings, results }] })).toHaveLength(40)
  })
})

describe('lists of cells without a description', () => {
  const cells = (at: number): Json => {
    return [String(6_285 + at * 13), ...nameOf(at).split(' '), at % 2 === 0 ? 'M' : 'F', 'NED', '']
  }

  it('are rows with columns by their place', () => {
    expect(rowsOf(many(5, cells))[4]).toEqual({ 1: '6337', 2: first[4], 3: last[8], 4: 'M', 5: 'NED', 6: '' })
    expect(rowsOf({ board: { lines: many(5, cells) } })).toHaveLength(5)
    const rows = rowsOf({ list: { Orders: [{ Expression: 'X', Label: '' }] }, data: { '#1_Ultra': many(9, cells) } })
    expect(rows).toHaveLength(9)
    expect(rows[0]).toMatchObject({ group: '#1_Ultra', 1: '6285', 4: 'M', 5: 'NED' })
  })

  it('are not rows when they contain no people', () => {
    expect(findRows({ route: many(50, (at) => [55.01, 37.5 + at, 0.5]) })).toBeNull()
  })

  it('take no names from a description with fewer fields than the rows have cells', () => {
    const Fields = ['Surname', 'First name', 'm/w'].map((Label) => ({ Expression: Label, Label }))
    const four = (at: number): Json => [String(285 + at * 13), ...nameOf(at).split(' '), 'M']
    const [row = {}] = rowsOf({ list: { Fields }, data: { '#1_A': many(9, four) } })
    expect(Object.keys(row)).toEqual(['1', '2', '3', '4', 'group'])
  })
})
