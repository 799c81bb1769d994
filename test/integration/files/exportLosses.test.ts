import { writeFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ExportOptions } from '../../../preload/contract/files.ts'
import type { JobId } from '../../../preload/contract/ids.ts'
import { createAtomicFiles } from '../../../main/platform/files/atomicFiles.ts'
import { createExportDesk } from '../../../main/features/files/exportDesk.ts'
import type { Piece } from '../../../main/features/files/fileWriting.ts'
import type { JobEnd } from '../../../main/features/jobs/jobs.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { inDatabase } from '../../support/openCore.ts'
import { runnersOf, takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
const before = 'what stood there before'

const openRig = async (count = 3, options = {}): Promise<TakenRows> => {
  const taken = await takeRows(cores, { M40: runnersOf('M40', count), F40: runnersOf('F40', count) }, options)
  await writeFile(taken.path, before)
  return taken
}

const expectNoBug = async ({ open }: TakenRows): Promise<void> => {
  const log = join(open.dataDir, 'logs', 'racedesk.log')
  expect(await readFile(log, 'utf8').catch(() => '')).not.toContain('"level":"bug"')
}

it.each([
  ['exported_files', 'the memory of files'],
  ['ledger_marks', 'the mark of the last export'],
])('an export is done without %s, %s: the file is complete, and the reason is reported', async (table, _what) => {
  const rig = await openRig(3, { own: {} })
  inDatabase(rig.open, ({ run }) => run(`DROP TABLE ${table}`))
  const job = await rig.write({ format: 'csv', preset: 'import' })
  expect(job).toMatchObject({ state: 'done', error: null, file: { rows: 6, unrecorded: { kind: 'storage' } } })
  expect((await readFile(rig.path, 'utf8')).split('\r\n')).toHaveLength(8)
})

const formats: readonly ExportOptions[] = [
  { format: 'csv', preset: 'import' },
  { format: 'xlsx' },
  { format: 'html' },
  { format: 'json' },
  { format: 'json', preset: 'raw' },
  { format: 'protocol' },
]

/** Exports in every format, during whose dialogs this happens once. */
const writeAllDuring = async (rig: TakenRows, happens: () => Promise<unknown>) => {
  let opened = 0
  const happened = Promise.withResolvers<unknown>()
  rig.meanwhile = async () => {
    opened += 1
    if (opened === formats.length) happened.resolve(happens())
    await happened.promise
  }
  const jobs = await Promise.all(formats.map((options) => rig.write({ areProblemsLeftOut: true, ...options })))
  return jobs.map(({ state, error, file }, at) => ({ ...formats[at], state, error, file }))
}

describe('an export of a stage that is removed', () => {
  const notFound = formats.map((format) => ({
    ...format,
    state: 'failed',
    error: { kind: 'not-found', what: 'stage' },
    file: null,
  }))

  it('while the dialog is open ends as not found in every format, and keeps the existing file', async () => {
    const rig = await openRig()
    expect(await writeAllDuring(rig, () => rig.open.call('stage:remove', { stage: rig.stage }))).toEqual(notFound)
    expect(await readdir(rig.folder)).toEqual(['out'])
    expect(await readFile(rig.path, 'utf8')).toBe(before)
    await expectNoBug(rig)
  })

  it('for good and downloaded again by another process ends as not found in every format', async () => {
    const rig = await openRig()
    const other = await cores.open({ dataDir: rig.open.dataDir })
    const ended = await writeAllDuring(rig, async () => {
      await other.call('stage:remove', { stage: rig.stage })
      await other.call('stage:emptyBin', {})
      await other.call('stage:add', { profileId: rig.profileId, text: rig.stage })
      for (const name of ['M40', 'F40']) rig.answer(name, runnersOf(name, 1))
      await other.take(rig.stage)
    })
    expect(ended).toMatchObject(notFound.map((job) => ({ ...job, error: { kind: 'not-found' } })))
    expect(await readFile(rig.path, 'utf8')).toBe(before)
    await expectNoBug(rig)
  })

  it('while the file is written is cancelled and leaves no partial file', async () => {
    const rig = await openRig(20_000)
    const writing = rig.write({ format: 'xlsx' })
    await rig.open.seen(({ name, data }) => name === 'job:progressed' && data.kind === 'export' && data.done > 0)
    await rig.open.call('stage:remove', { stage: rig.stage })
    expect(await writing).toMatchObject({ state: 'cancelled', file: null })
    expect(await readdir(rig.folder)).toEqual(['out'])
    expect(await readFile(rig.path, 'utf8')).toBe(before)
    await expectNoBug(rig)
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

/** Writes a file over an existing one, of pieces that end with this throw; its folder. */
const writeBroken = (thrown: Error): readonly [string, Promise<JobEnd>] => {
  const folder = temporaryFolder()
  const desk = createExportDesk({
    files: createAtomicFiles(),
    delivery: { choose: () => Promise.resolve(null) },
    jobs: { start: () => '' as JobId },
    store: { rememberExport: () => undefined },
    clock: Date.now,
    appVersion: 'test',
    mask: (text) => text,
    errorOf: () => ({ kind: 'internal', reference: 'test' }),
  })
  const path = join(folder, 'out.zip')
  writeFileSync(path, 'the last one')
  const pieces = async function* (): AsyncGenerator<Piece> {
    yield await Promise.resolve({ bytes: new Uint8Array(100_000) })
    throw thrown
  }
  const target = { path, finish: () => ({ path, download: null }) }
  const control = { signal: new AbortController().signal, report: () => undefined }
  return [folder, desk.write(target, { content: { total: 1, pieces: pieces() }, ending: 'zip' }, control)]
}

it('a bug while writing leaves no partial file, and is reported as a bug', async () => {
  const [folder, written] = writeBroken(new Error('a bug'))
  await expect(written).rejects.toThrow('a bug')
  expect(await readdir(folder)).toEqual(['out.zip'])
})

it('an archive that is too large is reported as such, not as a bug', async () => {
  const [folder, written] = writeBroken(new RangeError('too much', { cause: 'zip' }))
  expect(await written).toMatchObject({ state: 'failed', error: { kind: 'sheet-too-large', what: 'bytes' } })
  expect(await readdir(folder)).toEqual(['out.zip'])
})
