import * as z from 'zod'
import { categoryIds, stageGuid, type CategoryId, type Instant } from './ids.ts'
import { operation } from './operation.ts'
import type { ColumnRole } from './roles.ts'

/** The checks of an audit. */
export type AuditRule =
  | 'place-order'
  | 'same-time'
  | 'same-place'
  | 'place-holes'
  | 'gap'
  | 'duplicate-bib'
  | 'bib-two-times'
  | 'bib-two-names'
  | 'age-group'
  | 'sex-group'
  | 'no-time'
  | 'no-place'
  | 'status-with-place'
  | 'no-bib'
  | 'no-name'
  | 'laps-backwards'
  | 'laps-sum'
  | 'lap-outlier'
  | 'impossible-time'
  | 'unit-disagrees'

/**
 * A row that contradicts another one, or itself; one without bib and name may stand for its whole category, with the number of `rows` in `says`. `says` holds what the sentence about it names, times and texts as received.
 */
export type AuditFinding = {
  readonly rule: AuditRule
  readonly category: CategoryId
  readonly index: number
  readonly distanceName: string
  readonly categoryName: string
  readonly bib: string
  readonly name: string
  readonly says: { readonly [word: string]: string | number }
  /** The row it contradicts, where that is another one. */
  readonly other: { readonly category: CategoryId; readonly index: number } | null
}

/**
 * Why a rule said nothing of some categories. `no-column`: none of the roles it needs is there · `rounded`: times are whole
 * seconds, and equal ones are too many to mean anything · `not-leader`: gaps are counted from somewhere else ·
 * `larger-field`: places are those of a larger field · `other-order`: places or points follow something else than times ·
 * `other-clock`: the categories count times differently · `other-meaning`: groups do not mean what their names seem to say ·
 * `several-races`: places start over, and no column says why · `teams`: rows are members of teams, who share a bib or a place.
 */
export type AuditReason =
  | 'no-column'
  | 'rounded'
  | 'not-leader'
  | 'larger-field'
  | 'other-order'
  | 'other-clock'
  | 'other-meaning'
  | 'several-races'
  | 'teams'

export type AuditSkip = {
  readonly rule: AuditRule
  readonly reason: AuditReason
  /** With `no-column`: the roles of which one at least is needed. */
  readonly roles: readonly ColumnRole[]
  readonly categories: number
}

export type Audit = {
  /** At most 200 of a rule. */
  readonly findings: readonly AuditFinding[]
  /** Findings per rule, including those left out of `findings`. */
  readonly counts: readonly { readonly rule: AuditRule; readonly found: number }[]
  readonly notChecked: readonly AuditSkip[]
  readonly rows: number
  readonly categories: number
  /** When the oldest of the rows was fetched; null without rows. */
  readonly fetchedAt: Instant | null
}

export const auditOperations = {
  /** Checks the stored rows for inconsistencies; changes nothing. */
  'results:audit': operation<Audit>()(() =>
    z.strictObject({ stage: stageGuid(), categories: categoryIds().exactOptional() }),
  ),
}
