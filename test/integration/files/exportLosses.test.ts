import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExportOptions, ResultsChoice } from '../../../preload/contract/files.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { rowsOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import type { Delivery } from '../../../main/kernel/face.ts'

const cores = useCores()
let race: RaceService
beforeEach(async () => {
  race = await startRaceService('M40', 'F40')
})
afterEach(() => race.close())

type Rig = {
  readonly open: OpenCore
  readonly stage: StageGuid
  readonly folder: string
  /** Runs while the save dialog is open. */
  meanwhile: () => Promise<unknown>
  readonly write: (options: ExportOptions & Omit<ResultsChoice, 'stage'>) => Promise<Job>
}

const before = 'what stood there before'

const openRig = async (rows = 3): Promise<Rig> => {
  for (const name of ['M40', 'F40']) race.answer(name, rowsOf(name, rows))
  const folder = join(await cores.folder(), 'files')
  await mkdir(folder)
  const path = join(folder, 'out')
  await writeFile(path, before)
  const delivery: Delivery = {
    choose: async () => {
      await rig.meanwhile()
      return { ok: true, value: { path, finish: () => ({ path, download: null }) } }
    },
  }
  const open = await cores.open({ delivery })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  const rig: Rig = {
    open,
    stage,
    folder,
    meanwhile: () => Promise.resolve(),
    write: async (options) => {
      const started = await open.call('results:export', { stage, areProblemsLeftOut: true, ...options })
      return await open.finished(started?.jobId ?? ('' as never))
    },
  }
  return rig
}

const logOf = async ({ open }: Rig): Promise<string> => {
  await open.close()
  const files = await readdir(join(open.dataDir, 'logs')).catch(() => [])
  const texts = await Promise.all(files.map((name) => readFile(join(open.dataDir, 'logs', name), 'utf8')))
  return texts.join('')
}

describe('an export whose record cannot be stored', () => {
  it.each([
    ['exported_files', 'the memory of files'],
    ['ledger_marks', 'the mark of the last export'],
  ])('is done without %s, %s: the file is complete, and the reason is reported', async (table, _what) => {
    const rig = await openRig()
    const database = openAgain(join(rig.open.dataDir, 'racedesk.db'))
    database.run(`DROP TABLE ${table}`)
    database.close()
    const job = await rig.write({ format: 'csv', preset: 'import' })
    expect(job).toMatchObject({ state: 'done', error: null, file: { rows: 6, unrecorded: { kind: 'storage' } } })
    expect((await readFile(join(rig.folder, 'out'), 'utf8')).split('\r\n')).toHaveLength(8)
  })

  it('has no such note when its record is stored', async () => {
    const { file } = await (await openRig()).write({ format: 'csv', preset: 'import' })
    expect(file?.rows).toBe(6)
    expect(file).not.toHaveProperty('unrecorded')
  })
})

const formats: readonly ExportOptions[] = [
  { format: 'csv', preset: 'import' },
  { format: 'xlsx' },
  { format: 'html' },
  { format: 'json' },
  { format: 'json', preset: 'raw' },
  { format: 'protocol' },
]

describe('an export of a stage that is removed', () => {
  it.each(formats)('while the dialog is open ends as not found and keeps the existing file: %o', async (options) => {
    const rig = await openRig()
    rig.meanwhile = () => rig.open.call('stage:remove', { stage: rig.stage })
    expect(await rig.write(options)).toMatchObject({
      state: 'failed',
      error: { kind: 'not-found', what: 'stage' },
      file: null,
    })
    expect(await readdir(rig.folder)).toEqual(['out'])
    expect(await readFile(join(rig.folder, 'out'), 'utf8')).toBe(before)
    expect(await logOf(rig)).not.toContain('"level":"bug"')
  })

  it.each(formats)('for good and downloaded again by another process ends as not found: %o', async (options) => {
    const rig = await openRig()
    const other = await cores.open({ dataDir: rig.open.dataDir })
    rig.meanwhile = async () => {
      await other.call('stage:remove', { stage: rig.stage })
      await other.call('stage:emptyBin', {})
      const [profile] = await other.call('profile:list', {})
      await other.call('stage:add', { profileId: profile?.id ?? ('' as never), text: rig.stage })
      for (const name of ['M40', 'F40']) race.answer(name, rowsOf(name, 1))
      await other.take(rig.stage)
    }
    expect(await rig.write(options)).toMatchObject({ state: 'failed', error: { kind: 'not-found' }, file: null })
    expect(await readFile(join(rig.folder, 'out'), 'utf8')).toBe(before)
    expect(await logOf(rig)).not.toContain('"level":"bug"')
  })

  it('while the file is written is cancelled and leaves no partial file', async () => {
    const rig = await openRig(20_000)
    const writing = rig.write({ format: 'xlsx' })
    await rig.open.seen(({ name, data }) => name === 'job:progressed' && data.kind === 'export' && data.done > 0)
    await rig.open.call('stage:remove', { stage: rig.stage })
    expect(await writing).toMatchObject({ state: 'cancelled', file: null })
    expect(await readdir(rig.folder)).toEqual(['out'])
    expect(await readFile(join(rig.folder, 'out'), 'utf8')).toBe(before)
    expect(await logOf(rig)).not.toContain('"level":"bug"')
  })

  it('as a capsule while the dialog is open ends as not found', async () => {
    const rig = await openRig()
    rig.meanwhile = () => rig.open.call('stage:remove', { stage: rig.stage })
    const started = await rig.open.call('capsule:save', { stage: rig.stage })
    expect(await rig.open.finished(started?.jobId ?? ('' as never))).toMatchObject({
      state: 'failed',
      error: { kind: 'not-found', what: 'stage' },
    })
    expect(await readdir(rig.folder)).toEqual(['out'])
  })
})
