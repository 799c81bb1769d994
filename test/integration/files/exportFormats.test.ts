import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { useCores } from '../../support/coreRig.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { deliverTo, type OpenCore } from '../../support/openCore.ts'
import { inEnvelope, takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, bodies)
})

const row = (number: string, position: number | '', name: string, birthDate: string, more: object) => ({
  number,
  position,
  name,
  birthDate,
  club: null,
  gap: '',
  ...more,
})
const m40 = [
  row('007', 1, 'Иванов Пётр', '1984-03-05', { club: 'Динамо', resultTime: '31:02.5' }),
  row('214', 2, 'Ёлкин Семён', '1980-01-02', { resultTime: '31:16', gap: '+0:14' }),
  row('15', '', 'Nowak Łukasz', '1979-12-31', { club: '</script><b>"=1+1"', resultTime: 'DNF' }),
]
const f18 = [{ number: '10', position: 1, name: 'Ann', id: 12345678901234567890n.toString(), resultTime: '40:00' }]
const bodies = { M40: m40, F18: f18 }

type JsonFile = {
  readonly schema: string
  readonly schemaVersion: number
  readonly state: string
  readonly total: number
  readonly stage: { readonly guid: string; readonly name: string }
  readonly categories: readonly {
    readonly category: string
    readonly fetchedAt: string
    readonly sha256: string
    readonly columns: readonly { readonly name: string; readonly role: string | null }[]
  }[]
  readonly rows: readonly (Record<string, unknown> & { readonly fields: Record<string, unknown> })[]
}

describe('JSON', () => {
  it('has the meaning of each row, every cell as received, and their origin', async () => {
    const { stage, written: write } = taken
    const { file, text } = await write({ format: 'json' })
    const written = JSON.parse(text) as JsonFile
    expect(file.rows).toBe(4)
    expect(written).toMatchObject({
      schema: 'racedesk.results',
      schemaVersion: 1,
      state: 'preliminary',
      total: 4,
      stage: { guid: stage, name: 'Spring race' },
    })
    expect(written.categories.map(({ category, sha256 }) => [category, sha256])).toEqual(
      Object.entries(bodies).map(([name, rows]) => [name, createHash('sha256').update(inEnvelope(rows)).digest('hex')]),
    )
    expect(written.categories[0]?.columns.find(({ name }) => name === 'resultTime')?.role).toBe('result')
    expect(written.rows.map(({ fields }) => fields)).toEqual([...m40, ...f18])
    expect(written.rows.map(({ category }) => category)).toEqual(['M40', 'M40', 'M40', 'F18'])
    expect(written.rows[0]).toMatchObject({
      distance: '10 km',
      place: 1,
      bib: '007',
      name: 'Иванов Пётр',
      birthYear: 1984,
      birthDate: '1984-03-05',
      club: 'Динамо',
      status: 'OK',
      result: '31:02.5',
      resultMs: 1_862_500,
      gap: null,
    })
    expect(written.rows[1]).toMatchObject({ club: null, gap: '+0:14', gapMs: 14_000 })
    expect(written.rows[2]).toMatchObject({ place: null, status: 'DNF', result: 'DNF', resultMs: null })
  })

  it('does not mention a column that was left out, by name or by role', async () => {
    const { written: write } = taken
    const chosen = await write({ format: 'json', columns: ['number', 'resultTime'], isFinal: true })
    expect(chosen.text).not.toMatch(/1984|Иванов|Динамо/u)
    expect(JSON.parse(chosen.text)).toMatchObject({ state: 'final' })
    const years = await write({ format: 'json', birthDates: 'year' })
    expect((JSON.parse(years.text) as JsonFile).rows[0]).toMatchObject({
      birthYear: 1984,
      fields: { birthDate: '1984' },
    })
  })

  it.each([
    ['year', { format: 'csv', preset: 'en' }],
    ['year', { format: 'iof' }],
    ['year', { format: 'protocol' }],
    ['date', { format: 'csv', preset: 'import' }],
    ['date', { format: 'csv' }],
    ['date', { format: 'ndjson' }],
  ] as const)('has the %s of birth unless the other is asked for: %j', async (usual, options) => {
    const { text } = await taken.written({ ...options, areProblemsLeftOut: true })
    expect(text.includes('1984-03-05')).toBe(usual === 'date')
  })

  it('has no row when a search finds none', async () => {
    const none = await taken.written({ format: 'json', search: 'nobody at all' })
    expect((JSON.parse(none.text) as JsonFile).rows).toEqual([])
    expect((await taken.written({ format: 'ndjson', search: 'nobody at all' })).text).toBe('')
  })

  it('writes each row as a complete line', async () => {
    const { stage, written: write } = taken
    const { file, text } = await write({ format: 'ndjson' })
    const lines = text.trimEnd().split('\n')
    expect([file.rows, lines.length]).toEqual([4, 4])
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      schema: 'racedesk.result',
      schemaVersion: 1,
      stage,
      category: 'M40',
      bib: '214',
      fields: m40[1],
    })
  })

  it('preserves any text and any key, including hostile ones', async () => {
    const cell = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 20 }), fc.constant(null), fc.integer())
    const key = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', 'fields', 'distance'))
    const member = fc.tuple(
      key.filter((name) => !name.includes('.')),
      cell,
    )
    const made = fc.sample(fc.array(member, { maxLength: 5 }), { numRuns: 60, seed: 5 })
    const rows = made.map((cells, index) => ({ ...Object.fromEntries(cells), number: index, name: `N${index}` }))
    const { open, stage, written: write } = await takeRows(cores, { Any: rows })
    const { text } = await write({ format: 'json' })
    const fields = (JSON.parse(text) as JsonFile).rows.map((row) => row.fields)
    const page = await open.call('results:page', { stage, offset: 0, limit: 100 })
    const cellsOf = (of: Record<string, unknown> | undefined): readonly unknown[] =>
      page.columns.map(({ name }) => (of !== undefined && Object.hasOwn(of, name) ? of[name] : null))
    expect(page.total).toBe(rows.length)
    for (const [at, { cells }] of page.rows.entries()) expect(cellsOf(fields[at])).toEqual(cells)
    const { text: lines } = await write({ format: 'ndjson' })
    const ofLines = lines.trimEnd().split('\n')
    expect(ofLines.map((line) => (JSON.parse(line) as JsonFile['rows'][number]).fields)).toEqual(fields)
  })
})

describe('the bodies as received', () => {
  const odd = Buffer.from(
    '{"isSuccess":true, "data":[{"number":1,"name":"A","t":42.50,"id":12345678901234567890,"id":1e3}]}\n',
  )
  const semicolons = Buffer.from('Место;Номер;Имя;Результат\r\n1;5;Пётр;31:02\r\n2;6;"Анна ""А""";32:02\r\n')

  it('are written byte by byte, whatever their content', async () => {
    const { written: write } = await takeRows(cores, { Odd: odd, Text: semicolons })
    const { file, text } = await write({ format: 'json', preset: 'raw' })
    const written = JSON.parse(text) as {
      readonly schema: string
      readonly bodies: readonly { readonly category: string; readonly sha256: string; readonly text?: string }[]
    }
    expect([written.schema, file.rows]).toEqual(['racedesk.bodies', 3])
    const [json, plain] = written.bodies
    expect(text).toContain(`"json":${odd.toString()}}`)
    expect(plain?.text).toBe(semicolons.toString())
    const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')
    expect([json?.sha256, plain?.sha256]).toEqual([odd, semicolons].map(hashOf))
  })

  it('are refused for a part of the rows, and in other formats', async () => {
    const { open, stage } = taken
    const ask = (more: object) => open.ask('results:export', { stage, format: 'json', preset: 'raw', ...more })
    for (const more of [{ search: 'x' }, { format: 'csv' }, { format: 'html' }]) {
      expect(await ask(more)).toMatchObject({ error: { kind: 'invalid-input', issues: [{ path: 'preset' }] } })
    }
    const whole = { stage, format: 'json', preset: 'raw', search: '', filters: [] } as const
    expect(await open.exported(whole)).toMatchObject({ state: 'done' })
  })
})

it('formats that need full birth dates are refused when only years are allowed', async () => {
  const { open, stage } = taken
  const refused = { kind: 'invalid-input', issues: [{ path: 'birthDates' }] }
  for (const as of [
    { format: 'json', preset: 'raw' },
    { format: 'itra' },
    { format: 'itra', isWorkbook: true },
  ] as const) {
    const wanted = { stage, ...as, birthDates: 'year', areProblemsLeftOut: true } as const
    expect(await open.ask('results:export', wanted)).toMatchObject({ error: refused })
    expect(await open.call('results:preflight', { ...wanted, offset: 0, limit: 0 })).toMatchObject({ refusal: refused })
    expect(await open.exported({ ...wanted, birthDates: 'full' })).toMatchObject({ state: 'done' })
  }
})

it('writes issues as rows with named columns', async () => {
  const { open, stage, path } = taken
  await open.exported({ audit: { stage }, format: 'json' })
  const written = JSON.parse(await readFile(path, 'utf8')) as {
    schema: string
    columns: { name: string }[]
    rows: object[]
  }
  expect(written.schema).toBe('racedesk.table')
  expect(written.columns.map(({ name }) => name)).toContain('rule')
  for (const row of written.rows) expect(Object.keys(row)).toEqual(written.columns.map(({ name }) => name))
})

/** The same data folder in a face that can print. */
const reopened = (options: Partial<CoreOptions>): Promise<OpenCore> =>
  cores.open({ dataDir: taken.open.dataDir, ...options })

const marks = async ({ call }: OpenCore) =>
  (await call('results:changes', { stage: taken.stage, offset: 0, limit: 0 })).marks

describe('PDF', () => {
  it('is refused without a page layout, before the save dialog', async () => {
    const { open, stage } = taken
    const wanted = { stage, format: 'pdf' } as const
    const refused = { kind: 'invalid-input', issues: [{ path: 'format' }] }
    expect(await open.ask('results:export', wanted)).toMatchObject({ error: refused })
    expect(await open.call('results:preflight', { ...wanted, offset: 0, limit: 0 })).toMatchObject({ refusal: refused })
  })

  it('is the HTML page, laid out by the face', async () => {
    const { stage, path } = taken
    const pages: string[] = []
    const toPdf = async (page: string): Promise<Uint8Array> => {
      pages.push(page)
      return Buffer.from('%PDF-')
    }
    const print = () => Promise.resolve({ ok: true, value: null } as const)
    const other = await reopened({ delivery: deliverTo(path), printing: { print, toPdf } })
    const asked = { stage, format: 'pdf', orientation: 'landscape', language: 'ru' } as const
    expect(await other.exported(asked)).toMatchObject({ state: 'done', file: { rows: 4 } })
    expect(await readFile(path, 'utf8')).toBe('%PDF-')
    expect(pages.map((page) => /<title>([^<]*)<\/title>/u.exec(page)?.[1])).toEqual(['Spring race'])
    expect(pages[0]).toContain('A4 landscape')
    expect(pages[0]).not.toContain('1984-03-05')
  })
})

it.each([
  ['html', 'M40', '&lt;/script&gt;&lt;b&gt;'],
  ['xlsx', '<th scope="col">Category</th>', '&lt;/script&gt;&lt;b&gt;'],
  ['csv', '<td>007</td>', '&lt;/script&gt;&lt;b&gt;'],
  ['iof', '&lt;ResultList'],
  ['protocol', 'Предварительный протокол', 'Иванов Пётр'],
] as const)('a preview of %s is a page of its own with the beginning of the file', async (format, ...parts) => {
  const pages: string[] = []
  const other = await reopened({ previews: { publish: (page) => `/preview/${pages.push(page)}` } })
  const asked = { stage: taken.stage, format, isPage: true } as const
  expect(await other.call('results:preview', asked)).toEqual({ address: '/preview/1' })
  for (const part of parts) expect(pages[0]).toContain(part)
  expect(pages[0]).not.toContain('<script')
})

describe('print', () => {
  it('is refused without a screen, and a closed dialog does not count as printed', async () => {
    const { open, stage } = taken
    expect(await open.ask('results:print', { stage })).toEqual({
      ok: false,
      error: { kind: 'not-found', what: 'printer' },
    })
    const printing = {
      print: () => Promise.resolve({ ok: false, error: { kind: 'cancelled' } } as const),
      toPdf: () => Promise.resolve(Buffer.from('')),
    }
    const other = await reopened({ printing })
    const { jobId } = await other.call('results:print', { stage })
    expect(await other.finished(jobId)).toMatchObject({ state: 'cancelled', file: null })
    expect((await marks(other)).printed).toBeNull()
  })

  it('passes the page to a frame once it is laid out, and counts changes from then on', async () => {
    const { exported } = await marks(taken.open)
    const pages: string[] = []
    const other = await reopened({ prints: { publish: (page) => `/print/${pages.push(page)}` } })
    const { jobId } = await other.call('results:print', {
      stage: taken.stage,
      columns: ['number', 'birthDate'],
      search: 'иванов',
      isFinal: true,
    })
    expect(await other.finished(jobId)).toMatchObject({
      kind: 'print',
      state: 'done',
      title: 'Spring race',
      file: { rows: 1, path: null, download: '/print/1' },
    })
    expect(pages[0]).toContain('Final results')
    expect(pages[0]).toContain('1984')
    expect(pages[0]).not.toMatch(/1984-03-05|Динамо/u)
    await other.finished((await other.call('results:print', { stage: taken.stage, format: 'protocol' })).jobId)
    expect(pages[1]).toContain('<h2>Предварительный протокол результатов</h2>')
    const after = await marks(other)
    expect(after.printed).not.toBeNull()
    expect(after.exported).toEqual(exported)
  })
})
