import type { Instant, ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import { parsed, text, textOrNull } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

export type StoredProfile = Profile & { readonly createdAt: Instant }

/** Organizations, without their keys. */
export const profileTables = (database: Database) => ({
  profiles: (): readonly StoredProfile[] =>
    database.all('SELECT * FROM profiles ORDER BY created_at, rowid').map(profileFrom),
  saveProfile: (profile: StoredProfile): void => {
    database.transaction(() => {
      database.run(
        `INSERT INTO profiles (id, name, kind, base_url, results_url, access_header, results_header, extra_headers, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url, results_url = excluded.results_url,
         access_header = excluded.access_header, results_header = excluded.results_header,
         extra_headers = excluded.extra_headers`,
        profile.id,
        profile.name,
        profile.kind,
        profile.baseUrl,
        profile.resultsUrl,
        profile.accessHeader,
        profile.resultsHeader,
        JSON.stringify(profile.extraHeaders),
        profile.createdAt,
      )
      database.run('UPDATE stages SET profile_name = ? WHERE profile_id = ?', profile.name, profile.id)
    })
  },
  removeProfile: (id: ProfileId): void => {
    database.transaction(() => {
      database.run('DELETE FROM profiles WHERE id = ?', id)
      database.run('DELETE FROM promo_draft WHERE profile_id = ?', id)
      database.run('UPDATE stages SET profile_id = NULL WHERE profile_id = ?', id)
    })
  },
})

const profileFrom = (row: SqlRow): StoredProfile => ({
  id: text(row, 'id') as ProfileId,
  name: text(row, 'name'),
  kind: text(row, 'kind') as Profile['kind'],
  baseUrl: text(row, 'base_url'),
  resultsUrl: textOrNull(row, 'results_url'),
  accessHeader: text(row, 'access_header'),
  resultsHeader: text(row, 'results_header'),
  extraHeaders: parsed<Profile['extraHeaders']>(row, 'extra_headers') ?? [],
  createdAt: text(row, 'created_at') as Instant,
})

export type ProfileStore = ReturnType<typeof profileTables>
