import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { addStage, inDatabase, openRefused, type OpenCore } from '../../support/openCore.ts'
import type { RaceService } from '../../support/services/raceService.ts'
import { runnersOf, takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores()
const kept = useCores(afterAll)
const run = promisify(execFile)
const categories = ['M18', 'M40', 'F18', 'F40', 'Overall']
let race: RaceService
let taken: TakenRows

beforeAll(async () => {
  // Names like no others, so that the body of M40 is like no other in the file.
  const m40 = Array.from({ length: 400 }, (_, number) => ({
    number,
    name: createHash('sha256').update(`${number}`).digest('hex'),
  }))
  const bodies = Object.fromEntries(categories.map((name) => [name, name === 'M40' ? m40 : runnersOf(name, 400)]))
  taken = await takeRows(kept, bodies)
  race = taken.race
  await taken.open.close()
})

const count = async ({ call }: OpenCore, stage: Awaited<ReturnType<typeof addStage>>['stage']): Promise<number> =>
  (await call('results:page', { stage, offset: 0, limit: 0 })).total

const makeTaken = async (): Promise<{ readonly dataDir: string; readonly path: string }> => {
  const dataDir = join(await cores.folder(), 'data')
  await cp(taken.open.dataDir, dataDir, { recursive: true, preserveTimestamps: true })
  return { dataDir, path: join(dataDir, 'racedesk.db') }
}

const filesIn = async (folder: string): Promise<{ readonly [name: string]: Buffer }> => {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  return Object.fromEntries(
    await Promise.all(names.map(async ({ name }) => [name, await readFile(join(folder, name))] as const)),
  )
}

it.each([
  ['an edited step of the schema', "UPDATE migrations SET hash = 'edited' WHERE step = 1"],
  [
    'a schema from a newer version',
    "INSERT INTO migrations (step, hash) SELECT max(step) + 1, 'newer' FROM migrations",
  ],
])('refuses %s and leaves the database as it is', async (_, sql) => {
  const { dataDir } = await makeTaken()
  inDatabase({ dataDir }, ({ run: change }) => change(sql))
  const before = await filesIn(dataDir)
  expect(await openRefused(dataDir)).toMatchObject({ ok: false, error: { kind: 'storage' } })
  expect(await filesIn(dataDir)).toEqual(before)
})

it('refuses with a reason, not a throw, a data folder that cannot be one', async () => {
  const folder = await cores.folder()
  await writeFile(join(folder, 'file'), 'x')
  await mkdir(join(folder, 'taken', 'racedesk.db'), { recursive: true })
  for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'below'), join(folder, 'taken')]) {
    expect(await openRefused(dataDir)).toMatchObject({ ok: false, error: { kind: 'storage' } })
  }
})

const damages: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['a garbage header', (bytes) => Buffer.concat([Buffer.alloc(100, 0xa7), bytes.subarray(100)])],
  [
    'a file format that SQLite has never had',
    (bytes) => Buffer.concat([bytes.subarray(0, 18), Buffer.of(0x82), bytes.subarray(19)]),
  ],
  ['nothing but garbage', (bytes) => Buffer.alloc(bytes.length, 0x5c)],
  ['its second half missing', (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ['only its first bytes left', (bytes) => bytes.subarray(0, 40)],
  [
    'three pages in the middle overwritten',
    (bytes) => {
      const damaged = Buffer.from(bytes)
      const middle = (damaged.length >> 13) << 12
      for (let at = middle; at < middle + 3 * 4096; at += 1) damaged[at] = (at * 2_654_435_761) >>> 24
      return damaged
    },
  ],
]

/** Opens a database with this damage, and expects it moved aside. `isKept`: the file has the same bytes. */
const openDamaged = async (damage: (bytes: Buffer) => Buffer) => {
  const { dataDir, path } = await makeTaken()
  const damaged = damage(await readFile(path))
  await writeFile(path, damaged)
  const open = await cores.open({ dataDir })
  const { movedAsideTo } = await open.call('app:info', {})
  expect(movedAsideTo).toContain('racedesk.db')
  expect(movedAsideTo).not.toBe(path)
  return { ...open, isKept: async () => (await readFile(movedAsideTo ?? '')).equals(damaged) }
}

it.each(damages)('moves a database with %s aside unchanged, says so, and starts a new one', async (_, damage) => {
  const { isKept, call } = await openDamaged(damage)
  expect(await isKept()).toBe(true)
  expect(await call('stage:list', {})).toEqual([])
})

it('uses the new database from then on, and leaves the damaged one alone', async () => {
  const open = await openDamaged((bytes) => bytes.subarray(0, bytes.length >> 1))
  const { stage } = await addStage(open, race)
  expect(await open.take(stage)).toMatchObject({ state: 'done' })
  await open.close()
  const again = await cores.open({ dataDir: open.dataDir })
  expect(await again.call('app:info', {})).toMatchObject({ movedAsideTo: null })
  expect(await count(again, stage)).toBe(2_000)
  expect(await open.isKept()).toBe(true)
})

it('hides rows whose stored reply the disk altered, and shows the others', async () => {
  const { dataDir, path } = await makeTaken()
  const row = inDatabase({ dataDir }, ({ get }) =>
    get("SELECT body FROM snapshots s JOIN categories c ON c.id = s.category WHERE c.category_name = 'M40'"),
  )
  const body = row?.['body']
  if (!(body instanceof Uint8Array)) throw new Error('no body')
  const bytes = await readFile(path)
  // A piece that occurs once in the file belongs to this body only.
  const pieces = Array.from({ length: body.length >> 5 }, (_, index) => body.subarray(index << 5, (index + 1) << 5))
  const own = pieces.map((piece) => [bytes.indexOf(piece), bytes.lastIndexOf(Buffer.from(piece))] as const)
  const at = own.findLast(([first, last]) => first > 0 && first === last)?.[0] ?? 0
  expect(at).toBeGreaterThan(0)
  bytes.writeUInt8(bytes.readUInt8(at + 7) ^ 0x10, at + 7)
  await writeFile(path, bytes)

  const { ask, call } = await cores.open({ dataDir })
  const [stage] = await call('stage:list', {})
  if (stage === undefined) throw new Error('no stage')
  const { distances } = await call('stage:tree', { stage: stage.guid })
  for (const { id, name } of distances[0]?.categories ?? []) {
    const page = await ask('results:page', { stage: stage.guid, categories: [id], offset: 0, limit: 500 })
    expect([name, page]).toMatchObject([name, { ok: true, value: { total: name === 'M40' ? 0 : 400 } }])
  }
})

it('opens for several processes at once when there is no database yet', async () => {
  const dataDir = join(await cores.folder(), 'data')
  const script = fileURLToPath(new URL('../../support/processes/openingProcess.ts', import.meta.url))
  const scales = [101, 102, 103]
  const ended = await Promise.all(scales.map((scale) => run(process.execPath, [script, dataDir, String(scale)])))
  const told = ended.map(({ stdout }) => JSON.parse(stdout) as { readonly scale: number; readonly movedAsideTo: null })
  expect(told.map(({ movedAsideTo }) => movedAsideTo)).toEqual(scales.map(() => null))
  const open = await cores.open({ dataDir })
  expect(scales).toContain((await open.call('app:settings', {})).scale)
})

it.skipIf(process.platform === 'win32')(
  'makes its files private, and does not change the mode of an existing folder',
  async () => {
    const { dataDir } = await makeTaken()
    const open = await cores.open({ dataDir })
    await open.call('app:setSettings', { scale: 120 })
    const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)
    expect(await modeOf(dataDir)).toBe('700')
    for (const name of ['racedesk.db', 'racedesk.db-wal', 'racedesk.db-shm']) {
      expect([name, await modeOf(join(dataDir, name))]).toEqual([name, '600'])
    }

    const shared = await cores.folder()
    await writeFile(join(shared, 'other.txt'), 'x')
    await writeFile(join(shared, 'racedesk.db'), '')
    await chmod(shared, 0o755)
    await chmod(join(shared, 'racedesk.db'), 0o644)
    await cores.open({ dataDir: shared })
    expect([await modeOf(shared), await modeOf(join(shared, 'racedesk.db'))]).toEqual(['755', '600'])

    const empty = await cores.folder()
    await chmod(empty, 0o755)
    await cores.open({ dataDir: empty })
    expect(await modeOf(empty)).toBe('700')
  },
)
