import { expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Found, ResultsQuery } from '../../../preload/contract/results.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { envelope, sendJson, startRaceService, type RaceService } from '../../support/services/raceService.ts'

const cores = useCores()

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
const openTwoStages = async (): Promise<{
  readonly open: OpenCore
  readonly race: RaceService
  readonly stages: readonly [spring: StageGuid, autumn: StageGuid]
  readonly find: (search: string, limit?: number) => Promise<Found>
}> => {
  const race = await startRaceService('M', 'W')
  const open = await cores.open()
  const answer = (category: string, rows: readonly unknown[]): void =>
    race.answer(category, (response) => sendJson(response, envelope(rows)))
  answer('M', spring)
  answer('W', [])
  const { stage: first, profileId } = await addStage(open, race)
  expect((await open.take(first)).state).toBe('done')
  answer('M', [])
  answer('W', autumn)
  const text = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b14'
  const { guid: second } = await open.call('stage:add', { profileId, text, name: 'Autumn race' })
  expect((await open.take(second)).state).toBe('done')
  return {
    open,
    race,
    stages: [first, second],
    find: (search, limit = 20) => open.call('results:find', { search, limit }),
  }
}

const told = ({ rows }: Found): readonly string[] =>
  rows.map(({ stageName, bib, name }) => `${stageName} ${bib} ${name}`)

it('finds over all stages, exact bibs before rows that only contain the digits', async () => {
  const { find, race } = await openTwoStages()
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
  await race.close()
})

it('puts who has the number for a bib first in a page too, unless a sort is chosen', async () => {
  const { open, stages, race } = await openTwoStages()
  const indexes = async (query: Partial<ResultsQuery>): Promise<readonly number[]> => {
    const page = await open.call('results:page', { stage: stages[1], search: '21', offset: 0, limit: 10, ...query })
    return page.rows.map(({ index }) => index)
  }
  expect(await indexes({})).toEqual([1, 0, 2])
  expect(await indexes({ sort: [{ column: 'number' }] })).toEqual([2, 1, 0])
  expect(await indexes({ search: '21 щерб' })).toEqual([1])
  await race.close()
})

it('tells what a person needs to be shown and opened, and counts those beyond the limit', async () => {
  const { find, open, stages, race } = await openTwoStages()
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
  await race.close()
})

it('lists a person once, with the row in the largest category, and hits in a name before hits in a club', async () => {
  const race = await startRaceService('M', 'All', 'W')
  const open = await cores.open()
  const petr = runner(7, 'Ким')
  const rowsOf = {
    M: [petr],
    All: [runner(2, 'Орлов', 'Ким и Ко'), petr, runner(3, 'Лис')],
    W: [{ ...runner(7, 'Ким'), number: 8 }],
  }
  for (const [name, rows] of Object.entries(rowsOf)) race.answer(name, (response) => sendJson(response, envelope(rows)))
  const { stage } = await addStage(open, race)
  await open.take(stage)
  const { total, rows } = await open.call('results:find', { search: 'ким', limit: 20 })
  expect(total).toBe(3)
  expect(rows.map(({ bib, categoryName, categories }) => [bib, categoryName, categories])).toEqual([
    ['7', 'All', ['M', 'All']],
    ['8', 'W', ['W']],
    ['2', 'All', ['All']],
  ])
  await race.close()
})

it('keeps two people of one name in a category apart when nothing else tells who they are', async () => {
  const race = await startRaceService('M', 'W')
  const open = await cores.open()
  const nameless = { ...runner(1, 'Ким'), number: '' }
  race.answer('M', (response) => sendJson(response, envelope([nameless, { ...nameless, position: 2 }])))
  race.answer('W', (response) => sendJson(response, envelope([])))
  const { stage } = await addStage(open, race)
  await open.take(stage)
  expect((await open.call('results:find', { search: 'ким', limit: 20 })).total).toBe(2)
  await race.close()
})

it('forgets what a later body no longer holds, and a stage that was removed', async () => {
  const { find, open, stages, race } = await openTwoStages()
  expect(told(await find('петрова'))).toHaveLength(1)
  race.answer('W', (response) => sendJson(response, envelope([...autumn.slice(1), runner(300, 'Сидорова')])))
  await open.take(stages[1])
  expect(told(await find('петрова'))).toEqual([])
  expect(told(await find('sidorova'))).toEqual(['Autumn race 300 Сидорова Пётр'])
  expect(told(await find('орлов'))).toHaveLength(1)
  await open.call('stage:remove', { stage: stages[0] })
  expect(told(await find('орлов'))).toEqual([])
  await race.close()
})

it('answers many searches at once while rows come in, each with what is stored then', async () => {
  const { find, open, stages, race } = await openTwoStages()
  race.answer('M', (response) =>
    sendJson(response, envelope(Array.from({ length: 3_000 }, (_, n) => runner(n, 'Ким')))),
  )
  const take = open.take(stages[1])
  const early = await Promise.all(['щерб', '214', 'ким', 'щерб'].map((search) => find(search)))
  await take
  expect(early[0]).toEqual(early[3])
  expect(early[0]?.total).toBe(3)
  expect(await find('ким', 0)).toEqual({ total: null, rows: [] })
  await race.close()
})
