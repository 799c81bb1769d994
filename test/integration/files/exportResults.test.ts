import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CsvPreset } from '../../../preload/contract/files.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { cellText } from '../../../main/kernel/text/cellText.ts'
import { useCores } from '../../support/coreRig.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

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

const fileName = 'out.csv'
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, small, { fileName, stageName: 'Весенний забег: 10/21 км?' })
})

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
  const { open, stage, path, written } = taken
  const { file, bytes } = await written({ format: 'csv', preset, ...(preset === 'import' ? {} : { areAllSent: true }) })
  expect(file).toMatchObject({ name: fileName, rows: 4, path, download: null })
  expect(file).not.toHaveProperty('unrecorded')
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  const [header, ...lines] = readStrictCsv(decode(preset, bytes), separators[preset])
  const page = await open.call('results:page', { stage, offset: 0, limit: 100 })
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

it.each(['ru', 'en', 'tsv'] as const)(
  'leaves columns without a meaning out for people and writes times for Excel, as %s',
  async (preset) => {
    const { bytes } = await taken.written({ format: 'csv', preset })
    const [header, ...lines] = readStrictCsv(decode(preset, bytes), separators[preset])
    expect(lines.map((line) => line[5])).toEqual(['0:00:14', "'-1:02:03.5", '', ''])
    expect(header).toEqual(
      preset === 'ru'
        ? ['Дистанция', 'Категория', 'Номер', 'Фамилия', 'Возрастная группа', 'Отставание', 'Статус']
        : ['Distance', 'Category', 'Bib', 'Last name', 'Age group', 'Gap', 'Status'],
    )
  },
)

it('writes all columns of a page under their own names when all are asked for', async () => {
  const { file, text } = await taken.written({ format: 'html', areAllSent: true })
  expect(file.rows).toBe(4)
  const heads = [...text.matchAll(/<th scope="col"[^>]*>([^<]*)/gu)].map(([, head]) => head)
  const names = ['number', 'account.lastName', 'gap', 'note', 'extra', 'laps.1.t']
  expect(heads).toEqual(expect.arrayContaining(names))
})

it('writes only the rows of a search, in the chosen order', async () => {
  const bibs = async (query: object): Promise<readonly unknown[]> => {
    const { text } = await taken.written({ format: 'csv', preset: 'import', ...query })
    const [, ...lines] = readStrictCsv(text, ',')
    return lines.map((line) => line[2])
  }
  expect(await bibs({ sort: [{ column: 'number', isDescending: true }] })).toEqual(['10', '003', '2', '1'])
  expect(await bibs({ search: 'smith' })).toEqual(['2'])
})

it('refuses an impossible export before the save dialog, and starts none when the dialog is closed', async () => {
  const { open, stage, suggested } = taken
  const [asked, jobs] = [suggested.length, (await open.call('job:list', {})).length]
  const ask = (more: object): Promise<unknown> =>
    open.ask('results:export', { stage, format: 'csv', preset: 'ru', ...more })
  expect(await ask({ sort: [{ column: 'nope' }] })).toMatchObject({ error: { kind: 'invalid-input' } })
  expect(await ask({ stage: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ error: { kind: 'not-found' } })
  expect(suggested).toHaveLength(asked)
  taken.target = null
  expect(await ask({})).toEqual({ ok: true, value: null })
  taken.target = taken.path
  expect(await open.call('job:list', {})).toHaveLength(jobs)
})

it('suggests names valid on Windows, with the selection and Cyrillic letters', async () => {
  await taken.written({ format: 'csv', preset: 'ru' })
  await taken.written({ format: 'csv', preset: 'tsv', categories: [taken.idOf('F18')] })
  const [all, single] = taken.suggested.slice(-2)
  expect(all).toMatch(/^\d{4}-\d\d-\d\d Весенний забег 10 21 км - 10 km \d{4}\.csv$/)
  expect(single).toMatch(/^\d{4}-\d\d-\d\d Весенний забег 10 21 км - 10 km - F18 \d{4}\.tsv$/)
})

describe('an export that takes its time', () => {
  const count = 12_000
  const rows = Array.from({ length: count }, (_, number) => ({
    number,
    name: createHash('sha256').update(`${number}`).digest('hex'),
    club: 'Клуб любителей бега',
  }))
  let large: TakenRows
  beforeAll(async () => {
    large = await takeRows(cores, { Large: rows }, { fileName })
  })

  const start = async (preset: CsvPreset): Promise<Job['id']> => {
    const begun = await large.open.call('results:export', { stage: large.stage, format: 'csv', preset })
    if (begun === null) throw new Error('no job')
    return begun.jobId
  }

  it('has either the old file or the complete new one under its name at every moment', async () => {
    const { open, path, folder } = large
    await writeFile(path, 'the old one')
    const jobId = await start('en')
    const seen = new Set<string>()
    let partials = 0
    const isOver = (): boolean => open.events.some(({ name, data }) => name === 'job:finished' && data.id === jobId)
    while (!isOver()) {
      const content = readFileSync(path)
      seen.add(content.length < 100 ? content.toString() : createHash('sha256').update(content).digest('hex'))
      if (readdirSync(folder).length > 1) partials += 1
      await setImmediate()
    }
    const job = await open.finished(jobId)
    expect(job).toMatchObject({ state: 'done', done: count, total: count })
    expect(partials).toBeGreaterThan(0)
    expect(seen).toContain('the old one')
    for (const content of seen) expect(['the old one', job.file?.sha256]).toContain(content)
    expect(await readdir(folder)).toEqual([fileName])
  })

  it('removes its partial file when cancelled, and keeps the existing one', async () => {
    const { open, path, folder } = large
    await writeFile(path, 'the old one')
    const jobId = await start('tsv')
    while (readdirSync(folder).length === 1) await setImmediate()
    await open.call('job:cancel', { id: jobId })
    expect(await open.finished(jobId)).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' }, file: null })
    expect(await readdir(folder)).toEqual([fileName])
    expect(readFileSync(path, 'utf8')).toBe('the old one')
  })

  it('has the rows selected at its start, also during a refresh', async () => {
    const jobId = await start('import')
    await large.retake('Large', [{ number: 1 }])
    expect(await large.open.finished(jobId)).toMatchObject({ state: 'done', file: { rows: count } })
    const lines = readStrictCsv(readFileSync(large.path, 'utf8'), ',')
    expect(lines).toHaveLength(count + 1)
    expect(lines.at(-1)?.[2]).toBe(`${count - 1}`)
  })
})

it('offers the download to a page that lists jobs after a short export', async () => {
  const finish = () => ({ path: null, download: '/download/ticket' })
  const other = await cores.open({
    dataDir: taken.open.dataDir,
    delivery: {
      choose: () => Promise.resolve({ ok: true, value: { path: join(taken.folder, 'short.csv'), finish } }),
    },
  })
  const { id: exported } = await other.exported({ stage: taken.stage, format: 'csv', preset: 'en' })
  const jobs = await other.call('job:list', {})
  expect(jobs.find(({ id }) => id === exported)?.file?.download).toBe('/download/ticket')
})
