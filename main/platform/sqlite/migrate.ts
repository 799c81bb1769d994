import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { formerHashes, migrations } from './migrations.ts'

/** Brings the schema to the newest step, in one transaction. Throws when it is newer than this version, or other steps made it. */
export const migrate = (connection: DatabaseSync): void => {
  if (isMigrated(connection)) return
  connection.exec('BEGIN IMMEDIATE')
  try {
    connection.exec('CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT')
    // Read again under the lock: another process may just have migrated.
    const present = readApplied(connection)
    if (present.length > migrations.length) throw new Error('The data folder was written by a newer Racedesk')
    for (const [index, sql] of migrations.entries()) {
      const hash = present[index]
      if (hash === undefined) {
        connection.exec(sql)
        connection.prepare('INSERT INTO migrations (step, hash) VALUES (?, ?)').run(index + 1, hashOf(sql))
      } else if (!isStep(hash, index)) {
        throw new Error(
          `An unreleased Racedesk wrote this database (step ${index + 1} of its schema differs). Open it with that version, or choose another data folder`,
        )
      }
    }
    connection.exec('COMMIT')
  } catch (thrown) {
    // On a full disk SQLite has already rolled back.
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw thrown
  }
}

export const isMigrated = (connection: DatabaseSync): boolean => {
  const applied = readApplied(connection)
  return applied.length === migrations.length && applied.every(isStep)
}

/** No step has been applied yet. */
export const isNew = (connection: DatabaseSync): boolean => readApplied(connection).length === 0

const isStep = (hash: string, index: number): boolean =>
  hash === hashOf(migrations[index] ?? '') || formerHashes[index + 1]?.includes(hash) === true

const readApplied = (connection: DatabaseSync): readonly string[] => {
  const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined
  if (!isThere) return []
  return connection
    .prepare('SELECT hash FROM migrations ORDER BY step')
    .all()
    .map((row) => String(row['hash']))
}

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')
