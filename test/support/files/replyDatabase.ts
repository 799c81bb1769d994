import { join } from 'node:path'
import type { CategoryId, Instant, JobId } from '../../../preload/contract/ids.ts'
import type { FetchedBody } from '../../../main/features/stages/stageStore.ts'
import { openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { atEnd, temporaryFolder } from '../atEnd.ts'
import { putEmptyDatabase } from './emptyDatabase.ts'

const at = '2026-05-16T12:00:00.000Z' as Instant

/** A database with one stage and no core around it, closed at the end of the test or file. */
export const openReplyDatabase = () => {
  const folder = temporaryFolder()
  putEmptyDatabase(folder)
  const { database, file } = openDatabase(join(folder, 'racedesk.db'), at)
  atEnd(database.close)
  database.run('PRAGMA synchronous = OFF')
  database.run("INSERT INTO stages (guid, name, added_at) VALUES ('stage', 'Stage', ?)", at)
  return {
    database,
    file,
    addCategory: (): CategoryId => {
      const id = database.run(
        `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
         SELECT 'stage', 'distance', '10 km', 'category ' || count(*), 'M40', '', count(*), 1 FROM categories`,
      )
      return String(id) as CategoryId
    },
  }
}

export const fetchedBody = (category: CategoryId, body: string, more: Partial<FetchedBody> = {}) => ({
  kind: 'body' as const,
  fetched: {
    category,
    job: 'job' as JobId,
    url: 'https://results.example.org/get',
    fetchedAt: at,
    status: 200,
    contentType: 'application/json',
    etag: null,
    lastModified: null,
    body: new Uint8Array(Buffer.from(body)),
    ...more,
  } satisfies FetchedBody,
})
