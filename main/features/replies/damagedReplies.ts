import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { damagedReplyError } from './rules/damagedReply.ts'
import { isDamagedBody, packBody } from '../../platform/sqlite/bodyCodec.ts'
import { isStorageFailure } from '../../platform/sqlite/databaseFile.ts'
import { snapshotBytes, soundBytes, type SnapshotBody } from './snapshotBodies.ts'
import { isDatabaseError, type Database, type SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** Stored replies that the disk has altered: found when they are read, left out from then on, restored by the next download. */

/** Damaged replies that could not be marked in the database. */
const unmarked = new WeakMap<Database, Set<number>>()

/** Reads a row with `snapshot` and `damaged`. */
export const isLeftOut = (database: Database, row: SqlRow): boolean =>
  row['damaged'] !== null || unmarked.get(database)?.has(Number(row['snapshot'])) === true

/** Leaves out a reply that another connection found damaged, in case it could not mark it. */
export const leaveOut = (database: Database, snapshot: number): void => {
  unmarked.set(database, (unmarked.get(database) ?? new Set<number>()).add(snapshot))
}

/** Forgets them, since a download may have restored them. */
export const forgetUnmarked = (database: Database): void => {
  unmarked.delete(database)
}

/** Like `snapshotBytes`; marks a damaged reply and throws the error that `damagedReplyOf` recognizes. */
export const readReply = (database: Database, row: SqlRow): SnapshotBody | null => {
  try {
    return snapshotBytes(database, row)
  } catch (thrown) {
    if (!isDamagedBody(thrown)) throw thrown
    const snapshot = Number(row['id'])
    try {
      markDamaged(database, row)
    } catch (failed) {
      // A full or read-only disk takes no mark; the other replies stay readable.
      if (!isDatabaseError(failed) && !isStorageFailure(failed)) throw failed
      leaveOut(database, snapshot)
    }
    const place = database.get(
      'SELECT c.* FROM snapshots s JOIN categories c ON c.id = s.category WHERE s.id = ?',
      snapshot,
    )
    if (place === null) return null
    throw damagedReplyError({
      snapshot,
      stage: String(place['stage']) as StageGuid,
      category: String(place['id']) as CategoryId,
      distanceName: String(place['distance_name']),
      categoryName: String(place['category_name']),
    })
  }
}

/** Marks the reply, and its base if that is damaged itself. Reads a row with `id`, `body` and `base`. */
const markDamaged = (database: Database, { id, body, base }: SqlRow): void => {
  // Bytes that a download has just restored are sound.
  database.run('UPDATE snapshots SET damaged = 1 WHERE id = ? AND body = ? AND damaged IS NULL', id ?? 0, body ?? null)
  if (base === null || base === undefined) return
  const whole = database.get('SELECT id, body, base FROM snapshots WHERE id = ?', base)
  if (whole !== null && soundBytes(database, whole) === null) markDamaged(database, whole)
}

/** Snapshots that a connection has read whole: each is read from the disk once. */
const readWhole = new WeakMap<Database, Set<number>>()

/** Reads the reply unless this connection has read it before; marks a damaged one. */
export const isSound = (database: Database, snapshot: number): boolean => {
  const known = readWhole.get(database) ?? new Set<number>()
  readWhole.set(database, known)
  const row = database.get('SELECT id, damaged FROM snapshots WHERE id = ?', snapshot)
  if (row === null || row['damaged'] !== null) return row === null
  if (known.has(snapshot)) return true
  const packed = database.get('SELECT id, body, base FROM snapshots WHERE id = ?', snapshot)
  if (packed !== null && soundBytes(database, packed) === null) {
    markDamaged(database, packed)
    return false
  }
  known.add(snapshot)
  return true
}

/** Stores the bytes of a damaged reply again, which also restores replies stored as a difference from it. True when there was one. */
export const mendReply = (
  database: Database,
  category: number,
  { sha256, body }: { readonly sha256: string; readonly body: Uint8Array },
): boolean => {
  const damaged = database.all(
    'SELECT id FROM snapshots WHERE category = ? AND sha256 = ? AND damaged IS NOT NULL',
    category,
    sha256,
  )
  if (damaged.length === 0) return false
  const packed = packBody(body)
  database.transaction(() => {
    for (const { id } of damaged) {
      database.run('UPDATE snapshots SET body = ?, base = NULL, damaged = NULL WHERE id = ?', packed, id ?? 0)
      database.run('UPDATE snapshots SET damaged = NULL WHERE base = ?', id ?? 0)
    }
  })
  return true
}
