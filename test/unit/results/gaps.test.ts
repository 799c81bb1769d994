import { expect, it } from 'vitest'
import { describeColumns } from '../../../main/features/columns/rules/body/readBody.ts'
import { readEntrant } from '../../../main/features/files/rules/handOver/entrant.ts'
import { iof, personResult } from '../../../main/features/files/rules/handOver/iof.ts'
import { itra } from '../../../main/features/files/rules/handOver/itra.ts'
import { findingsOf } from '../../../main/features/files/rules/handOver/profile.ts'
import { protocol, protocolColumns } from '../../../main/features/files/rules/handOver/protocol.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { gapBetween } from '../../../main/features/results/rules/gaps.ts'
import { columnKey } from '../../../main/features/results/rules/rowSort.ts'

type Columns = { readonly [name: string]: string }

const read = (told: Columns) => {
  const cells = Object.entries(told).map(([name, texts]) => [name, texts.split('|')] as const)
  const rows = (cells[0]?.[1] ?? []).map((_, at) => ({
    Rank: at + 1,
    Bib: 11 + at * 3,
    Name: `${'Anna Bengt Carla David Elsa Filip'.split(' ')[at]} Holm`,
    ...Object.fromEntries(cells.map(([name, texts]) => [name, texts[at] ?? ''])),
  }))
  const columns = describeColumns(rows)
  const keyOf = (name: string) => rows.map((row) => columnKey(columns, name)?.(row))
  return { rows, columns, reader: finisherReader(columns), keyOf }
}

const behind = [null, 45_000, 67_000, null, 3_723_000]
it.each([
  ['Time', '34:33:42|+ 45|+ 01:07|s.t.|+ 1:02:03', behind],
  ['Результат', '4:33:42|+0:45|+1:07|т.ж.|+1:02:03', behind],
  ['Zeit/Rückstand', '4:33:42|0:45|1:07|,,|1:02:03', behind],
  ['Temps', `82h 57' 00''|+ 00h 00' 45''|+ 00h 01' 07''|m.t.|+ 01h 02' 03''`, behind],
  ['Tempo', `4h33'42"|a 45"|a 1'07"|s.t.|a 1h02'03"`, behind],
  ['Time/Retired', '1:31:44.742|+3.211s|+1:03.004|+1 Lap|+2 Laps', [null, 3_211, 63_004, null, null]],
  ['4', '24:31.8|+3.0|+9.5|+59.9|+1:01.3', [null, 3_000, 9_500, 59_900, 61_300]],
])('reads a time and gaps to it as results, and no gap as a time: %s %s', (name, texts, gaps) => {
  const { rows, columns, reader, keyOf } = read({ [name]: texts })
  expect(columns.find((column) => column.name === name)?.role).toBe('result')
  expect(rows.map((row) => reader.finishMs(row) !== null)).toEqual([true, false, false, false, false])
  expect(rows.map(reader.gapMs)).toEqual(gaps)
  expect(rows.map(reader.status)).toEqual(rows.map(() => 'OK'))
  const [first, second] = keyOf(name)
  expect(Number(first)).toBeLessThan(Number(second))
  const place = { distanceName: '', categoryName: '', ranking: 'place', leader: null } as const
  const options = { names: 'whole', isTransliterated: false, areFractionsCut: false } as const
  const entrant = readEntrant(reader, rows[1] ?? {}, place, options)
  expect(protocolColumns.map(({ fill }) => fill(entrant))).toContain(texts.split('|')[1])
  expect(findingsOf(entrant, protocol, protocol.requirements, true)).toEqual([])
  expect(findingsOf(entrant, itra, ['time'], true)).toMatchObject([{ problem: 'no-time' }])
  const inIof = rows.map((row) => readEntrant(reader, row, place, options))
  const refused = inIof.filter((one) => findingsOf(one, iof, iof.requirements, true).length > 0)
  expect(refused.map(({ otherResult }) => otherResult)).toEqual(texts.split('|').filter((text) => /lap/i.test(text)))
  expect(personResult(entrant, false)).toMatch(/<TimeBehind>[\d.]+<.TimeBehind><Position>2<.Position><Status>OK</)
  expect(personResult(entrant, false)).not.toContain('<Time>')
})

it.each<[string, Columns]>([
  ['OK', { Tid: '1:33:42||||', Efter: '|+0:45|+1:07|+1:07|-1 varv' }],
  ['unknown', { Tid: '1:33:42||||', Efter: '|+0:45|+1:07||', '5 km': '20:01|20:31|21:02|21:09|' }],
])('is %s for a gap without a result: %j', (status, told) => {
  const { rows, reader } = read(told)
  expect(reader.status(rows[1] ?? {})).toBe(status)
})

it('leaves the results to a column that has one in every row, and asks where numbers may be gaps', () => {
  const time = '1:31:44.742|+3.211|+6.422|+9.633'
  const rolesOf = (told: Columns) =>
    read(told)
      .columns.slice(3)
      .map(({ role, open }) => role ?? open?.units)
  expect(rolesOf({ 'time.millis': '5504742|5507953|5511164|5514375', 'time.time': time })).toEqual(['result', 'gap'])
  expect(rolesOf({ timeMs: '5504742|3211|6422|9633' })).toEqual([['ms']])
})

it('reads times as times that only look like gaps to the first', () => {
  for (const Time of ['2:33:42|30:05|31:40|33:23', '99:59:59|30:05|31:40|33:23', '4:00:10|4:01:00|s.t.|4:02:00']) {
    const { rows, reader } = read({ Time })
    expect(reader.finishMs(rows.at(-1) ?? {})).not.toBeNull()
  }
})

it.each<Columns>([
  { 'Anzahl Runden': '6|6|6|5|5|4' },
  { Круги: '6|6|6|5|5|4' },
  { Gap: '|+0:45|+1:07|-1 lap|-1 lap|-2 laps' },
  { Отставание: '|+0:45|+1:07|-1 круг|-1 круг|-2 круга' },
  { Status: 'Finished|Finished|Finished|+1 Lap|+1 Lap|+2 Laps' },
])('compares laps before times, and reckons no gap across them: %j', (laps) => {
  const { rows, reader, keyOf } = read({ Time: '1:30:00|1:30:45|1:31:07|1:30:08|1:30:08|1:29:58', ...laps })
  const timed = rows.map((row) => ({ ms: reader.finishMs(row), laps: reader.laps(row) }))
  const gapsTo = (at: number) => timed.map((row) => gapBetween(row, timed[at] ?? row))
  expect(gapsTo(0)).toEqual([0, 45_000, 67_000, null, null, null])
  expect(gapsTo(3)[4]).toBe(0)
  const keys = keyOf('Time').map(Number)
  expect(keys).toEqual(keys.toSorted((a, b) => a - b))
})

it('shows results in an unknown unit as text', () => {
  const { rows, reader } = read({ time: '110.2|113.4|118.9|121.3|130.7|141.1' })
  expect([reader.isUnitOpen, reader.resultText(rows[0] ?? {})]).toEqual([true, '110.2'])
})
