import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { constants, zstdCompressSync } from 'node:zlib'
import { snapshotBytes } from '../../../main/features/replies/snapshotBodies.ts'
import { packBody } from '../../../main/platform/sqlite/bodyCodec.ts'
import { migrations } from '../../../main/platform/sqlite/migrations.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { openDiskPlace } from '../../soak/diskPlace.ts'
import { openSoakCore } from '../../soak/soakCore.ts'
import { inputs } from '../validInputs.ts'
import { createOldSchema, oldSteps, packedPath } from './oldDatabase.ts'

/**
 * `node test/support/files/packOldDatabases.ts` packs databases of old schemas with a row in every table. A stage with three downloads
 * comes from today's core. The packed files are kept, so that a later codec still meets the bytes of this one.
 */

const at = '2026-05-16T10:00:00.000Z'

type Column = { readonly name: string; readonly type: string; readonly pk: number }
type Key = { readonly from: string; readonly table: string; readonly to: string | null }

const columnsOf = (database: DatabaseSync, table: string): readonly Column[] =>
  database.prepare(`PRAGMA table_info(${table})`).all() as unknown as readonly Column[]

const tablesOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'migrations'")
    .all()
    .map(({ name }) => String(name))

const madeUp = ({ name, type }: Column): SQLInputValue => {
  if (type === 'BLOB') return packBody(Buffer.from('[]'))
  if (type === 'INTEGER' || type === 'REAL') return name.startsWith('is_') ? 0 : 1
  return name.endsWith('_at') || name === 'at' ? at : '[]'
}

/** Rows that today's core wrote, where the old table has their columns; a made-up row where it wrote none. */
const fill = (old: DatabaseSync, table: string): void => {
  const columns = columnsOf(old, table)
  const today = new Set(
    old
      .prepare(`PRAGMA today.table_info(${table})`)
      .all()
      .map(({ name }) => name),
  )
  const shared = columns.filter(({ name }) => today.has(name)).map(({ name }) => name)
  if (shared.length > 0) old.exec(`INSERT INTO ${table} (${shared}) SELECT ${shared} FROM today.${table}`)
  if (old.prepare(`SELECT 1 FROM ${table}`).get() !== undefined) return
  const keys = old.prepare(`PRAGMA foreign_key_list(${table})`).all() as unknown as readonly Key[]
  const values = columns.map((column) => {
    const key = keys.find(({ from }) => from === column.name)
    if (key === undefined || key.table === table) return key === undefined ? madeUp(column) : null
    const [first] = columnsOf(old, key.table).filter(({ pk }) => pk === 1)
    const target = key.to ?? first?.name ?? ''
    return old.prepare(`SELECT ${target} AS id FROM ${key.table}`).get()?.['id'] ?? null
  })
  old.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?')})`).run(...values)
}

/** What one process began, which another clears away. */
const passing = new Set(['intakes', 'staged_snapshots', 'watches', 'left_publish_secrets'])

const furnishing = [
  ...(['screens:save', 'publish:save', 'stage:favourites', 'stage:views', 'memory:save', 'app:setSettings'] as const),
  ...(['results:markChanges', 'file:receive', 'startList:join'] as const),
]

const furnish = async (dataDir: string, stage: string): Promise<void> => {
  const core = await openSoakCore({ dataDir })
  for (const operation of furnishing) {
    const text = JSON.stringify(inputs[operation]).replace(
      'YWJj',
      Buffer.from('Bib,Club\n1001,Orel\n').toString('base64'),
    )
    const input = text.replaceAll(inputs['stage:tree'].stage, stage)
    const reply = await core.ask(operation, JSON.parse(input))
    if (!reply.ok) throw new Error(`${operation}: ${JSON.stringify(reply.error)}`)
  }
  await core.close()
}

/** Schemas before differences between replies keep each whole. */
const keepWhole = (old: DatabaseSync): void => {
  if (columnsOf(old, 'snapshots').some(({ name }) => name === 'base')) return
  const today = openAgain(join(goodDir, 'racedesk.db'))
  for (const row of today.all('SELECT * FROM snapshots WHERE base IS NOT NULL')) {
    const bytes = snapshotBytes(today, row)?.bytes ?? Buffer.of()
    old.prepare('UPDATE snapshots SET body = ? WHERE id = ?').run(packBody(bytes), Number(row['id']))
  }
  today.close()
}

const folder = mkdtempSync(join(tmpdir(), 'racedesk-old-'))
const { goodDir, service } = await openDiskPlace(folder)
await service.close()
await furnish(goodDir, service.stage)
for (const steps of oldSteps) {
  const path = join(folder, `${steps}.db`)
  const old = createOldSchema(path, migrations.slice(0, steps))
  old.exec(`ATTACH '${join(goodDir, 'racedesk.db')}' AS today`)
  old.exec('PRAGMA defer_foreign_keys = ON; BEGIN; PRAGMA defer_foreign_keys = ON')
  for (const table of tablesOf(old)) if (!passing.has(table)) fill(old, table)
  old.exec('COMMIT; DETACH today; VACUUM')
  keepWhole(old)
  old.close()
  mkdirSync(join(packedPath(steps), '..'), { recursive: true })
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  writeFileSync(packedPath(steps), zstdCompressSync(readFileSync(path), { params }))
}
rmSync(folder, { recursive: true, maxRetries: 10 })
