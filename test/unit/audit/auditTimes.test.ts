import { expect, it } from 'vitest'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { findingText } from '../../../main/features/audit/rules/findingText.ts'
import { audit, clock, field, ofRule, type Cells } from '../../support/audits.ts'

const plain = (count: number, change: (row: Record<string, string | number | null>, at: number) => void) =>
  field(count, (row, at) => {
    row['gap'] = null
    change(row, at)
  })

const many = (count: number, distance: string | undefined, cellsAt: (at: number) => Partial<Cells>) => {
  const rows = plain(count, (row, at) => void Object.assign(row, cellsAt(at)))
  return ofRule(audit({ ...(distance && { distance }), rows }), 'impossible-time')
}
const tenKm = (time: string, distance = '10 km') => many(12, distance, (at) => (at === 0 ? { time } : {}))

it('finds impossibly fast and impossibly slow times', () => {
  const [finding] = tenKm('0:00:58')
  expect(finding).toMatchObject({ bib: '101', says: { km: 10, time: '0:00:58' } })
  expect(finding && findingText(finding)).toBe('10 km in 0:00:58 is impossible')
  expect(tenKm('1:15:00')).toEqual([])
})

it('judges a course by all of its age groups', () => {
  const slow = (at: number) => (at === 4 ? { time: '0:00:58' } : {})
  const found = many(30, '10 km', (at) => ({ place: null, group: `Group ${at % 10}`, ...slow(at) }))
  expect(found).toMatchObject([{ says: { km: 10 } }])
})

it('finds a marathon of several days', () => {
  const found = many(30, 'Marathon', (at) => ({ time: at === 29 ? '143:00:00' : clock(9_000 + at * 30) }))
  expect(found).toHaveLength(1)
})

it('applies running records to runners only', () => {
  expect(tenKm('0:21:00', '10 km run')).toHaveLength(1)
  expect(tenKm('0:27:00', '10 km run')).toEqual([])
  expect(tenKm('0:21:00', '10 km roller run')).toEqual([])
})

it('reads the distance of each row from its column', () => {
  const found = many(20, 'Race', (at) => ({
    place: null,
    parcours: at % 2 === 0 ? '5 km' : '21,1 km',
    ...(at === 3 && { time: '0:05:00' }),
  }))
  expect(found).toMatchObject([{ bib: '104', says: { km: 21.1 } }])
})

it('finds a time in another unit by all others where no distance is known', () => {
  const found = many(30, undefined, (at) => ({ place: null, ...(at === 7 && { time: '31:20:00' }) }))
  expect(found).toMatchObject([{ bib: '108', says: { time: '31:20:00' } }])
})

it('accepts children’s short races beside a marathon', () => {
  const timeAt = (at: number): string => clock(at < 6 ? 240 + at * 5 : 10_000 + at * 60)
  expect(many(60, undefined, (at) => ({ place: null, time: timeAt(at) }))).toEqual([])
})

it('says once, as a finding, that the distance or the times cannot be meant where most are too fast', () => {
  const report = audit({ distance: '100 km', rows: plain(30, () => undefined) })
  expect(ofRule(report, 'impossible-time')).toMatchObject([{ bib: '', says: { km: 100, rows: 29 } }])
  expect(report.notChecked.map(({ rule }) => rule)).not.toContain('impossible-time')
})

const twoClocks = (isSlip: (at: number) => boolean) =>
  plain(20, (row, at) => {
    row['place'] = null
    row['chip'] = clock(1800 + at * 7)
    row['gun'] = clock((1805 + at * 7) * (isSlip(at) ? 60 : 1))
    delete row['time']
  })

it('finds a gun time that is a whole factor off the chip time', () => {
  const found = ofRule(audit({ rows: twoClocks((at) => at === 4) }), 'unit-disagrees')
  expect(found).toMatchObject([{ bib: '105', says: { time: '0:30:28', otherTime: '30:33:00' } }])
  expect(ofRule(audit({ rows: twoClocks(() => false) }), 'unit-disagrees')).toEqual([])
})

it('says it once of the category where all rows do', () => {
  const found = ofRule(audit({ rows: twoClocks(() => true) }), 'unit-disagrees')
  expect(found).toMatchObject([{ bib: '', says: { rows: 20 } }])
})

it('reports a split that is off by a factor of 60 once', () => {
  const rows = plain(20, (row, at) => {
    row['km5.total'] = at === 2 ? '15:00:00' : clock(900 + at * 3)
  })
  const report = audit({ rows })
  expect(ofRule(report, 'unit-disagrees')).toMatchObject([{ bib: '103', says: { point: 'km5' } }])
  expect(ofRule(report, 'laps-backwards')).toEqual([])
})

it('reports a category with an unknown unit once, with the way to set it', () => {
  const open: TableColumn[] = [
    { name: '40k', path: ['40k'], kind: 'number', open: { role: 'split', units: ['min', 'h'] } },
  ]
  const rows = plain(20, (row, at) => void (row['40k'] = 80.43 + at))
  const [finding, ...others] = ofRule(audit({ rows, open }), 'unit-disagrees')
  expect(others).toEqual([])
  expect(finding).toMatchObject({ bib: '', says: { columns: '40k' } })
  expect(finding && findingText(finding)).toBe(
    'the unit of “40k” is not known. Set it before exporting to a federation format: columns --set "40k=split:min"',
  )
})
