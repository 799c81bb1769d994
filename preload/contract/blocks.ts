import * as z from 'zod'
import { storedNumber } from './bounds.ts'
import { blockTypeId, profileId, type BlockTypeId, type Instant, type JobId, type Json, type ProfileId } from './ids.ts'
import { operation } from './operation.ts'

export type BlockType = {
  readonly id: BlockTypeId
  /** The id when the reply has no name. */
  readonly name: string
  /** '' when the reply has none. */
  readonly group: string
  /** It holds nested children (isModificator). */
  readonly isWrapping: boolean
  readonly priority: number | null
  /** As received, without configuration, template, css and js. */
  readonly received: { readonly [field: string]: Json }
}

/** One stored reply of the block type list. */
export type BlockSnapshot = {
  readonly id: number
  /** `whole`: with configuration, template, css and js. */
  readonly depth: 'overview' | 'whole'
  readonly fetchedAt: Instant
  /** When the service last sent the very same reply. */
  readonly checkedAt: Instant
  readonly types: number
  /** Total reported by the service; more than `types` when it sent only a part. */
  readonly total: number
  readonly sizeBytes: number
}

export type ChangedBlock = { readonly type: BlockType; readonly fields: readonly string[] }

export type BlockChanges = {
  readonly from: BlockSnapshot
  readonly to: BlockSnapshot
  /** `overview`: one of the two has no configuration, template, css and js, so that these are not compared. */
  readonly depth: 'overview' | 'whole'
  readonly added: readonly BlockType[]
  readonly removed: readonly BlockType[]
  readonly changed: readonly ChangedBlock[]
}

export type BlockList = {
  /** By group, then by priority. */
  readonly types: readonly BlockType[]
  readonly total: number
  readonly offset: number
  readonly limit: number
  /** The reply came in another order. */
  readonly isReordered: boolean
  /** Entries of the reply that are no block types. */
  readonly skipped: number
  /** Where the types come from; null when nothing was fetched yet, or for a list of chosen fields, which is not stored. */
  readonly snapshot: BlockSnapshot | null
  /** The one that opening a type reads. */
  readonly whole: BlockSnapshot | null
  /** A later reply that held nothing, or less than what is shown, and took no place; else null. */
  readonly setAside: BlockSnapshot | null
  /** All that are stored, the last confirmed first. */
  readonly snapshots: readonly BlockSnapshot[]
  readonly changes: BlockChanges | null
}

export type BlockDetails = {
  readonly type: BlockType
  readonly snapshot: BlockSnapshot
  /** The whole block type as received. */
  readonly received: { readonly [field: string]: Json }
  /** Sizes of the texts in UTF-8; configuration as compact JSON. */
  readonly sizesBytes: {
    readonly configuration: number
    readonly template: number
    readonly css: number
    readonly js: number
  }
  /** Address of a document that can be fetched once within a minute; null when none was asked for, or without a screen. */
  readonly preview: string | null
}

/** `fetching`: nothing is stored yet, or a refresh was asked for; the job fetches all types. */
export type BlockOpening =
  | { readonly state: 'stored'; readonly block: BlockDetails }
  | { readonly state: 'fetching'; readonly jobId: JobId }

/** Rows have a cell for each column; the only column of a list of plain values has the name ''. */
export type YearsTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly Json[])[] }

export type RaceYears = {
  /** As received; null when nothing was fetched yet. */
  readonly data: Json
  /** Null when the data is no list. */
  readonly table: YearsTable | null
  readonly fetchedAt: Instant | null
  readonly checkedAt: Instant | null
  /** When a later reply held no years, and did not take the place of these; else null. */
  readonly emptyReplyAt: Instant | null
}

export const blocksOperations = {
  /**
   * From the store; `isRefresh` asks the service for the overview first. `fields` asks for just these and stores nothing.
   * `snapshot` shows an earlier one; `since` compares it with that one.
   */
  'block:list': operation<BlockList>()(() =>
    z.strictObject({
      profileId: profileId(),
      isRefresh: z.boolean().exactOptional(),
      fields: z
        .array(z.string().regex(/^[\p{L}_][\p{L}\p{N}_.]{0,99}$/u, 'a field name'))
        .min(1)
        .max(50)
        .exactOptional(),
      snapshot: storedNumber().exactOptional(),
      since: storedNumber().exactOptional(),
    }),
  ),
  /** One call fetches all types, so the first opening and `isRefresh` begin a job; one that runs already is joined. */
  'block:details': operation<BlockOpening>()(() =>
    z.strictObject({
      profileId: profileId(),
      id: blockTypeId(),
      snapshot: storedNumber().exactOptional(),
      isRefresh: z.boolean().exactOptional(),
      withPreview: z.boolean().exactOptional(),
    }),
  ),
  /** A zip with a folder for each type, or for the one that `id` names; null when the user closed the save dialog. */
  'block:export': operation<{ readonly jobId: JobId } | null>()(() =>
    z.strictObject({
      profileId: profileId(),
      id: blockTypeId().exactOptional(),
      snapshot: storedNumber().exactOptional(),
    }),
  ),
  /** From the store; `isRefresh` asks the service first. */
  'race:years': operation<RaceYears>()(() =>
    z.strictObject({ profileId: profileId(), isRefresh: z.boolean().exactOptional() }),
  ),
}

export type BlocksEvents = {
  'blocks:changed': { readonly profileId: ProfileId }
  'years:changed': { readonly profileId: ProfileId }
}
