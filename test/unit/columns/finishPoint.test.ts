import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { columnKeyOf, signatureOf } from '../../../main/features/columns/rules/table/tableShape.ts'
import { clockOf as clock, guessedRoles, guessesOf } from '../../support/resultBodies/readings.ts'

/** Seconds at a share of the course, of the runner at a place. */
const secondsAt = (place: number, share: number): number =>
  Math.round((7_800 + place * 97) * share * (0.98 + share * 0.02))

const runners = (count: number, more: (place: number) => { readonly [name: string]: Json }): readonly JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    bib: 300 + ((index * 37) % 211),
    name: `Ann Rider ${index}`,
    ...more(index),
  }))

const finishLabels = 'Finish|Full Course|Ziel|Meta|Czas|Total|Arrivée|Maali|F|fin|42.2|42,195 km|Финиш|Mål'.split('|')

/** Points of a list, at shares of the way. */
const pointsOf =
  (shares: { readonly [name: string]: number }, pointAt: (seconds: number) => JsonObject) => (place: number) =>
    Object.entries(shares).map(([name, share]) => ({ name, ...pointAt(secondsAt(place, share)) }))
const timed = (seconds: number): JsonObject => ({ time: clock(seconds) })

describe('the finish among the points of a course', () => {
  it.each(finishLabels)('is %s in a list of points', (label) => {
    const points = pointsOf({ Bridge: 0.3, Mill: 0.6, [label]: 1 }, (seconds) => ({ time_ms: seconds * 1000 }))
    const rows = runners(12, (at) => ({ checkpoints: points(at).map((point) => ({ ...point, rank: at + 1 })) }))
    const guesses = guessesOf(rows)
    expect(guesses.get(`checkpoints.${label}.time_ms`)).toMatchObject({ role: 'result', unit: 'ms' })
    expect(guesses.get('checkpoints.Mill.time_ms')).toMatchObject({ role: 'split', unit: 'ms' })
    expect(guesses.get(`checkpoints.${label}.rank`)?.role ?? null).not.toBe('result')
  })

  it('is found in an object of points, in whole seconds', () => {
    const points = pointsOf({ 'High Point': 0.1, Lakeside: 0.4, 'Old Mill': 0.7, Finish: 1 }, (time) => ({ time }))
    const rows = runners(30, (place) => ({
      splits: Object.fromEntries(
        points(place).map(({ name, ...point }) => [name, { ...point, pace: 2 + (place % 7) / 10 }]),
      ),
    }))
    const guesses = guessesOf(rows)
    expect(guesses.get('splits.Finish.time')).toMatchObject({ role: 'result', unit: 's' })
    for (const name of ['High Point', 'Lakeside', 'Old Mill']) {
      expect(guesses.get(`splits.${name}.time`)).toMatchObject({ role: 'split', unit: 's' })
      expect(guesses.get(`splits.${name}.pace`)?.role ?? null).not.toBe('split')
    }
  })

  it('is the total of the last leg, whose own time stays a piece', () => {
    const rows = runners(24, (place) => ({
      legs: [0.2, 0.25, 0.7, 0.74, 1].map((share, index) => ({
        sport: ['SWIM', 'T', 'BIKE', 'T', 'RUN'][index] ?? '',
        legDuration: clock(secondsAt(place, [0.2, 0.05, 0.45, 0.04, 0.26][index] ?? 0)),
        totalDuration: clock(secondsAt(place, share)),
      })),
    }))
    const roles = { 'legs.5.totalDuration': 'result', 'legs.4.totalDuration': 'split', 'legs.5.legDuration': 'lap' }
    expect(guessedRoles(rows)).toMatchObject(roles)
  })

  it('stays a point beside a result of its own', () => {
    const points = pointsOf({ '5 km': 0.4, Finish: 1 }, timed)
    const rows = runners(12, (place) => ({ result: clock(secondsAt(place, 1)), laps: points(place) }))
    expect(guessedRoles(rows)).toMatchObject({ result: 'result', 'laps.Finish.time': 'split' })
  })

  it('is the time that is called official rather than the one without penalties', () => {
    const points = pointsOf({ Hut: 0.4, Finish: 1 }, (seconds) => {
      const official_time = clock(seconds + 60)
      return { time: clock(seconds), penalty_time: official_time, official_time }
    })
    const roles = guessedRoles(runners(12, (place) => ({ points: points(place) })))
    expect(roles['points.Finish.official_time']).toBe('result')
    expect(roles['points.Finish.time']).not.toBe('result')
  })

  it('is nothing that only the leaders have passed', () => {
    const points = pointsOf({ '5 km': 1 / 8, '10 km': 2 / 8, '15 km': 3 / 8, '20 km': 4 / 8 }, timed)
    const rows = runners(40, (place) => ({ passed: points(place).slice(0, place < 8 ? 4 : place < 20 ? 3 : 2) }))
    const passed = Object.entries(guessedRoles(rows)).filter(([name]) => name.startsWith('passed.'))
    expect(passed.map(([, role]) => role)).not.toContain('result')
  })

  it('has a name of its own among the columns, and leaves the shape as it was', () => {
    const columnsOf = (shares: { readonly [name: string]: number }) =>
      findColumns(runners(4, (place) => ({ laps: pointsOf(shares, timed)(place) })))
    const live = columnsOf({ '3 km': 1 / 2, '6 km': 1 })
    const over = columnsOf({ '3 km': 1 / 3, '6 km': 2 / 3, Finish: 1 })
    expect(over.map(columnKeyOf)).toContain('laps.*.time (finish)')
    expect(live.map(columnKeyOf)).not.toContain('laps.*.time (finish)')
    expect(signatureOf(live)).toBe(signatureOf(over))
  })
})

/** A cell for each name. */
const eachOf = (names: readonly string[], cellAt: (index: number) => Json): JsonObject =>
  Object.fromEntries(names.map((name, index) => [name, cellAt(index)]))

describe('points that only their cells show', () => {
  const course = ['Lyon Hut', 'Red Gate', 'Mill', 'pp9', 'Dam']
  it('are times from the start when they rise below the result', () => {
    for (const write of [clock, (seconds: number) => seconds]) {
      const rows = runners(40, (place) => ({
        place: place + 1,
        Time: write(secondsAt(place, 1) + 21_000),
        ...eachOf(course, (index) => {
          const seconds = secondsAt(place, (index + 1) / 6) + 3_500 * (index + 1)
          return (place + index) % 9 === 0 ? 'NA' : write(Math.round(seconds * (1 + ((place * 7 + index) % 5) / 100)))
        }),
        wattage: 300 - place,
      }))
      const splits = Object.fromEntries(course.map((name) => [name, 'split']))
      expect(guessedRoles(rows)).toMatchObject({ ...splits, Time: 'result', wattage: null })
    }
  })

  it('make the seconds of an ultra sure, which could be hundredths of a short race', () => {
    const rows = runners(40, (place) => ({
      place: place + 1,
      Time: 66_000 + place * 1_213,
      ...eachOf(
        Array.from('ABCDEFGHIJKLMNO', (hut) => `Hut ${hut}`),
        (index) => Math.round(((66_000 + place * 1_213) * (index + 1) * (1 + ((place * 7) % 5) / 100)) / 17),
      ),
    }))
    const guesses = guessesOf(rows)
    expect(guesses.get('Time')).toMatchObject({ role: 'result', unit: 's' })
    expect(guesses.get('Hut C')).toMatchObject({ role: 'split', unit: 's' })
  })

  it('are numbered times t1 to t4, but two of them are transitions', () => {
    const rolesBeside = (names: readonly string[], share: (index: number) => number) => {
      const timeAt = (place: number) => (index: number) =>
        clock(Math.round(secondsAt(place, share(index)) * (1 + ((place * 3 + index) % 4) / 100)))
      const result = (place: number): JsonObject => ({ tempo_total: '', result: clock(secondsAt(place, 1)) })
      const roles = guessedRoles(runners(20, (place) => ({ ...result(place), ...eachOf(names, timeAt(place)) })))
      return names.map((name) => roles[name] ?? 'lap')
    }
    expect(rolesBeside(['t1', 't2', 't3', 't4'], (index) => (index + 1) / 5)).toEqual(Array(4).fill('split'))
    expect(rolesBeside(['t1', 't2'], () => 0.02)).toEqual(['lap', 'lap'])
  })

  it('are pieces when they add up to the result, whose seconds they make sure', () => {
    const rows = runners(30, (place) => {
      const transitions = [200 + ((place * 13) % 90), 150 + ((place * 7) % 60)] as const
      const pieces = [3_900 + place * 31, transitions[0], 16_000 + place * 77, transitions[1], 11_000 + place * 93]
      const total = pieces.reduce((sum, piece) => sum + piece, 0)
      const bib = String(100 + ((place * 37) % 991))
      return { b: bib, t: total, ...eachOf(['s', 't1', 'bk', 't2', 'rn'], (index) => pieces[index] ?? 0) }
    })
    const guesses = guessesOf(rows)
    expect(guesses.get('t')).toMatchObject({ role: 'result', unit: 's' })
    for (const name of ['bk', 'rn']) expect(guesses.get(name), name).toMatchObject({ role: 'lap', unit: 's' })
  })
})

it('reads times of a list of points as splits, however few rows have them', () => {
  const rows = runners(4, (place) => ({
    temps: clock(secondsAt(place, 1)),
    points_de_passage:
      place > 0 ? [] : ['NAGE', 'VELO'].map((nom, index) => ({ nom, time: clock(secondsAt(0, (index + 1) / 3)) })),
  }))
  const roles = guessedRoles(rows)
  expect(roles['points_de_passage.1.time'] ?? roles['points_de_passage.NAGE.time']).toBe('split')
})
