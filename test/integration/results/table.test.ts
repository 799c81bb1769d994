import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Facet, Filter, Sort } from '../../../preload/contract/results.ts'
import { fold } from '../../../main/kernel/fold.ts'
import { useCores } from '../../support/coreRig.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
type Finisher = {
  readonly bib: number
  readonly place?: number | string | null
  readonly name?: string
  readonly sex?: string
  readonly club?: string | null
  readonly city?: string
  readonly time?: string
  readonly status?: string
}

const lastNames = ['Иванов', 'Ли', 'Ёлкин', 'Smith', 'Орлова', 'Васильев', 'Costa', 'Щукин', 'Эк', 'Novák', 'Ильина']
const firstNames = ['Пётр', 'Анна', 'Ян', 'Mary', 'Олег', 'Ольга', 'Юлия', 'Bo', 'Марк']
/** 99 different people, then others of the same names. */
const nameOf = (bib: number): string =>
  `${lastNames[bib % lastNames.length] ?? ''} ${firstNames[bib % firstNames.length] ?? ''}`

const row = ({ bib, place = null, name = nameOf(bib), sex = 'M', club = null, city = 'Orel', ...rest }: Finisher) => ({
  position: place,
  number: bib,
  fullName: name,
  sex,
  club,
  city,
  resultTime: rest.time ?? '',
  status: rest.status ?? '',
})

const bibs = async (
  { column }: TakenRows,
  query: { sort?: readonly Sort[]; filters?: readonly Filter[]; search?: string },
) => (await column('number', query)).map(Number)

describe('sorting by role', () => {
  it('puts places by value and their sentinels last, both ways, where text order or a bare number order would mislead', async () => {
    const places = [10, 0, '2', 9, '1.', null, 1_000_000, -1, 3]
    const all = await takeRows(cores, { A: places.map((place, index) => row({ bib: index, place })) })
    expect(await bibs(all, { sort: [{ role: 'place' }] })).toEqual([4, 2, 8, 3, 0, 1, 5, 6, 7])
    expect(await bibs(all, { sort: [{ role: 'place', isDescending: true }] })).toEqual([0, 3, 8, 2, 4, 1, 5, 6, 7])
  })

  it('reads each category through its own columns, whatever they are called', async () => {
    const { rows, idOf } = await takeRows(cores, {
      A: [row({ bib: 1, time: '31:02', club: 'Динамо' }), row({ bib: 2, time: '1:02:00', club: 'Ёлка' })],
      B: [
        { place: 1, bib: 3, name: 'Bo', result: '45:00', club: 'ёлка' },
        { place: 2, bib: 4, name: 'Al', result: '30:00', club: 'Азарт' },
      ],
    })
    const order = async (sort: readonly Sort[]): Promise<readonly string[]> =>
      (await rows({ sort })).map(({ category, index }) => `${category === idOf('A') ? 'A' : 'B'}${index}`)
    expect(await order([{ role: 'result' }])).toEqual(['B1', 'A0', 'B0', 'A1'])
    expect(await order([{ role: 'result', isDescending: true }])).toEqual(['A1', 'B0', 'A0', 'B1'])
    expect(await order([{ role: 'club' }])).toEqual(['B1', 'A0', 'B0', 'A1'])
    expect(
      await order([
        { role: 'category', isDescending: true },
        { role: 'bib', isDescending: true },
      ]),
    ).toEqual(['B1', 'B0', 'A1', 'A0'])
  })

  it('orders a status by what it means, the finishers among them by place, and never shows an empty result as DNF', async () => {
    const all = await takeRows(cores, {
      A: [
        row({ bib: 1 }),
        row({ bib: 2, status: 'DNS' }),
        row({ bib: 3, status: 'дисквалифицирован' }),
        row({ bib: 4, status: 'DNF' }),
        row({ bib: 5, place: 2, time: '40:00' }),
        row({ bib: 6, status: 'на дистанции' }),
        row({ bib: 7, place: 1, time: '39:00' }),
      ],
    })
    expect(await bibs(all, { sort: [{ role: 'status' }] })).toEqual([7, 5, 6, 4, 3, 2, 1])
    const sorted = await all.rows({ sort: [{ role: 'status' }] })
    expect(sorted.map(({ status, place }) => [status, place])).toEqual([
      ['OK', 1],
      ['OK', 2],
      ['on course', null],
      ['DNF', null],
      ['DSQ', null],
      ['DNS', null],
      ['unknown', null],
    ])
  })

  it('breaks ties by place, then by the order received', async () => {
    const all = await takeRows(cores, {
      A: [
        row({ bib: 1, club: 'Б' }),
        row({ bib: 2, club: 'А', place: 3 }),
        row({ bib: 3, club: 'А' }),
        row({ bib: 4, club: 'А', place: 1 }),
        row({ bib: 5, club: 'А' }),
      ],
    })
    expect(await bibs(all, { sort: [{ role: 'club' }] })).toEqual([4, 2, 3, 5, 1])
    expect(await bibs(all, { sort: [{ role: 'club', isDescending: true }] })).toEqual([1, 4, 2, 3, 5])
  })

  it('sorts more rows than one run of the sort holds exactly as a plain sort does', async () => {
    const rows = Array.from({ length: 5_000 }, (_, bib) =>
      row({ bib, place: ((bib * 7_919) % 1_000) + 1, name: nameOf((bib * 31) % 97) }),
    )
    const all = await takeRows(cores, { A: rows.slice(0, 700), B: rows.slice(700, 701), C: rows.slice(701) })
    const expected = rows
      .map(({ position, fullName }, bib) => ({ bib, position: Number(position), name: fold(fullName) }))
      .toSorted((a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : a.position - b.position || a.bib - b.bib))
    expect(await bibs(all, { sort: [{ role: 'name', isDescending: true }] })).toEqual(expected.map(({ bib }) => bib))
  })

  it('takes a role that no column has for blanks, so that another scope does not fail', async () => {
    const all = await takeRows(cores, { A: [row({ bib: 2 }), row({ bib: 1 })] })
    expect(await bibs(all, { sort: [{ role: 'country' }] })).toEqual([2, 1])
  })

  it('sorts a category by a column that only other categories have', async () => {
    const { rows, idOf } = await takeRows(cores, { A: [row({ bib: 1 })], B: [{ number: 2, wave: 'x' }] })
    expect(await rows({ categories: [idOf('A')], sort: [{ column: 'wave' }] })).toHaveLength(1)
  })
})

const people = {
  Men: [
    row({ bib: 1, place: 1, club: 'Динамо', city: 'Орёл', time: '30:00' }),
    row({ bib: 2, place: 2, club: ' динамо ', city: 'Тула', time: '31:00' }),
    row({ bib: 3, club: 'Спартак', city: 'Тула', status: 'DNF' }),
    row({ bib: 4, club: '', city: 'Тула' }),
  ],
  Women: [
    row({ bib: 11, place: 1, sex: 'F', club: 'Спартак', city: 'Орел', time: '35:00', name: 'Ёлкина Анна' }),
    row({ bib: 12, place: 2, sex: 'F', club: 'Alba', city: 'Тула', time: '36:00' }),
  ],
}

let ofPeople: TakenRows
beforeAll(async () => {
  ofPeople = await takeRows(cores, people)
})

describe('filters', () => {
  it('by the result find the chip or gun time of tables that have nothing else', async () => {
    const rowsWith = (field: string) =>
      Array.from({ length: 12 }, (_, at) => ({
        number: 501 + at,
        fullName: nameOf(501 + at),
        [field]: `0:${30 + at}:${10 + ((at * 7) % 50)}`,
      }))
    const all = await takeRows(cores, { A: rowsWith('chipTime'), B: rowsWith('gunTime'), C: rowsWith('resultTime') })
    expect(await all.rows({ filters: [{ role: 'result', values: ['0:33:31'] }] })).toHaveLength(3)
  })

  it('compare folded and trimmed, any of the values and all of the filters, together with a search', async () => {
    const found = (filters: readonly Filter[], search = ''): Promise<readonly number[]> =>
      bibs(ofPeople, { filters, search })
    expect(await found([{ role: 'club', values: ['ДИНАМО'] }])).toEqual([1, 2])
    expect(await found([{ role: 'club', values: ['динамо', 'alba'] }])).toEqual([1, 2, 12])
    expect(await found([{ role: 'city', values: ['орел'] }])).toEqual([1, 11])
    expect(
      await found([
        { role: 'city', values: ['Тула'] },
        { role: 'sex', values: ['f'] },
      ]),
    ).toEqual([12])
    expect(await found([{ role: 'club', values: [''] }])).toEqual([4])
    expect(await found([{ role: 'status', values: ['ok'] }])).toEqual([1, 2, 11, 12])
    expect(await found([{ role: 'status', values: ['DNF', 'unknown'] }])).toEqual([3, 4])
    expect(await found([{ role: 'category', values: ['women'] }])).toEqual([11, 12])
    expect(await found([{ role: 'name', values: ['елкина анна'] }])).toEqual([11])
    expect(await found([{ column: 'city', values: ['Тула'] }], 'о')).toEqual([4, 2])
    expect(await found([{ role: 'country', values: ['RU'] }])).toEqual([])
    expect(
      await bibs(ofPeople, {
        filters: [{ role: 'sex', values: ['M'] }],
        sort: [{ role: 'place', isDescending: true }],
      }),
    ).toEqual([2, 1, 3, 4])
  })

  it('refuses a column that no category of the stage has', async () => {
    const { open, stage } = ofPeople
    const query = { stage, offset: 0, limit: 5, filters: [{ column: 'nope', values: ['x'] }] }
    expect(await open.ask('results:page', query)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', issues: [{ path: 'filters' }] },
    })
  })

  it('give an exact bib the first place only among the rows that pass', async () => {
    const all = await takeRows(cores, {
      A: [row({ bib: 21, sex: 'F' }), row({ bib: 12, sex: 'M' }), row({ bib: 2, sex: 'F' })],
    })
    expect(await bibs(all, { search: '2' })).toEqual([2, 21, 12])
    expect(await bibs(all, { search: '2', filters: [{ role: 'sex', values: ['F'] }] })).toEqual([2, 21])
    expect(await bibs(all, { search: '2', filters: [{ role: 'sex', values: ['M'] }] })).toEqual([12])
  })
})

describe('facets', () => {
  const valuesOf = (facets: readonly Facet[], role: string): readonly (readonly [string, number])[] =>
    facets
      .filter((facet) => 'role' in facet && facet.role === role)
      .flatMap(({ values }) => values.map(({ value, count }) => [value, count] as const))

  it('count values as they are written, folded alike counted as one, the most frequent first', async () => {
    const { open, stage } = ofPeople
    const facets = await open.call('results:facets', { stage })
    expect(facets.map((facet) => ('role' in facet ? facet.role : ''))).toEqual(['sex', 'club', 'city', 'status'])
    expect(valuesOf(facets, 'club')).toEqual([
      ['Динамо', 2],
      ['Спартак', 2],
      ['', 1],
      ['Alba', 1],
    ])
    expect(valuesOf(facets, 'city')).toEqual([
      ['Тула', 4],
      ['Орёл', 2],
    ])
    expect(valuesOf(facets, 'status')).toEqual([
      ['OK', 4],
      ['DNF', 1],
      ['unknown', 1],
    ])
  })

  it('honour the other filters and the search, not their own', async () => {
    const { open, stage, idOf } = ofPeople
    const filters: readonly Filter[] = [
      { role: 'club', values: ['Динамо'] },
      { role: 'status', values: ['OK'] },
    ]
    const facets = await open.call('results:facets', { stage, filters })
    expect(valuesOf(facets, 'club')).toEqual([
      ['Динамо', 2],
      ['Alba', 1],
      ['Спартак', 1],
    ])
    expect(valuesOf(facets, 'city')).toEqual([
      ['Орёл', 1],
      ['Тула', 1],
    ])
    const women = await open.call('results:facets', { stage, categories: [idOf('Women')], search: 'mary' })
    expect(valuesOf(women, 'club')).toEqual([['Alba', 1]])
  })

  it('are cut to the most frequent, with the count of all, and find the others by what they hold', async () => {
    const clubs = Array.from({ length: 400 }, (_, number) => row({ bib: number, club: `Клуб ${number}` }))
    const { open, stage } = await takeRows(cores, { A: [...clubs, row({ bib: 999, club: 'Клуб 399' })] })
    const [facet] = await open.call('results:facets', { stage, roles: ['club'] })
    expect([facet?.values.length, facet?.total, facet?.values[0]]).toEqual([300, 400, { value: 'Клуб 399', count: 2 }])
    const [found] = await open.call('results:facets', { stage, roles: ['club'], find: 'КЛУБ 35' })
    expect(found?.values.map(({ value }) => value)).toHaveLength(11)
    const [column] = await open.call('results:facets', { stage, columns: ['number'], find: '999' })
    expect(column).toEqual({ column: 'number', values: [{ value: '999', count: 1 }], total: 1 })
  })
})

describe('favourites', () => {
  it('are people: marked in one category they are marked in the others, after a refresh and a restart', async () => {
    const bo = row({ bib: 7, name: 'Bo Ek', place: 5 })
    const { open, stage, idOf, rows, retake } = await takeRows(
      cores,
      {
        Overall: [row({ bib: 1 }), bo, row({ bib: 8, name: 'Bo Ek' })],
        M40: [bo, row({ bib: 1, name: 'Somebody else' })],
      },
      { own: {} },
    )
    const marked = async () =>
      (await rows()).filter(({ isFavourite }) => isFavourite === true).map(({ category, index }) => [category, index])
    const list = await open.call('stage:favourites', { stage, add: [{ category: idOf('M40'), index: 0 }] })
    expect(list).toMatchObject([{ name: 'Bo Ek', bib: '7' }])
    expect(await marked()).toEqual([
      [idOf('Overall'), 1],
      [idOf('M40'), 0],
    ])
    expect(await rows({ filters: [{ isFavourite: true }] })).toHaveLength(2)
    await retake('Overall', [bo, row({ bib: 1 })])
    expect(await marked()).toEqual([
      [idOf('Overall'), 0],
      [idOf('M40'), 0],
    ])
    const person = await open.call('results:person', { category: idOf('Overall'), index: 0 })
    expect(person.row).toMatchObject({ isFavourite: true, place: 5 })
    await open.close()
    const again = await cores.open({ dataDir: open.dataDir })
    expect(await again.call('stage:favourites', { stage })).toEqual(list)
    expect(await again.call('stage:favourites', { stage, remove: [{ category: idOf('Overall'), index: 0 }] })).toEqual(
      [],
    )
    const page = await again.call('results:page', { stage, filters: [{ isFavourite: true }], offset: 0, limit: 5 })
    expect(page.total).toBe(0)
  })

  it('refuse a row without a name and a missing row', async () => {
    const { open, stage, idOf } = await takeRows(cores, { A: [{ number: 5, fullName: '' }] })
    const add = (index: number) => open.ask('stage:favourites', { stage, add: [{ category: idOf('A'), index }] })
    expect(await add(0)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect(await add(1)).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'row' } })
    expect(await open.call('stage:favourites', { stage })).toEqual([])
  })
})

it('views are kept by name, overwritten, renamed in one step, and gone with their stage', async () => {
  const { open, stage } = await takeRows(cores, people)
  const view = {
    search: 'анна',
    filters: [{ role: 'sex', values: ['F'] }],
    sort: [{ role: 'result', isDescending: true }],
    columns: { order: ['club'], hidden: ['status'], widths: [{ column: 'club', widthPx: 120 }] },
  } as const
  await open.call('stage:views', { stage, save: { name: ' Women ', view } })
  await open.call('stage:views', { stage, save: { name: 'All', view: {} } })
  const saved = await open.call('stage:views', { stage })
  expect(saved.map(({ name, view: kept }) => [name, kept])).toEqual([
    ['All', {}],
    ['Women', view],
  ])
  await open.call('stage:views', { stage, save: { name: 'All', view: { search: 'x' } } })
  await open.call('stage:views', { stage, save: { name: 'Female', view }, remove: 'Women' })
  expect((await open.call('stage:views', { stage })).map(({ name }) => name)).toEqual(['All', 'Female'])
  expect((await open.call('stage:views', { stage, save: { name: 'All', view: {} }, remove: 'All' })).length).toBe(2)
  await open.call('stage:remove', { stage })
  expect(await open.ask('stage:views', { stage })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})

it('finds changes since a moment or the last look, with the last change of a row', async () => {
  const before = [row({ bib: 1, place: 1, time: '30:00' }), row({ bib: 2, place: 2, time: '31:00' }), row({ bib: 3 })]
  const all = await takeRows(cores, { A: before, B: before })
  const since = new Date().toISOString() as Instant
  const changed = (mark: Instant | 'looked') => bibs(all, { filters: [{ changedSince: mark }] })
  expect(await changed(since)).toEqual([])
  await all.retake('A', [before[0], row({ bib: 2, place: 2, time: '31:30' }), before[2], row({ bib: 4 })])
  expect(await changed(since)).toEqual([2, 4])
  const rows = await all.rows({ categories: [all.idOf('A')] })
  expect(rows.map(({ change }) => change?.type)).toEqual([undefined, 'result', undefined, 'new'])
  const facets = await all.open.call('results:facets', {
    stage: all.stage,
    roles: ['category'],
    filters: [{ changedSince: since }],
  })
  expect(facets[0]?.values).toEqual([{ value: 'A', count: 2 }])
  await all.open.call('results:markChanges', { stage: all.stage, mark: 'looked' })
  expect(await changed('looked')).toEqual([])
  await all.retake('B', [...before, row({ bib: 9 })])
  expect(await changed('looked')).toEqual([9])
})
