import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open as openFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lastEndOf } from '../../../main/platform/sqlite/cleanEnd.ts'
import { isWhole, openAgain, openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { rowsOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'

const cores = useCores()
const holder = fileURLToPath(new URL('../../support/processes/holdingProcess.ts', import.meta.url))
let race: RaceService

beforeEach(async () => {
  race = await startRaceService('M40', 'W40')
  for (const name of ['M40', 'W40']) race.answer(name, rowsOf(name, 100))
})
afterEach(() => race.close())

const taken = async (): Promise<{ readonly dataDir: string; readonly path: string }> => {
  const open = await cores.open()
  const { stage } = await addStage(open, race)
  await open.take(stage)
  await open.close()
  return { dataDir: open.dataDir, path: join(open.dataDir, 'racedesk.db') }
}

/** A process of its own that has the data folder open until it is killed. */
const hold = async (dataDir: string) => {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await once(createInterface(child.stdout), 'line')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The first page of a table or an index overwritten, while nobody writes. */
const alterPage = async (path: string, name: string): Promise<void> => {
  const other = openAgain(path)
  const root = Number(other.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', name)?.['rootpage'])
  other.close()
  const file = await openFile(path, 'r+')
  await file.write(Buffer.alloc(4096, 0x5c), 0, 4096, (root - 1) * 4096)
  await file.close()
}

/** Writes one page to the place of another, as a faulty disk does. */
const copyPage = async (path: string, from: string, to: string): Promise<void> => {
  const other = openAgain(path)
  const rootOf = (name: string): number =>
    Number(other.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', name)?.['rootpage'])
  const [source, target] = [rootOf(from), rootOf(to)]
  other.close()
  const bytes = await readFile(path)
  bytes.copyWithin((target - 1) * 4096, (source - 1) * 4096, source * 4096)
  await writeFile(path, bytes)
}

it('treats a closed database as clean, and leaves no note of its use', async () => {
  const { dataDir, path } = await taken()
  expect(lastEndOf(path)).toBe('clean')
  expect((await readdir(dataDir)).filter((name) => name.includes('-open-'))).toEqual([])
  const first = await cores.open({ dataDir })
  const second = await cores.open({ dataDir })
  expect(lastEndOf(path)).toBe('clean')
  await first.close()
  expect(lastEndOf(path)).toBe('clean')
  await second.close()
  expect(lastEndOf(path)).toBe('clean')
})

it('treats a database that another program wrote as altered', async () => {
  const { path } = await taken()
  await writeFile(path, await readFile(path))
  expect(lastEndOf(path)).toBe('altered')
})

it('remembers that a process was killed with the database open until all of it was checked', async () => {
  const { dataDir, path } = await taken()
  const held = await hold(dataDir)
  expect(lastEndOf(path)).toBe('clean')
  await held.kill()
  expect(lastEndOf(path)).toBe('unclean')

  const open = await cores.open({ dataDir })
  expect(await open.call('app:info', {})).toMatchObject({ movedAsideTo: null, isDatabaseDamaged: false })
  await expect.poll(() => lastEndOf(path), { timeout: 20_000 }).toBe('clean')
  await open.close()
  expect(lastEndOf(path)).toBe('clean')
})

it('reports damage after a kill while running, and moves the database aside at the next start', async () => {
  const { dataDir, path } = await taken()
  const held = await hold(dataDir)
  await held.kill()
  await alterPage(path, 'snapshots_by_category')
  const open = await cores.open({ dataDir })
  expect(await open.call('app:info', {})).toMatchObject({ movedAsideTo: null, isDatabaseDamaged: false })
  await open.seen(({ name }) => name === 'database:damaged')
  expect(await open.call('app:info', {})).toMatchObject({ isDatabaseDamaged: true })
  const { size } = await stat(path)
  await open.close()

  const again = await cores.open({ dataDir })
  const { movedAsideTo, isDatabaseDamaged } = await again.call('app:info', {})
  expect(isDatabaseDamaged).toBe(false)
  expect((await readFile(movedAsideTo ?? '')).length).toBe(size)
  expect(await again.call('stage:list', {})).toEqual([])
})

it('moves a database aside at once when the start finds the damage', async () => {
  const { dataDir, path } = await taken()
  for (const table of ['jobs', 'ledger']) {
    const held = await hold(dataDir)
    await held.kill()
    await alterPage(path, table)
    expect(lastEndOf(path)).toBe('unclean')
    const open = await cores.open({ dataDir })
    expect((await open.call('app:info', {})).movedAsideTo).toContain('racedesk.db.damaged-')
    await addStage(open, race)
    await open.close()
  }
})

it('reports a damaged page found later as a storage error, and moves the database aside at the next start', async () => {
  const { dataDir, path } = await taken()
  const open = await cores.open({ dataDir })
  await alterPage(path, 'snapshots')
  const [stage] = await open.call('stage:list', {})
  const page = { stage: stage?.guid, offset: 0, limit: 10 }
  expect(await open.ask('results:page', page)).toMatchObject({ ok: false, error: { kind: 'storage' } })
  expect(open.events).toContainEqual({ name: 'database:damaged', data: {} })
  expect(await open.call('profile:list', {})).toHaveLength(1)
  await open.close()
  const again = await cores.open({ dataDir })
  expect((await again.call('app:info', {})).movedAsideTo).toContain('racedesk.db.damaged-')
})

it('moves a database aside at the next start after damage that the quick check misses', async () => {
  const { dataDir, path } = await taken()
  await copyPage(path, 'profiles', 'sqlite_autoindex_stages_1')
  const open = await cores.open({ dataDir })
  expect(await open.call('app:info', {})).toMatchObject({ movedAsideTo: null })
  const { stage } = race
  expect(await open.ask('stage:tree', { stage })).toMatchObject({ ok: false, error: { kind: 'storage' } })
  await open.close()
  const again = await cores.open({ dataDir })
  expect((await again.call('app:info', {})).movedAsideTo).toContain('racedesk.db.damaged-')
  expect(await again.call('stage:list', {})).toEqual([])
})

it.skipIf(process.platform === 'win32')('makes no new database when the one to be checked is missing', async () => {
  const folder = await cores.folder()
  const { database, file } = openDatabase(join(folder, 'racedesk.db'), '2026-05-30T09:00:00.000Z')
  expect(isWhole(file)).toBe(true)
  database.close()
  await rm(file.path)
  expect(() => isWhole(file)).toThrow('was moved or deleted')
  expect(await readdir(folder)).toEqual([])
})

it('does not move a damaged database while another process has it open', async () => {
  const { dataDir, path } = await taken()
  const held = await hold(dataDir)
  await alterPage(path, 'snapshots')
  await writeFile(`${path}-damaged`, '')
  const refused = await cores.open({ dataDir }).then(() => '', String)
  const files = await readdir(dataDir)
  await held.kill()
  expect(refused).toContain('open in another Racedesk')
  expect(files).not.toContainEqual(expect.stringContaining('.damaged-'))
  const open = await cores.open({ dataDir })
  expect((await open.call('app:info', {})).movedAsideTo).toContain('racedesk.db.damaged-')
})

it('does not overwrite a database moved aside at the same moment', async () => {
  const { path } = await taken()
  const stamp = '2026-05-16T12:00:00.000Z'
  await writeFile(`${path}.damaged-20260516T120000000Z`, 'the first')
  await alterPage(path, 'snapshots')
  const { database, movedAsideTo } = openDatabase(path, stamp)
  database.close()
  expect(movedAsideTo).toBe(`${path}.damaged-20260516T120000000Z-2`)
  expect(await readFile(`${path}.damaged-20260516T120000000Z`, 'utf8')).toBe('the first')
})

it('moves a damaged database aside once when several processes start at once', async () => {
  const { dataDir, path } = await taken()
  const filling = openAgain(path)
  filling.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
     INSERT INTO settings SELECT 'filling ' || i, hex(zeroblob(700)) FROM n`,
  )
  filling.close()
  await alterPage(path, 'snapshots')
  const script = fileURLToPath(new URL('../../support/processes/openingProcess.ts', import.meta.url))
  const run = promisify(execFile)
  const ended = await Promise.all(
    [101, 102, 103, 104, 105, 106].map((scale) => run(process.execPath, [script, dataDir, String(scale)])),
  )
  expect(ended.filter(({ stderr }) => stderr !== '')).toEqual([])
  const aside = ended.map(({ stdout }) => (JSON.parse(stdout) as { readonly movedAsideTo: string | null }).movedAsideTo)
  expect(aside.filter((name) => name !== null)).toHaveLength(1)
  const files = await readdir(dataDir)
  expect(files.filter((name) => /\.damaged-[^-]*$/.test(name))).toHaveLength(1)
  expect(files).not.toContain('racedesk.db-checking')
}, 60_000)
