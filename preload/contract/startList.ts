import * as z from 'zod'
import { line } from './bounds.ts'
import { receivedFileId, stageGuid, type Instant } from './ids.ts'
import { operation } from './operation.ts'
import type { ColumnRole } from './roles.ts'

/** Some of the bibs that something is said of, and how many there are in all. */
export type SomeBibs = { readonly total: number; readonly bibs: readonly string[] }

/** A start list held against the stored rows of a stage. A line is joined to all rows that have its bib. */
export type StartListReport = {
  readonly fileName: string
  readonly lines: number
  /** `role` null: the meaning is unknown. `isJoined`: it describes a person, such as a birth date or a club. */
  readonly columns: readonly { readonly name: string; readonly role: ColumnRole | null; readonly isJoined: boolean }[]
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
