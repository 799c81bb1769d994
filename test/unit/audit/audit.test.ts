import { describe, expect, it } from 'vitest'
import { findingsPerRule } from '../../../main/features/audit/rules/audit.ts'
import { parseAgeGroup } from '../../../main/features/audit/rules/ageGroups.ts'
import { timeSaid } from '../../../main/features/audit/rules/auditTypes.ts'
import { longestRise } from '../../../main/features/audit/rules/placeContradictions.ts'
import { audit, clock, field, ofRule } from '../../support/audits.ts'

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
  const ungrouped = audit({ rows: rows.map(({ group: _, ...row }) => row) })
  expect(ofRule(ungrouped, 'same-place')).toHaveLength(2)
})

it('shows a time received as a plain number as a clock time', () => {
  expect(timeSaid('447300', 4_473_000)).toBe('1:14:33')
  expect(timeSaid('1:14:33.0', 4_473_000)).toBe('1:14:33.0')
})

describe('places against times', () => {
  it('reports the one row that is out of order, not the rows it passes', () => {
    const report = audit({ rows: field(30, (row, at) => (at === 4 ? (row['time'] = '2:00:00') : undefined)) })
    const [finding, ...others] = ofRule(report, 'place-order')
    expect(others).toEqual([])
    expect(finding).toMatchObject({ bib: '105', index: 4, says: { place: 5, time: '2:00:00', otherPlace: 6 } })
    expect(finding?.other).toEqual({ category: '1', index: 5 })
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
    expect(report.notChecked).toContainEqual({ rule: 'place-order', reason: 'other-order', roles: [], categories: 1 })
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

  it('reports ties with different places, and shared places with different times', () => {
    const tied = audit({ rows: field(30, (row, at) => (at === 9 ? (row['time'] = clock(1800 + 8 * 7)) : undefined)) })
    expect(ofRule(tied, 'same-time')).toMatchObject([{ bib: '110', says: { place: 10, otherPlace: 9 } }])
    const shared = audit({ rows: field(30, (row, at) => (at === 9 ? (row['place'] = 9) : undefined)) })
    expect(ofRule(shared, 'same-place')).toMatchObject([{ bib: '110', says: { place: 9 } }])
  })

  it('takes many equal whole seconds for rounding, but not when the body has fractions', () => {
    const packed = (fraction: string) =>
      field(60, (row, at) => Object.assign(row, { time: clock(1800 + Math.floor(at / 3)) + fraction, gap: '' }))
    const rounded = audit({ rows: packed('') })
    expect(ofRule(rounded, 'same-time')).toEqual([])
    expect(rounded.notChecked).toContainEqual({ rule: 'same-time', reason: 'rounded', roles: [], categories: 1 })
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
    expect(report.notChecked.map(({ rule, reason }) => `${rule} ${reason}`)).toContain('place-holes larger-field')
  })
})

it('finds the gap that is not the time behind the leader', () => {
  const report = audit({ rows: field(20, (row, at) => (at === 6 ? (row['gap'] = '+0:05:00') : undefined)) })
  expect(ofRule(report, 'gap')).toMatchObject([{ bib: '107', says: { gap: '+0:05:00', leaderTime: '0:30:00' } }])
})

it('skips gaps that are not measured from a known leader', () => {
  const rows = field(20, (row, at) => (at > 1 ? (row['gap'] = `+${clock((at * 31) % 300)}`) : undefined))
  const report = audit({ rows })
  expect(ofRule(report, 'gap')).toEqual([])
  expect(report.notChecked.map(({ rule, reason }) => `${rule} ${reason}`)).toContain('gap not-leader')
})

it.each([
  [3, 20, 3],
  [19, 20, 1],
  [19, -5, 1],
])('reports %i gaps that are %i s wrong in %i findings', (wrong, shift, findings) => {
  const rows = field(20, (row, at) => (at > 19 - wrong ? (row['gap'] = `+${clock(at * 7 + shift)}`) : undefined))
  const found = ofRule(audit({ rows }), 'gap')
  expect(found).toHaveLength(findings)
  if (findings === 1) expect(found).toMatchObject([{ bib: '', says: { rows: wrong } }])
})

it('reports gaps off by more than the rounding of tenths, and says that unreadable ones were not checked', () => {
  const rows = field(12, (row, at) =>
    Object.assign(row, { time: `${clock(1800 + at * 7)}.5`, gap: `+${clock(at * 7)}` }),
  )
  const tenths = rows.map((row, at) => (at === 5 ? { ...row, gap: '+0:00:35.2', time: '0:30:35.9' } : row))
  expect(ofRule(audit({ rows: tenths }), 'gap')).toMatchObject([{ bib: '106' }])
  const unread = rows.map((row) => ({ ...row, gap: '7 of 12' }))
  expect(audit({ rows: unread }).notChecked).toContainEqual({
    rule: 'gap',
    reason: 'other-meaning',
    roles: [],
    categories: 1,
  })
})

describe('teams', () => {
  const relay = (
    change: (row: Record<string, string | number | null>, team: number, leg: number, at: number) => void,
  ) =>
    field(24, (row, at) => {
      const team = Math.floor(at / 3)
      Object.assign(row, {
        bib: team + 1,
        team: `Old Mill ${team}`,
        place: team + 1,
        time: clock(4800 + team * 60),
        gap: '',
      })
      change(row, team, at % 3, at)
    })

  it('are checked as one row each: an incomplete one with a place is one finding', () => {
    const rows = relay((row, team, leg) => {
      if (team === 3 || team === 7) Object.assign(row, { time: '', status: leg === 2 ? 'MP' : 'OK' })
      if (team === 5) row['time'] = clock(4800 + 4 * 60)
    })
    const report = audit({ rows })
    expect(report.findings).toMatchObject([
      { rule: 'same-time', name: 'Old Mill 5' },
      { rule: 'no-time', name: 'Old Mill 3', says: { place: 4 } },
      { rule: 'no-time', name: 'Old Mill 7', says: { place: 8 } },
    ])
    expect(report.notChecked.map(({ rule, reason }) => `${rule} ${reason}`)).toContain('duplicate-bib teams')
  })

  it('are known by their name where each leg has a bib of its own', () => {
    const rows = relay((row, team, _, at) => Object.assign(row, { bib: 101 + at }, team === 2 && { time: '0:50:00' }))
    expect(audit({ rows }).findings).toMatchObject([{ rule: 'place-order', name: 'Old Mill 2' }])
  })
})

describe('bibs', () => {
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

  it('reports a bib that occurs twice in one category', () => {
    const report = audit({ rows: field(12, (row, at) => (at === 7 ? (row['bib'] = 101) : undefined)) })
    expect(ofRule(report, 'duplicate-bib')).toMatchObject([{ bib: '101', index: 7, other: { index: 0 } }])
  })
})

it('reports finishers without a time, times without a place, and places without a finish', () => {
  const changes: { readonly [at: number]: object } = {
    2: { time: '', gap: '' },
    5: { place: null },
    8: { status: 'DNF', time: '', gap: '' },
    19: { place: null, time: '', gap: '' },
  }
  const report = audit({ rows: field(20, (row, at) => Object.assign(row, changes[at])) })
  expect(ofRule(report, 'no-time').map(({ bib }) => bib)).toEqual(['103'])
  expect(ofRule(report, 'no-place').map(({ bib }) => bib)).toEqual(['106'])
  expect(ofRule(report, 'status-with-place')).toMatchObject([{ bib: '109', says: { status: 'DNF', place: 9 } }])
})

it('reports a finisher with splits and no time, but not a person behind all finishers', () => {
  const rows = field(12, (row, at) => {
    row['km3.total'] = clock(600 + at)
    if (at === 3 || at === 11) Object.assign(row, { time: '', gap: '' })
    row['status'] = at === 11 ? 'on course' : ''
  })
  expect(ofRule(audit({ rows }), 'no-time').map(({ bib }) => bib)).toEqual(['104'])
})

it('reports missing bibs and names', () => {
  const rows = field(12, (row, at) => Object.assign(row, at === 1 ? { bib: '' } : at === 2 ? { name: ' ' } : {}))
  const report = audit({ rows })
  expect(ofRule(report, 'no-bib').map(({ index }) => index)).toEqual([1])
  expect(ofRule(report, 'no-name').map(({ index }) => index)).toEqual([2])
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

const groups = [
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
] as const
it.each(groups)('reads the group %s as %s', (text, said) => {
  const group = parseAgeGroup(text)
  expect(group === null ? 'none' : `${group.sex} ${group.from} ${group.to}`).toBe(said)
})

describe('laps', () => {
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
    ['early', 'km9', -1500, '0:20:00'],
  ])('reports a clock that is %s for all at %s once', (is, point, shift, about) => {
    const rows = lapped((row, at) => {
      for (const km of [3, 6, 9]) delete row[`km${km}.lap`]
      row[`${point}.total`] = clock((600 + at * 2) * (Number(point.slice(2)) / 3) + shift)
      if (at === 4 && is === 'late' && point === 'km9') row['km6.total'] = '0:05:00'
    })
    const found = ofRule(audit({ rows }), 'laps-backwards')
    expect(found[0]).toMatchObject({ bib: '', says: { point, [is]: about, rows: 20 } })
    expect(found.slice(1).map(({ bib }) => bib)).toEqual(is === 'late' && point === 'km9' ? ['105'] : [])
  })

  it('reports once that the finish is before the last point in most rows', () => {
    const rows = lapped((row, at) => (row['time'] = clock((600 + at * 2) * 3 - 200)))
    expect(ofRule(audit({ rows }), 'laps-backwards')).toMatchObject([
      { bib: '', says: { otherPoint: 'km9', rows: 20 } },
    ])
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
