import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../../main/platform/sqlite/migrations.ts'
import { openAgain, type Database } from '../../../main/platform/sqlite/sqliteDatabase.ts'

/** The empty database of the last version before the step of the schema that holds these words, in a data folder below. */
export const makeOldDatabase = async (
  folder: string,
  words: string,
): Promise<{ readonly dataDir: string; readonly database: Database }> => {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const path = join(dataDir, 'racedesk.db')
  const empty = new DatabaseSync(path)
  empty.exec('PRAGMA synchronous = OFF')
  empty.exec('CREATE TABLE migrations (step INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT')
  const steps = migrations.findIndex((sql) => sql.includes(words))
  for (const [index, sql] of migrations.slice(0, steps).entries()) {
    empty.exec(sql)
    const hash = createHash('sha256').update(sql).digest('hex')
    empty.prepare('INSERT INTO migrations (step, hash) VALUES (?, ?)').run(index + 1, hash)
  }
  empty.close()
  return { dataDir, database: openAgain(path) }
}
