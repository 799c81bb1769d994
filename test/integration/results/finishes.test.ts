import { afterAll, expect, it } from 'vitest'
import type { Finish } from '../../../preload/contract/results.ts'
import { newestFinishes } from '../../../main/features/results/rules/newestFinishes.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import { settleMoves } from '../../../main/features/changes/ledgerWriting.ts'
import { useCores } from '../../support/coreRig.ts'
import { inDatabase } from '../../support/openCore.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

const runner = (number: number, fullName: string, resultTime: string, position: number | null, more: object = {}) => ({
  position,
  number,
  fullName,
  resultTime,
  ...more,
})

const at = (minute: number): Instant => `2026-05-16T10:${String(minute).padStart(2, '0')}:00.000Z` as Instant

const finishesOf = ({ open, stage }: TakenRows, more: object = {}): Promise<readonly Finish[]> =>
  open.call('results:finishes', { stage, limit: 40, ...more })

const namesOf = (finishes: readonly { readonly name: string }[]): readonly string[] => finishes.map(({ name }) => name)

it('finishes are newest first by race time, whenever they were learned, one for each person', async () => {
  const early = [runner(1, 'Anna Om', '31:00', 1), runner(2, 'Boris Ek', '33:00', 2), runner(3, 'Vera Li', '', null)]
  const women = [runner(1, 'Anna Om', '31:00', 1), runner(3, 'Vera Li', '', null)]
  const taken = await takeRows(cores, { All: early, Women: women })
  expect(namesOf(await finishesOf(taken))).toEqual(['Boris Ek', 'Anna Om'])
  expect((await finishesOf(taken)).map(({ learnedAt }) => learnedAt)).toEqual([null, null])

  const late = runner(3, 'Vera Li', '32:00', 2)
  await taken.retake('All', [early[0], late, runner(2, 'Boris Ek', '33:00', 3)])
  await taken.retake('Women', [women[0], late])
  const found = await finishesOf(taken)
  expect(namesOf(found)).toEqual(['Boris Ek', 'Vera Li', 'Anna Om'])
  expect(found[1]).toMatchObject({ bib: '3', result: '32:00', distanceName: '10 km' })
  expect(found[1]?.learnedAt).not.toBeNull()
  expect(found[1]?.placings.map(({ categoryName, place }) => [categoryName, place])).toEqual([
    ['All', 2],
    ['Women', 2],
  ])
  const ofWomen = await finishesOf(taken, { categories: [taken.idOf('Women')] })
  expect(namesOf(ofWomen)).toEqual(['Vera Li', 'Anna Om'])
  expect(ofWomen[0]?.placings).toHaveLength(2)
  expect(namesOf(await finishesOf(taken, { limit: 1 }))).toEqual(['Boris Ek'])
  const [distance] = (await taken.open.call('stage:tree', { stage: taken.stage })).distances
  expect(await finishesOf(taken, { distance: distance?.guid })).toEqual(found)
  expect(await finishesOf(taken, { distance: 'no such distance' })).toEqual([])
})

it('finishes leave out who has no result or was disqualified since, and go by the gun', async () => {
  const field = [
    runner(1, 'Anna Om', '31:00', 1, { gunTime: '33:30' }),
    runner(2, 'Boris Ek', '32:00', 2, { gunTime: '32:10' }),
    runner(3, 'Vera Li', '34:00', 3, { gunTime: '34:10', status: 'DSQ' }),
    runner(4, 'Gleb Yu', '', null),
  ]
  const taken = await takeRows(cores, { All: field })
  const found = await finishesOf(taken)
  expect(found).toMatchObject([{ name: 'Anna Om', result: '31:00' }, { name: 'Boris Ek' }])
})

it('finishes have no place in the category that disqualified the finisher', async () => {
  const taken = await takeRows(cores, {
    All: [runner(1, 'Anna Om', '31:00', 1), runner(2, 'Boris Ek', '30:00', 2)],
    Women: [runner(1, 'Anna Om', '31:00', 1, { status: 'DSQ' }), runner(3, 'Vera Li', '33:00', 1)],
  })
  const anna = (await finishesOf(taken)).find(({ bib }) => bib === '1')
  expect(anna?.placings.map(({ place }) => place)).toEqual([1, null])
})

it('finishes keep when they were learned after a corrected name', async () => {
  const taken = await takeRows(cores, {
    All: [runner(1, 'Anna Om', '31:00', 1), runner(2, 'B.', '', null)],
  })
  await taken.retake('All', [runner(1, 'Anna Om', '31:00', 1), runner(2, 'B.', '32:00', 2)])
  const [before] = await finishesOf(taken)
  await taken.retake('All', [runner(1, 'Anna Om', '31:00', 1), runner(2, 'Boris Ek', '32:00', 2)])
  const [after] = await finishesOf(taken)
  expect(before?.learnedAt).not.toBeNull()
  expect([after?.name, after?.learnedAt]).toEqual(['Boris Ek', before?.learnedAt])
})

it('finishes are dated by the result and not by a move to another category, also when the move is found later', async () => {
  let nowMs = Date.parse(at(0))
  const [anna, boris] = [runner(1, 'Anna Om', '31:00', 1), runner(2, 'Boris Ek', '', null)]
  const stays = [runner(3, 'Vera Li', '30:00', 1), runner(4, 'Gleb Yu', '30:30', 2)]
  const own = { outside: { clock: () => nowMs } }
  const taken = await takeRows(
    cores,
    { M40: [anna, boris, ...stays], M45: [runner(5, 'Egor As', '29:00', 1)] },
    { own },
  )
  const { open, stage, retake } = taken
  const learned = async () =>
    (await finishesOf(taken))
      .filter(({ bib }) => ['1', '2'].includes(bib))
      .map(({ bib, learnedAt }) => [bib, learnedAt])
  await retake('M40', stays)
  nowMs += 24 * 60 * 60_000
  const finished = runner(2, 'Boris Ek', '32:00', 3)
  await retake('M45', [runner(5, 'Egor As', '29:00', 1), anna, finished])
  const now = new Date(nowMs).toISOString()
  expect(await learned()).toEqual([
    ['2', now],
    ['1', now],
  ])
  inDatabase(open, (database) => settleMoves(database, stage, at(0)))
  expect(await learned()).toEqual([
    ['2', now],
    ['1', null],
  ])
})

it('finishes of results that are no times come by when they were learned', async () => {
  const far = (...results: readonly string[]) =>
    results.map((result, index) => ({ bib: index + 1, name: `Runner ${index + 1}`, place: index + 1, result }))
  const taken = await takeRows(cores, { All: far('241.3 km', '236.0 km', '') })
  await taken.retake('All', far('241.3 km', '236.0 km', '219.4 km'))
  expect(namesOf(await finishesOf(taken))[0]).toBe('Runner 3')
})

it('finishes of distances that started at different times stand side by side by when they were learned', () => {
  const of = (name: string, minutes: number, learned: Instant | null) => ({ name, ms: minutes * 60_000, at: learned })
  const long = [of('L40', 40, at(1)), of('L60', 60, at(20)), of('L50', 50, at(10)), of('L45', 45, at(30))]
  const short = [of('S25', 25, at(21)), of('S20', 20, at(11)), of('S15', 15, null)]
  expect(namesOf(newestFinishes([long, short]))).toEqual(['S25', 'L60', 'S20', 'L50', 'L45', 'L40', 'S15'])
  expect(namesOf(newestFinishes([[of('a', 30, at(2)), of('b', 30, at(3)), of('c', 30, null)]]))).toEqual([
    'b',
    'a',
    'c',
  ])
})
