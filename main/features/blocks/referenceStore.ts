import type { BlockSnapshot, BlockType } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, Instant, ProfileId } from '../../../preload/contract/ids.ts'

/** A snapshot of block types on its way into the store. */
export type BlockSnapshotDraft = {
  readonly profileId: ProfileId
  readonly depth: BlockSnapshot['depth']
  readonly fetchedAt: Instant
  readonly status: number
  readonly contentType: string
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly skipped: number
  readonly isReordered: boolean
  readonly body: Uint8Array
  /** In the order to show; `content` is the whole type as JSON, null in an overview. */
  readonly blocks: readonly { readonly type: BlockType; readonly content: string | null }[]
}

export type StoredBlockSnapshot = BlockSnapshot & {
  readonly profileId: ProfileId
  readonly offset: number
  readonly limit: number
  readonly skipped: number
  readonly isReordered: boolean
  /** Of the body. */
  readonly sha256: string
}

/** `hash` is the same for the same content; in an overview, for the same fields. */
export type StoredBlock = { readonly type: BlockType; readonly hash: string }

/** Block types and race years by profile. Reads are parsed; writes are on the disk before an event reports them. */
export type ReferenceStore = {
  /** The last confirmed first. */
  readonly blockSnapshots: (profile: ProfileId) => readonly StoredBlockSnapshot[]
  readonly saveBlockSnapshot: (draft: BlockSnapshotDraft) => Promise<void>
  /** The service sent the same once more. */
  readonly confirmBlockSnapshot: (id: number, at: Instant) => void
  readonly blocksOf: (snapshot: number) => readonly StoredBlock[]
  /** With the full type as JSON; null in an overview or without such a type. */
  readonly block: (snapshot: number, id: BlockTypeId) => { readonly type: BlockType; readonly content: string } | null

  /** The last confirmed first. */
  readonly yearsReplies: (profile: ProfileId) => readonly StoredYears[]
  readonly saveYears: (reply: StoredYearsDraft) => void
  readonly confirmYears: (id: number, at: Instant) => void
  /** The data of a reply as JSON. */
  readonly yearsData: (id: number) => string
}

export type StoredYearsDraft = {
  readonly profileId: ProfileId
  readonly fetchedAt: Instant
  readonly isEmpty: boolean
  readonly data: string
  readonly body: Uint8Array
}

export type StoredYears = {
  readonly id: number
  readonly fetchedAt: Instant
  readonly checkedAt: Instant
  readonly isEmpty: boolean
  /** Of the body. */
  readonly sha256: string
}
