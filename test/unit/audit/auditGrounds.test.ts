import { expect, it } from 'vitest'
import type { AuditFinding } from '../../../preload/contract/audit.ts'
import { audit, clock, field, ofRule, reasons, type Cells } from '../../support/audits.ts'

type CellsAt = (at: number) => { readonly [column: string]: Cells[string] | undefined }
/** A field without gaps; undefined takes a column away. */
const rowsWith = (count: number, cellsAt: CellsAt): readonly Cells[] =>
  field(count, (row, at) => {
    for (const [column, cell] of Object.entries({ gap: null, ...cellsAt(at) })) {
      if (cell === undefined) delete row[column]
      else row[column] = cell
    }
  })

/** A field of several races or groups, which are named in a column and have places of their own in another. */
const mixed = (
  keyColumn: string | null,
  placeColumn: string,
  count: number,
  keyOf: (at: number) => string,
): readonly Cells[] => {
  const places = new Map<string, number>()
  return Array.from({ length: count }, (_, at) => {
    const key = keyOf(at)
    const place = (places.get(key) ?? 0) + 1
    places.set(key, place)
    const cells = { bib: 101 + at, name: `Runner ${at}`, time: clock(1800 + at * 7), [placeColumn]: place }
    return keyColumn === null ? cells : { ...cells, [keyColumn]: key }
  })
}
const sexAt = (at: number): string => (at % 3 === 0 ? 'F' : 'M')

it.each([
  ['by sex within each sex', mixed('sex', 'bySex', 60, sexAt), 20],
  ['by age group within each group', mixed('group', 'byGroup', 60, (at) => `Group ${at % 4}`), 20],
  [
    'by the column that separates the races of one body, whatever its name,',
    mixed('parcours', 'place', 80, (at) => (at % 2 === 0 ? 'Long' : 'Short')),
    30,
  ],
] as const)('compares places %s only', (_, rows, wrongAt) => {
  expect(audit({ rows }).counts).toEqual([])
  const wrong = rows.map((row, at) => (at === wrongAt ? { ...row, time: '0:20:00' } : row))
  expect(ofRule(audit({ rows: wrong }), 'place-order')).toMatchObject([{ bib: String(101 + wrongAt) }])
})

it('does not check places by sex where no sex is known', () => {
  const report = audit({ rows: mixed(null, 'bySex', 60, sexAt) })
  expect(report.counts).toEqual([])
  expect(report.notChecked).toContainEqual({
    rule: 'place-order',
    reason: 'no-column',
    roles: ['sex'],
    categories: 1,
  })
})

const unchecked: { readonly [what: string]: readonly [reason: string, count: number, cellsAt: CellsAt] } = {
  'says once that places start over where no column tells the races apart': [
    'several-races',
    220,
    (at) => (at < 200 ? {} : { place: at - 199, bib: 700 + at, time: clock(1200 + (at - 200) * 9) }),
  ],
  'does not compare the members of teams': [
    'teams',
    60,
    (at) => {
      const team = 1 + Math.floor(at / 3)
      return { bib: team, place: at % 7 === 0 ? null : team, time: clock(1800 + ((at * 17) % 60) * 7) }
    },
  ],
}
it.each(Object.entries(unchecked))('%s', (_, [reason, count, cellsAt]) => {
  const report = audit({ rows: rowsWith(count, cellsAt) })
  expect(report.counts).toEqual([])
  expect(reasons(report)).toContain(`place-order ${reason}`)
})

const said: {
  readonly [what: string]: readonly [rule: AuditFinding['rule'] | 'any', count: number, cellsAt: CellsAt]
} = {
  'one time with two places where places follow no times': [
    'any',
    40,
    (at) => ({ time: at % 10 === 0 ? '0:40:00' : clock(1800 + ((at * 17) % 40) * 7) }),
  ],
  'holes in the places of one page of many': ['any', 10, (at) => ({ place: at === 0 ? 1 : 600 + at * 90 })],
  'the times of a race that is under way': [
    'no-time',
    12,
    (at) => (at < 9 ? { status: 'OK' } : { status: at === 11 ? '' : 'on course', time: null }),
  ],
  'school years, which are no ages': ['any', 20, (at) => ({ group: '3-4th Grade', age: 8 + (at % 2) })],
  'a segment of people without the points before it': [
    'lap-outlier',
    20,
    (at) => {
      const before = at < 2 ? null : '10:00'
      return { 'km1.lap': before, 'km2.lap': before, 'km3.lap': at < 2 ? '30:00' : clock(600 + at * 7) }
    },
  ],
  'a last point before the later of two clocks': [
    'laps-backwards',
    20,
    (at) => {
      const [chip, gun, last] = [1800, 1812, at < 5 ? 1808 : 1790].map((seconds) => clock(seconds + at * 7))
      return { time: undefined, chip, gun, 'km5.total': last }
    },
  ],
  'the short first segments of a wave': [
    'lap-outlier',
    40,
    (at) => ({ time: undefined, 'km1.lap': clock((at < 4 ? 70 : 200) + at), 'km2.lap': '10:00', 'km3.lap': '10:00' }),
  ],
  'a person without place and time': ['any', 20, (at) => (at === 19 ? { place: null, time: '' } : {})],
  'an unreadable time': ['no-time', 20, (at) => (at === 9 ? { time: '0:31:03  1 ?' } : {})],
  'a word for a status in place of a place by sex': [
    'any',
    20,
    (at) => ({ place: undefined, bySex: at === 19 ? 'DNF' : at + 1 }),
  ],
  'what a tenth of the rows share': [
    'any',
    60,
    (at) => ({
      ...(at % 7 === 0 && { name: '' }),
      ...(at > 45 && { status: 'DNF', time: null }),
      ...(at % 8 === 3 && { place: null }),
    }),
  ],
  'a last point a rounded second behind the finish': [
    'laps-backwards',
    20,
    (at) => ({ 'km10.total': clock((at < 5 ? 1801 : 1800) + at * 7) }),
  ],
}
it.each(Object.entries(said))('says nothing of %s', (_, [rule, count, cellsAt]) => {
  const report = audit({ rows: rowsWith(count, cellsAt) })
  expect(rule === 'any' ? report.counts : ofRule(report, rule)).toEqual([])
})

it('says that a time for each wave is no result that could be compared', () => {
  const rows = rowsWith(20, (at) => ({ time: at < 10 ? '0:30:00' : '0:40:00' }))
  expect(reasons(audit({ rows }))).toContain('same-time other-meaning')
})

it('treats one sex in all rows as an unfilled column', () => {
  const report = audit({ rows: rowsWith(20, (at) => ({ group: at % 4 === 0 ? 'ESC Women' : 'ESC Men' })) })
  expect(ofRule(report, 'sex-group')).toEqual([])
  expect(reasons(report)).toContain('sex-group other-meaning')
})
