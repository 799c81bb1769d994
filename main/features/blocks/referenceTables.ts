import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { BlockSnapshot, BlockType } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, Instant, ProfileId } from '../../../preload/contract/ids.ts'
import { packBody, unpackBody } from '../../platform/sqlite/bodyCodec.ts'
import { number, text } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

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

/** Types packed before yielding to other work. */
const packedAtOnce = 16

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const unpackedText = (packed: unknown): string =>
  packed instanceof Uint8Array ? unpackBody(packed).toString('utf8') : ''

/**
 * Block types and race years by profile: every reply is kept; what a type holds is stored once, however often it comes. Writes
 * are on the disk before an event reports them.
 */
export const referenceTables = (database: Database) => ({
  /** The last confirmed first. */
  blockSnapshots: (profile: ProfileId): readonly StoredBlockSnapshot[] =>
    database
      .all(
        `SELECT id, profile_id, depth, fetched_at, checked_at, types, total, first, page_limit, skipped, is_reordered,
           sha256, size_bytes FROM block_snapshots WHERE profile_id = ? ORDER BY checked_at DESC, id DESC`,
        profile,
      )
      .map(snapshotFrom),
  saveBlockSnapshot: async (draft: BlockSnapshotDraft): Promise<void> => {
    const packed = await packContents(database, draft.blocks)
    const body = packBody(draft.body)
    database.transaction(() => insertSnapshot(database, draft, body, packed))
  },
  /** The service sent the same once more. */
  confirmBlockSnapshot: (id: number, at: Instant): void => {
    database.run('UPDATE block_snapshots SET checked_at = ? WHERE id = ?', at, id)
  },
  blocksOf: (snapshot: number): readonly StoredBlock[] =>
    database
      .all('SELECT overview, hash FROM block_types WHERE snapshot = ? ORDER BY position', snapshot)
      .map((row) => ({
        // Written by this store.
        type: JSON.parse(text(row, 'overview')) as BlockType,
        hash: text(row, 'hash'),
      })),
  /** With the full type as JSON; null in an overview or without such a type. */
  block: (snapshot: number, id: BlockTypeId): { readonly type: BlockType; readonly content: string } | null => {
    const row = database.get(
      `SELECT t.overview, c.body FROM block_types t JOIN block_contents c ON c.sha256 = t.hash WHERE t.snapshot = ? AND t.type_key = ?`,
      snapshot,
      id,
    )
    if (row === null) return null
    return { type: JSON.parse(text(row, 'overview')) as BlockType, content: unpackedText(row['body']) }
  },

  /** The last confirmed first. */
  yearsReplies: (profile: ProfileId): readonly StoredYears[] =>
    database
      .all(
        'SELECT id, fetched_at, checked_at, is_empty, sha256 FROM years_replies WHERE profile_id = ? ORDER BY checked_at DESC, id DESC',
        profile,
      )
      .map(yearsFrom),
  saveYears: ({ profileId, fetchedAt, isEmpty, data, body }: StoredYearsDraft): void => {
    database.run(
      `INSERT INTO years_replies (profile_id, fetched_at, checked_at, is_empty, sha256, data, body)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      profileId,
      fetchedAt,
      fetchedAt,
      Number(isEmpty),
      hashOf(body),
      packBody(Buffer.from(data)),
      packBody(body),
    )
  },
  confirmYears: (id: number, at: Instant): void => {
    database.run('UPDATE years_replies SET checked_at = ? WHERE id = ?', at, id)
  },
  /** The data of a reply as JSON. */
  yearsData: (id: number): string =>
    unpackedText(database.get('SELECT data FROM years_replies WHERE id = ?', id)?.['data']),
})

type PackedBlock = {
  readonly type: BlockType
  readonly hash: string
  readonly content: string | null
  /** Null when there is nothing to store or it is stored already. */
  readonly packed: Uint8Array | null
}

const packContents = async (
  database: Database,
  blocks: BlockSnapshotDraft['blocks'],
): Promise<readonly PackedBlock[]> => {
  const all: PackedBlock[] = []
  for (let start = 0; start < blocks.length; start += packedAtOnce) {
    const some = blocks.slice(start, start + packedAtOnce).map(({ type, content }) => {
      const hash = hashOf(content ?? JSON.stringify(type.received))
      const isKnown = content === null || database.get('SELECT 1 FROM block_contents WHERE sha256 = ?', hash) !== null
      return { type, hash, content, packed: isKnown ? null : packBody(Buffer.from(content)) }
    })
    all.push(...some)
    await setImmediate()
  }
  return all
}

const insertSnapshot = (
  database: Database,
  draft: BlockSnapshotDraft,
  body: Uint8Array,
  blocks: readonly PackedBlock[],
): void => {
  const snapshot = database.run(
    `INSERT INTO block_snapshots (profile_id, depth, fetched_at, checked_at, status, content_type, types, total, first, page_limit,
       skipped, is_reordered, sha256, size_bytes, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    draft.profileId,
    draft.depth,
    draft.fetchedAt,
    draft.fetchedAt,
    draft.status,
    draft.contentType,
    blocks.length,
    draft.total,
    draft.offset,
    draft.limit,
    draft.skipped,
    Number(draft.isReordered),
    hashOf(draft.body),
    draft.body.byteLength,
    body,
  )
  // Stored types may have been removed meanwhile with the last list that contained them.
  const isGone = (hash: string): boolean => database.get('SELECT 1 FROM block_contents WHERE sha256 = ?', hash) === null
  for (const [position, { type, hash, content, packed: made }] of blocks.entries()) {
    const packed = made ?? (content !== null && isGone(hash) ? packBody(Buffer.from(content)) : null)
    if (packed !== null) database.run('INSERT OR IGNORE INTO block_contents (sha256, body) VALUES (?, ?)', hash, packed)
    database.run(
      'INSERT INTO block_types (snapshot, position, type_key, overview, hash) VALUES (?, ?, ?, ?, ?)',
      snapshot,
      position,
      type.id,
      JSON.stringify(type),
      hash,
    )
  }
}

const snapshotFrom = (row: SqlRow): StoredBlockSnapshot => ({
  id: number(row, 'id'),
  profileId: text(row, 'profile_id') as ProfileId,
  depth: text(row, 'depth') as BlockSnapshot['depth'],
  fetchedAt: text(row, 'fetched_at') as Instant,
  checkedAt: text(row, 'checked_at') as Instant,
  types: number(row, 'types'),
  total: number(row, 'total'),
  offset: number(row, 'first'),
  limit: number(row, 'page_limit'),
  skipped: number(row, 'skipped'),
  isReordered: number(row, 'is_reordered') === 1,
  sha256: text(row, 'sha256'),
  sizeBytes: number(row, 'size_bytes'),
})

const yearsFrom = (row: SqlRow): StoredYears => ({
  id: number(row, 'id'),
  fetchedAt: text(row, 'fetched_at') as Instant,
  checkedAt: text(row, 'checked_at') as Instant,
  isEmpty: number(row, 'is_empty') === 1,
  sha256: text(row, 'sha256'),
})

export type ReferenceStore = ReturnType<typeof referenceTables>
