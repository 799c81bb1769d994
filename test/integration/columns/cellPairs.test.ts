import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { envelope, sendJson, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let race: RaceService

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

type Columns = { readonly columns: readonly { readonly name: string; readonly role: string | null }[] }

const run = async <T>(verb: string, ...args: string[]): Promise<T> => {
  const { code, stderr, stdout, answer } = await terminal.ask<T>([verb, race.stage, ...args])
  expect({ code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', stdout: '' })
  return answer
}
const roles = async (): Promise<Json> => {
  const { columns } = await run<Columns>('results', '--roles')
  return Object.fromEntries(columns.map(({ name, role }) => [name, role]))
}
const rowsWith = async (...args: string[]) => (await run<{ readonly rows: readonly Row[] }>('results', ...args)).rows

beforeAll(async () => {
  race = await startRaceService('All')
  race.answer('All', (response) => sendJson(response, envelope(rows)))
  await terminal.take(race)
})
afterAll(() => race.close())

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
  const [first] = await rowsWith('--sort', 'place', '--limit', '1')
  expect(first).toMatchObject({
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
  const found = async (...args: string[]) => (await rowsWith(...args)).map(({ Bib }) => Bib)
  expect(await found('--search', '537')).toEqual(['537.0'])
  expect(await found('--search', '537.0')).toEqual(['537.0'])
  expect(await found('--search', 'berg anna')).toEqual(['500.0'])
  expect((await found('--filter', 'country=NOR')).length).toBe(15)
  expect((await found('--filter', 'bib=537')).length).toBe(1)
  expect((await found('--sort', 'gap:desc'))[0]).toBe(rows[55]?.['Bib'])
  expect((await found('--sort', 'Place (2)', '--filter', 'status=DNF')).length).toBe(4)
})

test('files have second parts in columns of their own, and the part of the role elsewhere', async () => {
  const exported = async (format: string): Promise<string> => {
    await run('export', '--format', format, '--out', `all.${format}`)
    return await readFile(join(terminal.home(), `all.${format}`), 'utf8')
  }
  const [head = '', first = ''] = (await exported('csv')).split(/\r?\n/)
  expect(head).toContain('Place,Place (2),Bib')
  expect(first).toContain('1 / 56,56,500.0')
  const written = await exported('json')
  expect(written).toContain('"place":1,')
  expect(written).toContain('"bib":"500"')
  expect(written).toContain('"country":"SWE"')
  expect(written).toContain('"name":"Berg Anna"')
  expect(written).toContain('"resultMs":3637000')
  expect(written).toContain('"gapMs":37000')
})

test('a user may correct the role of a part, as for other cells', async () => {
  await run('columns', '--set', 'Lake=split')
  expect(await roles()).toEqual(wanted)
})

test('a second download with changed rows gives the same columns', async () => {
  rows = field()
  rows[5] = { ...rows[5], Sex: 'M (99)', Lake: '25:00(77)' }
  rows[9] = { ...rows[9], Place: 'DSQ', Result: '' }
  await terminal.take(race)
  expect(await roles()).toEqual(wanted)
  const shown = await rowsWith('--filter', 'status=DSQ')
  expect(shown.map(({ Place, Bib }) => [Place, Bib])).toEqual([['DSQ', rows[9]?.['Bib']]])
})
