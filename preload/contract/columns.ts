import type { CategoryId, Instant, ShapeSignature, StageGuid } from './ids.ts'

/** What a column means (product.md, "column role"). `gunTime` and `chipTime` are never guessed from one another. */
export type ColumnRole =
  | 'place'
  | 'placeOverall'
  | 'placeSex'
  | 'placeCategory'
  | 'bib'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'middleName'
  | 'sex'
  | 'age'
  | 'birthYear'
  | 'birthDate'
  | 'ageGroup'
  | 'club'
  | 'city'
  | 'region'
  | 'country'
  | 'result'
  | 'gunTime'
  | 'chipTime'
  | 'gap'
  | 'status'
  | 'split'
  | 'lap'
  | 'points'
  | 'pace'
  | 'team'
  | 'id'

/**
 * The unit of the numbers of a column of times; a column of clock texts such as 1:24:32 has none. `min`, `h` and `d` are
 * decimal numbers of minutes, hours and days (2:23:53 is 143.88 min). `hms` and `m.ss` are clocks without colons: 22353 is
 * 2:23:53, 83.59 is 1:23:59.
 */
export type TimeUnit = 's' | 'cs' | 'ms' | 'min' | 'h' | 'd' | 'hms' | 'm.ss'

/** The unit of results that are no times: distances covered in a given time, laps or points. */
export type DistanceUnit = 'km' | 'mi' | 'm' | 'laps' | 'points'

/** Distances for the role `result` alone. */
export type ColumnUnit = TimeUnit | DistanceUnit

/** `kind` is what the column's values look like in its stored rows. No `role`: nobody can tell what the column means. */
export type Column = {
  readonly name: string
  /** The service's name of the column for people, when its reply says so: one line of at most 80 characters, not trusted. */
  readonly label?: string
  readonly kind: 'text' | 'number' | 'time' | 'json'
  readonly role?: ColumnRole
  readonly unit?: ColumnUnit
  /** Its numbers count time in a unit that nobody can tell: see `RoleGuess`. */
  readonly open?: NonNullable<RoleGuess['open']>
  /**
   * Of a column made from a short list inside each row: the list's name, the item's label there, and the item's field. `isFinish`:
   * the item is the finish of the course.
   */
  readonly split?: {
    readonly list: string
    readonly label: string
    readonly field: string
    readonly isFinish?: boolean
  }
  /** Of a column of the second things in the cells of another, such as the places in "75:40(4)": that one's name. */
  readonly of?: string
}

/**
 * What the cells of a column show, as the `word` of the reason `values`. `growing`: with the places, from row to row or from
 * point to point · `plus`: times with a sign · `row-numbers`: they only count the rows.
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
 * cells look like (`word` is a ValuePattern) · `user`: somebody corrected it · `doubt`: nothing speaks clearly for a role ·
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
  /** Of a column without a role whose numbers count time: its role once the unit is known, and the units that stay possible. */
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

/** What drifted in a category's fields since somebody last took note. */
export type Drift = { readonly at: Instant; readonly changes: readonly FieldChange[] }

/** What a user says of a column; a column that is not named keeps what is guessed. */
export type RoleCorrection = { readonly column: string; readonly role: ColumnRole | null; readonly unit?: ColumnUnit }

export type MappedColumn = {
  /**
   * Of split columns `list.*.field`: what is said holds for all of their points; those of the finish have a name of their own, and
   * so has a single point of which a user said something.
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
  /** Of the results links. */
  readonly origin: string
  readonly columns: readonly MappedColumn[]
  /** Within what was asked for. */
  readonly rows: number
  readonly categories: readonly CategoryId[]
  /** Of everything stored: what a correction applies to. */
  readonly stored: { readonly rows: number; readonly categories: number; readonly stages: number }
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
}

export type ColumnsOperations = {
  /** What the columns of the stored tables mean, and why: shape by shape, the one with most rows first. */
  'results:mapping': {
    readonly input: {
      readonly stage: StageGuid
      readonly distance?: string
      readonly categories?: readonly CategoryId[]
    }
    readonly value: readonly ShapeMapping[]
  }
  /**
   * Corrects a shape once for everything that is stored of it and will be: `roles` is all that a user says of it and takes the
   * place of what was said before; `reset` takes all of it back. `seen` takes note of the drift of these categories.
   */
  'results:setMapping': {
    readonly input:
      | {
          readonly stage: StageGuid
          readonly signature: ShapeSignature
          /** Where the stage's links were of several; without it, the one with most rows. */
          readonly origin?: string
          readonly roles: readonly RoleCorrection[]
        }
      | {
          readonly stage: StageGuid
          readonly signature: ShapeSignature
          readonly origin?: string
          readonly reset: true
        }
      /** Corrects these columns in every shape of the stage that has them; what was said of others stays. */
      | { readonly stage: StageGuid; readonly columns: readonly RoleCorrection[] }
      | { readonly stage: StageGuid; readonly seen: readonly CategoryId[] }
    /** What it applied to. */
    readonly value: { readonly rows: number; readonly categories: number; readonly stages: number }
  }
  /**
   * Says how bodies are to be read, of the whole stage or of some categories, and reads what is stored of them anew; null: by what
   * they hold. Refused as `invalid-input` with the message `no-rows`, and nothing changed, when a table would lose all its rows.
   */
  'results:setReading': {
    readonly input: {
      readonly stage: StageGuid
      readonly categories?: readonly CategoryId[]
      /** Any name of a charset that the Encoding Standard knows. */
      readonly charset?: string | null
      readonly hasHeader?: boolean | null
    }
    /** What was read anew. */
    readonly value: { readonly rows: number; readonly categories: number }
  }
  /** Up to three different cells or words of the newest body with letters beyond ASCII, as they read in a charset. */
  'results:previewCharset': {
    readonly input: { readonly category: CategoryId; readonly charset: string | null }
    /** `charset` null: the bytes are no text. */
    readonly value: { readonly charset: string | null; readonly cells: readonly string[] }
  }
}
