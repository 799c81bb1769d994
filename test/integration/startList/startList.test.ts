import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import type { StartListReport } from '../../../preload/contract/columns.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { readListFile } from '../../../main/features/startList/readListFile.ts'
import { useCores } from '../../support/coreRig.ts'
import { encodeText } from '../../support/files/encodeText.ts'
import { workbook } from '../../support/files/madeWorkbook.ts'
import { zipFile } from '../../support/files/zipFile.ts'
import { handOver } from '../../support/openCore.ts'
import { findPythonWithOpenpyxl, suiteFor } from '../../support/requirements.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

const runner = (position: number, number: number, fullName: string, city: string | null = 'Тула') => ({
  position,
  number,
  fullName,
  city,
  gender: 'F',
  country: 'RUS',
  resultTime: `1:4${position}:05`,
})
const all = [runner(1, 11, 'Анна Ом'), runner(2, 12, 'Борис Эк'), runner(3, 13, 'Вера Ли'), runner(4, 14, 'Глеб Ян')]

const list = [
  'Номер;Фамилия, имя;Дата рождения;Клуб;Город;Взнос',
  '11;Ом Анна;17.05.1990;Динамо;Орёл;1500',
  '12;Эк Борис;01.02.1985;;Орёл;1500',
  '13;Сидоров Пётр;03.04.1970;Заря;Орёл;1500',
  '14;Ян Глеб;05.06.1999;Старт;Орёл;1500',
  '14;Ян Глеб;05.06.1998;Старт;Орёл;1500',
  '99;Никто Никита;05.06.1998;Старт;Орёл;1500',
  ';Без Номера;05.06.1998;Старт;Орёл;1500',
].join('\r\n')

const give = async (
  taken: TakenRows,
  bytes: Uint8Array | string = list,
  operation: 'startList:try' | 'startList:join' = 'startList:join',
): Promise<Result<StartListReport>> => {
  const file = await handOver(taken.open, Buffer.from(bytes))
  const reply = await taken.open.ask(operation, { stage: taken.stage, file, name: 'starters.csv' })
  return reply as Result<StartListReport>
}

const takeRace = (): Promise<TakenRows> => takeRows(cores, { All: all, Women: [all[0], all[2]] })

it('says what a file would bring before anything is kept', async () => {
  const taken = await takeRace()
  const tried = await give(taken, list, 'startList:try')
  expect(tried).toMatchObject({
    ok: true,
    value: {
      fileName: 'starters.csv',
      lines: 7,
      matched: 2,
      unmatched: { total: 1, bibs: ['99'] },
      repeated: { total: 1, bibs: ['14'] },
      otherNames: { total: 1, bibs: ['13'] },
      withoutBib: 1,
    },
  })
  const joined = tried.ok ? tried.value.columns.filter(({ isJoined }) => isJoined).map(({ role }) => role) : []
  expect(joined).toEqual(['birthDate', 'club', 'city'])
  const sent = tried.ok ? tried.value.columns.filter(({ isSent }) => isSent).map(({ role }) => role) : []
  expect(sent).toEqual(['city'])
  expect(await taken.open.call('startList:read', { stage: taken.stage })).toBeNull()
  expect(await taken.columnNames()).not.toContain('start list: Клуб')
})

it('joins what the service does not send, by bib and name, and marks it', async () => {
  const taken = await takeRace()
  expect((await give(taken)).ok).toBe(true)
  const page = await taken.open.call('results:page', { stage: taken.stage, offset: 0, limit: 10 })
  const joined = page.columns.filter(({ isJoined }) => isJoined === true)
  // The service has a city of its own.
  expect(joined.map(({ name, role }) => [name, role])).toEqual([
    ['start list: Дата рождения', 'birthDate'],
    ['start list: Клуб', 'club'],
  ])
  expect(await taken.column('start list: Дата рождения')).toEqual([
    '17.05.1990',
    '01.02.1985',
    null,
    null,
    '17.05.1990',
    null,
  ])
  expect(await taken.column('city')).toEqual(Array(6).fill('Тула'))
  const found = await taken.open.call('results:page', { stage: taken.stage, search: 'динамо', offset: 0, limit: 5 })
  expect(found.total).toBe(2)
  const clubs = await taken.open.call('results:facets', { stage: taken.stage, roles: ['club'] })
  expect(clubs[0]?.values).toContainEqual(expect.objectContaining({ value: 'Динамо', count: 2 }))
  const card = await taken.open.call('results:person', { category: taken.idOf('All'), index: 0 })
  expect(card.columns.some(({ isJoined }) => isJoined === true)).toBe(true)
  expect(card.rawJson).not.toContain('Динамо')
})

it('stays with the stage over downloads, apart from its changes, until it is removed', async () => {
  const taken = await takeRace()
  await give(taken)
  await taken.retake('All', [...all, runner(5, 15, 'Дина Ру')])
  expect((await taken.column('start list: Клуб', { search: '11' }))[0]).toBe('Динамо')
  const { changes } = await taken.open.call('results:changes', { stage: taken.stage, offset: 0, limit: 10 })
  expect(changes.map(({ type }) => type)).toEqual(['new'])
  expect(await taken.open.call('startList:read', { stage: taken.stage })).toMatchObject({
    fileName: 'starters.csv',
    lines: 7,
  })
  await give(taken, 'Bib,Club\n11,Spartak\n')
  expect((await taken.column('start list: Club', { search: '11' }))[0]).toBe('Spartak')
  expect(await taken.columnNames()).not.toContain('start list: Клуб')
  await taken.open.call('startList:remove', { stage: taken.stage })
  expect(await taken.columnNames()).not.toContain('start list: Club')
  expect(await taken.open.ask('startList:remove', { stage: taken.stage })).toMatchObject({ ok: false })
})

it('lets ITRA be made of birth dates that the service does not send', async () => {
  const taken = await takeRace()
  const asked = { stage: taken.stage, categories: [taken.idOf('All')], format: 'itra', offset: 0, limit: 9 } as const
  const cyrillic = { isTransliterated: true }
  expect((await taken.open.call('results:preflight', { ...asked, ...cyrillic })).taken).toBe(0)
  await give(taken)
  expect((await taken.open.call('results:preflight', { ...asked, ...cyrillic })).taken).toBe(2)
})

it('reads a list in an older charset, and says why a file is no start list', async () => {
  const taken = await takeRace()
  const cyrillic = encodeText('Номер;Клуб\r\n11;Заря\r\n12;Старт\r\n13;Динамо\r\n', 'windows-1251')
  const read = await give(taken, cyrillic, 'startList:try')
  expect(read).toMatchObject({ ok: true, value: { matched: 3 } })
  const refused = { error: { kind: 'invalid-input' } }
  const path = join(await cores.folder(), 'list.csv')
  for (const text of ['', 'Имя;Клуб\nАнна;Заря\nВера;Заря']) {
    await writeFile(path, text)
    expect(await readListFile(path), text).toMatchObject(refused)
  }
  expect(await give(taken, 'Номер;Взнос\n11;1500\n12;1500', 'startList:try')).toMatchObject(refused)
})

it('takes a list of 20,000 lines', async () => {
  const taken = await takeRace()
  const lines = Array.from({ length: 20_000 }, (_, at) => `${at + 1};Клуб ${at % 500}`)
  const report = await give(taken, ['Номер;Клуб', ...lines].join('\n'))
  expect(report).toMatchObject({ ok: true, value: { lines: 20_000, matched: 4, unmatched: { total: 19_996 } } })
})

const python = findPythonWithOpenpyxl() ?? ''
suiteFor('openpyxl', python !== '')('a workbook', () => {
  const made = async (script: string): Promise<Buffer> => {
    const path = join(await cores.folder(), 'starters.xlsx')
    await promisify(execFile)(python, ['-c', script, path])
    return await readFile(path)
  }

  it('is read like a text, between sheets that are charts: titles above the heads, bibs as numbers, dates but no number formatted as one', async () => {
    const taken = await takeRace()
    const report = await give(taken, await made(script))
    expect(report).toMatchObject({ ok: true, value: { lines: 4, matched: 3, unmatched: { total: 1, bibs: ['99'] } } })
    expect((await taken.column('start list: Дата рождения', { categories: [taken.idOf('All')] })).slice(0, 3)).toEqual([
      '1990-05-17',
      '1985-02-01',
      null,
    ])
  })
})

const script = `
import datetime, sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
for row in [['Стартовый список'], [], ['Номер', 'Участник', 'Дата рождения', 'Клуб'],
            [11, 'Анна Ом', datetime.date(1990, 5, 17), 'Заря; Тула'], [12, 'Борис Эк', datetime.date(1985, 2, 1), '=1+1'],
            [99, 'Никита Но', datetime.date(1970, 1, 1), None]]:
    sheet.append(row)
sheet.append([13, 'Вера Ли', 79161234567, 'Заря'])
sheet['C7'].number_format = 'dd.mm.yyyy'
book.create_chartsheet('Chart', 0)
book.create_chartsheet('Chart 2')
book.save(sys.argv[1])
`

it('refuses an archive that is no workbook, or that unpacks to more than a start list', async () => {
  const taken = await takeRace()
  const other = zipFile([{ name: 'a.txt', data: Buffer.from('a') }])
  expect(await give(taken, other)).toMatchObject({ error: { kind: 'invalid-input' } })
  const sheet = { name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(1_000_000, ' '), isDeflated: true }
  const large = zipFile([{ ...sheet, claimedBytes: 201_000_000 }])
  expect(await give(taken, large)).toMatchObject({ error: { kind: 'too-large' } })
  const liar = zipFile([{ ...sheet, claimedBytes: 10 }])
  expect(await give(taken, liar)).toMatchObject({ error: { kind: 'invalid-input' } })
})

it('survives a small workbook that repeats a long text until the memory is full', { timeout: 120_000 }, async () => {
  const taken = await takeRace()
  const cells = (row: number) => `<c r="A${row}"><v>${row}</v></c><c r="B${row}" t="s"><v>0</v></c>`
  const rows = Array.from({ length: 1_500 }, (_, at) => `<row r="${at + 1}">${cells(at + 1)}</row>`)
  const bytes = workbook(rows.join(''), 'x'.repeat(1_000_000))
  expect(bytes.length).toBeLessThan(1_000_000)
  expect(await give(taken, bytes)).toMatchObject({ error: { kind: 'invalid-input' } })
  expect(await give(taken)).toMatchObject({ ok: true, value: { matched: 2 } })
})
