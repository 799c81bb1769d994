import { afterAll, expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import { takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

/** By category: group of each podium, and its people. */
const podiumsOf = async (bodies: Readonly<Record<string, readonly object[]>>) => {
  const taken = await takeRows(cores, bodies)
  const podiums = await taken.open.call('results:podium', { stage: taken.stage })
  const people = (rows: (typeof podiums)[number]['rows']) => rows.map(({ place, name }) => `${place} ${name}`)
  return podiums.map(({ categoryName, group, rows }) => [categoryName, group, ...people(rows)])
}

const runner = (fullName: string, places: object, more: object = {}) => ({
  number: fullName.length,
  fullName,
  resultTime: '2:0' + String(fullName.length % 10) + ':00',
  ...places,
  ...more,
})

it('a podium has the first three places of a category, ties included, and nobody disqualified', async () => {
  const men = [
    runner('Aaa', { position: 1 }),
    runner('Bbbb', { position: 2 }),
    runner('Ccccc', { position: 2 }),
    runner('Dddddd', { position: 3 }, { status: 'DSQ' }),
    runner('Eeeeeee', { position: 4 }),
  ]
  expect(await podiumsOf({ Men: men })).toEqual([['Men', '', '1 Aaa', '2 Bbbb', '2 Ccccc']])
})

it('a podium comes from overall and division places where a category has no other', async () => {
  const division = (name: string, overall: number, place: number, ageGroup: string) =>
    runner(name, { overallPlace: overall, divisionPlace: place }, { division: ageGroup })
  const everybody = [
    division('Aaa', 1, 1, 'M18-39'),
    division('Bbbb', 2, 2, 'M18-39'),
    division('Ccccc', 3, 1, 'M40-44'),
    division('Dddddd', 4, 3, 'M18-39'),
    division('Eeeeeee', 5, 1, 'F18-39'),
    division('Ffffffff', 6, 4, 'M18-39'),
  ]
  expect(await podiumsOf({ All: everybody })).toEqual([
    ['All', '', '1 Aaa', '2 Bbbb', '3 Ccccc'],
    ['All', 'F18-39', '1 Eeeeeee'],
    ['All', 'M18-39', '1 Aaa', '2 Bbbb', '3 Dddddd'],
    ['All', 'M40-44', '1 Ccccc'],
  ])
})

it('a podium of one division has its own places where those beside them are of a larger field', async () => {
  const placed = (name: string, place: number, divisionPlace: number) =>
    runner(name, { place, divisionPlace }, { division: 'M40-44' })
  const rows = [placed('Aaa', 1, 1), placed('Bbbb', 2, 2), placed('Ccccc', 4, 3), placed('Dddddd', 7, 4)]
  expect(await podiumsOf({ 'M40-44': rows })).toEqual([['M40-44', '', '1 Aaa', '2 Bbbb', '3 Ccccc']])
  expect(await podiumsOf({ 'M40-44': [placed('Aaa', 3, 1)] })).toEqual([['M40-44', '', '1 Aaa']])
})

it('a podium shows the best of a category by overall place with the place they have', async () => {
  const women = ['Aaa', 'Bbbb', 'Ccccc', 'Dddddd'].map((name, index) => runner(name, { overallPlace: 40 + 3 * index }))
  expect(await podiumsOf({ Women: women })).toEqual([['Women', '', '40 Aaa', '43 Bbbb', '46 Ccccc']])
})
