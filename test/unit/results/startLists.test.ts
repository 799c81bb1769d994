import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { clockOf, readRows } from '../../support/resultBodies/readings.ts'

const read = (body: Json) => {
  const { rows, columns, reader } = readRows(body)
  return {
    roles: Object.fromEntries(columns.map(({ name, role }) => [name, role ?? null])),
    statuses: [...new Set(rows.map(reader.status))],
    finishes: rows.filter((row) => reader.finishMs(row) !== null).length,
  }
}

const clock = (seconds: number): string => clockOf(seconds).padStart(8, '0')
const entries = (count: number, timeOf: (at: number) => string, header: string): Json =>
  Array.from({ length: count }, (_, at) => ({
    bib: 21 + at,
    name: `${['Ada', 'Ben', 'Cleo'][at % 3]} ${['Holm', 'Moe', 'Lind', 'Berg', 'Dahl'][at % 5]}${'abcdefgh'[at % 8]}`,
    club: `SK ${['Nord', 'Vest', 'Sør'][at % 3]}`,
    [header]: timeOf(at),
  }))

const shuffled = (at: number, count: number): number => (at * 7) % count

it.each([
  ['a start a minute', 40, (at: number) => clock(36_000 + at * 60), 'time'],
  ['a start a minute, gaps between', 40, (at: number) => clock(36_000 + (at + Math.floor(at / 9)) * 60), 'Zeit'],
  ['two starts every two minutes', 30, (at: number) => clock(32_400 + Math.floor(at / 2) * 120), 'time'],
  ['starts from a zero time', 25, (at: number) => clock(at * 60), 'time'],
  ['starts of half a minute, people by name', 40, (at: number) => clock(39_600 + shuffled(at, 40) * 30), 'result'],
  ['starts of hours and minutes', 30, (at: number) => clock(36_000 + at * 60).slice(0, 5), 'time'],
  ['waves', 60, (at: number) => clock(36_000 + Math.floor(at / 10) * 600), 'zeitpunkt'],
  ['a start a minute in a large field', 900, (at: number) => clock(28_800 + at * 15), 'time'],
] as const)('does not read %s as results', (_, count, timeOf, header) => {
  const { roles, statuses, finishes } = read(entries(count, timeOf, header))
  expect([roles[header], statuses, finishes]).toEqual([null, ['unknown'], 0])
})

it.each([
  ['seconds', 40, (at: number) => clock(2_400 + at * 37 + (at % 3) * 11)],
  ['minutes of a long race', 60, (at: number) => clock(28_800 + (at * 11 + (at % 4) * 5) * 60)],
  ['minutes of a large race', 400, (at: number) => clock(10_800 + Math.floor(at / 7) * 60)],
  ['a few rows', 4, (at: number) => clock(1_800 + at * 60)],
] as const)('keeps results in %s', (_, count, timeOf) => {
  const { roles, statuses } = read(entries(count, timeOf, 'time'))
  expect([roles['time'], statuses]).toEqual(['result', ['OK']])
})

it('shows no status and no finish for entries', () => {
  const rows = Array.from({ length: 30 }, (_, at) => {
    const [name, startTime] = [`Ada Holm${'abcdefgh'[at % 8]}`, clock(36_000 + at * 60)]
    const state = { paid: at % 2 === 0 ? 'yes' : 'no', state: 'Validated', isFinished: false, isOnStart: at % 2 === 0 }
    return { number: 11 + at, name, club: 'SK Nord', startTime, ...state }
  })
  expect(read(rows)).toMatchObject({ statuses: ['unknown'], finishes: 0 })
})

it.each([1, 12])(
  'takes the time, and no start and no clock at the finish, for the result when %d have finished',
  (finished) => {
    const rows = Array.from({ length: 19 }, (_, at) => ({
      Stno: 101 + at * 3,
      Surname: `Holm${'abcdefghijklmnopqrstuv'[at]}`,
      'First name': ['Ada', 'Ben', 'Cleo'][at % 3] ?? '',
      Start: clock(60 * ((at * 5) % 19) + 120).slice(1),
      Finish: at < finished ? clock(60 * ((at * 5) % 19) + 120 + 2_400 + at * 47).slice(1) : '',
      Time: at < finished ? clock(2_400 + at * 47).slice(1) : '',
      Classifier: '0',
    }))
    const { roles, finishes } = read(rows)
    expect([roles['Start'], roles['Finish'], roles['Time'], finishes]).toEqual([null, null, 'result', finished])
  },
)
