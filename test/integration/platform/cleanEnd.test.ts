import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, open as openFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginUse, lastEndOf } from '../../../main/platform/sqlite/cleanEnd.ts'
import { isWhole, openAgain, openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, inDatabase } from '../../support/openCore.ts'
import { runnersOf, takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores()
const processAt = (name: string): string =>
  fileURLToPath(new URL(`../../support/processes/${name}.ts`, import.meta.url))
let stored: TakenRows

beforeAll(async () => {
  stored = await takeRows(useCores(afterAll), { M40: runnersOf('M40', 100), W40: runnersOf('W40', 100) })
  await stored.open.close()
})

const taken = async (): Promise<{ readonly dataDir: string; readonly path: string }> => {
  const dataDir = join(temporaryFolder(), 'data')
  await cp(stored.open.dataDir, dataDir, { recursive: true })
  const path = join(dataDir, 'racedesk.db')
  beginUse(path).end(false)
  return { dataDir, path }
}

const hold = async (dataDir: string) => {
  const child = spawn(process.execPath, [processAt('holdingProcess'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  await once(createInterface(child.stdout), 'line')
  return async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
}

/** The note of a process that is gone, as a kill leaves it; no process has so large an id. */
const leaveOpen = (path: string): Promise<void> => writeFile(`${path}-open-4194305-1`, new Date().toISOString())

const offsetOf = (path: string, name: string): number => {
  const other = openAgain(path)
  const root = Number(other.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', name)?.['rootpage'])
  other.close()
  return (root - 1) * 4096
}

/** Overwrites the first page of a table or an index, or puts that of another in its place, while nobody writes. */
const alterPage = async (path: string, name: string, other?: string): Promise<void> => {
  const at = offsetOf(path, name)
  const from = other === undefined ? 0 : offsetOf(path, other)
  const page = other === undefined ? Buffer.alloc(4096, 0x5c) : (await readFile(path)).subarray(from, from + 4096)
  const file = await openFile(path, 'r+')
  await file.write(page, 0, 4096, at)
  await file.close()
}

const info = async (dataDir: string) => {
  const open = await cores.open({ dataDir })
  return { open, ...(await open.call('app:info', {})) }
}

it('treats a closed database as clean, and leaves no note of its use', async () => {
  const { dataDir, path } = await taken()
  const first = await cores.open({ dataDir })
  const second = await cores.open({ dataDir })
  expect(lastEndOf(path)).toBe('clean')
  await first.close()
  expect(lastEndOf(path)).toBe('clean')
  await second.close()
  expect(lastEndOf(path)).toBe('clean')
  expect((await readdir(dataDir)).filter((name) => name.includes('-open-'))).toEqual([])
})

it('treats a database that another program wrote as altered', async () => {
  const { path } = await taken()
  await writeFile(path, await readFile(path))
  expect(lastEndOf(path)).toBe('altered')
})

it('looks after a used database a while after its start: a kill is remembered until then, and damage moves it aside at the next start', async () => {
  const whole = await taken()
  const kill = await hold(whole.dataDir)
  expect(lastEndOf(whole.path)).toBe('clean')
  await kill()
  expect(lastEndOf(whole.path)).toBe('unclean')
  const { dataDir, path } = await taken()
  await leaveOpen(path)
  await alterPage(path, 'snapshots_by_category')

  // Side by side, as all begin at the same time after their start; a new one has nothing to look after.
  const [used, unused] = [await taken(), await cores.open()]
  await cores.open({ dataDir: used.dataDir })
  const isUpkept = (one: { readonly dataDir: string }) =>
    inDatabase(one, ({ all }) => all('SELECT age FROM data_ages').length > 1)
  const { open: checked, ...found } = await info(whole.dataDir)
  const { open, ...begun } = await info(dataDir)
  for (const one of [found, begun]) expect(one).toMatchObject({ movedAsideTo: null, isDatabaseDamaged: false })
  await expect.poll(() => lastEndOf(whole.path), { timeout: 20_000 }).toBe('clean')
  await checked.close()
  expect(lastEndOf(whole.path)).toBe('clean')
  await open.seen(({ name }) => name === 'database:damaged')
  expect(await open.call('app:info', {})).toMatchObject({ isDatabaseDamaged: true })
  await expect.poll(() => isUpkept(used), { timeout: 20_000 }).toBe(true)
  expect(isUpkept(unused)).toBe(false)
  const { size } = await stat(path)
  await open.close()

  const { open: again, movedAsideTo, isDatabaseDamaged } = await info(dataDir)
  expect(isDatabaseDamaged).toBe(false)
  expect((await readFile(movedAsideTo ?? '')).length).toBe(size)
  expect(await again.call('stage:list', {})).toEqual([])
})

it('moves a database aside at once when the start finds the damage', async () => {
  const { dataDir, path } = await taken()
  for (const table of ['jobs', 'ledger']) {
    await leaveOpen(path)
    await alterPage(path, table)
    expect(lastEndOf(path)).toBe('unclean')
    const { open, movedAsideTo } = await info(dataDir)
    expect(movedAsideTo).toContain('racedesk.db.damaged-')
    await addStage(open, stored.race)
    await open.close()
  }
})

it('reports a damaged page found later as a storage error, and moves the database aside at the next start', async () => {
  const { dataDir, path } = await taken()
  const open = await cores.open({ dataDir })
  await alterPage(path, 'snapshots')
  const page = { stage: stored.stage, offset: 0, limit: 10 }
  expect(await open.ask('results:page', page)).toMatchObject({ ok: false, error: { kind: 'storage' } })
  expect(open.events).toContainEqual({ name: 'database:damaged', data: {} })
  expect(await open.call('profile:list', {})).toHaveLength(1)
  await open.close()
  expect((await info(dataDir)).movedAsideTo).toContain('racedesk.db.damaged-')
})

it('moves a database aside at the next start after damage that the quick check misses', async () => {
  const { dataDir, path } = await taken()
  await alterPage(path, 'sqlite_autoindex_stages_1', 'profiles')
  const { open, ...begun } = await info(dataDir)
  expect(begun.movedAsideTo).toBeNull()
  const { stage } = stored
  expect(await open.ask('stage:tree', { stage })).toMatchObject({ ok: false, error: { kind: 'storage' } })
  await open.close()
  const { open: again, movedAsideTo } = await info(dataDir)
  expect(movedAsideTo).toContain('racedesk.db.damaged-')
  expect(await again.call('stage:list', {})).toEqual([])
})

it.skipIf(process.platform === 'win32')('makes no new database when the one to be checked is missing', async () => {
  const folder = temporaryFolder()
  const { database, file } = openDatabase(join(folder, 'racedesk.db'), '2026-05-30T09:00:00.000Z')
  expect(isWhole(file)).toBe(true)
  database.close()
  await rm(file.path)
  expect(() => isWhole(file)).toThrow('was moved or deleted')
  expect(await readdir(folder)).toEqual([])
})

it('does not move a damaged database while another process has it open', async () => {
  const { dataDir, path } = await taken()
  const kill = await hold(dataDir)
  await alterPage(path, 'snapshots')
  await writeFile(`${path}-damaged`, '')
  const refused = await cores.open({ dataDir }).then(() => '', String)
  const files = await readdir(dataDir)
  await kill()
  expect(refused).toContain('open in another Racedesk')
  expect(files).not.toContainEqual(expect.stringContaining('.damaged-'))
  expect((await info(dataDir)).movedAsideTo).toContain('racedesk.db.damaged-')
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

/** Somebody has a lock of that SQLite file with which nobody else may write. */
const isReserved = (file: string): boolean => {
  const other = new DatabaseSync(file)
  try {
    other.exec('BEGIN IMMEDIATE')
    return false
  } catch {
    return true
  } finally {
    other.close()
  }
}

it('moves a damaged database aside once when several processes start at once', async () => {
  const { dataDir, path } = await taken()
  const whole = await readFile(path)
  await alterPage(path, 'snapshots')
  const checking = new DatabaseSync(`${path}-checking`)
  // While another reads, nobody gets the lock, but who waits for it reserves it.
  checking.exec('BEGIN; SELECT * FROM sqlite_schema')
  let hasEnded = false
  const second = promisify(execFile)(process.execPath, [processAt('openingProcess'), dataDir]).finally(() => {
    hasEnded = true
  })
  await expect.poll(() => hasEnded || isReserved(`${path}-checking`), { timeout: 60_000 }).toBe(true)
  expect(hasEnded, 'it did not wait').toBe(false)
  await rename(path, `${path}.damaged-by-the-first`)
  await writeFile(path, whole)
  checking.close()
  const { stdout, stderr } = await second
  expect([JSON.parse(stdout), stderr]).toEqual([{ scale: 100, movedAsideTo: null }, ''])
  const files = await readdir(dataDir)
  expect(files.filter((name) => name.includes('.damaged-'))).toEqual(['racedesk.db.damaged-by-the-first'])
  expect(files).not.toContain('racedesk.db-checking')
})
