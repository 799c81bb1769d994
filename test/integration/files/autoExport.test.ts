import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Input } from '../../../preload/contract.ts'
import type { AutoExport, ExportOptions } from '../../../preload/contract/files.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { useCores } from '../../support/coreRig.ts'
import { canMount, useDisks } from '../../support/files/disks.ts'
import { inDatabase } from '../../support/openCore.ts'
import { bytesOf, envelope, inEnvelope, rowsOf, runner, type RaceService } from '../../support/services/raceService.ts'
import { eventually, openWatch, useWatches } from '../../support/watchRig.ts'

const mount = useDisks()
const cores = useCores(afterAll)
const apart = useCores()
let race: RaceService
let folder = ''
const options: Partial<CoreOptions> = {
  face: 'browser',
  chooseFolder: () => Promise.resolve({ ok: true, value: folder }),
}
const openShared = useWatches(cores, options)

beforeEach(async () => {
  race = await cores.race('Men', 'Women')
  folder = join(await cores.folder(), 'files')
  await mkdir(folder)
})

type Rig = Awaited<ReturnType<typeof open>>

const open = async (own?: Partial<CoreOptions>) => {
  const rig = own === undefined ? await openShared(race) : await openWatch(apart, race, { ...options, ...own })
  const { stage, call } = rig
  return {
    ...rig,
    set: (set: NonNullable<Input<'stage:autoExport'>['set']>) => call('stage:autoExport', { stage, set }),
    /** The state once this holds. */
    until: async (isIt: (state: AutoExport) => boolean): Promise<AutoExport> => {
      let found: AutoExport | null = null
      await expect
        .poll(async () => {
          found = await call('stage:autoExport', { stage })
          return found !== null && isIt(found)
        }, eventually)
        .toBe(true)
      if (found === null) throw new Error('never set')
      return found
    },
    /** Another poll, to its end. */
    poll: async (): Promise<void> => {
      const { rounds = 0 } = (await rig.state()) ?? {}
      await rig.clock.next()
      await rig.rounds(rounds + 1)
    },
  }
}

const csv = { format: 'csv', preset: 'import' } as const

/** A watched stage whose two files are written. */
const openWritten = async (options: ExportOptions = csv, own?: Partial<CoreOptions>): Promise<Rig> => {
  const rig = await open(own)
  await rig.set({ isOn: true, options })
  await rig.watch()
  await rig.until(({ written }) => written === 2)
  return rig
}

const men = 'Spring race - 10 km - Men.csv'
const women = 'Spring race - 10 km - Women.csv'
const lineCount = async (name: string): Promise<number> =>
  (await readFile(join(folder, name), 'utf8')).trimEnd().split('\r\n').length
const inode = async (name: string): Promise<number> => (await stat(join(folder, name))).ino

it('a watched stage writes a file per category, after a refresh only those with changed rows', async () => {
  const rig = await openWritten()
  expect((await readdir(folder)).toSorted()).toEqual([men, women])
  const untouched = await inode(women)
  race.answer('Men', rowsOf('Men', 5))
  await rig.poll()
  expect(await rig.until(({ written }) => written === 1)).toMatchObject({ isOn: true, folder, kept: 1, error: null })
  expect([await lineCount(men), await lineCount(women)]).toEqual([6, 4])
  expect(await inode(women)).toBe(untouched)
})

it('a reply that differs only outside its rows leaves the file unchanged', async () => {
  const rig = await openWritten()
  const untouched = await inode(men)
  const rows = [1, 2, 3].map((number) => runner('Men', number))
  race.answer('Men', bytesOf(JSON.stringify({ ...Object(envelope(rows)), message: 'as of now' })))
  await rig.poll()
  await rig.until(({ kept }) => kept === 2)
  expect(await inode(men)).toBe(untouched)
})

it('warns of federation files without any time until there is one', async () => {
  const answer = (resultTime: string): void => {
    const script = bytesOf(inEnvelope([{ number: 1, lastName: 'Lee', firstName: 'Ann', resultTime }]))
    for (const name of ['Men', 'Women']) race.answer(name, script)
  }
  answer('')
  const { poll, until } = await openWritten({ format: 'iof' })
  expect((await until(() => true)).warnings).toEqual(['no-results'])
  answer('40:00')
  await poll()
  expect((await until(({ warnings }) => warnings === undefined)).error).toBeNull()
})

it('a removed or overwritten file is restored at the next refresh', async () => {
  const rig = await openWritten()
  await rm(join(folder, men))
  await writeFile(join(folder, women), 'notes')
  await rig.poll()
  await rig.until(({ writtenAt }) => writtenAt !== null)
  await expect.poll(() => readdir(folder), eventually).toContain(men)
  await expect.poll(() => lineCount(women), eventually).toBe(4)
})

it('a file that cannot be written is reported and retried at the next refresh; the others are written', async () => {
  const rig = await open()
  await mkdir(join(folder, men))
  await rig.set({ isOn: true, options: csv })
  await rig.watch()
  const failed = await rig.until(({ error }) => error !== null)
  expect(failed).toMatchObject({
    error: { kind: 'file', reason: 'exists', path: join(folder, men) },
    written: 1,
    writtenAt: null,
  })
  expect(await lineCount(women)).toBe(4)
  await rm(join(folder, men), { recursive: true })
  await rig.poll()
  expect(await rig.until(({ error }) => error === null)).toMatchObject({ written: 1, kept: 1 })
  expect(await lineCount(men)).toBe(4)
})

it('continues with the watch after a restart, and writes only missing files', async () => {
  const dataDir = join(await cores.folder(), 'data')
  const first = await openWritten(csv, { dataDir })
  const untouched = await inode(men)
  await first.close()
  race.answer('Women', rowsOf('Women', 7))
  const next = await open({ dataDir })
  const state = await next.until(({ written, kept }) => written === 1 && kept === 1)
  expect(state).toMatchObject({ isOn: true, folder, options: { format: 'csv', preset: 'import' } })
  expect(await lineCount(women)).toBe(8)
  expect(await inode(men)).toBe(untouched)
})

it('stops writing when switched off, and remembers folder and format', async () => {
  const rig = await openWritten()
  expect(await rig.set({ isOn: false })).toMatchObject({ isOn: false, folder, options: csv })
  await rm(join(folder, men))
  await rig.poll()
  expect(await readdir(folder)).toEqual([women])
  expect(await rig.set({ isOn: true })).toMatchObject({ isOn: true, folder, options: csv })
  await expect.poll(() => readdir(folder), eventually).toContain(men)
})

it('applies the last setting when switched off and on while a file is being written', async () => {
  const rig = await open()
  await rig.take(rig.stage)
  await rig.set({ isOn: true, options: csv })
  const states = await Promise.all([false, true].map((isOn) => rig.set({ isOn })))
  expect(states).toMatchObject([{ isOn: true }, { isOn: true }])
  expect(await rig.call('stage:autoExport', { stage: rig.stage })).toMatchObject({ isOn: true })
  await rig.until(({ written, kept }) => written + kept === 2)
  await Promise.all([false, true, false].map((isOn) => rig.set({ isOn })))
  expect(await rig.call('stage:autoExport', { stage: rig.stage })).toMatchObject({ isOn: false })
})

it('two stages of the same name write separate files into one folder, also after a restart', async () => {
  const dataDir = join(await cores.folder(), 'data')
  const first = await open({ dataDir })
  await first.take(first.stage)
  await first.set({ isOn: true, options: csv })
  await first.until(({ written, kept }) => written + kept === 2)
  await first.close()
  const own = await readFile(join(folder, men))

  const rig = await open({ dataDir })
  const [profile] = await rig.call('profile:list', {})
  const text = rig.stage.replace(/^.{8}/u, '99999999')
  const stage = await rig.call('stage:add', { profileId: profile?.id ?? ('' as ProfileId), text, name: 'Spring race' })
  await rig.take(stage.guid)
  await rig.call('stage:autoExport', { stage: stage.guid, set: { isOn: true, options: csv } })
  const both = [men, women].flatMap((name) => [name, name.replace('Spring race', 'Spring race 99999999')])
  await expect.poll(async () => (await readdir(folder)).toSorted(), eventually).toEqual(both.toSorted())
  expect(await readFile(join(folder, men))).toEqual(own)
})

it('files follow a new stage name at once; unedited ones under the old name are removed', async () => {
  const rig = await openWritten({ ...csv, withReceipt: true })
  await rig.call('stage:rename', { stage: rig.stage, name: 'Night run' })
  const state = await rig.until(({ replaced }) => replaced !== undefined)
  expect(state).toMatchObject({ written: 2, error: null, replaced: { removed: 2, left: [] } })
  const renamed = [men, women].map((name) => name.replace('Spring race', 'Night run'))
  expect((await readdir(folder)).toSorted()).toEqual(
    renamed.flatMap((name) => [name, `${name}.receipt.json`]).toSorted(),
  )
  expect(await lineCount(renamed[0] ?? '')).toBe(4)
  race.answer('Men', rowsOf('Men', 5))
  await rig.poll()
  await rig.until(({ kept }) => kept === 1)
  expect(await readdir(folder)).toHaveLength(4)
})

it('an edited file under the old name stays and is reported', async () => {
  const rig = await openWritten()
  const path = join(folder, men)
  const changed = (await readFile(path, 'utf8')).replace('1:01:05', '1:01:04')
  await writeFile(path, changed)
  await rig.call('stage:rename', { stage: rig.stage, name: 'Night run' })
  expect(await rig.until(({ replaced }) => replaced !== undefined)).toMatchObject({
    replaced: { removed: 1, left: [path] },
  })
  expect(await readFile(path, 'utf8')).toBe(changed)
  expect(await readdir(folder)).not.toContain(women)
})

it('names that differ only in case do not remove a file', async () => {
  const rig = await openWritten()
  await rig.call('stage:rename', { stage: rig.stage, name: 'SPRING RACE' })
  await rig.until(({ replaced }) => replaced?.removed === 2)
  const lines = await Promise.all([men, women].map((name) => lineCount(name.replace('Spring race', 'SPRING RACE'))))
  expect(lines).toEqual([4, 4])
  expect(await readdir(folder)).toHaveLength(2)
})

it('a new format does not remove files of the old one', async () => {
  const rig = await openWritten()
  await rig.set({ isOn: true, options: { format: 'json' } })
  const both = [men, women].flatMap((name) => [name, name.replace('.csv', '.json')])
  await expect.poll(async () => (await readdir(folder)).toSorted(), eventually).toEqual(both.toSorted())
  await rig.poll()
  expect(await rig.until(({ kept }) => kept === 2)).not.toHaveProperty('replaced')
  expect(await readdir(folder)).toHaveLength(4)
})

it('a closed dialog changes nothing, and a face without dialogs uses its own folder', async () => {
  const closed = await open({ chooseFolder: () => Promise.resolve(null) })
  expect(await closed.set({ isOn: true, options: csv })).toBeNull()
  expect(await closed.call('stage:autoExport', { stage: closed.stage })).toBeNull()
  const { chooseFolder: _, ...faceOnly } = { chooseFolder: null, face: 'browser' as const }
  const own = await openWatch(apart, race, faceOnly)
  const state = await own.call('stage:autoExport', { stage: own.stage, set: { isOn: true } })
  expect(state?.folder).toBe(join(own.dataDir, 'exports', `Spring race ${own.stage.slice(0, 8)}`))
  const chosen = { isOn: true, folder: await cores.folder() }
  expect(await own.call('stage:autoExport', { stage: own.stage, set: chosen })).toMatchObject(chosen)
  const wrong = { ...chosen, folder: join(chosen.folder, 'none') }
  expect(await own.ask('stage:autoExport', { stage: own.stage, set: wrong })).toMatchObject({
    error: { kind: 'file', reason: 'missing' },
  })
})

it('runs once however often it is switched on at the same time', async () => {
  const rig = await open({})
  await rig.take(rig.stage)
  await Promise.all(Array.from({ length: 20 }, () => rig.set({ isOn: true, options: csv })))
  await rig.until(({ written, kept }) => written + kept === 2)
  await rig.set({ isOn: true })
  await rig.until(({ kept }) => kept === 2)
  const files = inDatabase(rig, ({ all }) => all('SELECT name FROM exported_files ORDER BY name'))
  expect(files.map(({ name }) => name)).toEqual([men, women])
})

it.skipIf(!canMount)('auto-export continues once a full data disk has space again', async () => {
  const disk = mount(6_000_000)
  const rig = await openWritten(csv, { dataDir: join(disk.path, 'data') })
  // An empty log, so that each write needs space.
  inDatabase(rig, ({ all }) => all('PRAGMA wal_checkpoint(TRUNCATE)'))
  disk.fill(0)
  await rig.poll()
  expect(await rig.until(({ error }) => error !== null)).toMatchObject({
    error: { kind: 'storage', cause: 'no-space' },
  })
  disk.free()
  race.answer('Men', rowsOf('Men', 5))
  await rig.poll()
  expect(await rig.until(({ error }) => error === null)).toMatchObject({ written: 1, kept: 1 })
  expect(await lineCount(men)).toBe(6)
})
