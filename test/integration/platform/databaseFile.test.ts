import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sqliteUrl } from '../../../main/platform/sqlite/databaseFile.ts'
import { formerHashes } from '../../../main/platform/sqlite/migrations.ts'
import { openAgain, openDatabase, openForBulk } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { createDownloads } from '../../../main/serve/downloads.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { canMount, useDisks, type Disk } from '../../support/files/disks.ts'
import { useCores } from '../../support/coreRig.ts'
import { deliverTo, openRefused, type OpenCore } from '../../support/openCore.ts'
import { runTerminal } from '../../support/processes/terminal.ts'
import { runnersOf, takeRows, type TakenRows } from '../../support/takenRows.ts'
import { runCommand } from '../../support/terminalRig.ts'

const mount = useDisks()
const cores = useCores()
const diskBytes = 8_000_000
const files = ['racedesk.db', 'racedesk.db-wal', 'racedesk.db-shm'] as const
const left = temporaryFolder()
/** A downloaded stage: closed in order, and in `left` as a killed process leaves it. */
let stored: TakenRows
let stage: TakenRows['stage']

beforeAll(async () => {
  stored = await takeRows(useCores(afterAll), { Women: runnersOf('Women', 50), Men: runnersOf('Men', 50) })
  ;({ stage } = stored)
  const { dataDir, close } = stored.open
  // While it is open its log is there, as after a kill.
  for (const name of files) await copyFile(join(dataDir, name), join(left, name))
  await close()
})

const copyTo = async (dataDir: string, from = stored.open.dataDir, names = files.slice(0, 1)): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  for (const name of names) await copyFile(join(from, name), join(dataDir, name))
}

const dataOn = async (disk: Disk, spoil: (disk: Disk) => void): Promise<string> => {
  const dataDir = join(disk.path, 'data')
  await copyTo(dataDir)
  spoil(disk)
  return dataDir
}

/** The app looks at its disk every two seconds. */
const timeByHand = (): void => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
}
afterEach(() => vi.useRealTimers())
const storageChanged = async (open: OpenCore): Promise<unknown> => {
  vi.advanceTimersByTime(2_000)
  return (await open.seen(({ name }) => name === 'storage:changed')).data
}

const openCopy = async (dataDir: string): Promise<OpenCore> => {
  await copyTo(dataDir)
  return await cores.open({ dataDir })
}

const readAll = async ({ call, ask }: OpenCore): Promise<void> => {
  const page = await call('results:page', { stage, offset: 0, limit: 200 })
  expect(page.total).toBe(100)
  const category = stored.idOf('Women')
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

const exported = async (open: OpenCore, readFrom: () => string): Promise<void> => {
  const job = await open.exported({ stage, format: 'csv' })
  expect(job).toMatchObject({ state: 'done', file: { rows: 100 } })
  expect((await readFile(readFrom(), 'utf8')).split('\r\n')).toHaveLength(102)
  expect((await open.call('job:list', {}))[0]).toEqual(job)
}

const full = (disk: Disk): void => disk.fill(0)
const readOnly = (disk: Disk): void => disk.makeReadOnly()
const ways: readonly (readonly [string, number, (disk: Disk) => void, 'read-only' | 'no-space'])[] = [
  ['closed in order, on a read-only disk', 1, readOnly, 'read-only'],
  ['left by a killed process, on a read-only disk', 3, readOnly, 'read-only'],
  ['copied with its log alone, on a full disk', 2, full, 'no-space'],
]

describe.skipIf(!canMount)('a database that cannot be written', () => {
  it.each(ways)(
    '%s, is read and exported, and each write names cause and folder',
    async (_, count, stopWriting, cause) => {
      const disk = mount(diskBytes)
      const dataDir = join(disk.path, 'data')
      await copyTo(dataDir, count === 1 ? stored.open.dataDir : left, files.slice(0, count))
      stopWriting(disk)

      const path = join(temporaryFolder(), 'results.csv')
      const open = await cores.open({ dataDir, delivery: deliverTo(path) })
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
      await exported(open, () => path)
    },
  )

  it('is read by a command, which says so', async () => {
    const dataDir = await dataOn(mount(diskBytes), readOnly)
    const args = ['results', stage, '--data', dataDir, '--json', '--limit', '3']
    const shown = await runCommand(temporaryFolder(), args)
    expect(JSON.parse(shown.stdout)).toMatchObject({ total: 100 })
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining(dataDir)])
  })

  it('is read beside a process that goes on writing to it, and shows what that one writes', async () => {
    const disk = mount(diskBytes)
    const dataDir = join(disk.path, 'data')
    const writer = await openCopy(dataDir)
    // Seen through a second mount, the same disk cannot be written.
    const seen = temporaryFolder()
    expect(spawnSync('mount', ['--bind', disk.path, seen]).status).toBe(0)
    try {
      expect(spawnSync('mount', ['-o', 'remount,bind,ro', seen]).status).toBe(0)
      const args = ['results', stage, '--json', '--limit', '1', '--data', join(seen, 'data')]
      const read = async () => {
        const { code, stdout, stderr } = await runTerminal(seen, args)
        return { code, total: (JSON.parse(stdout) as { readonly total: number }).total, stderr }
      }
      expect(await read()).toEqual({ code: 0, total: 100, stderr: expect.stringContaining('read-only') as string })
      stored.answer('Men', runnersOf('Men', 70))
      expect(await writer.take(stage)).toMatchObject({ state: 'done' })
      expect(await read()).toMatchObject({ code: 0, total: 120 })
    } finally {
      stored.answer('Men', runnersOf('Men', 50))
      spawnSync('umount', [seen])
    }
  })

  it.each([
    ['full', full],
    ['read-only', readOnly],
  ])('lets the page download from a %s disk, and leaves nothing behind', async (_, stopWriting) => {
    const dataDir = await dataOn(mount(diskBytes), stopWriting)
    const downloads = createDownloads({ folder: join(dataDir, 'downloads') })
    let path = ''
    const choose: CoreOptions['delivery']['choose'] = async (name) => {
      const target = await downloads.choose(name)
      if (target?.ok === true) ({ path } = target.value)
      return target
    }
    await exported(await cores.open({ dataDir, face: 'browser', delivery: { choose } }), () => path)
    await downloads.close()
    expect(existsSync(dirname(dirname(path)))).toBe(false)
  })

  it.each([
    ['full', full, ({ free }: Disk) => free(), 'no-space'],
    ['read-only', readOnly, ({ makeWritable }: Disk) => makeWritable(), 'read-only'],
  ] as const)(
    'by a version of the first day is read on a %s disk, and migrated once that can be written',
    async (_, stopWriting, letWrite, cause) => {
      const disk = mount(diskBytes)
      const { dataDir, database } = await makeOldDatabase(disk.path, '$.settings.title')
      database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Этап ' || substr(?, 1, 8), '')", stage, stage)
      database.run('UPDATE migrations SET hash = ? WHERE step = 3', formerHashes[3]?.[0] ?? null)
      database.close()
      stopWriting(disk)
      timeByHand()
      const open = await cores.open({ dataDir })
      const stop = { cause, folder: dataDir }
      expect(await open.call('app:info', {})).toMatchObject({ storageStop: stop, movedAsideTo: null })
      expect(await open.call('stage:list', {})).toMatchObject([{ guid: stage, isNamed: false }])
      const renamed = { stage, name: 'Renamed' }
      expect(await open.ask('stage:rename', renamed)).toMatchObject({ error: { kind: 'storage', ...stop } })
      letWrite(disk)
      await storageChanged(open)
      expect(await open.call('stage:rename', renamed)).toMatchObject({ name: 'Renamed' })
    },
  )

  it('is refused with the cause where no new one has room', async () => {
    const disk = mount(200_000)
    const dataDir = join(disk.path, 'data')
    const error = { kind: 'storage', cause: 'no-space', folder: dataDir }
    expect(await openRefused(dataDir)).toMatchObject({ ok: false, error })
  })

  it.each([
    ['has space', full, ({ free }: Disk) => free()],
    ['can be written', readOnly, ({ makeWritable }: Disk) => makeWritable()],
  ])('is written again as soon as its disk %s again, and says so', async (_, stopWriting, letWrite) => {
    const disk = mount(diskBytes)
    const dataDir = await dataOn(disk, stopWriting)
    timeByHand()
    const open = await cores.open({ dataDir })
    expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'storage' } })
    letWrite(disk)
    expect(await storageChanged(open)).toEqual({ stop: null })
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
    await copyTo(disk.path, left, files.slice(0, 2))
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
    const dataDir = join(temporaryFolder(), 'data')
    await mkdir(dataDir)
    expect(spawnSync('mkfifo', [join(dataDir, name)]).status).toBe(0)
    const error = {
      kind: 'storage',
      cause: 'not-a-file',
      reason: expect.stringContaining(name) as string,
      folder: dataDir,
    }
    expect(await openRefused(dataDir)).toMatchObject({ ok: false, error })
    expect(await readdir(dataDir)).toEqual([name])
  })

  it('a folder or a device in the place of the database is refused too', async () => {
    const folder = temporaryFolder()
    await mkdir(join(folder, 'a', 'racedesk.db'), { recursive: true })
    await mkdir(join(folder, 'b'))
    await symlink('/dev/zero', join(folder, 'b', 'racedesk.db'))
    for (const name of ['a', 'b']) {
      expect(await openRefused(join(folder, name))).toMatchObject({ ok: false, error: { cause: 'not-a-file' } })
    }
  })
})

describe.skipIf(process.platform === 'win32')('under a running app', () => {
  it('a replaced database is noticed: nothing is written to either file, and reading goes on', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    timeByHand()
    const open = await openCopy(dataDir)
    const path = join(dataDir, 'racedesk.db')
    await rename(path, `${path}.old`)
    const other = join(temporaryFolder(), 'other')
    await (await cores.open({ dataDir: other })).close()
    await copyFile(join(other, 'racedesk.db'), path)
    const before = await readFile(path)

    const stop = { cause: 'replaced', folder: dataDir }
    expect(await storageChanged(open)).toEqual({ stop })
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
    const dataDir = join(temporaryFolder(), 'data')
    timeByHand()
    const open = await openCopy(dataDir)
    await rename(dataDir, `${dataDir}-away`)
    expect(await storageChanged(open)).toEqual({ stop: { cause: 'gone', folder: dataDir } })
    expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'storage', cause: 'gone' } })
    await readAll(open)
    await rm(dataDir, { recursive: true, force: true })
    await rename(`${dataDir}-away`, dataDir)
    expect(await open.take(stage)).toMatchObject({ state: 'done' })
  })
})
