import { createHash } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packBody } from '../../../main/platform/sqlite/bodyCodec.ts'
import { useCores } from '../../support/coreRig.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { envelope } from '../../support/services/raceService.ts'

const cores = useCores()
const disk = useDisks()
const oldStage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13'

/** A database of the last version without roles: one stage with one table, whose columns have neither role nor shape. */
const makeDatabase = async (rows: readonly { readonly [name: string]: unknown }[]): Promise<string> => {
  const { dataDir, database } = await makeOldDatabase(await cores.folder(), 'CREATE TABLE shapes')
  const at = '2026-05-16T10:00:00.000Z'
  const body = Buffer.from(JSON.stringify(envelope(rows)))
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Old race', ?)", oldStage, at)
  database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed, outcome, checked_at, last_snapshot)
     VALUES (?, 'd', '10 km', 'c', 'M', 'https://results.example/x', 0, 1, 'done', ?, 1)`,
    oldStage,
    at,
  )
  database.run(
    `INSERT INTO snapshots (category, url, fetched_at, status, content_type, sha256, size_bytes, rows, body)
     VALUES (1, 'https://results.example/x', ?, 200, 'application/json', ?, ?, ?, ?)`,
    at,
    createHash('sha256').update(body).digest('hex'),
    body.byteLength,
    rows.length,
    packBody(body),
  )
  database.run(
    'INSERT INTO category_tables (category, snapshot, rows, columns, search_text) VALUES (1, 1, ?, ?, ?)',
    rows.length,
    JSON.stringify(Object.keys(rows[0] ?? {}).map((name) => ({ name, path: [name], kind: 'text' }))),
    rows.map(() => '\n').join(' '),
  )
  database.close()
  return dataDir
}

it('reads, corrects and searches tables stored by a version without roles', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    number: 200 + index,
    position: index + 1,
    q2: `Runner ${index}`,
  }))
  const open = await cores.open({ dataDir: await makeDatabase(rows) })
  const stages = await open.call('stage:list', {})
  const stage = stages[0]?.guid
  if (stage === undefined) throw new Error('the stage is gone')
  const page = await open.call('results:page', { stage, search: '214', offset: 0, limit: 5 })
  expect(page.total).toBe(1)
  expect(page.columns.slice(0, 2).map(({ name, role }) => [name, role])).toEqual([
    ['number', 'bib'],
    ['position', 'place'],
  ])
  const [shape] = await open.call('results:mapping', { stage })
  if (shape === undefined) throw new Error('the stage has no shape')
  expect(shape).toMatchObject({ origin: 'https://results.example', rows: 30 })
  const roles = [{ column: 'q2', role: 'club' }] as const
  await open.call('results:setMapping', { stage, signature: shape.signature, roles })
  const found = await open.call('results:page', { stage, search: 'runner 7', offset: 0, limit: 5 })
  expect(found.rows.map(({ cells }) => cells[0])).toContain(207)
})

it.skipIf(!canMount)(
  'tells the columns of an old version also while a full disk keeps them from being stored',
  async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ number: 200 + index, position: index + 1 }))
    const { path, fill } = disk(3_000_000)
    await cp(await makeDatabase(rows), join(path, 'data'), { recursive: true })
    fill(0)
    const open = await cores.open({ dataDir: join(path, 'data') })
    const [stage] = await open.call('stage:list', {})
    expect(await open.ask('results:mapping', { stage: stage?.guid })).toMatchObject({ ok: true })
  },
)
