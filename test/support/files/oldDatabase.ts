import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { migrations } from '../../../main/platform/sqlite/migrations.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'

/** The empty database of the last version before the step of the schema that holds these words, in a data folder below. */
export const makeOldDatabase = async (folder: string, words: string) => {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const path = join(dataDir, 'racedesk.db')
  const empty = new DatabaseSync(path)
  empty.exec('PRAGMA synchronous = OFF')
  empty.exec('CREATE TABLE migrations (step INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT')
  for (const [index, sql] of migrations.entries()) {
    if (sql.includes(words)) break
    empty.exec(sql)
    const hash = createHash('sha256').update(sql).digest('hex')
    empty.prepare('INSERT INTO migrations (step, hash) VALUES (?, ?)').run(index + 1, hash)
  }
  empty.close()
  return { dataDir, database: openAgain(path) }
}

/** Numbers of steps of the packed schemas, with a row in every table: `packDatabase.ts` adds one. */
export const oldSteps = [1, 9, 16, 21, 26, 28] as const

export const packedPath = (steps: number): string => join(import.meta.dirname, 'oldDatabases', `${steps}.db.zst`)

export const unpackOldDatabase = async (steps: number, dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'racedesk.db'), zstdDecompressSync(readFileSync(packedPath(steps))))
}
