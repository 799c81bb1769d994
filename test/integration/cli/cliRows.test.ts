import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { startRaceService } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

type Rows = {
  readonly total: number
  readonly columns: readonly string[]
  readonly rows: readonly Record<string, Json>[]
}

const terminal = useTerminal()
let stage = ''

beforeAll(async () => {
  stage = await terminal.takeRows('data', {
    Men: [
      { position: 10, number: 1, fullName: 'Ян Ли', club: 'Динамо', resultTime: '59:00' },
      { position: 9, number: 2, fullName: 'Ёж Ив', club: 'ДИНАМО ', resultTime: '1:02:00' },
      { position: null, number: 3, fullName: 'Bo Ek', club: '', resultTime: '' },
    ],
    Women: [{ place: 1, bib: 11, name: 'Анна Ом', team: 'x', club: 'Заря', result: '58:00', wave: 'B' }],
  })
})

const results = (...args: string[]) => terminal.ask<Rows>(['results', stage, '--data', 'data', ...args])

const bibs = async (...args: string[]): Promise<readonly Json[]> => {
  const { code, stderr, answer } = await results(...args)
  expect({ code, stderr, total: answer.total }).toEqual({ code: 0, stderr: '', total: answer.rows.length })
  return answer.rows.map(({ number, bib }) => number ?? bib ?? null)
}

test('--sort goes by value through all categories, and --filter by folded equality', async () => {
  expect(await bibs('--sort', 'place:desc')).toEqual([1, 2, 11, 3])
  expect(await bibs('--sort', 'category:desc', '--sort', 'bib:desc')).toEqual([11, 3, 2, 1])
  expect(await bibs('--filter', 'club=динамо', '--filter', 'status=ok', '--sort', 'place')).toEqual([2, 1])
  expect(await bibs('--filter', 'club=')).toEqual([3])
})

test.each([
  ['--sort', 'country'],
  ['--filter', 'nope=1'],
  ['--filter', 'club'],
])('%s with the unknown %s is invalid input, not an empty answer', async (...args) => {
  expect(await results(...args)).toMatchObject({ code: 2, answer: { ok: false, error: { kind: 'invalid-input' } } })
})

test('--people gives one line a person with their categories', async () => {
  const finisher = { place: 1, bib: 11, name: 'Анна Ом', result: '58:00' }
  await terminal.takeRows('people', {
    Women: [finisher],
    All: [
      { place: 1, bib: 12, name: 'Bo Ek', result: '57:00' },
      { ...finisher, place: 2 },
    ],
  })
  const where = [stage, '--data', 'people']
  const { answer } = await terminal.ask<Rows>(['results', ...where, '--people'])
  expect(answer).toMatchObject({ total: 2, totalRows: 3 })
  expect(answer.rows.map(({ bib, place, category }) => [bib, place, category])).toEqual([
    [12, 1, 'All'],
    [11, 2, 'All'],
  ])
  expect(answer.rows[1]?.['categories']).toMatchObject([{ category: 'Women' }, { category: 'All' }])
  const printed = await terminal.run(['results', ...where, '--people'])
  expect(printed.stdout).toContain('Women, All')
  expect(printed.stderr).toContain('2 of 2 people, 3 rows')

  const written = async (format: string): Promise<readonly string[]> => {
    const out = `people.${format}`
    await terminal.run(['export', ...where, '--format', format, '--people', '--out', out])
    return (await readFile(join(terminal.home(), out), 'utf8')).replace('\uFEFF', '').trimEnd().split(/\r?\n/)
  }
  const [head, ...lines] = await written('csv')
  expect(head).toMatch(/^distance,category,categories,/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('10 km: Women; 10 km: All')
  const objects = (await written('ndjson')).map((line) => JSON.parse(line) as { categories: readonly object[] })
  expect(objects.map(({ categories }) => categories.length)).toEqual([1, 2])
  const page = (await written('html')).filter((line) => line.startsWith('<tr><td'))
  expect(page).toEqual([expect.stringContaining('<td class="f">All</td>'), expect.stringContaining('>Women, All</td>')])
  const book = await terminal.ask(['export', ...where, '--format', 'xlsx', '--people', '--out', 'people.xlsx'])
  expect(book.answer).toMatchObject({ rows: 2 })
  const refused = await terminal.ask(['export', ...where, '--format', 'iof', '--people', '--out', 'people.xml'])
  expect(refused).toMatchObject({ code: 2, answer: { error: { issues: [{ path: '--people' }] } } })
})

test('results print the columns that have a meaning, and others when --columns names them', async () => {
  const print = async (...args: string[]): Promise<string> =>
    (await terminal.run(['results', stage, '--data', 'data', ...args])).stdout.split('\n')[0] ?? ''
  const usual = await print()
  expect(usual).toContain('resultTime')
  expect(usual).not.toContain('wave')
  expect(await print('--columns', 'all')).toContain('wave')
  expect((await print('--columns', 'wave,club')).split(/ +/)).toEqual(['distance', 'category', 'wave', 'club'])
  const refused = await results('--columns', 'club,nope')
  expect(refused).toMatchObject({ code: 2, answer: { error: { issues: [{ path: '--columns' }] } } })
  expect((await results()).answer.columns).toContain('wave')
  expect((await results('--columns', 'club')).answer.columns).toEqual(['club'])
})

test('source columns named distance and category stay, with control characters escaped', async () => {
  const only = { bib: 1, distance: 'inner', category: 'own', name: '\u001b[2J\u009b31mEvil' }
  await terminal.takeRows('odd', { only: [only] })
  const { stdout, answer } = await terminal.ask(['results', stage, '--data', 'odd'])
  const sources = { 'distance (source)': 'inner', 'category (source)': 'own', name: only.name }
  expect(answer).toMatchObject({ rows: [{ distance: '10 km', category: 'only', ...sources }] })
  const people = await terminal.run(['results', stage, '--data', 'odd', '--columns', 'all'])
  for (const text of [stdout, people.stdout]) expect(text).not.toMatch(/(?!\n)\p{Cc}/u)
  expect(people.stdout).toContain('Evil')
})

test('a stage can be removed, listed in the bin, restored and deleted for good', async () => {
  await terminal.takeRows('bin', { Men: [{ number: 1 }, { number: 2 }] })
  const run = async (...args: readonly string[]) => {
    const { code, answer } = await terminal.ask([...args, '--data', 'bin'])
    return [code, answer] as const
  }
  const found = { guid: stage, rows: 2 }
  const [code, removed] = await run('remove', stage)
  expect([code, removed]).toMatchObject([0, found])
  expect(await run('stages')).toEqual([0, []])
  expect(await run('stages', '--removed')).toEqual([0, [removed]])
  const words = await terminal.run(['stages', '--removed', '--data', 'bin'])
  expect(words.stdout).toContain(stage)
  expect(await run('restore', stage)).toMatchObject([0, found])
  expect(await run('stages')).toMatchObject([0, [found]])
  expect(await run('bin', 'empty', stage)).toMatchObject([2, { error: { kind: 'not-found' } }])
  await run('remove', stage)
  expect(await run('bin', 'empty')).toEqual([0, { deleted: 1 }])
  expect(await run('stages', '--removed')).toEqual([0, []])
  expect((await run('restore', 'not a guid'))[0]).toBe(2)
})

test('a start list is tried, joined and removed', async () => {
  await terminal.takeRows('starters', { Men: [{ number: 1, fullName: 'Ян Ли', resultTime: '59:00' }] })
  await writeFile(
    join(terminal.home(), 'starters.csv'),
    'Номер,Клуб,Дата рождения\n1,Заря,17.05.1990\n7,Старт,01.01.1991\n',
  )
  const list = async (...args: readonly string[]) => {
    const { code, answer } = await terminal.ask(['start-list', stage, ...args, '--data', 'starters'])
    return [code, answer] as const
  }
  const report = { lines: 2, matched: 1, unmatched: { total: 1, bibs: ['7'] } }
  expect(await list('starters.csv', '--dry-run')).toMatchObject([0, report])
  expect((await list('--remove'))[0]).toBe(2)
  expect(await list('starters.csv')).toMatchObject([0, report])
  const found = await terminal.ask(['results', stage, '--filter', 'club=заря', '--data', 'starters'])
  expect(found.answer).toMatchObject({ total: 1 })
  const words = await terminal.run(['start-list', stage, 'starters.csv', '--data', 'starters'])
  expect(words.stdout).toContain('1 bibs of 2 lines are in the stage')
  expect(await list('--remove')).toEqual([0, { removed: true }])
  expect((await list())[0]).toBe(2)
  expect((await list('missing.csv'))[0]).toBe(5)
})

describe('audit', () => {
  const field = (first: number) =>
    Array.from({ length: 20 }, (_, at) => ({
      place: at + 1,
      bib: first + at,
      name: `Runner ${String.fromCodePoint(65 + at)}`,
      result: `0:30:${String(at + 11).padStart(2, '0')}`,
    }))

  beforeAll(async () => {
    const men = field(101)
    Object.assign(men[3] ?? {}, { result: '0:59:59' })
    Object.assign(men[8] ?? {}, { bib: 107 })
    await terminal.takeRows('audit', { Men: men, Women: field(201) })
  })

  const audit = (...flags: readonly string[]) => ['audit', stage, '--data', 'audit', ...flags]

  test('prints each issue with rule, category and bib in a sentence, and exits with 0', async () => {
    const message = 'place 4 with 0:59:59, but place 5 with 0:30:15'
    const findings = [
      { rule: 'place-order', category: 'Men', bib: '104', message, index: 3 },
      { rule: 'duplicate-bib', category: 'Men', bib: '107' },
    ]
    expect(await terminal.ask(audit())).toMatchObject({ code: 0, stderr: '', answer: { findings } })
  })

  test('checks a single category and prints lines without --json', async () => {
    const women = await terminal.ask(audit('--category', 'Women'))
    expect(women.answer).toMatchObject({ findings: [], rows: 20, categories: 1 })
    const men = await terminal.run(audit('--category', 'Men'))
    expect(men.code).toBe(0)
    expect(men.stdout).toContain('place 4 with 0:59:59')
    expect(men.stderr).toContain('2 issues in 20 rows')
  })
})

describe('a stage without rows', () => {
  beforeAll(async () => {
    const refused = await startRaceService()
    refused.answerLinks((response) => response.writeHead(404).end())
    const args = ['take', refused.stage, ...flagsOf(refused), '--data', 'refused']
    const { code } = await terminal.run(args, { env: environmentKeys })
    await refused.close()
    if (code !== 3) throw new Error(`The download ended with ${code}`)
  })

  test.each([
    'results',
    'audit',
    'columns',
    'export --format protocol --out never.csv',
    'capsule --out never.racestage',
  ])('%s reports one whose links were refused, or that nobody took, as not downloaded', async (words) => {
    const [verb = '', ...flags] = words.split(' ')
    for (const data of verb === 'results' ? ['refused', 'never'] : ['refused']) {
      const { code, answer, stderr } = await terminal.ask([verb, stage, ...flags, '--data', data])
      expect([code, answer]).toEqual([2, { ok: false, error: { kind: 'not-found', what: 'stage' } }])
      expect(stderr).toMatch(/racedesk download/)
    }
    expect(await readdir(terminal.home())).not.toContainEqual(expect.stringMatching(/^never\./))
  })

  test('has no rows and exits with 0 once its empty categories were downloaded', async () => {
    await terminal.takeRows('empty', { Men: [] })
    const rows = await terminal.ask(['results', stage, '--data', 'empty'])
    expect([rows.code, rows.answer]).toEqual([0, { total: 0, columns: [], rows: [] }])
    const audit = await terminal.ask(['audit', stage, '--data', 'empty'])
    expect([audit.code, audit.answer]).toMatchObject([0, { findings: [] }])
  })
})
