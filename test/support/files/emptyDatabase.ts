import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginUse } from '../../../main/platform/sqlite/cleanEnd.ts'
import { openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'

let empty: Buffer | null = null

const makeEmpty = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-empty-'))
  const path = join(folder, 'racedesk.db')
  openDatabase(path, '2026-05-16T12:00:00.000Z').database.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Puts an empty database into a data folder without one, made once for a worker: all steps of its schema take longer than most tests. */
export const putEmptyDatabase = (dataDir: string): void => {
  const path = join(dataDir, 'racedesk.db')
  if (existsSync(path)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  empty ??= makeEmpty()
  writeFileSync(path, empty, { mode: 0o600 })
  beginUse(path).end(false)
}
