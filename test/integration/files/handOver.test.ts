import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '../../../preload/contract.ts'
import type {
  ExportOptions,
  HandOverFormat,
  Preflight,
  PreflightProblem,
  ResultsChoice,
} from '../../../preload/contract/files.ts'
import { useCores } from '../../support/coreRig.ts'
import { elementsNamed, iofFaults, readXml, type XmlElement } from '../../support/files/iofStructure.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'
import { readWorkbook, suiteForWorkbooks } from '../../support/files/workbooks.ts'

const cores = useCores(afterAll)
let rig: TakenRows
let trailRig: TakenRows
beforeAll(async () => {
  trailRig = await takeRows(cores, { Open: trail })
})
beforeEach(() => {
  rig = trailRig
})

const openWith = async (bodies: Readonly<Record<string, readonly object[]>>): Promise<void> => {
  rig = await takeRows(cores, bodies, { stageName: 'Trail <&> "Тропа"' })
}

type Options = Partial<Omit<ExportOptions & ResultsChoice, 'format' | 'stage'>>

const inspect = (
  format: Input<'results:preflight'>['format'],
  options: Options & Partial<Input<'results:preflight'>> = {},
) => rig.open.call('results:preflight', { stage: rig.stage, format, offset: 0, limit: 100, ...options })

const written = async (format: HandOverFormat, options: Options = {}): Promise<{ text: string; rows: number }> => {
  const { file, text } = await rig.written({ format, ...options })
  return { text, rows: file.rows }
}

const lines = (text: string, separator: string): readonly string[] =>
  readStrictCsv(text.replace(/^\uFEFF/, ''), separator).map((cells) => cells.join('|'))

const told = ({ problems }: Preflight): readonly string[] =>
  problems.items.map(({ bib, problem, field, value, proposal }: PreflightProblem) =>
    [bib, problem, field, value, proposal].join('|'),
  )

const runner = (number: number | string, place: number | null, result: string, account: object, more: object = {}) => ({
  number,
  position: place,
  resultTime: result,
  account: {
    firstName: 'Ann',
    lastName: 'Lee',
    gender: 'F',
    age: 34,
    birthDate: '1990-05-17',
    country: 'DEU',
    ...account,
  },
  club: 'Track',
  city: 'Bonn',
  ...more,
})

const trail = [
  runner(101, 1, '0:45:15', { firstName: 'John', lastName: 'Smith', gender: 'M' }),
  runner(102, 2, '1:25:32.5', {}),
  runner(
    103,
    3,
    '1:26:32',
    { firstName: 'Иван', lastName: 'Щукин', gender: 'M', country: 'Россия' },
    { city: 'Тверь' },
  ),
  runner(104, 4, '1:27:32', { birthDate: null }),
  runner(105, null, 'DNS', { lastName: 'Absent' }),
  runner(106, null, 'DNF', { lastName: 'Tired' }),
  runner(107, 5, '1:28:00', { birthDate: '05/06/1990', country: 'Atlantis' }),
  runner(108, 6, '1:29:00', { firstName: '李', lastName: 'Ли', gender: null }),
  runner(109, null, '1:30:00', { lastName: 'Placeless' }),
]

describe('ITRA', () => {
  it('lists every refused row with all reasons, and writes nothing while there are any', async () => {
    const preflight = await inspect('itra')
    expect(told(preflight)).toEqual([
      '102|fractions|result|1:25:32.5|1:25:32',
      '103|not-latin|lastName|Щукин|Shchukin',
      '103|not-latin|firstName|Иван|Ivan',
      '104|no-birth-date|||',
      '107|no-birth-date||05/06/1990|',
      '107|unknown-country|country|Atlantis|',
      '108|not-latin|lastName|Ли|Li',
      '108|not-latin|firstName|李|',
      '108|no-sex|||',
      '109|no-place|||',
      '105|status|status|DNS|',
    ])
    expect(preflight).toMatchObject({ rows: 9, taken: 2, respelled: 0, warnings: [], refusal: null })
    expect(preflight.personal).toEqual([{ column: 'account.birthDate', role: 'birthDate' }])
    const refused = await rig.open.ask('results:export', { stage: rig.stage, format: 'itra' })
    expect(refused).toEqual({ ok: false, error: { kind: 'preflight-refused', rows: 9, notTaken: 7 } })
    expect(rig.suggested).toEqual([])
    expect(readdirSync(rig.folder)).toEqual([])
  })

  it('leaves out exactly the listed rows', async () => {
    const { text, rows } = await written('itra', { areProblemsLeftOut: true })
    expect(rows).toBe(2)
    expect(lines(text, ',')).toEqual([
      'Ranking|Time|Family name|First name|Gender|Birthdate|Nationality|Bib number|City',
      '1|00:45:15|Smith|John|M|1990-05-17|GER|101|Bonn',
      'DNF||Tired|Ann|F|1990-05-17|GER|106|Bonn',
    ])
  })

  it('writes accepted and typed spellings, and no others', async () => {
    const at = (index: number) => ({ category: rig.idOf('Open'), index })
    const one = { areProblemsLeftOut: true, spellings: [{ ...at(2), firstName: 'Ivan', lastName: 'Schukin' }] }
    expect(lines((await written('itra', one)).text, ',')).toContain('3|01:26:32|Schukin|Ivan|M|1990-05-17|RUS|103|Tver')
    const half = await inspect('itra', { spellings: [{ ...at(2), firstName: 'Ivan' }] })
    expect(told(half)).toContain('103|not-latin|lastName|Щукин|Shchukin')
    expect(told(half)).not.toContain('103|not-latin|firstName|Иван|Ivan')
    const all = { areProblemsLeftOut: true, isTransliterated: true, areFractionsCut: true }
    const accepted = await inspect('itra', all)
    expect(accepted).toMatchObject({ taken: 4, respelled: 2 })
    expect(accepted.respellings.map(({ bib, field, value, written: is }) => [bib, field, value, is].join('|'))).toEqual(
      ['102|result|1:25:32.5|1:25:32', '103|lastName|Щукин|Shchukin', '103|firstName|Иван|Ivan'],
    )
    const text = lines((await written('itra', all)).text, ',')
    expect(text).toContain('3|01:26:32|Shchukin|Ivan|M|1990-05-17|RUS|103|Tver')
    expect(text).toContain('2|01:25:32|Lee|Ann|F|1990-05-17|GER|102|Bonn')
  })

  it('writes a person in two categories once; restarted IDs are other people', async () => {
    const twin = (id: number, lastName: string, number: number) => ({
      id,
      ...runner(number, id, '1:00:07', { lastName }),
    })
    await openWith({
      Overall: [twin(1, 'One', 1), twin(2, 'Two', 2)],
      Women: [twin(1, 'Three', 3), twin(2, 'Two', 2)],
    })
    const preflight = await inspect('itra')
    expect(told(preflight)).toEqual(['2|twice|||'])
    expect(preflight.problems.items[0]?.categoryName).toBe('Women')
    const rows = [{ problem: 'twice', rows: 1 }]
    expect((await inspect('itra', { limit: 0 })).problems).toEqual({ total: 1, rows, items: [] })
    expect(preflight.warnings).toEqual(['places-of-categories'])
    const people = await inspect('itra', { isByPerson: true })
    expect([people.rows, people.taken, told(people)]).toEqual([3, 3, []])
    expect((await written('itra', { isByPerson: true })).rows).toBe(3)
  })

  suiteForWorkbooks()('as a workbook', () => {
    it('the first sheet has the headings and the accepted rows, bibs as text and times as durations', async () => {
      const path = join(await cores.folder(), 'itra.xlsx')
      rig.target = path
      await written('itra', { areProblemsLeftOut: true, isWorkbook: true })
      rig.target = rig.path
      const [sheet] = (await readWorkbook(path)).sheets
      expect(sheet?.rows.map((row) => row.map(({ value }) => value))).toEqual([
        ['Ranking', 'Time', 'Family name', 'First name', 'Gender', 'Birthdate', 'Nationality', 'Bib number', 'City'],
        [1, 45 * 60_000 + 15_000, 'Smith', 'John', 'M', '1990-05-17', 'GER', '101', 'Bonn'],
        ['DNF', null, 'Tired', 'Ann', 'F', '1990-05-17', 'GER', '106', 'Bonn'],
      ])
    })
  })

  it('problems are paged without gaps', async () => {
    const whole = told(await inspect('itra'))
    const pieces = [0, 4, 8].map(async (offset) => told(await inspect('itra', { offset, limit: 4 })))
    expect((await Promise.all(pieces)).flat()).toEqual(whole)
  })

  it('times in an unknown unit stay out of files until a user sets it', async () => {
    await openWith({
      Open: [143.88, 150.35, 158.02].map((time, index) =>
        runner(101 + index, index + 1, '', { firstName: 'John', lastName: 'Smith', gender: 'M' }, { resultTime: time }),
      ),
    })
    expect(await inspect('itra')).toMatchObject({ rows: 3, taken: 0, warnings: ['unit-open'] })
    const refused = await rig.open.ask('results:export', { stage: rig.stage, format: 'itra' })
    expect(refused).toEqual({ ok: false, error: { kind: 'preflight-refused', rows: 3, notTaken: 3 } })
    expect((await written('itra', { areProblemsLeftOut: true })).text).not.toMatch(/143|2:23|02:23/)
    expect((await written('protocol')).text).toMatch(/\n1;101;.*143\.88;\r\n2;102;/)
    const page = (await written('protocol', { isPage: true, language: 'en' })).text
    expect(page).toContain('Unit of the times unknown: places and times as received')
    await rig.open.call('results:setMapping', {
      stage: rig.stage,
      columns: [{ column: 'resultTime', role: 'result', unit: 'min' }],
    })
    expect(await inspect('itra')).toMatchObject({ taken: 3, warnings: [] })
    expect((await written('itra')).text).toContain('1,02:23:53,Smith')
  })

  it('missing countries are one warning, not a reason against every row', async () => {
    await openWith({ Open: [{ ...trail[0], account: { ...trail[0]?.account, country: undefined } }] })
    expect(await inspect('itra')).toMatchObject({ taken: 1, warnings: ['no-country'] })
  })
})

it.each([
  ['nobody', '', 'DNF', ['no-results']],
  ['nobody in one category', '40:00', '', ['no-results-in-category']],
  ['everybody', '40:00', '41:00', []],
] as const)('warns of a file in which %s has a time', async (_, men, women, warnings) => {
  const rows = (from: number, time: string) => [runner(from, time === '40:00' ? 1 : null, time, {})]
  await openWith({
    Men: rows(1, men),
    Women: [...rows(2, women), runner(3, null, women === '41:00' ? '42:00' : 'DNS', {})],
  })
  for (const format of ['iof', 'protocol'] as const) expect((await inspect(format)).warnings).toEqual(warnings)
})

it.each([
  ['iof', 0],
  ['ultrasignup', 2],
  ['protocol', 0],
] as const)('says that %s has no time for who has only a gap, before it is written', async (format, refused) => {
  await openWith({ Open: ['34:33:42', '+ 45', '+ 01:07'].map((time, at) => runner(at + 1, at + 1, time, {})) })
  const { problems, warnings } = await inspect(format)
  expect([problems.total, warnings]).toEqual([refused, format === 'protocol' ? [] : ['gaps-only']])
})

it('warns of members of relay teams with the time of their team', async () => {
  await openWith({ Open: [7, 7, 7, 8, 8, 8].map((bib) => runner(bib, bib - 6, `1:2${bib}:00`, {})) })
  expect((await inspect('iof')).warnings).toEqual(['times-of-teams'])
  expect((await inspect('protocol')).warnings).toEqual([])
})

it.each([
  ['itra', 'City'],
  ['ultrasignup', 'city'],
] as const)('%s has no formulas and no apostrophes before texts; the list for people has', async (format, header) => {
  await openWith({ Open: [runner(101, 1, '0:45:15', {}, { city: '@Bonn', club: '=1+1' })] })
  const [head = '', row = ''] = lines((await written(format)).text, ',')
  expect(row.split('|')[head.split('|').indexOf(header)]).toBe('Bonn')
  expect((await written('protocol')).text).toContain(";'=1+1;")
})

describe('UltraSignup', () => {
  it("header, numeric statuses and gender follow the loader's rules", async () => {
    await openWith({
      'Men 100 м': trail.slice(4, 6),
      '40-44 м': [runner(11, 1, '11:00:00', { gender: null }, { placeOverall: 10 })],
      Women: [
        runner('007', 1, '10:05:00', { gender: null }, { region: 'CA', placeOverall: 9 }),
        runner(8, null, 'DSQ', { firstName: 'Яна', age: 20 }),
        runner(10, null, '9:59:59.5', {}, { status: 'NC' }),
        runner(9, null, 'DNF', { age: null, lastName: 'Ageless' }),
      ],
    })
    expect(told(await inspect('ultrasignup'))).toEqual(['10|fractions|result|9:59:59.5|9:59:59', '9|no-age|||'])
    const { text } = await written('ultrasignup', { areProblemsLeftOut: true, preset: 'ru' })
    expect(text.startsWith('place,time,first,last,age,gender,')).toBe(true)
    expect(lines(text, ',')).toEqual([
      'place|time|first|last|age|gender|city|state|bib|status',
      '9|10:05:00|Ann|Lee|34|F|Bonn|CA|007|1',
      '10|11:00:00|Ann|Lee|34|M|Bonn||11|1',
      '||Ann|Tired|34|F|Bonn||106|2',
      '||Яна|Lee|20|F|Bonn||8|5',
      '||Ann|Absent|34|F|Bonn||105|3',
    ])
  })

  it('a file never mixes overall and category places; people without an overall place are reported', async () => {
    await openWith({
      Overall: [runner(1, 1, '1:00:00', {}, { placeOverall: 1 }), runner(2, 2, '1:01:00', {}, { placeOverall: null })],
      Women: [runner(3, 1, '1:02:00', {}), runner(4, null, 'DNF', {})],
    })
    const preflight = await inspect('ultrasignup')
    expect(told(preflight)).toEqual(['2|no-place|||', '3|no-place|||'])
    expect(preflight.warnings).toEqual([])
    const { text } = await written('ultrasignup', { areProblemsLeftOut: true })
    expect(lines(text, ',').map((line) => line.split('|')[0])).toEqual(['place', '1', ''])
  })

  it('full names are split only where that is certain; otherwise both parts are proposed', async () => {
    const named = (number: number, name: string) => ({
      number,
      place: number,
      name,
      time: `1:0${number}:00`,
      age: 30,
      sex: 'M',
    })
    await openWith({ Open: [named(1, 'SMITH John'), named(2, 'Иванов Иван'), named(3, 'Cher'), named(4, 'Doe, Jane')] })
    expect(told(await inspect('ultrasignup'))).toEqual([
      '2|name-not-split|lastName|Иванов Иван|Иванов',
      '2|name-not-split|firstName|Иванов Иван|Иван',
      '3|name-not-split||Cher|',
    ])
    expect((await inspect('ultrasignup')).warnings).toEqual(['names-in-one-piece'])
    const { text } = await written('ultrasignup', { areProblemsLeftOut: true, isTransliterated: true })
    expect(lines(text, ',').slice(1)).toEqual([
      '1|1:01:00|John|SMITH|30|M|||1|1',
      '2|1:02:00|Иван|Иванов|30|M|||2|1',
      '4|1:04:00|Jane|Doe|30|M|||4|1',
    ])
  })
})

describe('IOF XML', () => {
  const texts = (element: XmlElement, name: string): readonly string[] =>
    elementsNamed(element, name).map(({ text }) => text)

  it("follows the standard's order, elements and words, whatever the names", async () => {
    const hostile = ']]>&amp;<Name>\u0000"\'\n\ud800'
    await openWith({
      'Open & <b>': [
        ...trail.slice(0, 6),
        runner(200, 7, '1:40:00', { firstName: hostile, lastName: hostile }, { club: hostile, bib: hostile }),
        runner(201, null, 'DSQ', {}),
        runner(202, null, 'OTL', {}),
        runner(203, null, 'NC', {}),
        runner(204, null, '', {}),
      ],
      Empty: [],
      W: [runner(300, 1, '0:50:00', {})],
    })
    expect(told(await inspect('iof', { isFinal: true }))).toEqual(['204|not-finished|status|unknown|'])
    const preliminary = readXml((await written('iof')).text)
    expect(iofFaults(preliminary)).toEqual([])
    expect(preliminary.attributes['status']).toBe('Snapshot')
    expect(elementsNamed(preliminary, 'PersonResult').filter(({ children }) => children.length === 2)).toHaveLength(1)
    const { text, rows } = await written('iof', { areProblemsLeftOut: true, isFinal: true })
    const list = readXml(text)
    expect(iofFaults(list)).toEqual([])
    expect(rows).toBe(11)
    expect(list.attributes['status']).toBe('Complete')
    expect(texts(list, 'Event')).toHaveLength(1)
    expect(list.children[0]?.children[0]?.text).toBe('Trail <&> "Тропа"')
    const classes = elementsNamed(list, 'ClassResult')
    expect(classes.map(({ attributes }) => attributes)).toEqual([{ timeResolution: '0.001' }, {}])
    expect(texts(classes[0] ?? list, 'Time')).toEqual(['2715', '5132.5', '5192', '5252', '6000'])
    const statuses = 'OK OK OK OK OK NotCompeting OverTime DidNotFinish Disqualified DidNotStart'
    expect(texts(classes[0] ?? list, 'Status')).toEqual(statuses.split(' '))
    expect(texts(list, 'Family')).toContain(']]>&<Name>\ufffd"\'\n\ufffd')
    expect(texts(list, 'BirthDate')).toEqual([])
    const dated = readXml((await written('iof', { areProblemsLeftOut: true, birthDates: 'full' })).text)
    expect(iofFaults(dated)).toEqual([])
    expect(texts(dated, 'BirthDate')).toContain('1990-05-17')
  })
})

it('a table lists its columns with personal data', async () => {
  await openWith({ Open: [{ ...trail[0], contacts: { email: 'a@b.c', mobilePhone: '+7' }, note: 'x' }] })
  const all = await inspect('csv', { birthDates: 'full' })
  expect(all.personal.map(({ column }) => column)).toEqual([
    'account.age',
    'account.birthDate',
    'contacts.email',
    'contacts.mobilePhone',
  ])
  expect(all).toMatchObject({ rows: 1, taken: 1, problems: { total: 0 }, refusal: null })
  expect(all.warnings).toEqual(['whole-birth-dates'])
  const some = await inspect('csv', { preset: 'ru', columns: ['account.birthDate', 'note'] })
  expect(some).toMatchObject({ personal: [], hasBirthDates: true, warnings: [] })
  expect(await inspect('csv', { columns: ['note'] })).toMatchObject({ personal: [], hasBirthDates: false })
  expect(existsSync(rig.path)).toBe(false)
})
