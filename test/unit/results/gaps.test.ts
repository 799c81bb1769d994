import { describe, expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { describeTable } from '../../../main/features/columns/rules/body/readBody.ts'
import { readEntrant } from '../../../main/features/files/rules/handOver/entrant.ts'
import { iof } from '../../../main/features/files/rules/handOver/iof.ts'
import { findingsOf } from '../../../main/features/files/rules/handOver/profile.ts'
import { protocol, protocolColumns } from '../../../main/features/files/rules/handOver/protocol.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { gapBetween } from '../../../main/features/results/rules/gaps.ts'
import { columnKey } from '../../../main/features/results/rules/rowSort.ts'
import { screenRowReader } from '../../../main/serve/screens/rows.ts'

const rowsOf = (columns: { readonly [name: string]: string }): readonly JsonObject[] => {
  const cells = Object.entries(columns).map(([name, texts]) => [name, texts.split('|')] as const)
  return (cells[0]?.[1] ?? []).map((_, at) => ({
    Rank: at + 1,
    Bib: 11 + at * 3,
    Name: `${'Anna Bengt Carla David Elsa Filip Greta Hugo'.split(' ')[at]} Holm`,
    ...Object.fromEntries(cells.map(([name, texts]) => [name, texts[at]?.trim() ?? ''])),
  }))
}
const read = (columns: { readonly [name: string]: string }) => {
  const rows = rowsOf(columns)
  const { columns: described } = describeTable(rows)
  return { rows, columns: described, reader: finisherReader(described) }
}
const roleOf = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)?.role
const place = { distanceName: '', categoryName: '', ranking: 'place', leader: null } as const
const options = { names: 'whole', isTransliterated: false, areFractionsCut: false } as const

const behind = [null, 45_000, 67_000, 67_000, 3_723_000]
it.each([
  ['Time', '34:33:42|+ 45|+ 01:07|+ 01:07|+ 1:02:03', behind],
  ['Результат', '4:33:42|+0:45|+1:07|т.ж.|+1:02:03', behind.with(3, null)],
  ['Zeit/Rückstand', '4:33:42|0:45|1:07|,,|1:02:03', behind.with(3, null)],
  ['Temps', `82h 57' 00''|+ 00h 00' 45''|+ 00h 01' 07''|m.t.|+ 01h 02' 03''`, behind.with(3, null)],
  ['Tempo', `4h33'42"|a 45"|a 1'07"|s.t.|a 1h02'03"`, behind.with(3, null)],
  ['Time/Retired', '1:31:44.742|+3.211s|+1:03.004|+1 Lap|+2 Laps', [null, 3_211, 63_004, null, null]],
  ['Aika', '24:31.8|+3.0|+9.5|+59.9|+1:01.3', [null, 3_000, 9_500, 59_900, 61_300]],
])('reads a time and gaps to it as results, and no gap as a time: %s %s', (name, texts, gaps) => {
  const { rows, columns, reader } = read({ [name]: texts })
  expect(roleOf(columns, name)).toBe('result')
  expect(rows.map((row) => reader.finishMs(row) !== null)).toEqual([true, false, false, false, false])
  expect(rows.map(reader.gapMs)).toEqual(gaps)
  expect(rows.map(reader.status)).toEqual(rows.map(() => 'OK'))
  const key = columnKey(columns, name)
  expect(typeof key?.(rows[0] ?? {}) === 'number' && Number(key(rows[0] ?? {})) < Number(key(rows[1] ?? {}))).toBe(true)
  const entrant = readEntrant(reader, rows[1] ?? {}, place, options)
  expect(protocolColumns.map(({ fill }) => fill(entrant))).toContain(texts.split('|')[1])
  expect(findingsOf(entrant, protocol, protocol.requirements, true)).toEqual([])
  expect(findingsOf(entrant, iof, iof.requirements, true)).toMatchObject([{ problem: 'no-time' }])
})

it.each([
  ['only the first has a result', { Tid: '1:33:42||||', Efter: '|+0:45|+1:07|+1:07|-1 varv' }, 'OK'],
  [
    'a gap at a point of the course',
    { Tid: '1:33:42||||', Efter: '|+0:45|+1:07||', '5 km': '20:01|20:31|21:02|21:09|' },
    'unknown',
  ],
])('makes finishers of gaps in a column of their own: %s', (_, columns, status) => {
  const { rows, reader } = read(columns)
  expect(reader.status(rows[1] ?? {})).toBe(status)
})

it('reads times as times that only look like gaps to the first', () => {
  for (const texts of ['2:33:42|30:05|31:40|33:23', '99:59:59|30:05|31:40|33:23', '4:00:10|4:01:00|s.t.|4:02:00']) {
    const { rows, reader } = read({ Time: texts })
    expect(reader.finishMs(rows.at(-1) ?? {})).not.toBeNull()
  }
})

describe('laps', () => {
  const times = '1:30:00|1:30:45|1:31:07|1:30:08|1:30:08|1:29:58'
  it.each([
    { Laps: '6|6|6|5|5|4' },
    { Круги: '6|6|6|5|5|4' },
    { 'Anzahl Runden': '6|6|6|5|5|4' },
    { Gap: '|+0:45|+1:07|-1 lap|-1 lap|-2 laps' },
    { Отставание: '|+0:45|+1:07|-1 круг|-1 круг|-2 круга' },
    { Status: 'Finished|Finished|Finished|+1 Lap|+1 Lap|+2 Laps' },
  ])('are compared before times, and no gap is reckoned across them: %j', (laps) => {
    const { rows, columns, reader } = read({ Time: times, ...laps })
    const timed = rows.map((row) => ({ ms: reader.finishMs(row), laps: reader.laps(row) }))
    const [first = { ms: null, laps: null }] = timed
    expect(timed.map((row) => gapBetween(row, first))).toEqual([0, 45_000, 67_000, null, null, null])
    expect(gapBetween(timed[4] ?? first, timed[3] ?? first)).toBe(0)
    const keyOf = columnKey(columns, 'Time')
    const keys = rows.map((row) => Number(keyOf?.(row)))
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
  })
})

it('shows results in an unknown unit as text', () => {
  const { rows, columns, reader } = read({ time: '110.2|113.4|118.9|121.3|130.7|141.1' })
  expect(columns.find(({ name }) => name === 'time')?.open?.role).toBe('result')
  expect(reader.resultText(rows[0] ?? {})).toBe('110.2')
  const cells = columns.map(({ name }) => String(rows[0]?.[name]))
  const row = { category: '1', index: 0, cells, place: 1, status: 'unknown', isFavourite: false }
  expect(screenRowReader(columns, [])(row as never).result).toBe('110.2')
})
