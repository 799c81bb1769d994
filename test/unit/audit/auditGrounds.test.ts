import { describe, expect, it } from 'vitest'
import type { AuditReport } from '../../../main/features/audit/rules/audit.ts'
import { audit, clock, field, ofRule, type Cells } from '../../support/audits.ts'

const reasons = ({ notChecked }: AuditReport): readonly string[] =>
  notChecked.map(({ rule, reason }) => `${rule} ${reason}`)

const mixed = (count: number, keyOf: (at: number) => string): readonly Cells[] => {
  const places = new Map<string, number>()
  return Array.from({ length: count }, (_, at) => {
    const key = keyOf(at)
    const place = (places.get(key) ?? 0) + 1
    places.set(key, place)
    return { bib: 101 + at, name: `Runner ${at}`, time: clock(1800 + at * 7), key, place }
  })
}

describe('the ground of places', () => {
  it('compares places by sex within each sex only', () => {
    const rows = mixed(60, (at) => (at % 3 === 0 ? 'F' : 'M')).map(({ key, place, ...row }) => ({
      ...row,
      sex: key ?? null,
      bySex: place ?? null,
    }))
    expect(audit({ rows }).counts).toEqual([])
    const wrong = rows.map((row, at) => (at === 20 ? { ...row, time: '0:20:00' } : row))
    expect(ofRule(audit({ rows: wrong }), 'place-order')).toMatchObject([{ bib: '121' }])
  })

  it('does not check places by sex where no sex is known', () => {
    const rows = mixed(60, (at) => (at % 3 === 0 ? 'F' : 'M')).map(({ key: _, place, ...row }) => ({
      ...row,
      bySex: place ?? null,
    }))
    const report = audit({ rows })
    expect(report.counts).toEqual([])
    expect(report.notChecked.find(({ rule }) => rule === 'place-order')?.reason).toBe('no-column')
    expect(report.notChecked.find(({ rule }) => rule === 'place-order')?.roles).toEqual(['sex'])
  })

  it('compares places by age group within each group only', () => {
    const rows = mixed(60, (at) => `Group ${at % 4}`).map(({ key, place, ...row }) => ({
      ...row,
      group: key ?? null,
      byGroup: place ?? null,
    }))
    expect(audit({ rows }).counts).toEqual([])
  })

  it('finds the column that separates the races of one body, whatever its name', () => {
    const rows = mixed(80, (at) => (at % 2 === 0 ? 'Long' : 'Short')).map(({ key, ...row }) => ({
      ...row,
      parcours: key ?? null,
    }))
    expect(audit({ rows }).counts).toEqual([])
    const wrong = rows.map((row, at) => (at === 30 ? { ...row, time: '0:20:00' } : row))
    expect(ofRule(audit({ rows: wrong }), 'place-order')).toHaveLength(1)
  })

  it('says once that places start over where no column tells the races apart', () => {
    const rows = [
      ...field(200, (row) => void (row['gap'] = null)),
      ...field(20, (row, at) => {
        row['bib'] = 900 + at
        row['time'] = clock(1200 + at * 9)
        row['gap'] = null
      }),
    ]
    const report = audit({ rows })
    expect(report.counts).toEqual([])
    expect(reasons(report)).toContain('place-order several-races')
  })

  it('says nothing of one time with two places where places follow no times', () => {
    const rows = field(40, (row, at) => {
      row['time'] = clock(1800 + ((at * 17) % 40) * 7)
      row['gap'] = null
      if (at % 10 === 0) row['time'] = '0:40:00'
    })
    expect(audit({ rows }).counts).toEqual([])
  })

  it('says nothing of holes in the places of one page of many', () => {
    const rows = field(10, (row, at) => {
      row['place'] = at === 0 ? 1 : 600 + at * 90
      row['gap'] = null
    })
    expect(audit({ rows }).counts).toEqual([])
  })

  it('does not compare the members of teams', () => {
    const rows = field(60, (row, at) => {
      row['bib'] = 1 + Math.floor(at / 3)
      row['place'] = at % 7 === 0 ? null : 1 + Math.floor(at / 3)
      row['gap'] = null
      row['time'] = clock(1800 + ((at * 17) % 60) * 7)
    })
    const report = audit({ rows })
    expect(report.counts).toEqual([])
    expect(reasons(report)).toContain('place-order teams')
  })
})

describe('gaps of their own group', () => {
  const gapped = (leaderOf: (at: number) => number): readonly Cells[] =>
    field(60, (row, at) => {
      row['sex'] = at % 3 === 1 ? 'F' : 'M'
      row['gap'] = `+${clock((at - leaderOf(at)) * 7)}`
    })

  it('knows gaps behind the first of the same sex', () => {
    expect(audit({ rows: gapped((at) => (at % 3 === 1 ? 1 : 0)) }).counts).toEqual([])
  })

  it('knows gaps behind the one ahead', () => {
    expect(audit({ rows: gapped((at) => Math.max(0, at - 1)) }).counts).toEqual([])
  })

  it('still finds a wrong gap behind the first of a sex', () => {
    const rows = gapped((at) => (at % 3 === 1 ? 1 : 0)).map((row, at) => (at === 22 ? { ...row, gap: '+9:59' } : row))
    expect(ofRule(audit({ rows }), 'gap')).toMatchObject([{ bib: '123' }])
  })
})

describe('habits of a body', () => {
  it('does not ask for the times of a race that is under way', () => {
    const rows = field(12, (row, at) => {
      row['status'] = at < 9 ? 'OK' : 'on course'
      if (at === 11) row['status'] = ''
      if (at >= 9) row['time'] = null
      row['gap'] = null
    })
    expect(ofRule(audit({ rows }), 'no-time')).toEqual([])
  })

  it('treats one sex in all rows as an unfilled column', () => {
    const rows = field(20, (row, at) => void (row['group'] = at % 4 === 0 ? 'ESC Women' : 'ESC Men'))
    const report = audit({ rows })
    expect(ofRule(report, 'sex-group')).toEqual([])
    expect(reasons(report)).toContain('sex-group other-meaning')
  })

  it('reads school years for no ages', () => {
    expect(
      audit({ rows: field(20, (row, at) => void Object.assign(row, { group: '3-4th Grade', age: 8 + (at % 2) })) })
        .counts,
    ).toEqual([])
  })

  it('measures a segment only by people with the points before it', () => {
    const rows = field(20, (row, at) => {
      row['time'] = clock(1800 + at * 7)
      row['km1.lap'] = at < 2 ? null : '10:00'
      row['km2.lap'] = at < 2 ? null : '10:00'
      row['km3.lap'] = at < 2 ? '30:00' : clock(600 + at * 7)
    })
    expect(ofRule(audit({ rows }), 'lap-outlier')).toEqual([])
  })

  it('compares the last point with the later of two clocks', () => {
    const rows = field(20, (row, at) => {
      row['chip'] = clock(1800 + at * 7)
      row['gun'] = clock(1812 + at * 7)
      row['km5.total'] = clock((at < 5 ? 1808 : 1790) + at * 7)
      delete row['time']
    })
    expect(ofRule(audit({ rows }), 'laps-backwards')).toEqual([])
  })

  it('accepts the short first segments of a wave', () => {
    const rows = field(40, (row, at) => {
      delete row['time']
      row['km1.lap'] = at < 4 ? clock(70 + at) : clock(200 + at)
      row['km2.lap'] = '10:00'
      row['km3.lap'] = '10:00'
    })
    expect(ofRule(audit({ rows }), 'lap-outlier')).toEqual([])
  })

  it('does not report an unreadable time as missing', () => {
    const rows = field(20, (row, at) => {
      if (at === 9) Object.assign(row, { time: '0:31:03  1 ?', gap: null })
    })
    expect(ofRule(audit({ rows }), 'no-time')).toEqual([])
  })

  it('reads a word instead of a place by sex as the status', () => {
    const rows = field(20, (row, at) => {
      row['bySex'] = at === 19 ? 'DNF' : at + 1
      delete row['place']
      row['gap'] = null
    })
    expect(audit({ rows }).counts).toEqual([])
  })

  it('does not report row by row what a tenth of the rows share', () => {
    const rows = field(60, (row, at) => {
      row['gap'] = null
      if (at % 7 === 0) row['name'] = ''
      if (at > 45) Object.assign(row, { status: 'DNF', time: null })
      if (at % 8 === 3) row['place'] = null
    })
    expect(audit({ rows }).counts).toEqual([])
  })

  it('lets the last point be a rounded second behind the finish', () => {
    const rows = field(20, (row, at) => {
      row['km10.total'] = clock((at < 5 ? 1801 : 1800) + at * 7)
    })
    expect(ofRule(audit({ rows }), 'laps-backwards')).toEqual([])
  })
})
