import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import { useCores } from '../../support/coreRig.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, { All: field() })
})

type Row = Record<string, string>

const two = (number: number): string => String(number).padStart(2, '0')
const clock = (s: number): string => `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
const lasts = ['Berg', 'Dahl', 'Ek', 'Falk', 'Gran', 'Holm', 'Jung', 'Kron', 'Lind', 'Moll']
const firsts = ['Anna', 'Boris', 'Clara', 'David', 'Elena', 'Felix', 'Greta', 'Henri', 'Ida', 'Jonas']

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

const firstByPlace = () =>
  taken.open.call('results:page', { stage: taken.stage, sort: [{ role: 'place' }], offset: 0, limit: 1 })
const rolesOf = (columns: readonly Column[]) => Object.fromEntries(columns.map(({ name, role = null }) => [name, role]))

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

it('columns with two-part cells keep cells and roles, and get a column of second parts', async () => {
  const { columns, rows } = await firstByPlace()
  expect(rolesOf(columns)).toEqual(wanted)
  expect(Object.fromEntries(columns.map(({ name }, at) => [name, rows[0]?.cells[at]]))).toMatchObject({
    Place: '1 / 56',
    'Place (2)': '56',
    Bib: '500.0',
    Name: 'Berg Anna (SWE)',
    'Name (2)': 'SWE',
    Result: '1:00:00 +0:00:00',
    'Result (2)': '+0:00:00',
  })
})

it('search, filters and sorting read second parts and whole numbers', async () => {
  const found = (query: Omit<ResultsQuery, 'stage'>): Promise<readonly unknown[]> => taken.column('Bib', query)
  expect(await found({ search: '537' })).toEqual(['537.0'])
  expect(await found({ filters: [{ role: 'country', values: ['NOR'] }] })).toHaveLength(15)
  expect((await found({ sort: [{ role: 'gap', isDescending: true }] }))[0]).toBe(field()[55]?.['Bib'])
})

it('files have second parts in columns of their own, and the part of the role elsewhere', async () => {
  const [head = '', first = ''] = (await taken.written({ format: 'csv' })).text.split(/\r?\n/)
  expect(head).toContain('Place,Place (2),Bib')
  expect(first).toContain('1 / 56,56,500.0')
  const { text } = await taken.written({ format: 'json' })
  for (const member of [
    '"place":1',
    '"bib":"500"',
    '"country":"SWE"',
    '"name":"Berg Anna"',
    '"resultMs":3637000',
    '"gapMs":37000',
  ]) {
    expect(text).toContain(`${member},`)
  }
})

it('a user may correct the role of a part, as for other cells', async () => {
  await taken.open.call('results:setMapping', { stage: taken.stage, columns: [{ column: 'Lake', role: 'split' }] })
  expect(rolesOf((await firstByPlace()).columns)).toEqual(wanted)
})
