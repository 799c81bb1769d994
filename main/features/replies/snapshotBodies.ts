import { isDamagedBody, packBody, packDelta, unpackBody, unpackDelta } from '../../platform/sqlite/bodyCodec.ts'
import { readingOf } from '../columns/bodyReading.ts'
import type { TypedBody } from './deriveTable.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** A stored body, and the one kept whole that bodies after it may be packed against: itself or its base. */
export type SnapshotBody = { readonly bytes: Buffer; readonly whole: WholeBody }
type WholeBody = { readonly snapshot: number; readonly bytes: Buffer; readonly packedBytes: number }

/** The packed bytes of a snapshot; `base` null: they stand for themselves. */
export type PackedSnapshot = { readonly packed: Uint8Array; readonly base: number | null }

/**
 * The bytes of a snapshot as they were received, from a row with `id`, `body`, `base` and perhaps `size_bytes`. Every reader of `snapshots.body` goes
 * this way. Throws what `isDamagedBody` knows when the bytes, or those they build on, are damaged or gone.
 */
export const snapshotBytes = (database: Database, row: SqlRow): SnapshotBody | null => {
  const packed = row['body']
  if (!(packed instanceof Uint8Array)) return null
  if (row['base'] === null) {
    const bytes = unpackBody(packed, sizeOf(row))
    return { bytes, whole: { snapshot: Number(row['id']), bytes, packedBytes: packed.byteLength } }
  }
  const base = Number(row['base'])
  const stored = database.get('SELECT body, size_bytes FROM snapshots WHERE id = ? AND base IS NULL', base)
  const packedWhole = stored?.['body']
  if (stored === null || !(packedWhole instanceof Uint8Array)) {
    const code = { code: 'ZSTD_base_missing' }
    throw Object.assign(new Error('A stored reply builds on another one that is no longer there'), code)
  }
  const bytes = unpackBody(packedWhole, sizeOf(stored))
  const whole = { snapshot: base, bytes, packedBytes: packedWhole.byteLength }
  return { bytes: unpackDelta(packed, bytes, sizeOf(row)), whole }
}

const sizeOf = (row: SqlRow): number | undefined => {
  const size = row['size_bytes']
  return typeof size === 'number' ? size : undefined
}

/** The same, and null for a damaged body, so that other tables can still be read and good rows stored. */
export const soundBytes = (database: Database, row: SqlRow): SnapshotBody | null => {
  try {
    return snapshotBytes(database, row)
  } catch (thrown) {
    if (!isDamagedBody(thrown)) throw thrown
    return null
  }
}

/** A body with its type, address and status, from a row with `category`, `content_type`, `url` and `status`. */
export const typedBody = (database: Database, row: SqlRow, { bytes }: SnapshotBody): TypedBody => ({
  body: bytes,
  contentType: String(row['content_type']),
  url: String(row['url']),
  status: Number(row['status']),
  reading: readingOf(database, Number(row['category'])),
})

/**
 * Packs a body, against the whole one of the snapshot before it where that pays. Once all that was packed against that one
 * weighs as much as itself, the next is kept whole: otherwise each would repeat all that changed since.
 */
export const packSnapshot = (database: Database, body: Uint8Array, previous: SnapshotBody | null): PackedSnapshot => {
  if (previous !== null) {
    const { snapshot, bytes, packedBytes } = previous.whole
    const delta = packDelta(body, bytes)
    if (delta !== null && delta.byteLength * 2 <= packedBytes) {
      const row = database.get('SELECT coalesce(sum(length(body)), 0) AS bytes FROM snapshots WHERE base = ?', snapshot)
      if (Number(row?.['bytes'] ?? 0) + delta.byteLength <= packedBytes) return { packed: delta, base: snapshot }
    }
  }
  return { packed: packBody(body), base: null }
}
