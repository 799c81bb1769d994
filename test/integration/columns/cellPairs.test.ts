import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { json, startStageOfCategories, type Answer, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

let home = ''
let service: StageOfCategories
const keys = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

type Row = Record<string, string>

const two = (number: number): string => String(number).padStart(2, '0')
const clock = (s: number): string => `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
const lasts = ['Berg', 'Dahl', 'Ek', 'Falk', 'Gran', 'Holm', 'Jung', 'Kron', 'Lind', 'Moll']
const firsts = ['Anna', 'Boris', 'Clara', 'David', 'Elena', 'Felix', 'Greta', 'Henri', 'Ida', 'Jonas']

/** Sixty people; the last four have not finished. */
const field = (): Row[] =>
  Array.from({ length: 60 }, (_, at) => {
    const s = 3600 + at * 37
    const name = `${lasts[at % 10] ?? ''} ${firsts[Math.floor(at / 6)] ?? ''}`
    return {
      Place: at < 56 ? `${at + 1} / 56` : 'DNF',
      Bib: `${500 + ((at * 37) % 97)}.0`,
      Name: `${name} (${['SWE', 'NOR', 'FIN', 'DEN'][at % 4] ?? ''})`,
      Sex: `${at % 2 === 0 ? 'F' : 'M'} (${Math.floor(at / 2) + 1})`,
      Lake: `${Math.floor(s / 180)}:${two(Math.floor(s / 3) % 60)}(${at + 1})`,
      Hill: at < 56 ? `${Math.floor(s / 75)}:${two(Math.floor(s / 1.25) % 60)}(${at + 1})` : '',
      Result: at < 56 ? `${clock(s)} +${clock(at * 37)}` : '',
    }
  })

let rows = field()
const answer: Answer = (request, response) => json({ isSuccess: true, data: rows })(request, response)

const run = async (...args: string[]): Promise<{ readonly [key: string]: Json }> => {
  const { code, stdout, stderr } = await runTerminal(home, [...args, '--data', home, '--json'], { env: keys })
  expect({ code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', stdout: '' })
  return JSON.parse(stdout) as { readonly [key: string]: Json }
}
const take = () => run('take', service.stage, '--base-url', service.url, '--results-url', service.url)
type Said = { readonly name: string; readonly role: string | null }
const roles = async (): Promise<Json> => {
  const { columns } = (await run('results', service.stage, '--roles')) as { readonly columns: readonly Said[] }
  return Object.fromEntries(columns.map(({ name, role }) => [name, role]))
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-pairs-'))
  service = await startStageOfCategories({ All: answer })
  await take()
})
afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const wanted = {
  Place: 'place',
  'Place (2)': null,
  Bib: 'bib',
  Name: 'name',
  'Name (2)': 'country',
  Sex: 'sex',
  'Sex (2)': 'placeSex',
  Lake: 'split',
  'Lake (2)': null,
  Hill: 'split',
  'Hill (2)': null,
  Result: 'result',
  'Result (2)': 'gap',
}

test('columns with two-part cells keep cells and roles, and get a column of second parts', async () => {
  expect(await roles()).toEqual(wanted)
  const { rows: shown } = (await run('results', service.stage, '--sort', 'place', '--limit', '1')) as {
    readonly rows: readonly Row[]
  }
  expect(shown[0]).toMatchObject({
    Place: '1 / 56',
    'Place (2)': '56',
    Bib: '500.0',
    Name: 'Berg Anna (SWE)',
    'Name (2)': 'SWE',
    Result: '1:00:00 +0:00:00',
    'Result (2)': '+0:00:00',
  })
})

test('search, filters and sorting read second parts and whole numbers', async () => {
  const found = async (...args: string[]): Promise<readonly (string | undefined)[]> => {
    const answered = (await run('results', service.stage, ...args)) as { readonly rows: readonly Row[] }
    return answered.rows.map(({ Bib }) => Bib)
  }
  expect(await found('--search', '537')).toEqual(['537.0'])
  expect(await found('--search', '537.0')).toEqual(['537.0'])
  expect(await found('--search', 'berg anna')).toEqual(['500.0'])
  expect((await found('--filter', 'country=NOR')).length).toBe(15)
  expect((await found('--filter', 'bib=537')).length).toBe(1)
  expect((await found('--sort', 'gap:desc'))[0]).toBe(rows[55]?.['Bib'])
  expect((await found('--sort', 'Place (2)', '--filter', 'status=DNF')).length).toBe(4)
})

test('files have second parts in columns of their own, and the part of the role elsewhere', async () => {
  const csv = join(home, 'all.csv')
  await run('export', service.stage, '--format', 'csv', '--out', csv)
  const [head = '', first = ''] = (await readFile(csv, 'utf8')).split(/\r?\n/)
  expect(head).toContain('Place,Place (2),Bib')
  expect(first).toContain('1 / 56,56,500.0')
  const file = join(home, 'all.json')
  await run('export', service.stage, '--format', 'json', '--out', file)
  const written = await readFile(file, 'utf8')
  expect(written).toContain('"place":1,')
  expect(written).toContain('"bib":"500"')
  expect(written).toContain('"country":"SWE"')
  expect(written).toContain('"name":"Berg Anna"')
  expect(written).toContain('"resultMs":3637000')
  expect(written).toContain('"gapMs":37000')
})

test('a user may correct the role of a part, as for other cells', async () => {
  await run('columns', service.stage, '--set', 'Lake=split')
  expect(await roles()).toEqual(wanted)
})

test('a second download with changed rows gives the same columns', async () => {
  rows = field()
  rows[5] = { ...rows[5], Sex: 'M (99)', Lake: '25:00(77)' }
  rows[9] = { ...rows[9], Place: 'DSQ', Result: '' }
  await take()
  expect(await roles()).toEqual(wanted)
  const { rows: shown } = (await run('results', service.stage, '--filter', 'status=DSQ')) as {
    readonly rows: readonly Row[]
  }
  expect(shown.map(({ Place, Bib }) => [Place, Bib])).toEqual([['DSQ', rows[9]?.['Bib']]])
})
