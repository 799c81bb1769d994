import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCores } from '../../support/coreRig.ts'
import type { OpenCore } from '../../support/openCore.ts'
import { damageReply } from '../../support/damagedBody.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

/** A race that is large enough for a thread of its own: everybody runs in All, every third in Women. */
const people = 31_000
const runner = (number: number) => ({
  number,
  fullName: `Runner ${number}`,
  resultTime: `1:${10 + (number % 50)}:${10 + (number % 49)}`,
})
const everybody = Array.from({ length: people }, (_, index) => runner(index + 1))
const women = everybody.filter(({ number }) => number % 3 === 0)
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, { All: everybody, Women: women })
})

const firstPeople = ({ call }: OpenCore) =>
  call('results:page', { stage: taken.stage, isByPerson: true, offset: 0, limit: 3 })

it('tells the people of a large stage apart, which a thread of its own does', async () => {
  const page = await firstPeople(taken.open)
  expect([page.total, page.totalRows]).toEqual([people, people + women.length])
  expect(page.rows[2]?.placesOfPerson?.map(({ category, index }) => [category, index])).toEqual([
    [taken.idOf('All'), 2],
    [taken.idOf('Women'), 0],
  ])
  await taken.retake('Women', women.slice(1))
  const after = await firstPeople(taken.open)
  expect([after.total, after.totalRows]).toEqual([people, people + women.length - 1])
  expect(after.rows[2]?.placesOfPerson).toHaveLength(1)
})

it('leaves out a reply that the disk has altered, however large the stage is', async () => {
  await taken.open.close()
  damageReply(taken.open.dataDir, 'Women')
  const page = await firstPeople(await cores.open({ dataDir: taken.open.dataDir }))
  expect([page.total, page.totalRows]).toEqual([people, people])
})
