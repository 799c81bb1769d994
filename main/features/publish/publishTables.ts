import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PublishTarget } from '../../../preload/contract/publish/publish.ts'
import { readable, text } from '../../platform/sqlite/rowCells.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import { readStored, type StoredPublishing } from './rules/storedPublishing.ts'

export type PublishStore = ReturnType<typeof publishTables>

const placeOf = (place: PublishTarget): string => JSON.stringify(place)

/** Where and how each stage is published, and what was published last. */
export const publishTables = (database: Database) => ({
  /** Null: nobody has published the stage. */
  publishing: (stage: StageGuid): StoredPublishing | null => {
    const row = database.get('SELECT state FROM publishings WHERE stage = ?', stage)
    return row === null ? null : readStored(readable(row, 'state'))
  },
  savePublishing: (stage: StageGuid, state: StoredPublishing): void => {
    database.run(
      `INSERT INTO publishings (stage, state) VALUES (?, ?)
       ON CONFLICT (stage) DO UPDATE SET state = excluded.state`,
      stage,
      JSON.stringify(state),
    )
  },
  /** What the site was made of, as `makeSite` gave it; null: it is made from the beginning. */
  siteBase: (stage: StageGuid): Uint8Array | null => {
    const row = database.get('SELECT base FROM publishings WHERE stage = ? AND base IS NOT NULL', stage)
    const base = row?.['base']
    return base instanceof Uint8Array ? base : null
  },
  saveSiteBase: (stage: StageGuid, base: Uint8Array | null): void => {
    database.run('UPDATE publishings SET base = ? WHERE stage = ?', base, stage)
  },
  /** Paths of all that was sent to a place for any stage and not removed since. */
  siteFiles: (place: PublishTarget): ReadonlySet<string> =>
    new Set(
      database.all('SELECT path FROM site_files WHERE place = ?', placeOf(place)).map((row) => text(row, 'path')),
    ),
  addSiteFiles: (place: PublishTarget, paths: readonly string[]): void => {
    const sql = 'INSERT OR IGNORE INTO site_files (place, path) VALUES (?, ?)'
    database.transaction(() => paths.map((path) => database.run(sql, placeOf(place), path)))
  },
  removeSiteFiles: (place: PublishTarget, paths: readonly string[]): void => {
    const sql = 'DELETE FROM site_files WHERE place = ? AND path = ?'
    database.transaction(() => paths.map((path) => database.run(sql, placeOf(place), path)))
  },
  /** Stages that were deleted, whose secrets may still be in the keychain. */
  leftSecrets: (): readonly StageGuid[] =>
    database.all('SELECT stage FROM left_publish_secrets').map((row) => text(row, 'stage') as StageGuid),
  secretIsDone: (stage: StageGuid): void => {
    database.run('DELETE FROM left_publish_secrets WHERE stage = ?', stage)
  },
  stagesThatFollow: (): readonly StageGuid[] =>
    database
      .all(
        `SELECT p.stage FROM publishings p JOIN stages s ON s.guid = p.stage
         WHERE s.removed_at IS NULL AND json_extract(p.state, '$.isFollowing') = 1`,
      )
      .map((row) => text(row, 'stage') as StageGuid),
})
