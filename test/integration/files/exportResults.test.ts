import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import type { CsvPreset, ExportedFile } from '../../../preload/contract/files.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import { cellText } from '../../../main/features/files/rules/csv.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { inEnvelope } from '../../support/takenRows.ts'
import type { Delivery } from '../../../main/kernel/face.ts'

const cores = useCores()
let race: RaceService | null = null
afterEach(async () => {
  await race?.close()
  race = null
})

type Rig = {
  readonly open: OpenCore
  readonly stage: StageGuid
  readonly folder: string
  /** Where the next export goes; null closes the dialog. */
  target: string | null
  readonly suggested: string[]
}
let rig: Rig

const openWith = async (
  bodies: Readonly<Record<string, unknown>>,
  stageName = 'Весенний забег: 10/21 км?',
): Promise<void> => {
  race = await startRaceService(...Object.keys(bodies))
  for (const [category, rows] of Object.entries(bodies)) race.answer(category, bytesOf(inEnvelope(rows)))
  const folder = join(await cores.folder(), 'exports')
  await mkdir(folder)
  const suggested: string[] = []
  const delivery: Delivery = {
    choose: (name) => {
      suggested.push(name)
      const { target: path } = rig
      return Promise.resolve(
        path === null ? null : { ok: true, value: { path, finish: () => ({ path, download: null }) } },
      )
    },
  }
  const open = await cores.open({ delivery })
  const { stage } = await addStage(open, race)
  await open.call('stage:rename', { stage, name: stageName })
  await open.take(stage)
  rig = { open, stage, folder, target: join(folder, 'out.csv'), suggested }
}

type Asked = Omit<ResultsQuery, 'stage'> & { readonly areAllSent?: true }

const start = async (preset: CsvPreset, query: Asked = {}): Promise<Job['id']> => {
  const started = await rig.open.call('results:export', { stage: rig.stage, ...query, format: 'csv', preset })
  if (started === null) throw new Error('no job')
  return started.jobId
}

const exported = async (preset: CsvPreset, query: Asked = {}): Promise<ExportedFile> => {
  const job = await rig.open.finished(await start(preset, query))
  if (job.file === null) throw new Error(JSON.stringify(job.error))
  return job.file
}

const bytes = async (): Promise<Buffer> => await readFile(join(rig.folder, 'out.csv'))

const small = {
  '=M40': [
    {
      number: 1,
      account: { lastName: 'Ёлкин; "О\'Нил",\n\tмл.' },
      gap: '+0:14',
      note: '=1+1',
      laps: [{ n: 1, t: '=2' }],
      id: -5,
    },
    { number: 2, account: { lastName: '@Smith' }, gap: '-1:02:03.5', note: '', extra: true, id: 1.5 },
    { number: '003', account: { lastName: null }, '+phone': '+7 900', note: '\tx', category: 'own', distance: '-' },
  ],
  F18: [{ number: 10, account: { lastName: 'Łukasz' }, note: 'a\r\nb' }],
}

const separators: { readonly [P in CsvPreset]: string } = { ru: ';', en: ',', import: ',', tsv: '\t' }
const mark = Buffer.from([0xef, 0xbb, 0xbf])

const decode = (preset: CsvPreset, data: Buffer): string => {
  if (preset === 'tsv') {
    expect(data.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
    return data.subarray(2).toString('utf16le')
  }
  expect(data.subarray(0, 3).equals(mark)).toBe(preset !== 'import')
  return data.subarray(preset === 'import' ? 0 : 3).toString('utf8')
}

const guarded = (value: unknown, text: string): readonly string[] =>
  typeof value === 'string' ? [text, `'${text}`] : [text]

it.each(['ru', 'en', 'import', 'tsv'] as const)('writes all stored cells unchanged as %s', async (preset) => {
  await openWith(small)
  const file = await exported(preset, preset === 'import' ? {} : { areAllSent: true })
  const data = await bytes()
  expect(file).toMatchObject({ name: 'out.csv', rows: 4, path: rig.target, download: null })
  expect(file.sha256).toBe(createHash('sha256').update(data).digest('hex'))
  const [header, ...lines] = readStrictCsv(decode(preset, data), separators[preset])
  const page = await rig.open.call('results:page', { stage: rig.stage, offset: 0, limit: 100 })
  const sources = ['number', 'account.lastName', 'gap', 'note', 'id', 'extra', "'+phone"]
  const behind = ['category (source)', 'distance (source)', 'laps.1.n', 'laps.1.t']
  const status = preset === 'import' ? [] : [preset === 'ru' ? 'Статус' : 'Status']
  expect(header).toEqual(['distance', 'category', ...sources, ...behind, ...status])
  expect(lines.map(([, category]) => category)).toEqual(["'=M40", "'=M40", "'=M40", 'F18'])
  for (const [index, { cells }] of page.rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      expect(guarded(cell, cellText(cell))).toContain(lines[index]?.[column + 2])
    }
  }
  const notes = lines.map((line) => line[5])
  expect(notes).toEqual(["'=1+1", '', "'\tx", 'a\r\nb'])
  expect(lines[0]?.slice(3, 5)).toEqual(['Ёлкин; "О\'Нил",\n\tмл.', '+0:14'])
  expect(lines[1]?.slice(3, 5)).toEqual(["'@Smith", '-1:02:03.5'])
  expect([lines[0]?.[6], lines[1]?.[6], lines[2]?.[8]]).toEqual(['-5', '1.5', "'+7 900"])
  expect(lines[0]?.slice(11, 13)).toEqual(['1', "'=2"])
})

it.each(['ru', 'en', 'tsv'] as const)('leaves columns without a meaning out for people, as %s', async (preset) => {
  await openWith(small)
  await exported(preset)
  const [header] = readStrictCsv(decode(preset, await bytes()), separators[preset])
  expect(header).toEqual(
    preset === 'ru'
      ? ['Дистанция', 'Категория', 'Номер', 'Фамилия', 'Возрастная группа', 'Отставание', 'Статус']
      : ['Distance', 'Category', 'Bib', 'Last name', 'Age group', 'Gap', 'Status'],
  )
})

it('writes only the rows of a search, in the chosen order', async () => {
  await openWith(small)
  const file = await exported('import', { sort: [{ column: 'number', isDescending: true }] })
  const lines = readStrictCsv((await bytes()).toString('utf8'), ',')
  expect([file.rows, lines.slice(1).map((line) => line[2])]).toEqual([4, ['10', '003', '2', '1']])
  await exported('import', { search: 'smith' })
  const found = readStrictCsv((await bytes()).toString('utf8'), ',')
  expect(found.slice(1).map((line) => line[2])).toEqual(['2'])
})

it('refuses an impossible export before the save dialog', async () => {
  await openWith(small)
  const ask = (more: object): Promise<unknown> =>
    rig.open.ask('results:export', { stage: rig.stage, format: 'csv', preset: 'ru', ...more })
  expect(await ask({ sort: [{ column: 'nope' }] })).toMatchObject({ error: { kind: 'invalid-input' } })
  expect(await ask({ stage: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ error: { kind: 'not-found' } })
  expect(rig.suggested).toEqual([])
  rig.target = null
  expect(await ask({})).toEqual({ ok: true, value: null })
  expect((await rig.open.call('job:list', {})).map(({ kind }) => kind)).toEqual(['take'])
})

it('suggests names valid on Windows, with the selection and Cyrillic letters', async () => {
  await openWith(small)
  const { distances } = await rig.open.call('stage:tree', { stage: rig.stage })
  const one = distances[0]?.categories[1]?.id
  await exported('ru')
  await exported('tsv', one === undefined ? {} : { categories: [one] })
  const [all, single] = rig.suggested
  expect(all).toMatch(/^\d{4}-\d\d-\d\d Весенний забег 10 21 км - 10 km \d{4}\.csv$/)
  expect(single).toMatch(/^\d{4}-\d\d-\d\d Весенний забег 10 21 км - 10 km - F18 \d{4}\.tsv$/)
})

it('reports why a file cannot be written, and leaves nothing behind', async () => {
  await openWith(small)
  const { folder } = rig
  await writeFile(join(folder, 'file'), 'x')
  await mkdir(join(folder, 'folder'))
  const cases = [
    [join(folder, 'none', 'out.csv'), 'missing'],
    // Windows says of both that the path is not there.
    [join(folder, 'file', 'out.csv'), process.platform === 'win32' ? 'missing' : 'not-a-folder'],
    [join(folder, 'folder'), 'exists'],
    [join(folder, `${'x'.repeat(300)}.csv`), 'name-too-long'],
  ] as const
  for (const [path, reason] of cases) {
    rig.target = path
    const job = await rig.open.finished(await start('ru'))
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'file', reason, path }, file: null })
  }
  expect((await readdir(folder)).sort()).toEqual(['file', 'folder'])
})

// Root writes into any folder.
it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('says that a folder is read-only', async () => {
  await openWith(small)
  await chmod(rig.folder, 0o500)
  expect(await rig.open.finished(await start('ru'))).toMatchObject({ error: { kind: 'file', reason: 'denied' } })
  await chmod(rig.folder, 0o700)
})

const large = Array.from({ length: 60_000 }, (_, number) => ({
  number,
  name: createHash('sha256').update(`${number}`).digest('hex'),
  club: 'Клуб любителей бега',
}))

it('has either the old file or the complete new one under its name at every moment', async () => {
  await openWith({ Large: large })
  const path = join(rig.folder, 'out.csv')
  await writeFile(path, 'the old one')
  const jobId = await start('en')
  const seen = new Set<string>()
  let partials = 0
  const isOver = (): boolean => rig.open.events.some(({ name, data }) => name === 'job:finished' && data.id === jobId)
  while (!isOver()) {
    const content = readFileSync(path)
    seen.add(content.length < 100 ? content.toString() : createHash('sha256').update(content).digest('hex'))
    if (readdirSync(rig.folder).length > 1) partials += 1
    await setImmediate()
  }
  const job = await rig.open.finished(jobId)
  expect(job).toMatchObject({ state: 'done', done: 60_000, total: 60_000 })
  expect(partials).toBeGreaterThan(0)
  expect(seen).toContain('the old one')
  for (const content of seen) expect(['the old one', job.file?.sha256]).toContain(content)
  expect(await readdir(rig.folder)).toEqual(['out.csv'])
})

it('removes its partial file when cancelled, and keeps the existing one', async () => {
  await openWith({ Large: large })
  const jobId = await start('tsv')
  while (readdirSync(rig.folder).length === 0) await setImmediate()
  expect(existsSync(join(rig.folder, 'out.csv'))).toBe(false)
  await rig.open.call('job:cancel', { id: jobId })
  expect(await rig.open.finished(jobId)).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' }, file: null })
  expect(await readdir(rig.folder)).toEqual([])
})

it('exports the rows selected at its start, also during a refresh', async () => {
  await openWith({ Large: large })
  const jobId = await start('import')
  race?.answer('Large', bytesOf(inEnvelope([{ number: 1 }])))
  await rig.open.take(rig.stage)
  expect(await rig.open.finished(jobId)).toMatchObject({ state: 'done', file: { rows: 60_000 } })
  const lines = readStrictCsv((await bytes()).toString('utf8'), ',')
  expect(lines).toHaveLength(60_001)
  expect(lines.at(-1)?.[2]).toBe('59999')
})

it('offers the download to a page that lists jobs after a short export', async () => {
  await openWith({ M40: [{ number: 214, name: 'Иванов' }] })
  const { open, folder } = rig
  const path = join(folder, 'short.csv')
  const other = await cores.open({
    dataDir: open.dataDir,
    delivery: {
      choose: () =>
        Promise.resolve({ ok: true, value: { path, finish: () => ({ path: null, download: '/download/ticket' }) } }),
    },
  })
  const started = await other.call('results:export', { stage: rig.stage, format: 'csv', preset: 'en' })
  if (started === null) throw new Error('no job')
  await other.finished(started.jobId)
  const jobs = await other.call('job:list', {})
  expect(jobs.find(({ id }) => id === started.jobId)?.file?.download).toBe('/download/ticket')
})

it.each([
  ['csv', 'ru'],
  ['html', undefined],
] as const)('writes all columns under their own names when all are asked for, as %s', async (format, preset) => {
  await openWith(small)
  const started = await rig.open.call('results:export', {
    stage: rig.stage,
    format,
    ...(preset === undefined ? {} : { preset }),
    areAllSent: true,
  })
  if (started === null) throw new Error('no job')
  const { file } = await rig.open.finished(started.jobId)
  expect(file?.rows).toBe(4)
  const data = await bytes()
  const names = ['number', 'account.lastName', 'gap', 'note', 'extra', 'laps.1.t']
  const heads =
    format === 'csv'
      ? (readStrictCsv(decode('ru', data), ';')[0] ?? [])
      : [...data.toString('utf8').matchAll(/<th scope="col"[^>]*>([^<]*)/gu)].map(([, head]) => head)
  expect(heads).toEqual(expect.arrayContaining(names))
})
