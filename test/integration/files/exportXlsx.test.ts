import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sample, string } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Cell, Instant } from '../../../preload/contract/ids.ts'
import { zipFiles } from '../../../main/platform/files/fflateZip.ts'
import type { FileDocument, Line } from '../../../main/features/files/formats/format.ts'
import { xlsx } from '../../../main/features/files/formats/xlsx.ts'
import { useCores } from '../../support/coreRig.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { findLibreOffice, requireOrSkip } from '../../support/requirements.ts'
import { takeRows, type Export, type TakenRows } from '../../support/takenRows.ts'
import { readWorkbook, suiteForWorkbooks, type ReadCell, type ReadSheet } from '../../support/files/workbooks.ts'

const office = findLibreOffice() ?? ''

const cores = useCores(afterAll)

const clockMs = (text: string): number | null => {
  const match = /^\+?(?:(\d+):)?(\d+):(\d\d)(?:[.,](\d+))?$/.exec(text)
  if (match === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match
  return (
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Math.round(Number(`0.${fraction}`) * 1000)
  )
}

const isTimes = ({ role = 'id' }: Column): boolean =>
  ['result', 'chipTime', 'gunTime', 'gap', 'split', 'lap'].includes(role)

/** The cell of a workbook that a cell of the store becomes. */
const expected = (column: Column, cell: Cell): Pick<ReadCell, 'type' | 'value'> => {
  if (cell === null || cell === '') return { type: 'n', value: null }
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  if (column.role === 'bib') return { type: 's', value: text }
  const ms = typeof cell === 'string' && isTimes(column) ? clockMs(cell) : null
  if (ms !== null) return { type: 'd', value: ms }
  if (typeof cell === 'number' && isTimes(column) && column.unit === 'ms') return { type: 'd', value: cell }
  if (typeof cell === 'number') return { type: 'n', value: cell }
  if (typeof cell === 'boolean') return { type: 'b', value: cell }
  return { type: 's', value: text }
}

const seen = ({ type, value }: ReadCell): Pick<ReadCell, 'type' | 'value'> => ({
  type,
  value: type === 'd' && typeof value === 'number' ? Math.round(value) : value,
})

const row = (place: number | null, number: number | string, name: string, result: string, more: object) => ({
  place,
  number,
  name,
  result,
  gap: '',
  netMs: null,
  ...more,
})
const bodies = {
  'Мужчины 40-49': [
    row(1, 7, 'Ёлкин; "О\'Нил",\n мл.', '1:24:32', { netMs: 5072500, note: '=1+1', ok: true, start: '10:00' }),
    row(2, '007', ' @Smith ', '1:24:46.5', { gap: '+0:14', netMs: 5086500, note: '_x0041_', id: '12345678901234567' }),
    row(null, 12, 'A & <B>', 'DNF', { gap: '-0:05', note: 'a\rb\tc', id: 79001234567, laps: [{ n: 1, t: '0:42:01' }] }),
    row(3, 15, 'Łukasz 🏃', '100:00:01,25', { gap: '+98:35:29', netMs: 1, note: '+7 900', ratio: 0.5, tags: ['a', 1] }),
  ],
  history: [row(1, 10, 'x', '0:59:59', { note: 'only here', netMs: 3599000 })],
  HISTORY: [{ place: 1, number: 11, name: 'y', result: '0:59:58', extra: -5 }],
}

suiteForWorkbooks()('a workbook, read by another program', () => {
  let taken: TakenRows
  beforeAll(async () => {
    taken = await takeRows(cores, bodies, { fileName: 'out.xlsx' })
  })

  /** The sheets of the workbook that is written of a stage. */
  const exported = async (choice: Omit<Export, 'format'> = {}, of = taken): Promise<readonly ReadSheet[]> => {
    const { file } = await of.written({ language: 'en', ...choice, format: 'xlsx' })
    const { sheets, damaged } = await readWorkbook(of.path)
    expect(damaged).toBeNull()
    expect(file.rows).toBe((sheets[0]?.rows.length ?? 0) - 1)
    return sheets
  }

  it('has stored values in each cell of chosen columns: times as durations, bibs as text, no formulas', async () => {
    const { open, stage } = taken
    const { columns } = await open.call('results:page', { stage, offset: 0, limit: 0 })
    const sheets = await exported({ columns: columns.map(({ name }) => name) })
    expect(sheets.map(({ title }) => title)).toEqual(['All', 'Мужчины 40-49', 'history (2)', 'HISTORY (3)', 'About'])
    const { distances } = await open.call('stage:tree', { stage })
    const chosen = [undefined, ...(distances[0]?.categories ?? []).map(({ id }) => [id])]
    for (const [at, categories] of chosen.entries()) {
      const query = categories === undefined ? {} : { categories }
      const page = await open.call('results:page', { stage, ...query, offset: 0, limit: 100 })
      const [header = [], ...rows] = sheets[at]?.rows ?? []
      const front = categories === undefined ? 2 : 0
      const names = columns.map(({ name }) => name).filter((name) => page.columns.some((own) => own.name === name))
      const places = names.map((name) => page.columns.findIndex((own) => own.name === name))
      const heads = header.map(({ value }) => String(value))
      expect(heads.slice(0, front)).toEqual(['Distance', 'Category'].slice(0, front))
      expect(heads.slice(front, front + 3)).toEqual(['Place', 'Bib', 'Name'])
      expect([heads.length, new Set(heads).size]).toEqual([front + names.length + 1, heads.length])
      const status = heads.indexOf('Status')
      const cells = page.rows.map((row) =>
        places.map((index) => expected(page.columns[index] ?? { name: '', kind: 'text' }, row.cells[index] ?? null)),
      )
      expect(
        rows.map((row) =>
          row
            .toSpliced(status, 1)
            .slice(front, front + names.length)
            .map(seen),
        ),
      ).toEqual(cells)
    }
    expect(sheets[0]?.rows[4]?.slice(0, 2).map(({ value }) => value)).toEqual(['10 km', 'Мужчины 40-49'])
    const result = sheets[1]?.rows.map((row) => row[3]?.format)
    expect(result).toEqual(['General', '[h]:mm:ss.00', '[h]:mm:ss.00', 'General', '[h]:mm:ss.00'])
    expect(sheets.flatMap(({ rows }) => rows.flat()).filter(({ type }) => type === 'f')).toEqual([])
  })

  it('leaves out columns without a meaning unless they are chosen', async () => {
    const headsOf = async (choice: Omit<Export, 'format'>): Promise<readonly unknown[]> =>
      ((await exported(choice))[1]?.rows[0] ?? []).map(({ value }) => value)
    const heads = await headsOf({})
    expect(heads).toEqual(expect.arrayContaining(['Place', 'Bib', 'Name', 'Result', 'Gap', 'Status']))
    expect(heads.filter((head) => head === 'note' || head === 'ok' || head === 'ratio')).toEqual([])
    expect(await headsOf({ columns: ['number', 'note'] })).toEqual(['Bib', 'note', 'Status'])
    expect(await headsOf({ areAllSent: true })).toEqual(expect.arrayContaining(['number', 'note', 'ok', 'ratio']))
  })

  it('says on each sheet whose results they are, their state, and how old they are', async () => {
    const [all, first, , , about] = await exported()
    expect(all?.above).toEqual(['Spring race', expect.stringMatching(/^Preliminary results · Data as of \d/)])
    expect(first?.above[0]).toBe('Spring race · 10 km · Мужчины 40-49')
    expect(about?.above).toEqual([])
  })

  it('has one sheet of rows for one category', async () => {
    const other = await takeRows(cores, { Women: bodies.history }, { fileName: 'out.xlsx' })
    expect((await exported({}, other)).map(({ title }) => title)).toEqual(['Women', 'About'])
  })

  it('has a frozen header, a filter over all rows and columns as wide as their content', async () => {
    const [all, first] = await exported({ columns: ['number', 'name'] })
    expect([all?.frozen, all?.filter, first?.frozen, first?.filter]).toEqual(['A4', 'A3:E9', 'A4', 'A3:C7'])
    const [number = 0, name = 0] = first?.widths ?? []
    expect(name).toBeGreaterThan(number)
  })

  it('has a sheet in the chosen language with its content, origin, time and the hash of each reply', async () => {
    const sheets = await exported({ language: 'ru', search: 'smith' })
    expect(sheets.map(({ title }) => title)).toEqual(['Все', 'Мужчины 40-49', 'О файле'])
    const about = sheets.at(-1)?.rows.map((row) => row.map(({ value }) => value)) ?? []
    const valueOf = (label: string): unknown => about.find(([first]) => first === label)?.[1]
    expect(valueOf('Состояние')).toBe('Предварительные результаты')
    expect(valueOf('Выбрано')).toContain('smith')
    expect(valueOf('Источник')).toBe(taken.race.url)
    expect(valueOf('Строки')).toBe('1')
    const source = about.find(([, category]) => category === 'Мужчины 40-49') ?? []
    expect(source[2]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(source[4]).toMatch(/^[0-9a-f]{64}$/)
    expect(source[6]).toContain(taken.race.resultsUrl)
  })

  it('keeps text of any characters, and truncates what exceeds a cell visibly and reports it', async () => {
    const path = join(await cores.folder(), 'texts.xlsx')
    const texts = sample(string({ unit: anyCharacter, minLength: 1 }), 1_500)
    const lines = [...texts, 'x'.repeat(40_000)].map((text) => [text])
    await writeFile(path, await workbookOf(documentOf([{ name: 'text', kind: 'text' }], lines)))
    const { sheets } = await readWorkbook(path)
    const values = sheets[0]?.rows.slice(1).map((row) => row[0]?.value ?? '')
    expect(values).toEqual([...texts, `${'x'.repeat(32_766)}…`])
    const about = sheets[1]?.rows.map((row) => row.map((cell) => cell.value))
    expect(about).toContainEqual(['Texts cut at 32767 characters', '1'])
  })

  // Far larger than the other requirements, so it is optional.
  it.skipIf(!requireOrSkip('libreoffice', office !== ''))(
    'is the same after LibreOffice has opened and saved it',
    async () => {
      const folder = await cores.folder()
      const path = join(folder, 'book.xlsx')
      const columns: readonly Column[] = [
        { name: 'Номер', kind: 'text', role: 'bib' },
        { name: 'result', kind: 'time', role: 'result' },
        { name: 'note', kind: 'text' },
      ]
      const lines: readonly Line[] = [
        [7, '1:24:32', '=1+1'],
        ['007', '+0:14', ' Ёлкин & <б> '],
        [12, '-0:14', 12.5],
        [13, '30:00:00.25', null],
      ]
      await writeFile(path, await workbookOf(documentOf(columns, lines)))
      const saved = join(folder, 'saved')
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
      await promisify(execFile)(office, [profile, '--headless', '--convert-to', 'xlsx', '--outdir', saved, path])
      const cells = async (file: string): Promise<unknown> => {
        const { sheets } = await readWorkbook(file)
        return sheets.map(({ title, filter, rows }) => [title, filter, rows.map((row) => row.map(seen))])
      }
      expect(await cells(join(saved, 'book.xlsx'))).toEqual(await cells(path))
    },
    120_000,
  )

  it('can be opened without rows or columns', async () => {
    const path = join(await cores.folder(), 'blank.xlsx')
    for (const columns of [[], [{ name: 'a', kind: 'text' }]] as const) {
      await writeFile(path, await workbookOf(documentOf(columns, [])))
      const { sheets } = await readWorkbook(path)
      expect(sheets.map(({ title }) => title)).toEqual(['All', 'About'])
    }
  })
})

const documentOf = (columns: readonly Column[], lines: readonly Line[]): FileDocument => ({
  title: 'Orders',
  about: {
    subject: 'orders',
    stage: null,
    origin: null,
    writtenAt: '2026-05-16T14:05:00.000Z' as Instant,
    appVersion: '1.0.0',
    choice: {},
    sources: () => [],
  },
  all: { columns, total: lines.length, lines: () => [lines] },
  categories: null,
})

const workbookOf = async (document: FileDocument): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const piece of xlsx(zipFiles).content(document, { language: 'en' }).pieces) {
    if ('error' in piece) throw new Error(piece.error.kind)
    parts.push(typeof piece.bytes === 'string' ? Buffer.from(piece.bytes) : piece.bytes)
  }
  return Buffer.concat(parts)
}

it('refuses more rows or columns than a sheet allows before the save dialog', () => {
  const { refusal } = xlsx(zipFiles)
  const { all, ...rest } = documentOf([{ name: 'a', kind: 'text' }], [])
  const refused = (more: Partial<FileDocument['all']>): unknown =>
    refusal?.({ ...rest, all: { ...all, ...more } }, { language: 'en' })
  // The heads and the two rows above them take three of 1,048,576.
  expect(refused({ total: 1_048_573 })).toBeNull()
  expect(refused({ total: 1_048_574 })).toEqual({ kind: 'sheet-too-large', what: 'rows', limit: 1_048_573 })
  const columns = Array.from({ length: 16_385 }, (_, index): Column => ({ name: `${index}`, kind: 'text' }))
  expect(refused({ columns })).toEqual({ kind: 'sheet-too-large', what: 'columns', limit: 16_384 })
})
