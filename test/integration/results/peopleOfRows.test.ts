import { afterAll, expect, it } from 'vitest'
import type { ResultsPage, ResultsQuery } from '../../../preload/contract/results.ts'
import { useCores } from '../../support/coreRig.ts'
import { takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

const takePeople = async (bodies: Readonly<Record<string, readonly object[]>>) => {
  const taken = await takeRows(cores, bodies)
  const { open, stage } = taken
  return {
    ...taken,
    people: (query: Omit<ResultsQuery, 'stage'> = {}): Promise<ResultsPage> =>
      open.call('results:page', { stage, ...query, isByPerson: true, offset: 0, limit: 1_000 }),
  }
}

const runner = (position: number, number: number, fullName: string, city = 'Тула') => ({
  position,
  number,
  fullName,
  city,
  resultTime: `0:4${position}:05`,
})
const anna = runner(1, 11, 'Анна Ом')
const boris = runner(2, 12, 'Борис Эк')
const vera = runner(3, 13, 'Вера Ли')

const cellsOf = ({ columns, rows }: ResultsPage, name: string): readonly unknown[] =>
  rows.map(({ cells }) => cells[columns.findIndex((column) => column.name === name)])

it('has one row a person, that of the largest category, and says in which categories they are', async () => {
  const women = [runner(1, 11, 'Анна Ом'), runner(2, 13, 'Вера Ли')]
  const taken = await takePeople({ Women: women, All: [anna, boris, vera], W40: [runner(1, 13, 'Вера Ли')] })
  const { people } = taken
  const page = await people()
  expect([page.total, page.totalRows]).toEqual([3, 6])
  expect(cellsOf(page, 'number')).toEqual([11, 12, 13])
  expect(page.rows.map(({ place }) => place)).toEqual([1, 2, 3])
  const [first, second, third] = page.rows.map(({ placesOfPerson }) => placesOfPerson)
  expect(first).toEqual([
    { category: taken.idOf('Women'), index: 0 },
    { category: taken.idOf('All'), index: 0 },
  ])
  expect(second).toEqual([{ category: taken.idOf('All'), index: 1 }])
  expect(third?.map(({ category }) => category)).toEqual(['Women', 'All', 'W40'].map(taken.idOf))
  const card = await taken.open.call('results:person', { category: taken.idOf('W40'), index: 0 })
  const counts = await taken.open.call('results:people', { stage: taken.stage })
  expect([counts.people, counts.rows, Object.values(counts.distances)]).toEqual([3, 6, [3]])
  expect(third).toEqual(card.placings.map(({ category, index }) => ({ category, index })))
})

it('counts the people whose rows pass the search, the filters and the chosen categories', async () => {
  const women = [runner(1, 11, 'Анна Ом'), runner(2, 13, 'Вера Ли')]
  const taken = await takePeople({ Women: women, All: [anna, boris, vera] })
  const { people } = taken
  const found = await people({ search: 'вера' })
  expect([found.total, found.totalRows, cellsOf(found, 'number')]).toEqual([1, 2, [13]])
  const filtered = await people({ filters: [{ role: 'category', values: ['women'] }] })
  expect([filtered.total, filtered.totalRows]).toEqual([2, 2])
  expect(filtered.rows.map(({ category }) => category)).toEqual([taken.idOf('Women'), taken.idOf('Women')])
  const chosen = await people({ categories: [taken.idOf('Women')], sort: [{ role: 'bib', isDescending: true }] })
  expect([chosen.total, chosen.totalRows, cellsOf(chosen, 'number')]).toEqual([2, 2, [13, 11]])
  expect(chosen.rows.every(({ placesOfPerson }) => placesOfPerson?.length === 1)).toBe(true)
})

it('keeps rows apart when nothing says whose they are', async () => {
  const nameless = (position: number) => ({ position, number: 0, fullName: '', resultTime: `0:5${position}:00` })
  const named = (position: number, fullName: string) => ({ position, fullName, resultTime: `0:5${position}:00` })
  const { people } = await takePeople({ A: [nameless(1), nameless(2)], B: [nameless(1)] })
  expect((await people()).total).toBe(3)
  const alike = {
    A: [named(1, 'Ян Ли'), named(2, 'Ян Ли'), named(3, 'Эд Юн')],
    B: [named(1, 'Ян Ли'), named(2, 'Эд Юн')],
  }
  const page = await (await takePeople(alike)).people()
  expect([page.total, page.totalRows]).toEqual([4, 5])
})

const row = (at: number, id: number | string, fullName: string, number: number | null = 10 + at) => ({
  id,
  position: at,
  ...(number === null ? {} : { number }),
  fullName,
  resultTime: `0:${40 + at}:00`,
})

it.each([
  ['of the same name', [row(1, 'p-1', 'Анна Ом'), row(2, 'p-2', 'Борис Эк')], [row(1, 'p-2', 'Борис Эк', 91)], 2],
  ['with another name under the same bib', [row(1, 'p-1', 'Анна Ом')], [row(1, 'p-1', 'Глеб Юн')], 2],
  ['with a name in another order', [row(1, 'p-1', 'Анна Ом')], [row(1, 'p-1', 'Ом Анна')], 1],
])('believes an id in two categories %s as far as the names say', async (_, all, kids, people) => {
  expect((await (await takePeople({ All: all, Kids: kids })).people()).total).toBe(people)
})

const names = 'Анна Ом|Борис Эк|Вера Ли|Глеб Юн|Дина Ап|Егор Ус|Жанна Об|Иван Ил|Клим Ян|Лев Ор'.split('|')

it.each<[string, string, string, number | null, number]>([
  ['00000000-0000-0000-0000-000000000000', 'Дина Ап', 'Егор Ус', 14, 2],
  ['-1', 'Дина Ап', 'Егор Ус', null, 2],
  ['info@club.example', 'Дина Ап', 'Егор Ус', 14, 2],
  ['A2214', 'Unknown', 'Unknown', null, 1],
  ['A2214', 'Гость', 'Гость', null, 1],
])(
  'keeps two people under the id %s apart, and knows each in other categories by bib and name',
  async (id, one, other, bib, places) => {
    const rows = names.map((name, at) => row(at + 1, `p-${at * 7}`, name, bib === null ? null : at + 10))
    const pair = [row(5, id, one, bib), row(6, id, other, bib && bib + 1)]
    const all = [...rows.slice(0, 4), ...pair, ...rows.slice(6)]
    const taken = await takePeople({ All: all, Women: [...pair.slice(0, 1), ...rows.slice(6)] })
    const page = await taken.people()
    expect([page.total, page.totalRows]).toEqual([places === 2 ? 10 : 11, 15])
    const card = (index: number) => taken.open.call('results:person', { category: taken.idOf('All'), index })
    expect((await card(4)).placings).toHaveLength(places)
    expect((await card(5)).placings).toHaveLength(1)
    expect((await card(8)).rule).toBe('id')
    const { rows: found } = await taken.open.call('results:find', { search: one, limit: 20 })
    expect(found[0]?.categories).toEqual(places === 2 ? ['All', 'Women'] : ['All'])
  },
)

it('puts hits in a name before hits elsewhere, and a bib before both', async () => {
  const rows = [
    runner(1, 21, 'Олег Иванов', 'Санкт-Петербург'),
    runner(2, 22, 'Иван Орлов', 'Иваново'),
    runner(3, 23, 'Пётр Иванов', 'Тула'),
    runner(4, 24, 'Анна Ом', 'клуб 23'),
  ]
  const taken = await takePeople({ A: rows })
  const { people } = taken
  expect(cellsOf(await people({ search: 'иванов пё' }), 'number')).toEqual([23, 21])
  expect(await taken.column('number', { search: 'иванов' })).toEqual([21, 23, 22])
  expect(await taken.column('number', { search: 'ivanov' })).toEqual([21, 23, 22])
  expect(await taken.column('number', { search: '23' })).toEqual([23, 24])
  const sorted = { search: 'иванов', sort: [{ role: 'place' as const, isDescending: true }] }
  expect(await taken.column('number', sorted)).toEqual([23, 22, 21])
})

it('counts people, not rows, by the values of a filter', async () => {
  const women = [runner(1, 11, 'Анна Ом'), runner(2, 13, 'Вера Ли', 'Орёл')]
  const { open, stage } = await takePeople({ Women: women, All: [anna, boris, vera] })
  const [city] = await open.call('results:facets', { stage, isByPerson: true, roles: ['city'] })
  expect(city?.values).toEqual([
    { value: 'Тула', count: 3 },
    { value: 'Орёл', count: 1 },
  ])
})
