import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Found } from '../../../preload/contract/results.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, type RaceService } from '../../support/services/raceService.ts'
import { inEnvelope, takeRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

const runner = (number: number, lastName: string, club = '') => ({
  position: number,
  number,
  resultTime: `0:4${number % 10}:05`,
  club,
  account: { lastName, firstName: 'Пётр' },
})

const spring = [runner(21, 'Щербаков', 'Динамо'), runner(214, 'Иванов'), runner(3, 'Shcherbina'), runner(5, 'Орлов')]
const autumn = [runner(214, 'Петрова'), runner(21, 'Щербаков'), runner(1, 'Ivanova', 'Клуб 21')]

/** Two stages of one service, the later added one first in the list. */
let open: OpenCore
let race: RaceService
let stages: readonly [spring: StageGuid, autumn: StageGuid]
beforeAll(async () => {
  race = await cores.race('M', 'W')
  open = await cores.open()
  const answer = (category: string, rows: readonly unknown[]): void => race.answer(category, bytesOf(inEnvelope(rows)))
  answer('M', spring)
  answer('W', [])
  const { stage: first, profileId } = await addStage(open, race)
  await open.take(first)
  answer('M', [])
  answer('W', autumn)
  const text = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b14'
  const { guid: second } = await open.call('stage:add', { profileId, text, name: 'Autumn race' })
  await open.take(second)
  stages = [first, second]
})

const find = (search: string, limit = 20): Promise<Found> => open.call('results:find', { search, limit })

const told = ({ rows }: Found): readonly string[] =>
  rows.map(({ stageName, bib, name }) => `${stageName} ${bib} ${name}`)

it('finds over all stages, exact bibs before rows that only contain the digits', async () => {
  expect(told(await find('21'))).toEqual([
    'Autumn race 21 Щербаков Пётр',
    'Spring race 21 Щербаков Пётр',
    'Autumn race 214 Петрова Пётр',
    'Autumn race 1 Ivanova Пётр',
    'Spring race 214 Иванов Пётр',
  ])
  expect(told(await find('щерб'))).toEqual([
    'Autumn race 21 Щербаков Пётр',
    'Spring race 21 Щербаков Пётр',
    'Spring race 3 Shcherbina Пётр',
  ])
  expect(await find('ivanov')).toEqual(await find('Иванов'))
})

it('tells what a person needs to be shown and opened, and counts those beyond the limit', async () => {
  const { total, rows } = await find('214', 1)
  expect(total).toBe(2)
  expect(rows).toEqual([
    {
      stage: stages[1],
      stageName: 'Autumn race',
      category: rows[0]?.category,
      distanceName: '10 km',
      categoryName: 'W',
      categories: ['W'],
      index: 0,
      bib: '214',
      name: 'Петрова Пётр',
      club: '',
      result: '0:44:05',
      place: 214,
      status: 'OK',
    },
  ])
  const [row] = rows
  if (row === undefined) throw new Error('nothing found')
  const card = await open.call('results:person', { category: row.category, index: row.index })
  expect(card.categoryName).toBe('W')
  expect(await find('', 10)).toEqual({ total: 0, rows: [] })
  expect(await find('nobody of that name')).toEqual({ total: 0, rows: [] })
})

it('lists a person once, with the row in the largest category, and hits in a name before hits in a club', async () => {
  const petr = runner(7, 'Ким')
  const rowsOf = {
    M: [petr],
    All: [runner(2, 'Орлов', 'Ким и Ко'), petr, runner(3, 'Лис')],
    W: [{ ...runner(7, 'Ким'), number: 8 }],
  }
  const taken = await takeRows(cores, rowsOf, { own: {} })
  const { total, rows } = await taken.open.call('results:find', { search: 'ким', limit: 20 })
  expect(total).toBe(3)
  expect(rows.map(({ bib, categoryName, categories }) => [bib, categoryName, categories])).toEqual([
    ['7', 'All', ['M', 'All']],
    ['8', 'W', ['W']],
    ['2', 'All', ['All']],
  ])
  for (const search of ['орлоф', 'jhkjd']) {
    const similar = await taken.open.call('results:find', { search, limit: 20 })
    expect([similar.areSimilar, ...similar.rows.map(({ bib }) => bib)]).toEqual([true, '2'])
    const page = await taken.open.call('results:page', { stage: taken.stage, search, offset: 0, limit: 5 })
    expect(page).toMatchObject({ total: 1, areSimilar: true })
  }
})

it('answers many searches at once while rows come in, each with what is stored then', async () => {
  race.answer('M', bytesOf(inEnvelope(Array.from({ length: 3_000 }, (_, n) => runner(n, 'Ким')))))
  const take = open.take(stages[1])
  const early = await Promise.all(['щерб', '214', 'ким', 'щерб'].map((search) => find(search)))
  await take
  expect(early[0]).toEqual(early[3])
  expect(early[0]?.total).toBe(3)
  expect(await find('ким', 0)).toEqual({ total: null, rows: [] })
})

it('forgets what a later body no longer holds, and a stage that was removed', async () => {
  expect(told(await find('петрова'))).toHaveLength(1)
  race.answer('W', bytesOf(inEnvelope([...autumn.slice(1), runner(300, 'Сидорова')])))
  await open.take(stages[1])
  expect(told(await find('петрова'))).toEqual([])
  expect(told(await find('sidorova'))).toEqual(['Autumn race 300 Сидорова Пётр'])
  expect(told(await find('орлов'))).toHaveLength(1)
  await open.call('stage:remove', { stage: stages[0] })
  expect(told(await find('орлов'))).toEqual([])
})
