import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportOptions } from '../../../preload/contract/files.ts'
import { useCores } from '../../support/coreRig.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { takeRows, type Export, type TakenRows } from '../../support/takenRows.ts'
import { readWorkbook, suiteForWorkbooks } from '../../support/files/workbooks.ts'

const cores = useCores(afterAll)

type Runner = Readonly<Record<string, unknown>>

const runner = (number: number, position: number | null, resultTime: string | null, more: Runner): Runner => ({
  position,
  number,
  account: { lastName: `Runner${number}`, firstName: 'Ann' },
  gender: 'F',
  age: 34,
  country: 'DE',
  birthDate: '1990-04-05',
  resultTime,
  ...more,
})

/** The service tells statuses in a column. */
const inColumn: readonly Runner[] = [
  runner(1, 1, '0:40:00', { status: 'OK' }),
  runner(2, 2, '0:41:00', { status: 'DSQ' }),
  runner(3, null, null, { status: 'DNF' }),
  runner(4, null, null, { status: 'DNS' }),
]
/** The service tells statuses by flags. */
const byFlags: readonly Runner[] = inColumn.map(({ status, ...row }) => ({
  ...row,
  isDsq: status === 'DSQ',
  isDnf: status === 'DNF',
  isDns: status === 'DNS',
}))
const services = { 'a column': inColumn, flags: byFlags }

/** As the app's table has them when its status column is hidden or derived. */
const tableColumns = ['position', 'number', 'account.lastName', 'resultTime']

const readCsv = (bytes: Buffer, preset: ExportOptions['preset']): readonly (readonly string[])[] => {
  const text = bytes.toString(preset === 'tsv' ? 'utf16le' : 'utf8').replace(/^\uFEFF/u, '')
  return readStrictCsv(text, preset === 'tsv' ? '\t' : preset === 'ru' ? ';' : ',')
}

/** The cells under a header, one for each row. */
const under = (header: string, [heads = [], ...rows]: readonly (readonly string[])[]): readonly string[] => {
  expect(heads.filter((head) => head === header)).toEqual([header])
  return rows.map((row) => row[heads.indexOf(header)] ?? '')
}

/** Heads of `tableColumns` in a preset for people. */
const headsFor = (preset: 'ru' | 'en' | 'tsv'): readonly string[] =>
  preset === 'ru'
    ? ['Дистанция', 'Категория', 'Место', 'Номер', 'Фамилия', 'Результат', 'Статус']
    : ['Distance', 'Category', 'Place', 'Bib', 'Last name', 'Result', 'Status']

const english = ['Finished', 'DSQ', 'DNF', 'DNS']
const russian = ['Финиш', 'Дисквалификация', 'Сход', 'Не старт']
const codes = ['OK', 'DSQ', 'DNF', 'DNS']

describe.each(Object.entries(services))('the status, sent in %s', (told, rows) => {
  let taken: TakenRows
  let write: (wanted: Export) => Promise<Buffer>
  beforeAll(async () => {
    taken = await takeRows(cores, { Women: rows }, { fileName: 'out.xlsx' })
    write = async (wanted) => (await taken.written({ areProblemsLeftOut: true, ...wanted })).bytes
  })

  it.each([
    ['ru', 'Статус', russian],
    ['en', 'Status', english],
    ['tsv', 'Status', english],
    ['import', 'status', codes],
    [undefined, 'status', codes],
  ] as const)("is the last column in CSV for %s of the table's columns", async (preset, header, words) => {
    const options = preset === undefined ? {} : { preset }
    const read = readCsv(await write({ format: 'csv', ...options, columns: tableColumns }), preset)
    const isForPrograms = preset === undefined || preset === 'import'
    expect(read[0]).toEqual(isForPrograms ? ['distance', 'category', ...tableColumns, header] : headsFor(preset))
    expect(under(header, read)).toEqual(words)
    expect(under(isForPrograms ? 'resultTime' : preset === 'ru' ? 'Результат' : 'Result', read)).toEqual([
      '0:40:00',
      '0:41:00',
      '',
      '',
    ])
  })

  it('is added to CSV of all columns, which keep their positions and names', async () => {
    const { open, stage } = taken
    const { columns } = await open.call('results:page', { stage, offset: 0, limit: 0 })
    const own = ['distance', 'category', ...columns.map(({ name }) => name)]
    for (const preset of [undefined, 'import', 'en', 'ru', 'tsv'] as const) {
      const options = preset === undefined ? {} : { preset, areAllSent: true }
      const read = readCsv(await write({ format: 'csv', ...options }), preset)
      const isAdded = told === 'flags' && preset !== undefined && preset !== 'import'
      expect(read[0]?.slice(0, own.length)).toEqual(own)
      expect(read[0]?.slice(own.length)).toEqual(isAdded ? [preset === 'ru' ? 'Статус' : 'Status'] : [])
      if (told === 'a column') expect(under('status', read)).toEqual(codes)
      else expect(under('isDsq', read)).toEqual(['false', 'true', 'false', 'false'])
    }
  })

  it('is in a page, with no time and no place for a disqualified person', async () => {
    const page = async (language: 'en' | 'ru', chosen: object) =>
      readTable((await write({ format: 'html', language, ...chosen })).toString())
    for (const chosen of [{}, { columns: tableColumns }]) {
      const read = await page('en', chosen)
      expect(under('Status', read)).toEqual(['', 'DSQ', 'DNF', 'DNS'])
      expect(under('Result', read)).toEqual(['0:40:00', 'DSQ', 'DNF', 'DNS'])
      expect(under('Place', read)).toEqual(['1', '', '', ''])
      const inRussian = await page('ru', chosen)
      expect(under('Статус', inRussian)).toEqual(['', ...russian.slice(1)])
      expect(under('Результат', inRussian)).toEqual(['0:40:00', 'DSQ', 'DNF', 'DNS'])
    }
  })

  it('is in JSON and JSON lines, whatever columns are chosen', async () => {
    for (const chosen of [{}, { columns: tableColumns }]) {
      const json = JSON.parse((await write({ format: 'json', ...chosen })).toString()) as {
        readonly rows: readonly { readonly status: string }[]
      }
      expect(json.rows.map(({ status }) => status)).toEqual(codes)
      const lines = (await write({ format: 'ndjson', ...chosen })).toString().trimEnd().split('\n')
      expect(lines.map((line) => (JSON.parse(line) as { status: string }).status)).toEqual(codes)
    }
  })

  suiteForWorkbooks()('is in a workbook', () => {
    it('beside the times', async () => {
      const firstSheet = async (wanted: Omit<Export, 'format'>) => {
        await write({ format: 'xlsx', ...wanted })
        const [sheet] = (await readWorkbook(taken.path)).sheets
        return sheet?.rows.map((row) => row.map(({ value }) => String(value ?? ''))) ?? []
      }
      const chosen = await firstSheet({ columns: tableColumns })
      expect(chosen[0]?.slice(-2)).toEqual(['Result', 'Status'])
      expect(under('Status', chosen)).toEqual(english)
      expect(under('Статус', await firstSheet({ language: 'ru' }))).toEqual(told === 'flags' ? russian : codes)
    })
  })
})

const readTable = (page: string): readonly (readonly string[])[] => {
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gu)].map(([, row = '']) => row)
  return rows.map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/gu)].map(([, cell = '']) => cell))
}

it('a page shows people out of competition with their time, without place and gap', async () => {
  const rows = [
    runner(1, 1, '0:40:00', { status: 'OK', gap: '' }),
    runner(2, 2, '0:41:00', { status: 'NC', gap: '+1:00' }),
    runner(3, 3, '9:00:00', { status: 'OTL', gap: '+8:20:00' }),
  ]
  const { written } = await takeRows(cores, { Women: rows })
  const read = readTable((await written({ format: 'html', language: 'en' })).text)
  expect(under('Place', read)).toEqual(['1', '', ''])
  expect(under('Gap', read)).toEqual(['', '', ''])
  expect(under('Result', read)).toEqual(['0:40:00', '0:41:00', '9:00:00'])
  expect(under('Status', read)).toEqual(['', 'Not classified', 'Over the time limit'])
})
