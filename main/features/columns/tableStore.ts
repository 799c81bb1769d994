import type { JoinedList } from './rules/joinedList.ts'
import type { TableColumn } from './rules/table/columns.ts'
import type { Corrections, KnownColumns } from './rules/table/tableShape.ts'
import type { StoredBody } from '../../kernel/storedBody.ts'
import type { Operations } from '../../../preload/contract.ts'
import type { CategoryId, Instant, ReplyId, ShapeSignature, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ReadCharset } from '../../../preload/contract/stages.ts'

/** A recognized table of a category: derived from its rows snapshot, and again when another one replaces it. */
export type StoredTable = {
  readonly category: CategoryId
  readonly stage: StageGuid
  readonly distanceGuid: string
  readonly distanceName: string
  readonly categoryName: string
  readonly snapshot: number
  /** When that snapshot was. */
  readonly fetchedAt: Instant
  readonly rows: number
  /** Shape of the table's columns; null for an unreadable table. */
  readonly shape: number | null
  /** Rises when the same reply is read otherwise than before: its rows and columns are then other ones. */
  readonly reading: number
  /** The start list that was joined to the stage then, by a number that no other ever has; null without one. */
  readonly startList: number | null
  /** Another number when the columns have other roles than before, or the reply is read otherwise; what is derived from them is then made again. */
  readonly roles: number
}

/** The body that a table's rows come from; the hash is that of the bytes as received. */
export type StoredSource = {
  readonly url: string
  readonly fetchedAt: Instant
  readonly sha256: string
  readonly sizeBytes: number
}

/** The tables of one origin that have the same set of columns. */
export type StoredShape = {
  readonly id: number
  readonly origin: string
  readonly signature: ShapeSignature
  readonly known: KnownColumns
  readonly corrections: Corrections
  /** Of all stages. */
  readonly stored: { readonly rows: number; readonly categories: number; readonly stages: number }
  readonly firstSeenAt: Instant
  readonly lastSeenAt: Instant
}

/** Meanings of columns in the database. */
export type ShapeStore = {
  /** With the roles in force. Null when another snapshot has taken the place of the table's, or the disk altered them. */
  readonly columnsOf: (table: StoredTable) => readonly TableColumn[] | null
  /** The columns of a table whose place another snapshot has taken, with the roles that are in force for its shape. */
  readonly withRolesOf: (table: StoredTable, columns: readonly TableColumn[]) => readonly TableColumn[]
  /** Null when another snapshot has taken the table's place, or it was made of other columns than are searched now. */
  readonly searchTextOf: (table: StoredTable) => string | null
  /** Shapes that tables of the stage have, the one with most rows first. */
  readonly shapes: (stage: StageGuid) => readonly StoredShape[]
  /** All that users say of the shape from now on; gives the stages that have tables of it. */
  readonly correctShape: (id: number, corrections: Corrections, at: Instant) => readonly StageGuid[]
  readonly noteDrift: (stage: StageGuid, categories: readonly CategoryId[]) => void
  /** As of `results:setReading`. */
  readonly readOtherwise: (change: ReadingChange) => Promise<Result<Reread>>
}

export type ReadingChange = Operations['results:setReading']['input']

export type Reread = Operations['results:setReading']['value']

/** Body of a results link. `charset` null: UTF-8 · `hasHeader` null: not set by a user. */
export type ResultsBody = StoredBody & { readonly charset: ReadCharset | null; readonly hasHeader: boolean | null }

/** Tables of categories, and the bodies that their rows come from. */
export type TableStore = {
  /** Resolves once tables that an earlier version made can be read anew; to be awaited before the first of them is shown. */
  readonly prepareToRead: () => Promise<void>
  /** Tables in the order of distances and categories, without those whose reply is damaged. */
  readonly tables: (guid: StageGuid) => readonly StoredTable[]
  /** Categories whose reply is known to be damaged: damage is found when the rows are read. */
  readonly damagedTables: (guid: StageGuid) => readonly StoredTable[]
  readonly tableOf: (category: CategoryId) => (StoredTable & { readonly fetchedAt: Instant }) | null
  /**
   * The body that the table's rows come from; null once its stage was removed. A damaged body is marked and reported by a throw, as
   * `damagedReplyOf` knows it; so does every reader of a reply below.
   */
  readonly rowsBody: (table: StoredTable) => ResultsBody | null
  /** The start list of the table; null without one, or when it was removed or replaced since. */
  readonly joinedOf: (table: StoredTable) => JoinedList | null
  /** Does not read the body; null like `rowsBody`. */
  readonly rowsSource: (table: StoredTable) => StoredSource | null
  /** The newest body of the category, with or without rows, or that of one of its replies: so many characters of its text. */
  readonly lastBody: (
    category: CategoryId,
    most: number,
    reply?: ReplyId,
    /** In place of the charset that is in force; null: by what the body holds. */
    charset?: string | null,
  ) => (ResultsBody & { readonly isCut: boolean }) | null
}
