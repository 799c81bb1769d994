import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { columnKeyOf, signatureOf } from '../../../main/features/columns/rules/table/tableShape.ts'
import { clockOf as clock, guessesOf } from '../../support/resultBodies/readings.ts'

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

describe('the finish among the points of a course', () => {
  it.each(finishLabels)('is %s in a list of points', (label) => {
    const rows = runners(12, (place) => ({
      checkpoints: ['Bridge', 'Mill', label].map((name, at) => ({
        name,
        time_ms: secondsAt(place, [0.3, 0.6, 1][at] ?? 1) * 1000,
        rank: place + 1,
      })),
    }))
    const guesses = guessesOf(rows)
    expect(guesses.get(`checkpoints.${label}.time_ms`)).toMatchObject({ role: 'result', unit: 'ms' })
    expect(guesses.get('checkpoints.Mill.time_ms')).toMatchObject({ role: 'split', unit: 'ms' })
    expect(guesses.get(`checkpoints.${label}.rank`)?.role ?? null).not.toBe('result')
  })

  it('is found in an object of points, in whole seconds', () => {
    const rows = runners(30, (place) => ({
      splits: Object.fromEntries(
        Object.entries({ 'High Point': 0.1, Lakeside: 0.4, 'Old Mill': 0.7, Finish: 1 }).map(([name, share]) => [
          name,
          { time: secondsAt(place, share), pace: 2 + (place % 7) / 10 },
        ]),
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
    const guesses = guessesOf(rows)
    expect(guesses.get('legs.5.totalDuration')?.role).toBe('result')
    expect(guesses.get('legs.4.totalDuration')?.role).toBe('split')
    expect(guesses.get('legs.5.legDuration')?.role).toBe('lap')
  })

  it('stays a point beside a result of its own', () => {
    const rows = runners(12, (place) => ({
      result: clock(secondsAt(place, 1)),
      laps: ['5 km', 'Finish'].map((name, index) => ({ name, time: clock(secondsAt(place, index === 0 ? 0.4 : 1)) })),
    }))
    const guesses = guessesOf(rows)
    expect(guesses.get('result')?.role).toBe('result')
    expect(guesses.get('laps.Finish.time')?.role).toBe('split')
  })

  it('is the time that is called official rather than the one without penalties', () => {
    const rows = runners(12, (place) => ({
      points: ['Hut', 'Finish'].map((name, index) => {
        const seconds = secondsAt(place, index === 0 ? 0.4 : 1)
        return { name, time: clock(seconds), penalty_time: clock(seconds + 60), official_time: clock(seconds + 60) }
      }),
    }))
    const guesses = guessesOf(rows)
    expect(guesses.get('points.Finish.official_time')?.role).toBe('result')
    expect(guesses.get('points.Finish.time')?.role).not.toBe('result')
  })

  it('is nothing that only the leaders have passed', () => {
    const rows = runners(40, (place) => ({
      passed: ['5 km', '10 km', '15 km', '20 km']
        .slice(0, place < 8 ? 4 : place < 20 ? 3 : 2)
        .map((name, index) => ({ name, time: clock(secondsAt(place, (index + 1) / 8)) })),
    }))
    const roles = [...guessesOf(rows)].filter(([name]) => name.startsWith('passed.')).map(([, { role }]) => role)
    expect(roles).not.toContain('result')
  })

  it('has a name of its own among the columns, and leaves the shape as it was', () => {
    const body = (labels: readonly string[]): readonly JsonObject[] =>
      runners(4, (place) => ({
        laps: labels.map((name, index) => ({ name, time: clock(secondsAt(place, (index + 1) / labels.length)) })),
      }))
    const live = findColumns(body(['3 km', '6 km']))
    const over = findColumns(body(['3 km', '6 km', 'Finish']))
    expect(over.map(columnKeyOf)).toContain('laps.*.time (finish)')
    expect(live.map(columnKeyOf)).not.toContain('laps.*.time (finish)')
    expect(signatureOf(live)).toBe(signatureOf(over))
  })
})

describe('points that only their cells show', () => {
  const course = ['Lyon Hut', 'Red Gate', 'Mill', 'pp9', 'Dam']
  it('are times from the start when they rise below the result', () => {
    for (const write of [clock, (seconds: number) => seconds]) {
      const rows = runners(40, (place) => ({
        place: place + 1,
        Time: write(secondsAt(place, 1) + 21_000),
        ...Object.fromEntries(
          course.map((name, index) => [
            name,
            (place + index) % 9 === 0
              ? 'NA'
              : write(
                  Math.round(
                    (secondsAt(place, (index + 1) / 6) + 3_500 * (index + 1)) * (1 + ((place * 7 + index) % 5) / 100),
                  ),
                ),
          ]),
        ),
        wattage: 300 - place,
      }))
      const guesses = guessesOf(rows)
      for (const name of course) expect(guesses.get(name)?.role, name).toBe('split')
      expect(guesses.get('Time')?.role).toBe('result')
      expect(guesses.get('wattage')?.role ?? null).toBeNull()
    }
  })

  it('make the seconds of an ultra sure, which could be hundredths of a short race', () => {
    const rows = runners(40, (place) => ({
      place: place + 1,
      Time: 66_000 + place * 1_213,
      ...Object.fromEntries(
        Array.from({ length: 15 }, (_, index) => [
          `Hut ${String.fromCodePoint(65 + index)}`,
          Math.round(((66_000 + place * 1_213) * (index + 1) * (1 + ((place * 7) % 5) / 100)) / 17),
        ]),
      ),
    }))
    const guesses = guessesOf(rows)
    expect(guesses.get('Time')).toMatchObject({ role: 'result', unit: 's' })
    expect(guesses.get('Hut C')).toMatchObject({ role: 'split', unit: 's' })
  })

  it('are numbered times t1 to t4, but two of them are transitions', () => {
    const rows = (count: number, share: (index: number) => number) =>
      runners(20, (place) => ({
        tempo_total: '',
        result: clock(secondsAt(place, 1)),
        ...Object.fromEntries(
          Array.from({ length: count }, (_, index) => [
            `t${index + 1}`,
            clock(Math.round(secondsAt(place, share(index)) * (1 + ((place * 3 + index) % 4) / 100))),
          ]),
        ),
      }))
    const points = guessesOf(rows(4, (index) => (index + 1) / 5))
    for (const name of ['t1', 't2', 't3', 't4']) expect(points.get(name)?.role, name).toBe('split')
    const transitions = guessesOf(rows(2, () => 0.02))
    for (const name of ['t1', 't2']) expect(transitions.get(name)?.role ?? 'lap', name).toBe('lap')
  })

  it('are pieces when they add up to the result, whose seconds they make sure', () => {
    const rows = runners(30, (place) => {
      const pieces = [
        3_900 + place * 31,
        200 + ((place * 13) % 90),
        16_000 + place * 77,
        150 + ((place * 7) % 60),
        11_000 + place * 93,
      ]
      return {
        b: String(100 + ((place * 37) % 991)),
        t: pieces.reduce((sum, piece) => sum + piece, 0),
        ...Object.fromEntries(['s', 't1', 'bk', 't2', 'rn'].map((name, index) => [name, pieces[index] ?? 0])),
      }
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
  const guesses = guessesOf(rows)
  expect(guesses.get('points_de_passage.1.time')?.role ?? guesses.get('points_de_passage.NAGE.time')?.role).toBe(
    'split',
  )
})
