import { describe, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { parseDistance } from '../../../main/features/columns/rules/distances.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { readEntrant } from '../../../main/features/files/rules/handOver/entrant.ts'
import { findingsOf } from '../../../main/features/files/rules/handOver/profile.ts'
import { iof } from '../../../main/features/files/rules/handOver/iof.ts'
import { itra } from '../../../main/features/files/rules/handOver/itra.ts'
import { ultrasignup } from '../../../main/features/files/rules/handOver/ultrasignup.ts'
import { rowMembers } from '../../../main/features/files/rules/normalisedRow.ts'
import { columnKey } from '../../../main/features/results/rules/rowSort.ts'
import { readCorrections } from '../../../main/features/columns/rules/table/correctRoles.ts'
import { describeColumns } from '../../../main/features/columns/rules/body/readBody.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { cellTimeMs } from '../../../main/kernel/times.ts'
import { clockOf as clock } from '../../support/resultBodies/readings.ts'

const race = (more: (at: number) => JsonObject, count = 40): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({
    Place: at + 1,
    Bib: String(100 + ((at * 17) % 97)),
    Name: `Runner${'abcdefghij'[at % 10] ?? ''} Of${'klmnopqrst'[Math.floor(at / 10)] ?? ''}`,
    ...more(at),
  }))
const columnsIn = (rows: readonly JsonObject[]): readonly TableColumn[] => describeColumns(rows)
const roleIn = (rows: readonly JsonObject[], name: string): readonly unknown[] => {
  const column = columnsIn(rows).find((one) => one.name === name)
  return [column?.role ?? null, column?.unit ?? null]
}

it.each([
  ['73.766 km', '73.766 km'],
  ['12,5 км', '12.5 km'],
  ['3.2 mi', '3.2 mi'],
  ['100 miles', '100 mi'],
  ['5120 m', '5120 m'],
  ['85 laps', '85 laps'],
  ['24 круга', '24 laps'],
  ['12 Runden', '12 laps'],
  ['-1 lap', '-1 laps'],
  ['+2 laps', '-2 laps'],
  ['1500 pts', '1500 points'],
  ['37 очков', '37 points'],
  ['40 M', '40 m'],
] as const)('reads %s as the distance %s and as no time', (text, distance) => {
  const { value, unit } = parseDistance(text) ?? {}
  expect(`${value} ${unit}`).toBe(distance)
  expect(cellTimeMs(text, undefined)).toBeNull()
})

it.each('10.5 km/h|5:40/km|7:47:21 h|45 min|+3 km|M40|12|'.split('|'))('reads "%s" as no distance', (text) => {
  expect(parseDistance(text)).toBeNull()
})

describe('results that are distances', () => {
  const mixed = race((at) => ({ Performance: at % 4 === 3 ? `${90 - at}.766 km` : `${clock(18_000 + at * 97)} h` }))

  it('occur beside times in one column', () => {
    expect(roleIn(mixed, 'Performance')).toEqual(['result', null])
    const reader = finisherReader(columnsIn(mixed))
    expect(reader.finishMs(mixed[0] ?? {})).toBe(18_000_000)
    expect(reader.finishDistance(mixed[0] ?? {})).toBeNull()
    expect(reader.finishMs(mixed[3] ?? {})).toBeNull()
    expect(reader.finishDistance(mixed[3] ?? {})).toEqual({ value: 87.766, unit: 'km' })
    expect(mixed.map((row) => reader.status(row))).toEqual(mixed.map(() => 'OK'))
    const unplaced = mixed.map(({ Place: _, ...row }) => row)
    const { status } = finisherReader(columnsIn(unplaced))
    expect(unplaced.map(status)).toEqual(unplaced.map((_, at) => (at % 4 === 3 ? 'unknown' : 'OK')))
  })

  it.each<[string, string, (at: number) => Json, string]>([
    ['Result', 'km', (at) => `${(240 - at * 3.21).toFixed(3)} km`, 'km'],
    ['Результат', 'км', (at) => `${(80 - at * 1.13).toFixed(1)} км`.replace('.', ','), 'km'],
    ['Result', 'miles', (at) => `${(140 - at * 2.1).toFixed(2)} mi`, 'mi'],
    ['Ergebnis', 'Runden', (at) => `${60 - at} Runden`, 'laps'],
    ['Kilometer', 'numbers', (at) => (240 - at * 3.21).toFixed(3), 'km'],
    ['Total km', 'numbers', (at) => Number((240 - at * 3.21).toFixed(3)), 'km'],
    ['Miles', 'numbers', (at) => (140 - at * 2.1).toFixed(2), 'mi'],
    ['Laps', 'numbers', (at) => 30 - Math.floor(at / 3), 'laps'],
    ['Круги', 'numbers', (at) => String(45 - at), 'laps'],
    ['Distance', 'km', (at) => `${(240 - at * 3.21).toFixed(3)} km`, 'km'],
  ])('are found in a column %s of %s', (name, _, cell, unit) => {
    const rows = race((at) => ({ [name]: cell(at) }))
    expect(roleIn(rows, name)).toEqual(['result', unit])
    const reader = finisherReader(columnsIn(rows))
    expect(reader.finishDistance(rows[0] ?? {})?.unit).toBe(unit)
    expect(reader.status(rows[0] ?? {})).toBe('OK')
  })

  it.each<[string, (at: number) => JsonObject]>([
    ['Laps', (at) => ({ Laps: 8 - Math.floor(at / 10), Time: clock(3600 + at * 31) })],
    ['Laps', () => ({ Laps: 5 })],
    ['Laps', (at) => ({ Laps: 3 + ((at * 7) % 11) })],
    ['Distance', () => ({ Distance: '42.2 km' })],
    ['Km', (at) => ({ Km: [10, 21.1, 42.2][at % 3] ?? 0 })],
    ['Points', (at) => ({ Points: 1500 - at * 7 })],
    ['Points', (at) => ({ Points: `${1500 - at * 7} pts` })],
  ])('are not read from a column %s that says something else', (name, cells) => {
    expect(roleIn(race(cells), name)[0]).not.toBe('result')
  })

  it('make a total of points no place and no time', () => {
    const rows = race((at) => ({ Total: `${1500 - at * 7} pts` }))
    const reader = finisherReader(columnsIn(rows))
    expect(reader.finishMs(rows[0] ?? {})).toBeNull()
    expect(roleIn(rows, 'Total')[0]).not.toBe('place')
    const points = finisherReader([{ name: 'P', path: ['P'], kind: 'text', role: 'points' }])
    expect(points.points({ P: '1500 pts' })).toBe(1500)
  })

  it('sort the farther one first, laps short behind every time, and nothing last', () => {
    const columns: readonly TableColumn[] = [{ name: 'R', path: ['R'], kind: 'text', role: 'result' }]
    const key = columnKey(columns, 'R')
    const sorted = (texts: readonly string[]): readonly string[] =>
      texts.toSorted((a, b) => Number(key?.({ R: a }) ?? Infinity) - Number(key?.({ R: b }) ?? Infinity))
    expect(sorted(['70 km', '80.5 km', '-', '60 mi'])).toEqual(['60 mi', '80.5 km', '70 km', '-'])
    expect(sorted(['-2 laps', '24:31.3', '-1 lap', '25:10'])).toEqual(['24:31.3', '25:10', '-1 lap', '-2 laps'])
  })

  it('are refused by formats of times, which say why', () => {
    const about = { Country: 'SWE', Sex: 'F' }
    const rows = race((at) => ({ Result: `${(240 - at * 3.21).toFixed(3)} km`, Age: 30 + at, ...about }))
    const reader = finisherReader(columnsIn(rows))
    const place = { distanceName: '24 h', categoryName: 'All', ranking: 'place', leader: null } as const
    for (const profile of [iof, itra, ultrasignup]) {
      const options = { names: profile.names, isTransliterated: false, areFractionsCut: false }
      const found = findingsOf(readEntrant(reader, rows[0] ?? {}, place, options), profile, profile.requirements, false)
      expect(found).toContainEqual({ problem: 'no-time', field: 'result', value: '240.000 km' })
    }
  })

  it('are in JSON with value and unit', () => {
    const columns = columnsIn(mixed)
    const reader = finisherReader(columns)
    const write = rowMembers({ reader, shown: reader, columns, birthDates: 'full' })
    const [row = {}] = mixed.slice(3)
    expect(JSON.parse(`{${write({ row, cells: [] })}`)).toMatchObject({
      result: '87.766 km',
      resultMs: null,
      resultDistance: { value: 87.766, unit: 'km' },
      status: 'OK',
    })
  })

  it('may be set by a user, for results only', () => {
    const column = { name: 'x', kind: 'number', isSplit: false, cells: ['73.7', '70.1'] } as const
    const say = (role: 'result' | 'place' | 'chipTime') =>
      readCorrections([{ column: 'x', role, unit: 'km' }], [column], new Map())
    expect(say('result')).toMatchObject({ ok: true })
    expect(say('chipTime')).toMatchObject({ ok: false, fault: { reason: 'unit-odd' } })
    expect(say('place')).toMatchObject({ ok: false, fault: { reason: 'unit-odd' } })
  })
})

it.each(['00:00:00', '0:00', '-', '--:--', '0', '999.999', '99999', '99:59:59', '9999.99'])(
  'does not read %s as a result',
  (text) => {
    for (const unit of [undefined, 's'] as const) {
      const column: TableColumn = { name: 'R', path: ['R'], kind: 'text', role: 'result', ...(unit && { unit }) }
      const reader = finisherReader([column])
      expect([reader.hasFinish({ R: text }), reader.status({ R: text })]).toEqual([false, 'unknown'])
    }
  },
)
