import { setImmediate } from 'node:timers/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import { addBody, beginIntake, keepIntake, type Intake } from '../../../main/features/capsule/capsuleIntake.ts'
import { openAgain, openDatabase, type Database } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { clearStaged, leftIntakes } from '../../../main/features/capsule/stagedIntake.ts'
import { readCapsule, saveCapsule, type Capsule } from '../../support/capsuleRig.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { runnersOf, takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
const at = '2026-05-16T12:00:00.000Z' as Instant
const names = Array.from({ length: 12 }, (_, index) => `M${index + 20}`)

let first: Capsule
let second: Capsule
beforeAll(async () => {
  const { open, stage, path, answer, take } = await takeRows(
    cores,
    Object.fromEntries(names.map((name) => [name, runnersOf(name, 3)])),
  )
  first = readCapsule(await saveCapsule(open, stage, path))
  for (const name of names) answer(name, runnersOf(name, 40))
  await take()
  second = readCapsule(await saveCapsule(open, stage, path))
})

const intakeOf = (database: Database, { manifest, parts }: Capsule): Intake => {
  const intake = beginIntake(database, manifest)
  const bytesOf = (path: string): Uint8Array => parts.find(({ name }) => name === path)?.data ?? Buffer.alloc(0)
  for (const [place, { rowsBody, lastBody }] of manifest.categories.entries()) {
    if (rowsBody !== null) expect(addBody(intake, place, true, bytesOf(rowsBody.path))).toMatchObject({ ok: true })
    if (lastBody !== null) expect(addBody(intake, place, false, bytesOf(lastBody.path))).toMatchObject({ ok: true })
  }
  return intake
}
const partOf = ({ parts }: Capsule, part: string) => parts.find(({ name }) => name === part)?.data ?? null
const keep = (database: Database, capsule: Capsule, withLedger = true) =>
  keepIntake(database, intakeOf(database, capsule), {
    links: partOf(capsule, 'links.json'),
    ledger: withLedger ? partOf(capsule, 'ledger.ndjson') : null,
    fileName: 'stage.racestage',
    at,
  })
/** Some of the parts are stored by then. */
const inTheMiddle = async (): Promise<void> => {
  for (let part = 0; part < 6; part += 1) await setImmediate()
}

const counts = (database: Database): { readonly [table: string]: unknown } =>
  Object.fromEntries(
    ['stages', 'categories', 'snapshots', 'category_tables', 'ledger', 'intakes', 'staged_snapshots'].map((table) => [
      table,
      database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'],
    ]),
  )

const openOne = () => {
  const path = join(temporaryFolder(), 'racedesk.db')
  const { database } = openDatabase(path, at)
  atEnd(database.close)
  return { database, path }
}

const ended = { intakes: 0, staged_snapshots: 0, stages: 1, categories: names.length, category_tables: names.length }

it('lets other jobs write while a stage file is stored, and shows the stage only once it is complete', async () => {
  const { database, path } = openOne()
  const other = openAgain(path)
  other.run('PRAGMA busy_timeout = 0')
  for (const [capsule, rows, wasThere] of [
    [first, 3, 0],
    [second, 40, names.length],
  ] as const) {
    const end = { isReached: false }
    const keeping = keep(database, capsule).finally(() => {
      end.isReached = true
    })
    let writes = 0
    const shown: unknown[] = []
    while (!end.isReached) {
      await setImmediate()
      other.run("INSERT OR REPLACE INTO settings (name, value) VALUES ('probe', '1')")
      writes += 1
      shown.push(other.get('SELECT count(*) AS n, max(rows) AS rows FROM category_tables')?.['n'])
    }
    expect(await keeping).toEqual({ ok: true, value: null })
    expect(writes).toBeGreaterThan(names.length)
    expect(new Set(shown)).toEqual(new Set([wasThere, names.length]))
    expect(counts(database)).toMatchObject({ ...ended, snapshots: names.length })
    expect(database.get('SELECT min(rows) AS rows FROM category_tables')?.['rows']).toBe(rows)
  }
  expect(Number(counts(database)['ledger'])).toBeGreaterThan(100)
  other.close()
})

it('keeps the older stage file when storing a newer one fails, and removes the leftovers at the next start', async () => {
  const { database, path } = openOne()
  expect(await keep(database, first)).toMatchObject({ ok: true })
  const before = counts(database)
  const categories = database.all('SELECT id, category_guid FROM categories ORDER BY id')

  const killed = openAgain(path)
  const keeping = keep(killed, second)
  await inTheMiddle()
  killed.close()
  await expect(keeping).rejects.toThrow('database is not open')
  expect(counts(database)).toMatchObject({ intakes: 1, category_tables: before['category_tables'] })
  expect(Number(counts(database)['snapshots'])).toBeGreaterThan(names.length)

  // As an earlier process left it, which had the same id.
  database.run("UPDATE intakes SET started_at = '2026-05-16T11:00:00.000Z'")
  expect(leftIntakes(database)).toHaveLength(1)
  for (const intake of leftIntakes(database)) await clearStaged(database, intake)
  expect(counts(database)).toEqual(before)
  expect(await keep(database, second)).toMatchObject({ ok: true })
  expect(counts(database)).toMatchObject({ ...ended, snapshots: names.length })
  expect(database.all('SELECT id, category_guid FROM categories ORDER BY id')).toEqual(categories)
})

it('does not clean up a stage file that this process is still storing', async () => {
  const { database, path } = openOne()
  expect(await keep(database, first)).toMatchObject({ ok: true })
  const keeping = keep(database, second)
  await inTheMiddle()
  const upkeep = openAgain(path)
  expect(leftIntakes(upkeep)).toEqual([])
  upkeep.close()
  expect(await keeping).toEqual({ ok: true, value: null })
  expect(counts(database)).toMatchObject({ ...ended, snapshots: names.length })
  const shown = database.get(
    'SELECT count(*) AS n FROM category_tables t JOIN snapshots s ON s.id = t.snapshot WHERE t.rows = 40',
  )
  expect(shown?.['n']).toBe(names.length)
})

it('stores a stage file again when its parts were cleaned up before it was complete', async () => {
  const withoutChanges: Capsule = { ...second, manifest: { ...second.manifest, ledger: null } }
  const { database, path } = openOne()
  expect(await keep(database, first)).toMatchObject({ ok: true })
  const keeping = keep(database, withoutChanges, false)
  await inTheMiddle()
  const other = openAgain(path)
  for (const { id } of other.all('SELECT id FROM intakes')) await clearStaged(other, String(id))
  other.close()
  expect(await keeping).toEqual({ ok: true, value: null })
  expect(counts(database)).toMatchObject({ ...ended, snapshots: names.length, ledger: 0 })
})
