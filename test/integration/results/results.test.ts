import { afterAll, expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)
const listed = (values: readonly unknown[], name = 'v'): readonly unknown[] =>
  values.map((value, index) => ({ number: index, ...(value === undefined ? {} : { [name]: value }) }))

type Order = {
  readonly values: readonly unknown[]
  readonly rising: readonly unknown[]
  readonly falling: readonly unknown[]
}

const minutes = Array.from({ length: 30 }, (_, second) => `1:00:${String(second + 10)}`)

const orders: Readonly<Record<string, Order>> = {
  'times by duration, however they are written': {
    values: ['1:02:03', '59:59', '', '1:02:03.5', '0:59', null, '-', '1:02:03,25', '10:00:00', undefined],
    rising: ['0:59', '59:59', '1:02:03', '1:02:03,25', '1:02:03.5', '10:00:00', '', null, '-', null],
    falling: ['10:00:00', '1:02:03.5', '1:02:03,25', '1:02:03', '59:59', '0:59', '', null, '-', null],
  },
  'gaps with their sign': {
    values: ['+0:14', '-0:03', '+1:00:00', '0:00', '−0:10'],
    rising: ['−0:10', '-0:03', '0:00', '+0:14', '+1:00:00'],
    falling: ['+1:00:00', '+0:14', '0:00', '-0:03', '−0:10'],
  },
  'numbers by value, also when they are text': {
    values: [10, '9', 2.5, '-1', null, '100', ' ', '2,75', 0],
    rising: ['-1', 0, 2.5, '2,75', '9', 10, '100', null, ' '],
    falling: ['100', 10, '9', '2,75', 2.5, 0, '-1', null, ' '],
  },
  'texts by the numbers in them': {
    values: ['M10', 'M9', 'm40', 'F2', '', 'M100', 'Ж5', null],
    rising: ['F2', 'M9', 'M10', 'm40', 'M100', 'Ж5', '', null],
    falling: ['Ж5', 'M100', 'm40', 'M10', 'M9', 'F2', '', null],
  },
  'long codes in texts by value': {
    values: ['T1234567890123', 'T999999999999', 'T98765432109876'],
    rising: ['T999999999999', 'T1234567890123', 'T98765432109876'],
    falling: ['T98765432109876', 'T1234567890123', 'T999999999999'],
  },
  'names without regard to case and ё': {
    values: ['Ёлкин', 'Жуков', 'ежов', 'Егоров', 'Adams', 'Élan', 'abbot'],
    rising: ['abbot', 'Adams', 'Élan', 'Егоров', 'ежов', 'Ёлкин', 'Жуков'],
    falling: ['Жуков', 'Ёлкин', 'ежов', 'Егоров', 'Élan', 'Adams', 'abbot'],
  },
  'a stray word among times behind them': {
    values: [...minutes.toReversed(), 'DNF'],
    rising: [...minutes, 'DNF'],
    falling: ['DNF', ...minutes.toReversed()],
  },
}

it.each(Object.entries(orders))('sorts %s, with blanks last both ways', async (_, { values, rising, falling }) => {
  const { column } = await takeRows(cores, { All: listed(values) })
  expect(await column('v', { sort: [{ column: 'v' }] })).toEqual(rising)
  expect(await column('v', { sort: [{ column: 'v', isDescending: true }] })).toEqual(falling)
})

it('keeps the order of the service among equals, in both directions, and sorts by a second column within the first', async () => {
  const rows = Array.from({ length: 60 }, (_, number) => ({ number, team: `T${number % 3}`, lap: number % 5 }))
  const { column } = await takeRows(cores, { A: rows.slice(0, 25), B: rows.slice(25) })
  const numbers = rows.map(({ number }) => number)
  for (const isDescending of [false, true]) {
    const direction = isDescending ? -1 : 1
    const expected = numbers.toSorted((a, b) => direction * ((a % 3) - (b % 3)) || a - b)
    expect(await column('number', { sort: [{ column: 'team', isDescending }] })).toEqual(expected)
    const within = numbers.toSorted((a, b) => direction * ((a % 3) - (b % 3)) || (b % 5) - (a % 5) || a - b)
    const sort = [
      { column: 'team', isDescending },
      { column: 'lap', isDescending: true },
    ]
    expect(await column('number', { sort })).toEqual(within)
  }
})

it('covers every row exactly once, whatever the size of a page', async () => {
  const rows = Array.from({ length: 103 }, (_, number) => ({ number, name: `N${number % 7}` }))
  const { rows: read } = await takeRows(cores, {
    A: rows.slice(0, 40),
    B: [],
    C: rows.slice(40, 41),
    D: rows.slice(41),
  })
  for (const query of [
    {},
    { sort: [{ column: 'name' }] },
    { search: 'n3' },
    { search: 'n', sort: [{ column: 'number' }] },
  ]) {
    const whole = (await read(query)).map(({ category, index }) => `${category} ${index}`)
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBe('search' in query && query.search === 'n3' ? 15 : 103)
    for (const pageSize of [1, 7, 40, 103]) {
      expect((await read(query, pageSize)).map(({ category, index }) => `${category} ${index}`)).toEqual(whole)
    }
  }
})

it('gives an empty page beyond the end and for nothing asked, with the total', async () => {
  const { open, stage } = await takeRows(cores, { A: listed([1, 2, 3]) })
  for (const [offset, limit] of [
    [3, 10],
    [100_000_000, 1_000],
    [0, 0],
  ] as const) {
    expect(await open.call('results:page', { stage, offset, limit })).toMatchObject({ total: 3, offset, rows: [] })
  }
})

it('refuses to sort by a column that is not there', async () => {
  const { open, stage } = await takeRows(cores, { A: listed([1]) })
  const page = { stage, offset: 0, limit: 1 }
  for (const column of ['nope', '', 'constructor', '__proto__']) {
    expect(await open.ask('results:page', { ...page, sort: [{ column }] })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', issues: [{ path: 'sort' }] },
    })
  }
})

it('shows the columns of all categories, and blanks where a category has no such column', async () => {
  const { rows, columnNames, idOf } = await takeRows(cores, {
    A: [{ number: 1, name: 'Ada', laps: [{ n: 1 }] }],
    B: [{ number: 2, account: { city: 'Orel', club: null } }],
    C: [{ name: 'Eve', extra: {} }],
  })
  expect(await columnNames()).toEqual(['number', 'name', 'account.city', 'account.club', 'extra', 'laps.1.n'])
  expect((await rows()).map(({ cells }) => cells)).toEqual([
    [1, 'Ada', null, null, null, 1],
    [2, null, 'Orel', null, null, null],
    [null, 'Eve', null, null, {}, null],
  ])
  const one = await rows({ categories: [idOf('B')] })
  expect(one.map(({ cells }) => cells)).toEqual([[2, 'Orel', null]])
})

it('selects by distance and by category, and nothing for those that are not there', async () => {
  const { open, stage, rows, idOf } = await takeRows(cores, { A: listed([1, 2]), B: listed([3]) })
  const { distances } = await open.call('stage:tree', { stage })
  expect(await rows({ distance: distances[0]?.guid ?? '' })).toHaveLength(3)
  expect(await rows({ distance: 'no such distance' })).toHaveLength(0)
  expect(await rows({ categories: [idOf('A'), idOf('B')] })).toHaveLength(3)
  expect(await rows({ categories: [] })).toHaveLength(0)
})

it('tells finishers with one bib apart, also when a bib looks like the mark of a repeated one', async () => {
  const bibs = ['7', 7, '7~2', '7', null, '', undefined, '7~3', '7#1', { a: 7 }]
  const { rows } = await takeRows(cores, { A: bibs.map((number) => ({ number, name: 'x' })), B: [{ number: '7' }] })
  const identities = (await rows()).map(({ identity }) => identity)
  expect(new Set(identities).size).toBe(bibs.length + 1)
})

it('knows a finisher again after a refresh that reorders the rows and adds others', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    place: index + 1,
    account: { name: `N${index}` },
    number: 100 + index,
  }))
  const { rows: read, retake } = await takeRows(cores, { A: rows })
  const byBib = async (): Promise<ReadonlyMap<unknown, string>> =>
    new Map((await read()).map(({ cells, identity }) => [cells[2], identity]))
  const before = await byBib()
  await retake('A', [...rows.toReversed(), { place: 0, account: { name: 'New' }, number: 99 }])
  const after = await byBib()
  expect(after.size).toBe(31)
  for (const [bib, identity] of before) expect([bib, after.get(bib)]).toEqual([bib, identity])
  expect([...before.values()]).not.toContain(after.get(99))
})

it('keeps the digits of integers that are too long for a number', async () => {
  const taken = await takeRows(cores, {
    A: '[{"number":1,"id":12345678901234567891},{"number":2,"id":12345678901234567892}]',
  })
  expect(await taken.column('id')).toEqual(['12345678901234567891', '12345678901234567892'])
  const person = await taken.open.call('results:person', { category: taken.idOf('A'), index: 1 })
  expect(person.rawJson).toContain('12345678901234567892')
  const raw = await taken.open.call('results:raw', { category: taken.idOf('A') })
  expect(raw.text).toContain('"id":12345678901234567891}')
})

it('shows values under names that objects have by themselves, and of a dotted name beside a nested one', async () => {
  const body = `{"data":[
    {"constructor":"c1","__proto__":"p1","a.b":1,"a":{"b":2,"toString":"t1"}},
    {"hasOwnProperty":null,"a":{"__proto__":{"x":3}}},
    {"number":5}]}`
  const taken = await takeRows(cores, { A: body })
  const columns = await taken.columnNames()
  const cells = (await taken.rows()).map((row) => new Map(columns.map((name, index) => [name, row.cells[index]])))
  const shown = cells.map((row) => [...row].filter(([, cell]) => cell !== null))
  expect(shown).toEqual([
    [
      ['constructor', 'c1'],
      ['__proto__', 'p1'],
      ['a.b', 1],
      ['a.b (2)', 2],
      ['a.toString', 't1'],
    ],
    [['a.__proto__.x', 3]],
    [['number', 5]],
  ])
  for (const name of columns) {
    expect(await taken.rows({ sort: [{ column: name }] })).toHaveLength(3)
  }
  const person = await taken.open.call('results:person', { category: taken.idOf('A'), index: 0 })
  expect(person.row.cells).toEqual(cells[0] === undefined ? [] : [...cells[0].values()])
  expect(person.rawJson).toContain('"__proto__": "p1"')
})

it("shows a person with place, download time and the whole row, never another person's row", async () => {
  const { open, idOf, stage } = await takeRows(cores, {
    A: listed([1, 2]),
    B: [{ number: 9, laps: [{ lap: 1, time: '0:59' }] }],
  })
  const person = await open.call('results:person', { category: idOf('B'), index: 0 })
  const { distances } = await open.call('stage:tree', { stage })
  expect(person).toMatchObject({
    distanceName: '10 km',
    categoryName: 'B',
    fetchedAt: distances[0]?.categories[1]?.fetchedAt,
    columns: [
      { name: 'number' },
      { name: 'laps.1.lap', split: { list: 'laps', label: '1', field: 'lap' } },
      { name: 'laps.1.time', kind: 'time', split: { list: 'laps', label: '1', field: 'time' } },
    ],
  })
  expect(person.row).toMatchObject({ category: idOf('B'), index: 0, cells: [9, 1, '0:59'] })
  expect(JSON.parse(person.rawJson)).toEqual({ number: 9, laps: [{ lap: 1, time: '0:59' }] })
  for (const [category, index] of [
    [idOf('B'), 1],
    [idOf('A'), 2],
    ['999', 0],
  ] as const) {
    expect(await open.ask('results:person', { category, index })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
  }
})

it('shows the rows of the newest reply at once, also for a search and an order that were asked before', async () => {
  const { column, retake } = await takeRows(cores, { A: listed(['x3', 'x1']), B: listed(['x2'], 'v') })
  const query = { sort: [{ column: 'v' }] }
  expect(await column('v', query)).toEqual(['x1', 'x2', 'x3'])
  await retake('A', listed(['x9', 'x0', 'x5']))
  expect(await column('v', query)).toEqual(['x0', 'x2', 'x5', 'x9'])
  expect(await column('v')).toEqual(['x9', 'x0', 'x5', 'x2'])
})

it('gives a row the name from another column where its own is blank, and leaves its cells as they came', async () => {
  const people = Array.from({ length: 24 }, (_, at) => {
    const name = `${['Anna', 'Boris', 'Clara', 'Dario'][at % 4]} ${'Brandl Castell Dvorsky Eklund Farago Grabner'.split(' ')[at % 6]}`
    return {
      Bib: 101 + at * 7,
      Runner: at % 3 === 0 ? '' : name,
      'Original name': at % 3 === 0 ? name : '',
      Time: `1:${10 + at}:05`,
    }
  })
  const { rows } = await takeRows(cores, { All: people })
  const [first, second] = await rows()
  expect(first).toMatchObject({ cells: [101, '', 'Anna Brandl', '1:10:05'], otherName: 'Anna Brandl' })
  expect(second).not.toHaveProperty('otherName')
})
