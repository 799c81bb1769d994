import { expect, it } from 'vitest'
import type { AuditFinding } from '../../../preload/contract/audit.ts'
import { findingsPerRule } from '../../../main/features/audit/rules/audit.ts'
import { parseAgeGroup } from '../../../main/features/audit/rules/ageGroups.ts'
import { timeSaid } from '../../../main/features/audit/rules/auditTypes.ts'
import { longestRise } from '../../../main/features/audit/rules/placeContradictions.ts'
import { audit, clock, field, ofRule, reasons } from '../../support/audits.ts'

it('finds no issue in consistent results', () => {
  const { findings, counts, rows } = audit({ rows: field(40) }, { name: 'M30-39', rows: field(40) })
  expect(findings).toEqual([])
  expect(counts).toEqual([])
  expect(rows).toBe(80)
})

it('does not compare places and gaps of groups that each count their own', () => {
  const group = (name: string, count: number, later: number) =>
    field(count, (row, at) => Object.assign(row, { group: name, time: clock(1800 + later + at * 7) }))
  const rows = [...group('A', 12, 0), ...group('B', 2, 300)]
  const report = audit({ rows })
  for (const rule of ['place-order', 'same-place', 'same-time', 'place-holes', 'gap'] as const) {
    expect(ofRule(report, rule)).toEqual([])
  }
  expect(ofRule(audit({ rows: rows.map(({ group: _, ...row }) => row) }), 'same-place')).toHaveLength(2)
})

it('shows a time received as a plain number as a clock time', () => {
  expect(timeSaid('447300', 4_473_000)).toBe('1:14:33')
  expect(timeSaid('1:14:33.0', 4_473_000)).toBe('1:14:33.0')
})

const slips: {
  readonly [what: string]: readonly [rule: AuditFinding['rule'], at: number, cells: object, says: object]
} = {
  'the one row that is out of order': ['place-order', 4, { time: '2:00:00' }, { time: '2:00:00', otherPlace: 6 }],
  'a tie with different places': ['same-time', 9, { time: clock(1856) }, { place: 10, otherPlace: 9 }],
  'a shared place with different times': ['same-place', 9, { place: 9 }, { place: 9 }],
  'a place without a time': ['no-time', 2, { time: '', gap: '' }, { place: 3 }],
  'a time without a place': ['no-place', 5, { place: null }, { time: '0:30:35' }],
  'a place without a finish': ['status-with-place', 8, { status: 'DNF', time: '' }, { status: 'DNF', place: 9 }],
  'a bib that occurs twice': ['duplicate-bib', 7, { bib: 101 }, { otherName: 'Runner A0' }],
  'a missing bib': ['no-bib', 1, { bib: '' }, {}],
  'a missing name': ['no-name', 2, { name: ' ' }, {}],
}
it.each(Object.entries(slips))('reports %s', (_, [rule, slipAt, cells, says]) => {
  const report = audit({ rows: field(30, (row, at) => at === slipAt && Object.assign(row, cells)) })
  expect(ofRule(report, rule)).toMatchObject([{ index: slipAt, says }])
})

it('lets places follow the chip when the result is the gun’s', () => {
  const rows = field(20, (row, at) => {
    Object.assign(row, { chip: row['time'], time: clock(1800 + at * 7 + ((at * 13) % 40)), gap: '' })
  })
  expect(ofRule(audit({ rows }), 'place-order')).toEqual([])
})

it('reports nothing row by row when places follow points or laps', () => {
  const report = audit({ rows: field(40, (row, at) => (row['time'] = clock(5000 - at * 11))) })
  expect(ofRule(report, 'place-order')).toEqual([])
  expect(reasons(report)).toContain('place-order other-order')
})

it('uses the places of a larger field where a category has no others', () => {
  const rows = field(30, (row, at) => {
    delete row['place']
    row['overall'] = 3 + at * 4
    if (at === 4) row['time'] = '2:00:00'
  })
  const report = audit({ rows })
  const told = report.counts.map(({ rule, found }) => `${rule} ${found}`)
  expect(told).toEqual(['place-order 1', 'gap 1'])
})

it('keeps a longest run, whatever the order', () => {
  expect(longestRise([1, 2, 9, 3, 4, 4, 0, 5])).toEqual([true, true, false, true, true, true, false, true])
  expect(longestRise([])).toEqual([])
})

it('takes many equal whole seconds for rounding, but not when the body has fractions', () => {
  const packed = (fraction: string) =>
    field(60, (row, at) => Object.assign(row, { time: clock(1800 + Math.floor(at / 3)) + fraction, gap: '' }))
  const rounded = audit({ rows: packed('') })
  expect(ofRule(rounded, 'same-time')).toEqual([])
  expect(reasons(rounded)).toContain('same-time rounded')
  expect(ofRule(audit({ rows: packed('.5') }), 'same-time')).toHaveLength(40)
})

it('finds missing places, and accepts gaps after shared ones', () => {
  const holes = audit({ rows: field(20, (row, at) => (at >= 10 ? (row['place'] = at + 3) : undefined)) })
  expect(ofRule(holes, 'place-holes')).toMatchObject([{ says: { place: 13, from: 11, to: 12 } }])
  const shared = { place: 5, time: clock(1828) }
  const skipping = field(20, (row, at) => (at === 5 ? Object.assign(row, shared) : undefined))
  expect(ofRule(audit({ rows: skipping }), 'place-holes')).toEqual([])
})

it('does not take the places of a larger field for holes', () => {
  const report = audit({ rows: field(20, (row, at) => (row['place'] = at * 7 + 3)) })
  expect(ofRule(report, 'place-holes')).toEqual([])
  expect(reasons(report)).toContain('place-holes larger-field')
})

const gaps: {
  readonly [what: string]: readonly [gapAt: (at: number) => string | null, found: number, reason?: string]
} = {
  'the one that is not the time behind the leader': [(at) => (at === 6 ? '+0:05:00' : null), 1],
  'each of three': [(at) => (at % 5 === 4 && at < 19 ? `+${clock(at * 7 + 20)}` : null), 3],
  'those that are all too long by one time, once': [(at) => `+${clock(at * 7 + 20)}`, 1],
  'those that are all too short by one time, once': [(at) => `+${clock(at * 7 - 5)}`, 1],
  'none that are not measured from a known leader': [(at) => `+${clock((at * 31) % 300)}`, 0, 'gap not-leader'],
  'none behind the first of the same sex': [(at) => (at % 3 === 1 ? `+${clock((at - 1) * 7)}` : null), 0],
  'one behind the first of a sex': [(at) => (at === 16 ? '+9:59' : at % 3 === 1 ? `+${clock((at - 1) * 7)}` : null), 1],
  'none behind the one ahead': [() => '+0:00:07', 0],
  'none that cannot be read': [() => '7 of 12', 0, 'gap other-meaning'],
}
it.each(Object.entries(gaps))('of wrong gaps reports %s', (_, [gapAt, found, reason]) => {
  const rows = field(20, (row, at) => {
    row['sex'] = at % 3 === 1 ? 'F' : 'M'
    if (at > 0) row['gap'] = gapAt(at) ?? `+${clock(at * 7)}`
  })
  const report = audit({ rows })
  expect(ofRule(report, 'gap')).toHaveLength(found)
  expect(reasons(report).filter((text) => text.startsWith('gap'))).toEqual(reason === undefined ? [] : [reason])
})

it('reports gaps that are off by more than the rounding of tenths', () => {
  const rows = field(12, (row, at) => {
    const tenths = at === 5 ? 9 : 5
    Object.assign(row, { time: `${clock(1800 + at * 7)}.${tenths}`, gap: `+${clock(at * 7)}${at === 5 ? '.2' : ''}` })
  })
  expect(ofRule(audit({ rows }), 'gap')).toMatchObject([{ bib: '106', says: { gap: '+0:00:35.2' } }])
})

it.each([(team: number) => team + 1, (team: number, leg: number) => team * 10 + leg])(
  'checks a team once, by the bib or the name that its members share',
  (bibOf) => {
    const rows = field(24, (row, at) => {
      const [team, leg] = [Math.floor(at / 3), at % 3]
      const isIncomplete = team === 3 || team === 7
      const time = isIncomplete ? '' : clock(4800 + (team === 5 ? 4 : team) * 60)
      const status = isIncomplete && leg === 2 ? 'MP' : 'OK'
      Object.assign(row, { bib: bibOf(team, leg + 1), team: `Team ${team}`, place: team + 1, time, status, gap: '' })
    })
    const report = audit({ rows })
    const told = report.findings.map(({ rule, name, says }) => `${rule} ${name} ${says['place']}`)
    expect(told).toEqual(['same-time Team 5 6', 'no-time Team 3 4', 'no-time Team 7 8'])
  },
)

it('reports one bib with two times among the categories of a distance, by the rarer time', () => {
  const changed = field(20, (row, at) => (at === 3 ? Object.assign(row, { time: '0:31:59' }) : undefined))
  const report = audit({ rows: changed }, { name: 'Men', rows: field(20) }, { name: 'M30-39', rows: field(20) })
  const says = { time: '0:31:59', otherTime: '0:30:21' }
  expect(ofRule(report, 'bib-two-times')).toMatchObject([{ bib: '104', categoryName: 'Overall', says }])
})

it('does not mix the distances of a stage: each gives out its own bibs', () => {
  const others = field(20, (row, at) => Object.assign(row, { time: clock(3600 + at), name: `Other ${at}`, gap: '' }))
  expect(audit({ rows: field(20) }, { distance: '5 km', rows: others }).findings).toEqual([])
})

it('reports a bib with two names, but not a name with reordered words', () => {
  const turned = field(6, (row) => (row['name'] = String(row['name']).split(' ').toReversed().join(' ')))
  expect(ofRule(audit({ rows: field(6) }, { name: 'Men', rows: turned }), 'bib-two-names')).toEqual([])
  const renamed = field(6, (row, at) => (at === 2 ? (row['name'] = 'Somebody else') : undefined))
  const found = ofRule(audit({ rows: field(6) }, { name: 'Men', rows: renamed }), 'bib-two-names')
  expect(found).toMatchObject([{ bib: '103' }])
})

it('reports a finisher with splits and no time, but not a person behind all finishers', () => {
  const rows = field(12, (row, at) => {
    row['km3.total'] = clock(600 + at)
    if (at === 3 || at === 11) Object.assign(row, { time: '', gap: '' })
    row['status'] = at === 11 ? 'on course' : ''
  })
  expect(ofRule(audit({ rows }), 'no-time').map(({ bib }) => bib)).toEqual(['104'])
})

it('reports ages and sexes outside their group, with a tolerance of one year', () => {
  const rows = field(12, (row, at) => {
    row['age'] = at === 0 ? 52 : at === 1 ? 40 : 33
    if (at === 4) row['sex'] = 'F'
  })
  const report = audit({ name: 'M30-39', rows })
  expect(ofRule(report, 'age-group')).toMatchObject([{ bib: '101', says: { age: 52, group: 'M30-39' } }])
  expect(ofRule(report, 'sex-group')).toMatchObject([{ bib: '105', says: { group: 'M30-39' } }])
})

it.each([
  ['M40-49', 'm 40 49'],
  ['Ж 18–29', 'f 18 29'],
  ['Мужчины 60 и старше', 'm 60 null'],
  ['W35', 'f 35 null'],
  ['U18', 'null null 18'],
  ['Women', 'f null null'],
  ['Overall', 'none'],
  ['5-10 km', 'none'],
  ['10 км', 'none'],
  ['Men and women', 'none'],
  ['1980-1989', 'none'],
] as const)('reads the group %s as %s', (text, said) => {
  const group = parseAgeGroup(text)
  expect(group === null ? 'none' : `${group.sex} ${group.from} ${group.to}`).toBe(said)
})

const lapped = (change: (row: Record<string, string | number | null>, at: number) => void = () => {}) =>
  field(20, (row, at) => {
    const lap = 600 + at * 2
    Object.assign(row, { time: clock(lap * 3 + 30), gap: '', place: at + 1 })
    for (const [position, point] of ['km3', 'km6', 'km9'].entries()) {
      row[`${point}.total`] = clock(lap * (position + 1))
      row[`${point}.lap`] = clock(lap)
    }
    change(row, at)
  })

it('finds nothing in laps that add up', () => {
  const report = audit({ rows: lapped() })
  expect(report.findings).toEqual([])
  expect(report.notChecked.map(({ rule }) => rule)).not.toContain('laps-sum')
})

it('reports decreasing times, segments that do not add up, and a segment far from all others', () => {
  const back = audit({ rows: lapped((row, at) => (at === 3 ? (row['km6.total'] = '0:05:00') : undefined)) })
  expect(ofRule(back, 'laps-backwards')).toMatchObject([{ bib: '104', says: { point: 'km6', otherPoint: 'km3' } }])
  const sum = audit({ rows: lapped((row, at) => (at === 3 ? (row['km6.lap'] = '0:13:00') : undefined)) })
  expect(ofRule(sum, 'laps-sum').map(({ bib }) => bib)).toEqual(['104'])
  const far = audit({ rows: lapped((row, at) => (at === 3 ? (row['km6.lap'] = '0:51:00') : undefined)) })
  expect(ofRule(far, 'lap-outlier')).toMatchObject([{ bib: '104', says: { point: 'km6', time: '0:51:00' } }])
})

it.each([
  ['late', 'km3', 3600, '1:00:00'],
  ['late', 'km9', 3600, '1:00:00'],
  ['late', 'km6', 1200, '0:20:00'],
  ['early', 'km9', -1500, '0:25:00'],
])('reports once that a clock is %s for all at %s, and single faults beside it', (is, point, shift, about) => {
  const rows = lapped((row, at) => {
    for (const km of [3, 6, 9]) delete row[`km${km}.lap`]
    row[`${point}.total`] = clock((600 + at * 2) * (Number(point.slice(2)) / 3) + shift)
    if (at === 4) row['time'] = '0:15:00'
  })
  const [clocks, ...others] = ofRule(audit({ rows }), 'laps-backwards')
  expect(clocks).toMatchObject({ bib: '', says: { point, [is]: about, rows: 20 } })
  expect(others.map(({ bib }) => bib)).toEqual(['105'])
})

it('reports once that the finish is before the last point in most rows', () => {
  const rows = lapped((row, at) => (row['time'] = clock((600 + at * 2) * 3 - 200)))
  expect(ofRule(audit({ rows }), 'laps-backwards')).toMatchObject([{ bib: '', says: { otherPoint: 'km9', rows: 20 } }])
})

it('does not take a slow runner or a long lap for an outlier', () => {
  const rows = lapped((row, at) => {
    for (const [point, factor] of Object.entries({ km3: 1, km6: 4, km9: 1 })) {
      row[`${point}.lap`] = clock((600 + at * 2) * factor * (at === 19 ? 3 : 1))
      row[`${point}.total`] = ''
    }
  })
  expect(ofRule(audit({ rows }), 'lap-outlier')).toEqual([])
})

it('says which rules had no column to look at', () => {
  const report = audit({ rows: ['0:30:00', '0:31:00'].map((time, at) => ({ bib: at + 1, time })) })
  expect(report.findings).toEqual([])
  const missing = report.notChecked.filter(({ reason }) => reason === 'no-column').map(({ rule }) => rule)
  const unseen = ['place-order', 'gap', 'no-place', 'age-group', 'laps-sum', 'no-name']
  expect(missing).toEqual(expect.arrayContaining(unseen))
})

it('keeps a bounded number of findings and counts the rest', () => {
  const rows = field(4000, (row, at) => (at % 12 === 0 ? (row['bib'] = '') : undefined))
  const report = audit({ rows })
  expect(ofRule(report, 'no-bib')).toHaveLength(findingsPerRule)
  expect(report.counts).toContainEqual({ rule: 'no-bib', found: 334 })
})
