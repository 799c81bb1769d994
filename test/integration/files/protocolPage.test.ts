import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ExportOptions } from '../../../preload/contract/files.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { readWorkbook } from '../../support/files/workbooks.ts'
import { addStage, deliverTo, type OpenCore } from '../../support/openCore.ts'
import { findPythonWithOpenpyxl, suiteFor } from '../../support/requirements.ts'
import { bytesOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'

const cores = useCores()
let race: RaceService | null = null
afterEach(async () => {
  await race?.close()
  race = null
})

const row = (number: number, place: number | null, time: string, more: object = {}) => ({
  number,
  place,
  time,
  lastName: 'Ёлкин',
  firstName: 'Пётр',
  birthDate: '1990-05-17',
  club: 'Динамо',
  ...more,
})

const m40 = [
  row(2, 2, '1:24:46'),
  row(1, 1, '1:24:32', { club: '<b>Клуб</b>' }),
  row(3, null, 'DNF'),
  row(4, null, 'DNS'),
]

type Race = { readonly open: OpenCore; readonly stage: StageGuid; readonly file: string }

const openRace = async (): Promise<Race> => {
  race = await startRaceService('M40', 'Ж40')
  race.answer('M40', bytesOf(inEnvelope(m40)))
  race.answer('Ж40', bytesOf(inEnvelope([row(5, 1, '1:30:00')])))
  const folder = join(await cores.folder(), 'files')
  await mkdir(folder)
  const file = join(folder, 'out')
  const open = await cores.open({ delivery: deliverTo(file) })
  const { stage } = await addStage(open, race)
  await open.call('stage:rename', { stage, name: 'Кросс & "Тропа"' })
  await open.take(stage)
  return { open, stage, file }
}

/** The text of each category on the page, without its tags. */
const blocksOf = async ({ open, stage, file }: Race, options: Partial<ExportOptions> = {}) => {
  const started = await open.call('results:export', { stage, ...options, format: 'protocol', isPage: true })
  const job = started === null ? null : await open.finished(started.jobId)
  if (job?.file === null || job?.file === undefined) throw new Error(JSON.stringify(job?.error))
  const page = await readFile(file, 'utf8')
  const [, ...sections] = page.split('<section>')
  const texts = sections.map((section) => section.replaceAll('</td><td', '</td>|<td').replaceAll(/<[^>]*>/g, ''))
  return { page, rows: job.file.rows, texts }
}

it('gives each category its own head, counts, rows and lines to sign, in Russian', async () => {
  const { page, rows, texts } = await blocksOf(await openRace())
  expect(page).toContain('<html lang="ru">')
  expect(rows).toBe(5)
  expect(texts).toHaveLength(2)
  const [men = '', women = ''] = texts
  for (const text of texts) {
    expect(text).toContain('Кросс &amp; &quot;Тропа&quot;')
    expect(text).toContain('Предварительный протокол результатов')
    expect(text).toMatch(/Главный судья\nГлавный секретарь\n/)
  }
  expect(men).toContain('КатегорияM40\nСтартовало3\nФинишировало2\n')
  expect(men).toContain(
    [
      '1|1|Ёлкин Пётр|1990|&lt;b&gt;Клуб&lt;/b&gt;|1:24:32|',
      '2|2|Ёлкин Пётр|1990|Динамо|1:24:46|+0:00:14',
      '|3|Ёлкин Пётр|1990|Динамо|сход|',
      '|4|Ёлкин Пётр|1990|Динамо|не старт|',
    ].join('\n'),
  )
  expect(women).toContain('КатегорияЖ40\nСтартовало1\nФинишировало1\n')
})

it('writes what was said once about the stage, and says it in English when asked', async () => {
  const opened = await openRace()
  const { open, stage } = opened
  const protocol = {
    date: '24.11.2026',
    venue: 'Томск <парк>',
    weather: '',
    judge: 'Иванова А. А.',
    secretary: 'Ли В.',
  }
  await open.call('memory:save', { stage, protocol })
  const { texts } = await blocksOf(opened, { language: 'en', isFinal: true })
  for (const text of texts) {
    expect(text).toContain('Final results\n')
    expect(text).toContain('Date24.11.2026\nVenueТомск &lt;парк&gt;\n')
    expect(text).not.toContain('Weather')
    expect(text).toMatch(/Chief judgeИванова А\. А\.\nSecretaryЛи В\.\n/)
  }
  expect(texts[0]).toContain('|3|Ёлкин Пётр|1990|Динамо|DNF|')
})

it('leaves out the columns of a category in which nobody has any', async () => {
  const opened = await openRace()
  race?.answer('Ж40', bytesOf(inEnvelope([row(5, 1, '1:30:00', { birthDate: null, club: '' })])))
  await opened.open.take(opened.stage)
  const [men = '', women = ''] = (await blocksOf(opened)).texts
  expect(men).toContain('Год рождения')
  expect(women).toContain('МестоНомерФамилия ИмяРезультат\n')
  expect(women).toContain('1|5|Ёлкин Пётр|1:30:00\n')
})

const python = findPythonWithOpenpyxl() ?? ''
suiteFor('openpyxl', python !== '')('as a workbook', () => {
  it('has a sheet for each category, with its head above the table and lines to sign below', async () => {
    const { open, stage, file } = await openRace()
    await open.call('memory:save', { stage, protocol: { venue: 'Томск', judge: 'Иванова А. А.' } })
    const started = await open.call('results:export', { stage, format: 'protocol', isWorkbook: true, isFinal: true })
    const job = started === null ? null : await open.finished(started.jobId)
    expect(job?.file).toMatchObject({ rows: 5 })
    await rename(file, `${file}.xlsx`)
    const { sheets, damaged } = await readWorkbook(python, `${file}.xlsx`)
    expect([damaged, sheets.map(({ title }) => title)]).toEqual([null, ['M40', 'Ж40']])
    const [men] = sheets
    expect(men?.above.slice(0, 7)).toEqual([
      'Кросс & "Тропа"',
      'Итоговый протокол результатов',
      'Место проведения: Томск',
      'Дистанция: 10 km',
      'Категория: M40',
      'Стартовало: 3',
      'Финишировало: 2',
    ])
    const values = men?.rows.map((cells) => cells.map(({ value }) => value)) ?? []
    const ms = (minutes: number, seconds: number): number => (minutes * 60 + seconds) * 1000
    expect(values.slice(0, 5)).toEqual([
      ['Место', 'Номер', 'Фамилия Имя', 'Год рождения', 'Клуб/Регион', 'Результат', 'Отставание'],
      [1, '1', 'Ёлкин Пётр', 1990, '<b>Клуб</b>', ms(84, 32), null],
      [2, '2', 'Ёлкин Пётр', 1990, 'Динамо', ms(84, 46), '+0:00:14'],
      [null, '3', 'Ёлкин Пётр', 1990, 'Динамо', 'сход', null],
      [null, '4', 'Ёлкин Пётр', 1990, 'Динамо', 'не старт', null],
    ])
    expect(values.slice(5).flatMap(([first]) => first ?? [])).toEqual([
      'Главный судья: ____________________ Иванова А. А.',
      expect.stringMatching(/^Главный секретарь: _+/),
    ])
  })

  it('says that there are no rows when there are none', async () => {
    const { open, stage, file } = await openRace()
    const started = await open.call('results:export', { stage, format: 'protocol', isWorkbook: true, search: 'никого' })
    await open.finished(started?.jobId ?? ('' as never))
    await rename(file, `${file}.xlsx`)
    const { sheets } = await readWorkbook(python, `${file}.xlsx`)
    expect(sheets).toHaveLength(1)
  })
})
