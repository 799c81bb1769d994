import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { readWorkbook, suiteForWorkbooks } from '../../support/files/workbooks.ts'
import { takeRows, type Export, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
let taken: TakenRows
beforeAll(async () => {
  const bodies = { M40: m40, Ж40: [row(5, 1, '1:30:00')] }
  taken = await takeRows(cores, bodies, { stageName: 'Кросс & "Тропа"', fileName: 'out.xlsx' })
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
  row(4, null, 'DNS', { club: null, region: 'Томск' }),
]

/** The text of each category on the page, without its tags. */
const blocksOf = async (options: Partial<Export> = {}, of = taken) => {
  const { file, text: page } = await of.written({ ...options, format: 'protocol', isPage: true })
  const [, ...sections] = page.split('<section>')
  const texts = sections.map((section) => section.replaceAll('</td><td', '</td>|<td').replaceAll(/<[^>]*>/g, ''))
  return { page, rows: file.rows, texts }
}

it('gives each category its own head, counts, rows and lines to sign, in Russian', async () => {
  const { page, rows, texts } = await blocksOf()
  expect(page).toContain('<html lang="ru">')
  expect(rows).toBe(5)
  expect(texts).toHaveLength(2)
  const [men = '', women = ''] = texts
  for (const text of texts) {
    expect(text).toContain('Кросс &amp; &quot;Тропа&quot;')
    expect(text).toContain('Предварительный протокол результатов')
    expect(text).toMatch(/Главный судья\nГлавный секретарь\n/)
  }
  expect(men).toContain('Стартовало3\nФинишировало2\n')
  expect(men).toContain('\nДистанция: 10 km · Категория: M40\nМестоНомер')
  expect(men).toContain(
    [
      '1|1|Ёлкин Пётр|1990|&lt;b&gt;Клуб&lt;/b&gt;|1:24:32|',
      '2|2|Ёлкин Пётр|1990|Динамо|1:24:46|+0:00:14',
      '|3|Ёлкин Пётр|1990|Динамо|сход|',
      '|4|Ёлкин Пётр|1990|Томск|не старт|',
    ].join('\n'),
  )
  expect(women).toContain('Стартовало1\nФинишировало1\n')
})

it('writes what was said once about the stage, and says it in English when asked', async () => {
  const { open, stage } = taken
  const protocol = {
    date: '24.11.2026',
    venue: 'Томск <парк>',
    weather: '',
    judge: 'Иванова А. А.',
    secretary: 'Ли В.',
  }
  await open.call('memory:save', { stage, protocol })
  const { texts } = await blocksOf({ language: 'en', isFinal: true })
  for (const text of texts) {
    expect(text).toContain('Final results\n')
    expect(text).toContain('Date24.11.2026\nVenueТомск &lt;парк&gt;\n')
    expect(text).not.toContain('Weather')
    expect(text).toMatch(/Chief judgeИванова А\. А\.\nSecretaryЛи В\.\n/)
  }
  expect(texts[0]).toContain('|3|Ёлкин Пётр|1990|Динамо|DNF|')
})

it('leaves out the columns of a category in which nobody has any', async () => {
  const other = await takeRows(cores, { M40: m40, Ж40: [row(5, 1, '1:30:00', { birthDate: null, club: '' })] })
  const [men = '', women = ''] = (await blocksOf({}, other)).texts
  expect(men).toContain('Год рождения')
  expect(women).toContain('МестоНомерФамилия ИмяРезультат\n')
  expect(women).toContain('1|5|Ёлкин Пётр|1:30:00\n')
})

it('is a table for Excel by place, with gaps as received or counted from the first place', async () => {
  const women = [row(5, 1, '1:30:00', { gap: '+0:00' }), row(6, 2, '1:30:13', { gap: '+0:13' }), row(7, null, '')]
  const { open, stage, written } = await takeRows(cores, { M40: m40, Ж40: women })
  expect((await written({ format: 'protocol' })).text.split('\r\n')).toEqual([
    '\uFEFFМесто;Номер;Фамилия Имя;Год рождения;Клуб/Регион;Результат;Отставание;Дистанция;Категория',
    '1;1;Ёлкин Пётр;1990;<b>Клуб</b>;1:24:32;;10 km;M40',
    '2;2;Ёлкин Пётр;1990;Динамо;1:24:46;0:00:14;10 km;M40',
    ';3;Ёлкин Пётр;1990;Динамо;сход;;10 km;M40',
    ';4;Ёлкин Пётр;1990;Томск;не старт;;10 km;M40',
    '1;5;Ёлкин Пётр;1990;Динамо;1:30:00;0:00:00;10 km;Ж40',
    '2;6;Ёлкин Пётр;1990;Динамо;1:30:13;0:00:13;10 km;Ж40',
    ';7;Ёлкин Пётр;1990;Динамо;;;10 km;Ж40',
    '',
  ])
  const asked = { stage, format: 'protocol', isFinal: true, offset: 0, limit: 9 } as const
  const { items } = (await open.call('results:preflight', asked)).problems
  expect(items).toMatchObject([{ bib: '7', problem: 'not-finished', value: 'unknown' }])
})

suiteForWorkbooks()('as a workbook', () => {
  it('has a sheet for each category, with its head above the table and lines to sign below', async () => {
    const { open, stage, path } = taken
    await open.call('memory:save', { stage, protocol: { venue: 'Томск', judge: 'Иванова А. А.' } })
    const { file } = await taken.written({ format: 'protocol', isWorkbook: true, isFinal: true })
    expect(file).toMatchObject({ rows: 5 })
    const { sheets, damaged } = await readWorkbook(path)
    expect([damaged, sheets.map(({ title }) => title)]).toEqual([null, ['M40', 'Ж40']])
    const [men] = sheets
    expect(men?.above.filter((_, at) => at !== 5)).toEqual([
      'Кросс & "Тропа"',
      'Итоговый протокол результатов',
      'Место проведения: Томск',
      'Стартовало: 3',
      'Финишировало: 2',
      null,
      'Дистанция: 10 km · Категория: M40',
    ])
    const values = men?.rows.map((cells) => cells.map(({ value }) => value)) ?? []
    const ms = (minutes: number, seconds: number): number => (minutes * 60 + seconds) * 1000
    expect(values.slice(0, 5)).toEqual([
      ['Место', 'Номер', 'Фамилия Имя', 'Год рождения', 'Клуб/Регион', 'Результат', 'Отставание'],
      [1, '1', 'Ёлкин Пётр', 1990, '<b>Клуб</b>', ms(84, 32), null],
      [2, '2', 'Ёлкин Пётр', 1990, 'Динамо', ms(84, 46), ms(0, 14)],
      [null, '3', 'Ёлкин Пётр', 1990, 'Динамо', 'сход', null],
      [null, '4', 'Ёлкин Пётр', 1990, 'Томск', 'не старт', null],
    ])
    expect(values.slice(5).flatMap(([first]) => first ?? [])).toEqual([
      'Главный судья: ____________________ Иванова А. А.',
      expect.stringMatching(/^Главный секретарь: _+/),
    ])
  })

  it('says that there are no rows when there are none', async () => {
    await taken.written({ format: 'protocol', isWorkbook: true, search: 'никого' })
    const { sheets } = await readWorkbook(taken.path)
    expect(sheets).toHaveLength(1)
  })
})
