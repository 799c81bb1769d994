import type { Steps } from '../../../kernel/turns.ts'
import type { AuditFinding, AuditRule, AuditSkip } from '../../../../preload/contract/audit.ts'
import type { CategoryId } from '../../../../preload/contract/ids.ts'
import type { AuditCategory, AuditTable, CategoryRule, Found, Skipped } from './auditTypes.ts'
import { checkBibs, collectBibs, duplicateBibs, type BibEntries, type BibEntry, type BibFound } from './bibRules.ts'
import { gapRule } from './gapRule.ts'
import { groupRules } from './groupRules.ts'
import { lapRules } from './lapRules.ts'
import { bibsAndNames, timesAndPlaces } from './missingRules.ts'
import { placeHoles, placeOrder, ties } from './placeRules.ts'
import { readCategory } from './readCategory.ts'
import { impossibleTimes, unitsDisagree } from './timeRules.ts'
import { withinGroups } from './withinGroups.ts'

/** Findings of one rule that are kept; of the rest there is the count. */
export const findingsPerRule = 200

const categoryRules: readonly CategoryRule[] = [
  unitsDisagree,
  impossibleTimes,
  withinGroups(placeOrder),
  withinGroups(ties),
  withinGroups(placeHoles),
  withinGroups(gapRule),
  duplicateBibs,
  groupRules,
  timesAndPlaces,
  bibsAndNames,
  ...lapRules,
]

/** In the order in which findings are told: what most likely is wrong first. */
const auditRules: readonly AuditRule[] = [
  'unit-disagrees',
  'impossible-time',
  'place-order',
  'same-place',
  'same-time',
  'bib-two-times',
  'bib-two-names',
  'duplicate-bib',
  'no-time',
  'no-place',
  'status-with-place',
  'gap',
  'laps-backwards',
  'laps-sum',
  'lap-outlier',
  'age-group',
  'sex-group',
  'place-holes',
  'no-bib',
  'no-name',
]

export type AuditReport = {
  readonly findings: readonly AuditFinding[]
  readonly counts: readonly { readonly rule: AuditRule; readonly found: number }[]
  readonly notChecked: readonly AuditSkip[]
  readonly rows: number
}

type Ledger = {
  readonly byRule: Map<AuditRule, { readonly kept: AuditFinding[]; found: number }>
  readonly skipped: Map<string, { readonly skip: Skipped; categories: number }>
}

const note = ({ byRule }: Ledger, finding: AuditFinding): void => {
  const known = byRule.get(finding.rule) ?? { kept: [], found: 0 }
  byRule.set(finding.rule, known)
  known.found += 1
  if (known.kept.length < findingsPerRule) known.kept.push(finding)
}

const noteSkip = ({ skipped }: Ledger, skip: Skipped): void => {
  const key = JSON.stringify([skip.rule, skip.reason, skip.roles])
  const known = skipped.get(key)
  if (known === undefined) skipped.set(key, { skip, categories: 1 })
  else known.categories += 1
}

/**
 * Looks for what contradicts itself, category after category, giving way between its steps. Rows are read once and only read;
 * a rule says nothing of a category that lacks the roles it needs.
 */
export function* auditTables(tables: readonly AuditTable[]): Steps<AuditReport> {
  const ledger: Ledger = { byRule: new Map(), skipped: new Map() }
  let rows = 0
  for (const distance of new Set(tables.map((table) => table.distance))) {
    const ofDistance = tables.filter((table) => table.distance === distance)
    const entries: BibEntries = new Map()
    let hasBibs = false
    for (const table of ofDistance) {
      const category = yield* readCategory(table)
      rows += category.rows.length
      for (const rule of categoryRules) {
        yield undefined
        const { found, skipped } = rule(category)
        for (const one of found) note(ledger, findingOf(category, one))
        for (const one of skipped) noteSkip(ledger, one)
      }
      hasBibs ||= category.rows.some(({ bib }) => bib !== '')
      yield* collectBibs(category, entries, ofDistance.length === 1)
    }
    const { found, hasOtherClock } = yield* checkBibs(entries)
    const named = new Map(ofDistance.map((table) => [table.category, table]))
    for (const one of found) note(ledger, bibFindingOf(named, one))
    if (hasOtherClock) noteSkip(ledger, { rule: 'bib-two-times', reason: 'other-clock', roles: [] })
    if (!hasBibs) noteSkip(ledger, { rule: 'bib-two-times', reason: 'no-column', roles: ['bib'] })
  }
  return {
    findings: auditRules.flatMap((rule) => ledger.byRule.get(rule)?.kept ?? []),
    counts: auditRules.flatMap((rule) => {
      const known = ledger.byRule.get(rule)
      return known === undefined ? [] : [{ rule, found: known.found }]
    }),
    notChecked: [...ledger.skipped.values()]
      .map(({ skip, categories }): AuditSkip => ({ ...skip, categories }))
      .toSorted((a, b) => auditRules.indexOf(a.rule) - auditRules.indexOf(b.rule)),
    rows,
  }
}

const findingOf = ({ table, reader }: AuditCategory, { rule, row, says, other, ofAll }: Found): AuditFinding => ({
  rule,
  category: table.category,
  index: row.index,
  distanceName: table.distanceName,
  categoryName: table.categoryName,
  bib: ofAll === true ? '' : row.bib,
  name: ofAll === true ? '' : row.name || reader.text(row.row, 'team'),
  says,
  other: other === undefined ? null : { category: table.category, index: other.index },
})

const bibFindingOf = (
  tables: ReadonlyMap<CategoryId, AuditTable>,
  { rule, bib, entry, other }: BibFound,
): AuditFinding => {
  const categoryOf = ({ category }: BibEntry): string => tables.get(category)?.categoryName ?? ''
  return {
    rule,
    category: entry.category,
    index: entry.index,
    distanceName: tables.get(entry.category)?.distanceName ?? '',
    categoryName: categoryOf(entry),
    bib,
    name: entry.name,
    says:
      rule === 'bib-two-times'
        ? { time: entry.time, otherTime: other.time, otherCategory: categoryOf(other) }
        : { name: entry.name, otherName: other.name, otherCategory: categoryOf(other) },
    other: { category: other.category, index: other.index },
  }
}
