import { expect, it } from 'vitest'
import {
  effectiveGuesses,
  evidenceOf,
  tellsMore,
  withEffectiveRoles,
} from '../../../main/features/columns/rules/table/tableShape.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { learn } from '../../../main/features/columns/rules/table/learn.ts'
import { clockOf, guessedRoles, readRows } from '../../support/resultBodies/readings.ts'

const hour = 3_600
const finishers = (count: number, cells: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => ({ Bib: 201 + ((at * 7) % 97), Name: `Wexl${at} Anna`, ...cells(at) }))
const ran = (at: number): number => 2_400 + at * 67 + at * at
const ofDay = (seconds: number): string => clockOf(seconds % (24 * hour)).padStart(8, '0')
const textOf = (rows: readonly object[]): string => rows.map((row) => Object.values(row).join(',')).join('\n')

const starts: readonly (readonly [string, (at: number, count: number) => string])[] = [
  ['one start', () => '10:00:00'],
  ['hours and minutes', () => '9:45'],
  ['minutes since midnight', () => '588:08'],
  ['two waves', (at, count) => (at < count / 2 ? '10:00:00' : '10:05:00')],
  ['three waves', (at) => `1${at % 3}:30:00`],
  ['a minute apart', (at) => ofDay(10 * hour + at * 60)],
  ['a minute apart, after midnight', (at) => ofDay(hour / 2 + at * 60).slice(0, 5)],
  ['a minute apart, without seconds', (at) => ofDay(10 * hour + at * 60).slice(0, 5)],
  ['a minute apart, with gaps', (at) => ofDay(10 * hour + (at + Math.floor(at / 9)) * 60)],
  ['a minute apart, from zero', (at) => ofDay(at * 60)],
  ['15 s apart', (at) => ofDay(8 * hour + at * 15)],
  ['two every two minutes apart', (at) => ofDay(9 * hour + Math.floor(at / 2) * 120)],
]
it.each(starts)('reads no result where all cells are starts: %s', (said, start) => {
  for (const count of [5, 40]) {
    for (const header of ['time', 'Старт', 'Starttid', 'Result']) {
      const rows = finishers(count, (at) => ({
        Status: said.includes('apart') ? '' : 'OK',
        [header]: start(at, count),
      }))
      for (const body of [rows, rows.toSorted((a, b) => a.Bib - b.Bib)].map((one) => JSON.stringify(one))) {
        const { rows: read, reader, columns: found } = readRows(body)
        expect(found.find(({ name }) => name === header)?.role).toBeUndefined()
        expect(new Set(read.map(reader.status))).toEqual(new Set(['unknown']))
      }
    }
    const lines = finishers(count, (at) => ({ start: start(at, count) })).map((row, at) => ({ at: at + 1, ...row }))
    const { rows: list, reader: ofList } = readRows(textOf(lines))
    expect(new Set(list.map(ofList.status))).toEqual(new Set(['unknown']))
    const rows = finishers(count, (at) => ({ Start: start((at * 3) % count, count), Ran: clockOf(ran(at)) }))
    const { rows: read, reader } = readRows(textOf(rows.map((row, at) => ({ Place: at + 1, ...row }))))
    expect(read.map((row) => reader.finishMs(row))).toEqual(rows.map((_row, at) => ran(at) * 1000))
  }
})

const columns = ['Start Ziel Laufzeit', 'Старт Финиш Результат', 'Starttid Mål Tid', 'startTime finishTime resultTime']
it.each(columns.map((said) => said.split(' ')))('reads %s and %s as times of the day, %s as the result', (...names) => {
  const [start = '', finish = '', result = ''] = names
  for (const [from, apart] of [10, 12, 23].flatMap((at) => [[at, 0] as const, [at + 0.5, 60] as const])) {
    const rows = finishers(12, (at) => {
      const startS = from * hour + ((at * 7) % 12) * apart
      return { [start]: ofDay(startS), [finish]: ofDay(startS + ran(at)), [result]: clockOf(ran(at)) }
    })
    expect(guessedRoles(rows)).toMatchObject({ [start]: null, [finish]: null, [result]: 'result' })
    expect(guessedRoles(rows.map((row) => ({ ...row, [result]: '' })))).toMatchObject({ [start]: null, [finish]: null })
    const points = rows.map(({ [start]: first, [finish]: last, ...row }: Record<string, unknown>) => ({
      ...row,
      points: [first, last].map((time, at) => ({ name: ['Start', 'Finish'][at] ?? '', time: String(time) })),
    }))
    expect(guessedRoles(points)).toMatchObject({ 'points.Start.time': null, 'points.Finish.time': null })
  }
})

const single = (date: string, at: number) => {
  const startS = 10 * hour + ((at * 7) % 12) * 97
  return { w: date + ofDay(startS), Finish: ofDay(startS + ran(at)) }
}
const byClock = (from: number, at: number) => ({
  CP1: clockOf(from * hour + ran(at) / 3),
  CP2: clockOf(from * hour + ran(at) / 2),
  Finish: clockOf(from * hour + ran(at)),
})
it.each([
  ['a tie of three', 3, () => ({ Time: '0:30:10' }), { Time: 'result' }],
  ['times rounded to minutes', 40, (at: number) => ({ Time: `0:${18 + Math.floor(at / 3)}:00` }), { Time: 'result' }],
  ['an evening race', 12, (at: number) => ({ Start: '19:00:00', Time: clockOf(ran(at)) }), { Time: 'result' }],
  ['an ultra', 12, (at: number) => ({ wave: '06:00:00', Time: clockOf(8 * hour + at * 911) }), { Time: 'result' }],
  ['a plain time of the day', 12, (at: number) => ({ Zeit: ofDay(10.5 * hour + ran(at)) }), { Zeit: null }],
  ['a plain time of an ultra', 12, (at: number) => ({ Zeit: clockOf(6 * hour + at * 911) }), { Zeit: 'result' }],
  ['six hours', 12, (at: number) => ({ Time: '6:00:00', km: 70.5 - at }), { Time: null, km: 'result' }],
  ['a clock after midnight', 12, (at: number) => ({ Start: '23:00:00', Time: ofDay(hour + ran(at)) }), { Time: null }],
  ['a finish over midnight', 12, (at: number) => ({ Finish: ofDay(23.3 * hour + ran(at)) }), { Finish: null }],
  ['a start with its date', 12, (at: number) => single('2026-05-16T', at), { w: null, Finish: null }],
  ['starts one by one', 12, (at: number) => single('', at), { w: null, Finish: null }],
  ['a finish by the clock', 12, (at: number) => ({ Finish: ofDay(10 * hour + ran(at)) }), { Finish: null }],
  ['the same to the minute', 12, (at: number) => ({ Ziel: ofDay(9 * hour + ran(at)).slice(0, 5) }), { Ziel: null }],
  ['points by the clock', 12, (at: number) => byClock(10, at), { CP1: null, CP2: null, Finish: null }],
  ['points of an ultra', 12, (at: number) => ({ ...byClock(7, at), CP1: clockOf(ran(at)) }), { Finish: 'result' }],
  [
    'starts from zero',
    12,
    (at: number) => ({ Start: clockOf(at * 120), Ziel: clockOf(at * 120 + ran(at)) }),
    { Ziel: null },
  ],
  ['a start of two', 2, () => ({ Time: '0:30:00' }), { Time: null }],
  ['waves of four', 4, (at: number) => ({ Time: `9:${15 + (at % 3) * 15}` }), { Time: null }],
  ['even codes', 4, (at: number) => ({ Time: 7000 + at * 7 }), { Time: null }],
  ['codes', 12, (at: number) => ({ finish: 7000 + ((at * 1777) % 2900) }), { finish: null }],
  ['one time at a point', 12, (at: number) => ({ '5 km': '10:00:00', Time: clockOf(ran(at)) }), { '5 km': null }],
] as const)('tells results from starts: %s', (_, count, cells, roles) => {
  expect(guessedRoles(finishers(count, (at) => ({ Place: at + 1, ...cells(at) })))).toMatchObject(roles)
})

it('reads no result where a large field starts every 15 s', () => {
  const rows = finishers(900, (at) => ({ zeitpunkt: ofDay(8 * hour + at * 15) }))
  expect(guessedRoles(rows)).toMatchObject({ zeitpunkt: null })
})

it('takes the longest of nameless laps for no result', () => {
  const laps = finishers(12, (at) => ({
    a: clockOf(600 + at * 21),
    b: clockOf(610 + at * 20),
    c: clockOf(700 + at * 24),
  }))
  const { rows, reader } = readRows(textOf(laps))
  expect(new Set(rows.map((row) => reader.finishMs(row)))).toEqual(new Set([null]))
})

it('guesses again when results take the place of starts, and gives starts no role of a table with results', () => {
  const [before, after] = [
    finishers(12, () => ({ time: '10:00:00' })),
    finishers(12, (at) => ({ time: clockOf(ran(at)) })),
  ]
  const [waiting, finished] = [findColumns(before), findColumns(after)]
  const known = learn(waiting, before, evidenceOf(waiting, before), null)
  expect(tellsMore(evidenceOf(finished, after), known)).toBe(true)
  const guesses = effectiveGuesses(learn(finished, after, evidenceOf(finished, after), known), new Map())
  expect(withEffectiveRoles(finished, guesses).at(-1)?.role).toBe('result')
  expect(withEffectiveRoles(waiting, guesses).at(-1)?.role).toBeUndefined()
})

it.each([
  ['seconds', 40, (at: number) => 2_400 + at * 37 + (at % 3) * 11],
  ['minutes of a long race', 60, (at: number) => 28_800 + (at * 11 + (at % 4) * 5) * 60],
  ['minutes of a large race', 400, (at: number) => 10_800 + Math.floor(at / 7) * 60],
  ['a few rows', 4, (at: number) => 1_800 + at * 60],
] as const)('reads results without places in %s', (_, count, secondsAt) => {
  const { rows, reader } = readRows(finishers(count, (at) => ({ time: ofDay(secondsAt(at)) })))
  expect(rows.filter((row) => reader.status(row) === 'OK' && reader.finishMs(row) !== null)).toHaveLength(count)
})

it('shows no status and no finish for entries', () => {
  const { rows, reader } = readRows(
    finishers(30, (at) => ({
      startTime: ofDay(10 * hour + at * 60),
      paid: at % 2 === 0 ? 'yes' : 'no',
      state: 'Validated',
      isFinished: false,
      isOnStart: at % 2 === 0,
    })),
  )
  expect(new Set(rows.map((row) => `${reader.status(row)} ${reader.finishMs(row)}`))).toEqual(new Set(['unknown null']))
})

it.each([1, 12])('takes the time rather than the start or the finish for the result when %d have finished', (done) => {
  const rows = finishers(19, (at) => {
    const startS = 60 * ((at * 5) % 19) + 120
    const times = { Finish: clockOf(startS + ran(at)), Time: clockOf(ran(at)) }
    return { Start: clockOf(startS), ...(at < done ? times : { Finish: '', Time: '' }), Classifier: '0' }
  })
  expect(guessedRoles(rows)).toMatchObject({ Start: null, Finish: null, Time: 'result' })
})
