import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteUrl } from '../../../main/platform/sqlite/databaseFile.ts'
import { openAgain, openDatabase, openForBulk } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { createDownloads } from '../../../main/serve/downloads.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { canMount, useDisks, type Disk } from '../../support/files/disks.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, deliverTo, openCore, openRefused, type OpenCore } from '../../support/openCore.ts'
import { rowsOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { runTerminal } from '../../support/processes/terminal.ts'
import type { Delivery } from '../../../main/kernel/face.ts'

const mount = useDisks()
const cores = useCores()
const run = promisify(execFile)
const diskBytes = 8_000_000
const files = ['racedesk.db', 'racedesk.db-wal', 'racedesk.db-shm'] as const
let race: RaceService
let stage: StageGuid
/** Holds a downloaded stage: as a killed process left it, and as it was when it was closed in order. */
let stored: { readonly home: string; readonly left: string; readonly closed: string }

const rowCounts = { Women: 50, Men: 50 }

beforeAll(async () => {
  race = await startRaceService(...Object.keys(rowCounts))
  for (const [name, count] of Object.entries(rowCounts)) race.answer(name, rowsOf(name, count))
  const home = await mkdtemp(join(tmpdir(), 'racedesk-stored-'))
  stored = { home, left: join(home, 'left'), closed: join(home, 'closed') }
  const open = await openCore({ dataDir: stored.closed })
  ;({ stage } = await addStage(open, race))
  await open.take(stage)
  // While it is open its log is there, as after a kill.
  await mkdir(stored.left)
  for (const name of files) await copyFile(join(stored.closed, name), join(stored.left, name))
  await open.close()
})
afterAll(async () => {
  await race.close()
  await rm(stored.home, { recursive: true, force: true, maxRetries: 5 })
})

const copyClosed = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir)
  await copyFile(join(stored.closed, 'racedesk.db'), join(dataDir, 'racedesk.db'))
}

/** A core over a copy of the stage. */
const openCopy = async (dataDir: string): Promise<OpenCore> => {
  await copyClosed(dataDir)
  return await cores.open({ dataDir })
}

/** What reads: rows, search, one person, the raw body, changes, jobs, settings, the check of it all. */
const readAll = async ({ call, ask }: OpenCore): Promise<void> => {
  const page = await call('results:page', { stage, offset: 0, limit: 200 })
  expect(page.total).toBe(100)
  const { distances } = await call('stage:tree', { stage })
  const category = distances[0]?.categories[0]?.id
  if (category === undefined) throw new Error('no category')
  for (const [operation, input] of [
    ['results:page', { stage, search: 'women', offset: 0, limit: 10 }],
    ['results:find', { search: 'women', limit: 10 }],
    ['results:person', { category, index: 0 }],
    ['results:raw', { category }],
    ['results:changes', { stage, offset: 0, limit: 10 }],
    ['results:audit', { stage }],
    ['results:mapping', { stage }],
    ['job:list', {}],
    ['app:settings', {}],
    ['profile:list', {}],
    ['order:list', { offset: 0, limit: 10 }],
    ['call:list', { offset: 0, limit: 10 }],
  ] as const) {
    expect([operation, await ask(operation, input)]).toMatchObject([operation, { ok: true }])
  }
}

const exported = async (dataDir: string): Promise<void> => {
  const path = join(await cores.folder(), 'results.csv')
  const open = await cores.open({ dataDir, delivery: deliverTo(path) })
  const started = await open.call('results:export', { stage, format: 'csv' })
  if (started === null) throw new Error('no job')
  const job = await open.finished(started.jobId)
  expect(job).toMatchObject({ state: 'done', file: { path, rows: 100 } })
  expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(102)
  expect((await open.call('job:list', {}))[0]).toEqual(job)
}

const ways: readonly (readonly [string, readonly string[], (disk: Disk) => void, 'read-only' | 'no-space'])[] = [
  ['closed in order, on a read-only disk', files.slice(0, 1), ({ makeReadOnly }) => makeReadOnly(), 'read-only'],
  ['left by a killed process, on a read-only disk', files, ({ makeReadOnly }) => makeReadOnly(), 'read-only'],
  [
    'copied with its log alone, on a read-only disk',
    files.slice(0, 2),
    ({ makeReadOnly }) => makeReadOnly(),
    'read-only',
  ],
  ['closed in order, on a full disk', files.slice(0, 1), ({ fill }) => fill(0), 'no-space'],
  ['copied with its log alone, on a full disk', files.slice(0, 2), ({ fill }) => fill(0), 'no-space'],
]

describe.skipIf(!canMount)('a database that cannot be written', () => {
  it.each(ways)(
    '%s, is read and exported, and each write names cause and folder',
    async (_, names, stopWriting, cause) => {
      const disk = mount(diskBytes)
      const dataDir = join(disk.path, 'data')
      await mkdir(dataDir)
      const source = names.length === 1 ? stored.closed : stored.left
      for (const name of names) await copyFile(join(source, name), join(dataDir, name))
      stopWriting(disk)

      const open = await cores.open({ dataDir })
      const stop = { cause, folder: dataDir }
      expect(await open.call('app:info', {})).toMatchObject({ storageStop: stop, movedAsideTo: null })
      await readAll(open)
      for (const [operation, input] of [
        ['app:setSettings', { scale: 120 }],
        ['stage:rename', { stage, name: 'Renamed' }],
        ['order:remove', { guids: [stage] }],
      ] as const) {
        const reply = await open.ask(operation, input)
        expect([operation, reply]).toMatchObject([operation, { ok: false, error: { kind: 'storage', ...stop } }])
      }
      expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'storage', ...stop } })
      expect((await open.call('job:list', {}))[0]).toMatchObject({ kind: 'take', state: 'failed' })
      await open.close()
      await exported(dataDir)
    },
  )

  it('is read by a command, which says so', async () => {
    const disk = mount(diskBytes)
    const dataDir = join(disk.path, 'data')
    await copyClosed(dataDir)
    disk.makeReadOnly()
    const args = ['results', stage, '--data', dataDir, '--json', '--limit', '3']
    const shown = await runTerminal(await cores.folder(), args)
    expect(JSON.parse(shown.stdout)).toMatchObject({ total: 100 })
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining(dataDir)])
  })

  it('is read beside a process that goes on writing to it, and shows what that one writes', async () => {
    const disk = mount(diskBytes)
    const dataDir = join(disk.path, 'data')
    const writer = await openCopy(dataDir)
    // Seen through a second mount, the same disk cannot be written.
    const seen = await mkdtemp(join(tmpdir(), 'racedesk-seen-'))
    expect(spawnSync('mount', ['--bind', disk.path, seen]).status).toBe(0)
    expect(spawnSync('mount', ['-o', 'remount,bind,ro', seen]).status).toBe(0)
    try {
      const read = async () => {
        const { code, stdout, stderr } = await runTerminal(seen, [...args, '--data', join(seen, 'data')])
        return { code, total: (JSON.parse(stdout) as { readonly total: number }).total, stderr }
      }
      const args = ['results', stage, '--json', '--limit', '1']
      expect(await read()).toEqual({ code: 0, total: 100, stderr: expect.stringContaining('read-only') as string })
      race.answer('Men', rowsOf('Men', 70))
      expect(await writer.take(stage)).toMatchObject({ state: 'done' })
      expect(await read()).toMatchObject({ code: 0, total: 120 })
    } finally {
      race.answer('Men', rowsOf('Men', rowCounts.Men))
      spawnSync('umount', [seen])
      await rm(seen, { recursive: true, force: true })
    }
  })

  it.each([
    ['full', ({ fill }: Disk) => fill(0)],
    ['read-only', ({ makeReadOnly }: Disk) => makeReadOnly()],
  ])('lets the page download from a %s disk, and leaves nothing behind', async (_, stopWriting) => {
    const disk = mount(diskBytes)
    const dataDir = join(disk.path, 'data')
    await copyClosed(dataDir)
    stopWriting(disk)
    const downloads = createDownloads({ folder: join(dataDir, 'downloads') })
    const chosen: string[] = []
    const delivery: Delivery = {
      choose: async (name) => {
        const target = await downloads.choose(name)
        if (target?.ok === true) chosen.push(target.value.path)
        return target
      },
    }
    const open = await cores.open({ dataDir, face: 'browser', delivery })
    const started = await open.call('results:export', { stage, format: 'csv' })
    if (started === null) throw new Error('no job')
    expect(await open.finished(started.jobId)).toMatchObject({ state: 'done', file: { rows: 100 } })
    const [path = ''] = chosen
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(102)
    await downloads.close()
    expect(existsSync(dirname(dirname(path)))).toBe(false)
  })

  it('is refused with the cause where no new one has room', async () => {
    const disk = mount(200_000)
    const dataDir = join(disk.path, 'data')
    const error = { kind: 'storage', cause: 'no-space', folder: dataDir }
    expect(await openRefused(dataDir)).toMatchObject({ ok: false, error })
  })

  it.each([
    ['has space again', ({ fill }: Disk) => fill(0), ({ free }: Disk) => free()],
    ['can be written again', ({ makeReadOnly }: Disk) => makeReadOnly(), ({ makeWritable }: Disk) => makeWritable()],
  ])('is written again as soon as its disk %s, and says so', async (_, stopWriting, letWrite) => {
    const disk = mount(diskBytes)
    const dataDir = join(disk.path, 'data')
    await copyClosed(dataDir)
    stopWriting(disk)
    const open = await cores.open({ dataDir })
    expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'storage' } })
    letWrite(disk)
    const told = await open.seen(({ name }) => name === 'storage:changed')
    expect(told.data).toEqual({ stop: null })
    expect(await open.call('app:info', {})).toMatchObject({ storageStop: null })
    expect(await open.take(stage)).toMatchObject({ state: 'done' })
    await readAll(open)
    await open.close()
    const again = await cores.open({ dataDir })
    expect((await again.call('job:list', {})).map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  })
})

it.each([
  ['/data/day 1/#2/racedesk.db', false, 'file:///data/day%201/%232/racedesk.db'],
  ['C:\\data\\racedesk.db', true, 'file:///C:/data/racedesk.db'],
  ['\\\\office\\races\\day 1\\racedesk.db', true, 'file:////office/races/day%201/racedesk.db'],
])('is opened for reading at %s, also on a share of Windows', (path, isWindows, url) => {
  expect(sqliteUrl(path, isWindows).href).toBe(url)
  // SQLite says so of a URL that it does not take; no such file is here.
  expect(() => new DatabaseSync(sqliteUrl(path, isWindows), { readOnly: true })).toThrow('unable to open')
})

it.skipIf(!canMount)(
  'is locked against others once it is written again, also after it was read without locks',
  async () => {
    const disk = mount(diskBytes)
    const path = join(disk.path, 'racedesk.db')
    for (const name of files.slice(0, 2)) await copyFile(join(stored.left, name), join(disk.path, name))
    disk.fill(0)
    const { database, file } = openDatabase(path, '2026-05-30T09:00:00.000Z')
    const second = openForBulk(file)
    expect(database.writeFault()).toBe('no-space')
    disk.free()
    // The last connection to close removes the write-ahead log, unless this lock shows another one.
    const isLocked = () => readFileSync('/proc/locks', 'utf8').includes(`:${statSync(path).ino} `)
    expect(isLocked()).toBe(false)
    expect(database.writeFault()).toBeNull()
    expect(isLocked()).toBe(true)
    expect(second.writeFault()).toBeNull()
    openForBulk(file).close()
    expect(isLocked()).toBe(true)
    second.close()
    database.close()
  },
)

describe.skipIf(process.platform === 'win32')('what is no file', () => {
  it.each(files)('in the place of %s is refused at once with its name', async (name) => {
    const dataDir = join(await cores.folder(), 'data')
    await mkdir(dataDir)
    expect(spawnSync('mkfifo', [join(dataDir, name)]).status).toBe(0)
    expect(await openRefused(dataDir)).toMatchObject({
      ok: false,
      error: { kind: 'storage', cause: 'not-a-file', reason: expect.stringContaining(name) as string, folder: dataDir },
    })
    expect(await readdir(dataDir)).toEqual([name])
  })

  it('a folder or a device in the place of the database is refused too', async () => {
    const folder = await cores.folder()
    await mkdir(join(folder, 'a', 'racedesk.db'), { recursive: true })
    await mkdir(join(folder, 'b'))
    await run('ln', ['-s', '/dev/zero', join(folder, 'b', 'racedesk.db')])
    for (const name of ['a', 'b']) {
      expect(await openRefused(join(folder, name))).toMatchObject({ ok: false, error: { cause: 'not-a-file' } })
    }
  })
})

describe.skipIf(process.platform === 'win32')('under a running app', () => {
  const stopped = (open: OpenCore) => open.seen(({ name }) => name === 'storage:changed')

  it('a replaced database is noticed: nothing is written to either file, and reading goes on', async () => {
    const dataDir = join(await cores.folder(), 'data')
    const open = await openCopy(dataDir)
    const path = join(dataDir, 'racedesk.db')
    await rename(path, `${path}.old`)
    const other = join(await cores.folder(), 'other')
    await (await cores.open({ dataDir: other })).close()
    await copyFile(join(other, 'racedesk.db'), path)
    const before = await readFile(path)

    const stop = { cause: 'replaced', folder: dataDir }
    expect((await stopped(open)).data).toEqual({ stop })
    expect(await open.call('app:info', {})).toMatchObject({ storageStop: stop })
    const refused = { ok: false, error: { kind: 'storage', ...stop } }
    expect(await open.ask('app:setSettings', { scale: 120 })).toMatchObject(refused)
    expect(await open.take(stage)).toMatchObject({ state: 'failed', error: refused.error })
    await readAll(open)
    await open.close()
    expect((await readFile(path)).equals(before)).toBe(true)
    // Nothing says of that file that it was left in order.
    expect(await readdir(dataDir)).not.toContain('racedesk.db-clean')
    const old = openAgain(`${path}.old`)
    expect(old.get('SELECT count(*) AS count FROM jobs')).toMatchObject({ count: 1 })
    old.close()
  })

  it('a data folder that was moved away is noticed, and used again once it is back', async () => {
    const dataDir = join(await cores.folder(), 'data')
    const open = await openCopy(dataDir)
    await rename(dataDir, `${dataDir}-away`)
    expect((await stopped(open)).data).toEqual({ stop: { cause: 'gone', folder: dataDir } })
    expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'storage', cause: 'gone' } })
    await readAll(open)
    await rm(dataDir, { recursive: true, force: true })
    await rename(`${dataDir}-away`, dataDir)
    expect(await open.take(stage)).toMatchObject({ state: 'done' })
  })
})
