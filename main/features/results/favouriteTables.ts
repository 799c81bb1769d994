import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Favourite, SavedView, ViewOfResults } from '../../../preload/contract/results.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** A user's favourites and saved views of a stage; writes are on disk when they return. */
export const favouriteTables = (database: Database) => ({
  /** By name. */
  favourites: (stage: StageGuid): readonly Favourite[] =>
    database
      .all('SELECT person_key, name, bib, added_at FROM favourites WHERE stage = ? ORDER BY name, person_key', stage)
      .map((row) => ({
        key: String(row['person_key']),
        name: String(row['name']),
        bib: String(row['bib']),
        addedAt: String(row['added_at']) as Instant,
      })),
  /** Removed first, by key. A person added again keeps the time of the first marking. */
  changeFavourites: (stage: StageGuid, added: readonly Favourite[], removed: readonly string[]): void => {
    database.transaction(() => {
      for (const key of removed) database.run('DELETE FROM favourites WHERE stage = ? AND person_key = ?', stage, key)
      for (const { key, name, bib, addedAt } of added) {
        database.run(
          `INSERT INTO favourites (stage, person_key, name, bib, added_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (stage, person_key) DO UPDATE SET name = excluded.name, bib = excluded.bib`,
          stage,
          key,
          name,
          bib,
          addedAt,
        )
      }
    })
  },
  /** By name. */
  savedViews: (stage: StageGuid): readonly SavedView[] =>
    database.all('SELECT name, view, saved_at FROM saved_views WHERE stage = ? ORDER BY name', stage).map((row) => ({
      name: String(row['name']),
      // Written by this store, from what the gate let in.
      view: JSON.parse(String(row['view'])) as ViewOfResults,
      savedAt: String(row['saved_at']) as Instant,
    })),
  changeViews: (stage: StageGuid, saved: SavedView | null, removed: string | null): void => {
    database.transaction(() => {
      if (removed !== null) database.run('DELETE FROM saved_views WHERE stage = ? AND name = ?', stage, removed)
      if (saved === null) return
      database.run(
        `INSERT INTO saved_views (stage, name, view, saved_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (stage, name) DO UPDATE SET view = excluded.view, saved_at = excluded.saved_at`,
        stage,
        saved.name,
        JSON.stringify(saved.view),
        saved.savedAt,
      )
    })
  },
})

export type FavouriteStore = ReturnType<typeof favouriteTables>
