import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findRows } from '../../../main/features/columns/rules/body/findRows.ts'

const first = ['Anna', 'Boris', 'Clara', 'Dario', 'Elin', 'Farid', 'Greta', 'Henri', 'Ines', 'Jonas', 'Katia', 'Lubos']
const last = ['Ahlgren', 'Brodek', 'Castell', 'Dvorsky', 'Eklund', 'Farago', 'Grabner', 'Holub', 'Ivory', 'Jansky']

/** So many invented finishers, from a number on. */
const people = <T>(count: number, of: (name: string, at: number) => T, from = 0): readonly T[] =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index
    return of(`${first[at % first.length]} ${last[(at * 7) % last.length]} ${at}`.replace(/ \d+$/, ''), at)
  })

const entry = (name: string, at: number): { readonly [key: string]: Json } => ({
  bib: String(100 + ((at * 37) % 900)),
  displayName: `${name} ${String.fromCharCode(65 + (at % 26))}`,
  age: 20 + (at % 40),
  gender: at % 3 === 0 ? 'F' : 'M',
  overallRank: at + 1,
  time: { timeInMillis: 3_600_000 + at * 17_000, timeUnit: 'm' },
})

const rowsIn = (body: Json): readonly { readonly [key: string]: Json }[] => findRows(body)?.rows ?? []

it('reads people two levels down inside one wrapper that says much of itself', () => {
  const wrapper = {
    bracketId: 19,
    bracketName: 'Overall',
    courseId: 22,
    eventId: 10,
    hasPace: false,
    bracketType: 'OPEN',
    interval: { intervalId: 0, distance: { meters: 42_195, unit: 'm' }, intervalResults: people(10, entry) },
    totalAthletes: 10,
  }
  const rows = rowsIn([wrapper])
  expect(rows).toHaveLength(10)
  expect(rows[3]).toMatchObject({ 'group.bracketName': 'Overall', bib: '211' })
})

it('reads people three levels down inside several wrappers, each under what its wrappers say', () => {
  const body = {
    meta: { page: 1 },
    data: [0, 1].map((division) => ({
      division: { id: division, name: `Division ${division}`, type: 'overall' },
      intervals: [{ id: 5, name: 'Full Course', units: 'km', results: people(4, entry, division * 4) }],
    })),
  }
  const rows = rowsIn(body)
  expect(rows).toHaveLength(8)
  expect(rows[0]).toMatchObject({ 'group.division.name': 'Division 0', 'group 2': 'Full Course' })
  expect(rows[7]).toMatchObject({ 'group.division.name': 'Division 1' })
})

it('reads people under keys of any language in races that have names themselves', () => {
  const rider = (name: string, at: number): Json => ({
    nome: name,
    tempo: `0:${20 + at}:05`,
    societa: 'Alfa',
    punti: 70 - at,
  })
  const races = [0, 1, 2].map((race) => ({ nome: `Tappa ${race + 1}`, dati: people(5, rider, race * 5) }))
  const rows = rowsIn(races)
  expect(rows).toHaveLength(15)
  expect(rows[14]).toMatchObject({ group: 'Tappa 3', punti: 56 })
})

it('reads crews nested in lanes, races and days keyed by date', () => {
  const lane = (name: string, at: number): Json => ({
    lane: at,
    team_no: 17 + at * 3,
    team: `Crew ${name}`,
    time_str: `1:1${at % 10}.90`,
    rank: at + 1,
  })
  const races = (day: number): Json =>
    [0, 1].map((race) => ({
      race_no: `R${race}`,
      class: 'Small',
      start_time: '8:45',
      lanes: people(4, lane, day * 8 + race * 4),
    }))
  const body = {
    title: 'Regatta',
    events: { '2031-05-02': { event_name: 'A', races: races(0) }, '2031-05-03': { event_name: 'B', races: races(1) } },
  }
  expect(rowsIn(body)).toHaveLength(16)
})

it('keeps laps, splits and members in the rows of those who have them', () => {
  const lapped = people(6, (name, at) => ({
    ...entry(name, at),
    passages: ['Dam', 'Mill', 'Ridge'].map((point, nth) => ({
      name: point,
      time: `0:${10 * (nth + 1) + at}:00`,
      place: at + 1,
    })),
  }))
  expect(rowsIn(lapped)).toHaveLength(6)
  const relay = people(5, (name, at) => ({
    team: `Team ${name}`,
    bib: 31 + at * 7,
    place: at + 1,
    time: `2:0${at}:11`,
    crew: people(3, (runner) => ({ firstName: runner.split(' ')[0] ?? '', age: 30, gender: 'F' }), at * 3),
  }))
  expect(rowsIn(relay)).toHaveLength(5)
})

it('prefers a few people to a long track, log or list of points', () => {
  const track = Array.from({ length: 3_000 }, (_, at) => ({
    lat: 59 + at / 1e4,
    lon: 30,
    ele: 12,
    time: at,
    name: 'track',
    distance: at * 11,
  }))
  const log = Array.from({ length: 500 }, (_, at) => ({
    time: `12:00:${10 + (at % 50)}`,
    name: 'poll',
    status: 'ok',
    number: at,
    result: 'sent',
  }))
  const board = { title: 'Board', entries: people(120, entry) }
  for (const body of [
    { payload: { track, board } },
    { payload: { board, track }, log },
    { data: track, payload: { board } },
    { data: { items: log, board } },
    { track: track.map(({ lat, lon }) => [lat, lon]), board },
  ]) {
    expect(rowsIn(body)).toHaveLength(120)
  }
})

it('reads rows of plain cells that nothing names as columns by their places', () => {
  const cells = (name: string, at: number): Json => [
    String(6_285 + at * 13),
    ...name.split(' '),
    at % 2 === 0 ? 'M' : 'F',
    'NED',
    '',
  ]
  const rows = rowsIn({ list: { Orders: [{ Expression: 'X', Label: '' }] }, data: { '#1_Ultra': people(9, cells) } })
  expect(rows).toHaveLength(9)
  expect(rows[0]).toMatchObject({ group: '#1_Ultra', 1: '6285', 4: 'M', 5: 'NED' })
  expect(findRows({ points: Array.from({ length: 50 }, (_, at) => [59.1, 30 + at, 12]) })).toBeNull()
})

it('does not use a description with fewer fields than the rows have cells', () => {
  const cells = (name: string, at: number): Json => [String(285 + at * 13), ...name.split(' '), 'M']
  const fields = ['Surname', 'First name', 'm/w'].map((Label) => ({ Expression: Label, Label }))
  const [row] = rowsIn({ list: { Fields: fields }, data: { '#1_A': people(9, cells) } })
  expect(Object.keys(row ?? {})).toEqual(['1', '2', '3', '4', 'group'])
})

it('does not mix people with points of the course that have names as well', () => {
  const body = {
    response: {
      splitcontrols: ['Radio 65', 'Radio 50', 'Radio 74'].map((name, at) => ({ code: 1_050 + at, name })),
      results: people(5, (name, at) => ({ place: at + 1, name, club: 'OK Skog', result: `${20 + at}:11` })),
    },
  }
  expect(rowsIn(body)).toHaveLength(5)
})

it('reads people whose first names and family names are few, by both together', () => {
  const given = ['Anna', 'Boris', 'Clara', 'Dario']
  const family = ['Ahlgren', 'Brodek', 'Castell', 'Dvorsky', 'Eklund']
  const results = Array.from({ length: 40 }, (_, at) => ({
    place: at + 1,
    first_name: given[at % given.length] ?? '',
    last_name: family[Math.floor(at / 7) % family.length] ?? '',
    chip_time: `0:${20 + at}:05`,
  }))
  const sets = [
    {
      individual_result_set_name: '5K',
      individual_result_set_id: 4,
      deleted: 'F',
      public: 'T',
      num_finishers: 40,
      headings: { place: 'Place', chip_time: 'Time' },
      results,
    },
  ]
  expect(rowsIn({ individual_results_sets: sets })).toHaveLength(40)
})

it('keeps relays with a bib and a result of their own as rows, however much their legs say of the runners', () => {
  const body = {
    teams: people(9, (name, at) => ({
      rank: at + 1,
      bib: 300 + at,
      team: `Old Mill ${at % 2}`,
      total: `1:${10 + at}:00`,
      legs: [1, 2, 3].map((leg) => ({
        leg,
        runner: `${name} ${'ABC'[leg - 1] ?? ''}`,
        time: `2${leg}:0${at}`,
        rank: at + 1,
      })),
    })),
  }
  expect(rowsIn(body)).toHaveLength(9)
})
