import type { Steps } from '../../../kernel/turns.ts'
import type { AuditFinding, AuditReason, AuditRule } from '../../../../preload/contract/audit.ts'
import type { CategoryId } from '../../../../preload/contract/ids.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import type { FinisherReader, PlaceRole, TimeRole } from '../../results/rules/finisher.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import type { Split } from '../../results/rules/splits.ts'
import type { TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'

/** A category as the audit reads it; `read` is called once, when its turn comes. */
export type AuditTable = {
  readonly category: CategoryId
  /** Bibs are unique within a distance only. */
  readonly distance: string
  readonly distanceName: string
  readonly categoryName: string
  readonly read: () => Steps<{
    readonly columns: readonly TableColumn[]
    readonly reader: FinisherReader
    readonly rows: readonly JsonObject[]
  }>
}

/** The facts of a row that several rules share; few, since a table may have a million rows. */
export type AuditRow = {
  readonly index: number
  readonly row: JsonObject
  /** '' when it has none, or a dash or a zero in its stead. */
  readonly bib: string
  readonly name: string
  readonly status: Status
  /** By the category's `placeRole`. */
  readonly place: number | null
  readonly finishMs: number | null
  /** A time or a distance. */
  readonly hasFinish: boolean
  /** Empty when it has no time at any point. */
  readonly splits: readonly Split[]
}

/** A point of the course whose clock was wrong by the same time for most who passed it. */
export type PointShift = {
  /** Its position among the splits of a row. */
  readonly at: number
  /** Above zero where its times are late. As far as the points beside it tell. */
  readonly shiftMs: number
  readonly rows: number
  /** One that shows it. */
  readonly row: AuditRow
}

export type AuditCategory = {
  readonly table: AuditTable
  readonly reader: FinisherReader
  readonly rows: readonly AuditRow[]
  readonly columns: readonly TableColumn[]
  /** One row for each team where its members' rows repeat its place and time, else the rows: what has a place of its own. */
  readonly units: readonly AuditRow[]
  /** Its units apart by what their places count in: groups they came in, sexes, courses; all of them as one without any. */
  readonly groups: readonly (readonly AuditRow[])[]
  /** Why its places tell nothing of times; null where they do. */
  readonly noPlaces: { readonly reason: AuditReason; readonly roles: readonly ColumnRole[] } | null
  /** False only where no other row has its bib. */
  readonly mayShareBib: (row: AuditRow) => boolean
  /** The places that its rows are looked at by; null when it has none. */
  readonly placeRole: PlaceRole | null
  /** It has columns for times at points. */
  readonly hasPoints: boolean
  /** Points that are wrong as a whole; the splits of its rows are without them. */
  readonly shifts: readonly PointShift[]
  /** The latest of a row's finish times, by whichever clock; null without a finish. */
  readonly latestFinish: (row: AuditRow) => number | null
  /** Some finish time has a fraction of a second. */
  readonly hasFractions: boolean
  /** As the reader of its columns has it, read once for all rules. */
  readonly timeMs: (row: AuditRow, role: (typeof timeRoles)[number]) => number | null
  /** The finish time of a row as `timeSaid` tells it. */
  readonly timeText: (row: AuditRow) => string
}

export type Found = {
  readonly rule: AuditRule
  readonly row: AuditRow
  readonly says: AuditFinding['says']
  readonly other?: AuditRow
  /** It is said of the whole category; the row is an example. */
  readonly ofAll?: true
}

export type Skipped = { readonly rule: AuditRule; readonly reason: AuditReason; readonly roles: readonly ColumnRole[] }

export type Checked = { readonly found: readonly Found[]; readonly skipped: readonly Skipped[] }

/** One or a few rules over the same data of one category. */
export type CategoryRule = (category: AuditCategory) => Checked

/** The first of them that a category has; in a part of a field, places of the whole still follow the times. */
export const placeRoles: readonly PlaceRole[] = ['place', 'placeOverall', 'placeSex', 'placeCategory']

export const timeRoles: readonly Exclude<TimeRole, 'gap'>[] = ['result', 'chipTime', 'gunTime']

/** A time as received, or as a clock time where it was received as a plain number. */
export const timeSaid = (text: string, ms: number | null): string =>
  ms !== null && /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? clockText(ms) : text

export const nothingFound: Checked = { found: [], skipped: [] }

export const foundAll = (found: readonly Found[]): Checked => ({ found, skipped: [] })

export const skip = (rule: AuditRule, reason: AuditReason, roles: readonly ColumnRole[] = []): Checked => ({
  found: [],
  skipped: [{ rule, reason, roles }],
})

export const together = (...parts: readonly Checked[]): Checked => ({
  found: parts.flatMap(({ found }) => found),
  skipped: parts.flatMap(({ skipped }) => skipped),
})

/** Findings, or the first of them for the whole category where they are the rule: then a column or a clock is wrong, not a row. */
export const onceIfTheRule = (found: readonly Found[], of: number, rows = found.length): Checked => {
  const [first] = found
  return first === undefined || !isTheRule(found.length, of)
    ? foundAll(found)
    : foundAll([{ ...first, says: { ...first.says, rows }, ofAll: true }])
}

/** Where so large a part of a category contradicts a rule, the rule does not fit the category. Small categories are told row by row. */
export const isTheRule = (contradicting: number, of: number, share = 0.3): boolean =>
  contradicting >= 5 && contradicting > of * share
