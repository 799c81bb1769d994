import * as z from 'zod'
import { columnName, line, url } from './bounds.ts'
import {
  categoryId,
  categoryIds,
  receivedFileId,
  shapeSignature,
  stageGuid,
  type CategoryId,
  type Instant,
  type ShapeSignature,
} from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import { columnRoles, columnUnits, type ColumnRole, type ColumnUnit, type TimeUnit } from './roles.ts'

/** `kind` is what the column's values look like in its stored rows. No `role`: the column's meaning is unknown. */
export type Column = {
  readonly name: string
  /** The service's name of the column for people, when its reply says so: one line of at most 80 characters, not trusted. */
  readonly label?: string
  readonly kind: 'text' | 'number' | 'time' | 'json'
  readonly role?: ColumnRole
  readonly unit?: ColumnUnit
  /** Its numbers are times in an unknown unit: see `RoleGuess`. */
  readonly open?: NonNullable<RoleGuess['open']>
  /**
   * For a column from a short list inside each row: the list's name, the item's label, and the item's field.
   * `isFinish`: the item is the finish of the course.
   */
  readonly split?: {
    readonly list: string
    readonly label: string
    readonly field: string
    readonly isFinish?: boolean
  }
  /** Name of the column whose cells also have this part, such as the places in "75:40(4)". */
  readonly of?: string
  /** Its cells come from a start list that a user joined, not from the service. */
  readonly isJoined?: true
  /** Characters of its longest cell, at least; absent for texts. */
  readonly longest?: number
}

/**
 * Pattern of a column's cells, the `word` of the reason `values`. `growing`: with places, rows or points · `plus`:
 * times with a sign · `row-numbers`: they only count the rows.
 */
export type ValuePattern =
  | 'clock'
  | 'number-of-time'
  | 'growing'
  | 'plus'
  | 'places'
  | 'unique'
  | 'row-numbers'
  | 'names'
  | 'first-names'
  | 'sex'
  | 'ages'
  | 'years'
  | 'dates'
  | 'age-groups'
  | 'statuses'
  | 'country-codes'
  | 'numbers'
  | 'words'
  | 'pace'
  | 'other'

/**
 * Why a column was given its role, or none. `name`: its name says so (`word` is the part that does) · `values`: what its
 * cells look like (`word` is a ValuePattern) · `user`: a user corrected it · `doubt`: no clear evidence for a role ·
 * `taken`: another column fits the role better (`word` is its name) · `unit-open`: its numbers count time, and several units
 * stay possible (`word` is the role it would have).
 */
export type RoleReason = {
  readonly code: 'name' | 'values' | 'user' | 'doubt' | 'taken' | 'unit-open'
  readonly word?: string
}

/** `confidence` from 0 to 1 in what is said of the column; 1 when a user said it. */
export type RoleGuess = {
  readonly role: ColumnRole | null
  readonly unit?: ColumnUnit
  readonly confidence: number
  readonly reasons: readonly RoleReason[]
  /** For a column of times in an unknown unit: its future role and the possible units. */
  readonly open?: { readonly role: ColumnRole; readonly units: readonly TimeUnit[] }
}

/** A role that a column may have. `confidence` from 0 to 1, also below what gives a role. */
export type RoleCandidate = { readonly role: ColumnRole; readonly unit?: ColumnUnit; readonly confidence: number }

/** One field of a later body that is not as in the body before it; kinds as of `Column`. */
export type FieldChange =
  | { readonly type: 'new' | 'missing'; readonly name: string }
  | {
      readonly type: 'retyped'
      readonly name: string
      readonly before: Column['kind']
      readonly after: Column['kind']
    }

/** Changed fields of a category since a user last confirmed them. */
export type Drift = { readonly at: Instant; readonly changes: readonly FieldChange[] }

/** A user's correction of a column; other columns keep their guesses. */
export type RoleCorrection = Parsed<typeof roleCorrection>
const roleCorrection = () =>
  z.strictObject({
    column: columnName(),
    role: z.enum(columnRoles).nullable(),
    unit: z.enum(columnUnits).exactOptional(),
  })

export type MappedColumn = {
  /**
   * For split columns `list.*.field` a correction applies to all points; the finish and single corrected points have
   * names of their own.
   */
  readonly name: string
  /** As of `Column`. */
  readonly label?: string
  /** The columns of the tables that this stands for. */
  readonly names: readonly string[]
  readonly kind: Column['kind']
  readonly isSplit: boolean
  /** In force now. */
  readonly role: RoleGuess
  /** Before any correction. */
  readonly guess: RoleGuess
  /** The best two guesses, the better one first; a role that another column has counts, too. */
  readonly guesses: readonly RoleCandidate[]
  /** Up to 5 distinct cells as received, the longest cut. */
  readonly samples: readonly string[]
  /** `carried`: said of another shape of the same origin. */
  readonly correction: 'none' | 'own' | 'carried'
}

export type ShapeMapping = {
  readonly signature: ShapeSignature
  /** Origin of the results links. */
  readonly origin: string
  readonly columns: readonly MappedColumn[]
  /** Within what was asked for. */
  readonly rows: number
  readonly categories: readonly CategoryId[]
  /** Stored rows and categories that a correction applies to. */
  readonly stored: { readonly rows: number; readonly categories: number; readonly stages: number }
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
}

export const columnsOperations = {
  /** Column meanings with reasons by shape, the one with most rows first. */
  'results:mapping': operation<readonly ShapeMapping[]>()(() =>
    z.strictObject({
      stage: stageGuid(),
      distance: line(200).exactOptional(),
      categories: categoryIds().exactOptional(),
    }),
  ),
  /**
   * Corrects a shape once for everything that is stored of it and will be: `roles` is all that a user says of it and takes the
   * place of what was said before; `reset` takes all of it back. `origin`: where the stage's links were of several; without it,
   * the one with most rows. `columns` corrects these in every shape of the stage that has them; what was said of others stays.
   * `seen` takes note of the drift of these categories. The answer is what it applied to.
   */
  'results:setMapping': operation<{
    readonly rows: number
    readonly categories: number
    readonly stages: number
  }>()(() =>
    z.union([
      z.strictObject({
        stage: stageGuid(),
        signature: shapeSignature(),
        origin: url().exactOptional(),
        roles: z.array(roleCorrection()).max(1_000),
      }),
      z.strictObject({
        stage: stageGuid(),
        signature: shapeSignature(),
        origin: url().exactOptional(),
        reset: z.literal(true),
      }),
      z.strictObject({ stage: stageGuid(), columns: z.array(roleCorrection()).min(1).max(1_000) }),
      z.strictObject({ stage: stageGuid(), seen: categoryIds().min(1) }),
    ]),
  ),
  /**
   * Says how bodies are to be read, of the whole stage or of some categories, and reads what is stored of them anew; null: by what
   * they hold. Refused as `invalid-input` with the message `no-rows`, and nothing changed, when a table would lose all its rows.
   * `charset` is any name that the Encoding Standard knows. The answer is what was read anew.
   */
  'results:setReading': operation<{ readonly rows: number; readonly categories: number }>()(() =>
    z.strictObject({
      stage: stageGuid(),
      categories: categoryIds().exactOptional(),
      charset: z.string().max(40).nullable().exactOptional(),
      hasHeader: z.boolean().nullable().exactOptional(),
    }),
  ),
  /**
   * Up to three different cells or words of the newest body with letters beyond ASCII, as they read in a charset. In the answer
   * `charset` is null when the bytes are not text.
   */
  'results:previewCharset': operation<{ readonly charset: string | null; readonly cells: readonly string[] }>()(() =>
    z.strictObject({ category: categoryId(), charset: z.string().max(40).nullable() }),
  ),
}

/** Some of the bibs that something is said of, and how many there are in all. */
export type SomeBibs = { readonly total: number; readonly bibs: readonly string[] }

/** A start list held against the stored rows of a stage. A line is joined to all rows that have its bib. */
export type StartListReport = {
  readonly fileName: string
  readonly lines: number
  /**
   * `role` null: the meaning is unknown. `isJoined`: it describes a person, such as a birth date or a club. `isSent`: the service
   * sends the same in every category, and its own is shown.
   */
  readonly columns: readonly {
    readonly name: string
    readonly role: ColumnRole | null
    readonly isJoined: boolean
    readonly isSent?: true
  }[]
  /** Bibs of the list that the stage has, too. */
  readonly matched: number
  /** Bibs of the list that no row has. */
  readonly unmatched: SomeBibs
  /** Bibs that several lines have, saying different things: none of these is joined. */
  readonly repeated: SomeBibs
  /** Bibs under which the stage has another name than the list: not joined. */
  readonly otherNames: SomeBibs
  readonly withoutBib: number
}

export type StartList = Pick<StartListReport, 'fileName' | 'lines' | 'columns'> & { readonly joinedAt: Instant }

/** A file that was received, or one that main itself was given. */
const source = () =>
  z.union([
    z.strictObject({ stage: stageGuid(), file: receivedFileId(), name: line(1_000) }),
    z.strictObject({
      stage: stageGuid(),
      ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'a ticket'),
      name: line(1_000),
    }),
  ])

export const startListOperations = {
  /** What joining the file (CSV in any charset, XLSX) would do; nothing is kept. */
  'startList:try': operation<StartListReport>()(source),
  /** In place of the stage's earlier one. Columns that the service sends are never replaced. */
  'startList:join': operation<StartListReport>()(source),
  'startList:read': operation<StartList | null>()(() => z.strictObject({ stage: stageGuid() })),
  'startList:remove': operation<null>()(() => z.strictObject({ stage: stageGuid() })),
}
