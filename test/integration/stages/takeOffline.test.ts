import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CategoryId, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, countReplies, followCore, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, heldBack, rowsOf, taggedRowsOf, type RaceService } from '../../support/services/raceService.ts'

const cores = useCores(afterAll)
const names = Array.from({ length: 10 }, (_, index) => `C${index}`)
const sorted = (list: readonly string[]): readonly string[] => [...list].sort()
let shared: OpenCore
let race: RaceService

beforeAll(async () => {
  shared = await cores.open()
})
beforeEach(async () => {
  race = await cores.race(...names)
})

/** As long as the test may last: a busy machine is no failure. */
const eventually = { timeout: 25_000 }

const rigOf = (open: OpenCore, stage: StageGuid) => {
  const begin = async () => (await open.call('stage:take', { stage })).jobId
  return {
    ...open,
    stage,
    take: (categories?: readonly CategoryId[]) => open.take(stage, categories),
    begin,
    beginHalf: async (): Promise<JobId> => {
      const jobId = await begin()
      await expect.poll(async () => (await open.call('job:list', {}))[0]?.done, eventually).toBe(5)
      return jobId
    },
    categories: async () =>
      (await open.call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories),
    total: async () => (await open.call('results:page', { stage, offset: 0, limit: 0 })).total,
    snapshots: () => countReplies(open, stage),
  }
}

/** A stage beside those of other tests, as they are seen from now on. */
const openWithStage = async (open = followCore(shared)) => rigOf(open, (await addStage(open, race)).stage)

const openAlone = async () => await openWithStage(await cores.open())

/** The first of the names answer, the others wait: a take that stands in the middle. */
const holdFrom = (first: number): (() => void) => {
  const held = names.slice(first).map((name) => {
    const { script, open } = heldBack(rowsOf(name, 3))
    race.answer(name, script)
    return open
  })
  return () => held.forEach((open) => open())
}

const beginAndHold = async () => {
  const release = holdFrom(5)
  const open = await openWithStage()
  const jobId = await open.beginHalf()
  await expect.poll(() => race.asked().length, eventually).toBe(9)
  return { open, jobId, release }
}

const takeHalf = async (open: Awaited<ReturnType<typeof openWithStage>>): Promise<void> => {
  const release = holdFrom(5)
  const jobId = await open.beginHalf()
  await open.call('job:cancel', { id: jobId })
  await open.finished(jobId)
  release()
}

it('tells of its progress with counts alone and at most ten times a second', async () => {
  const many = Array.from({ length: 80 }, (_, index) => `Runner group ${index}`)
  race.list(...many)
  const open = await openWithStage()
  const job = await open.take()
  expect(job).toMatchObject({ state: 'done', done: 80, total: 80, failed: 0, error: null, file: null })
  const told = open.events.filter(({ name }) => name === 'job:progressed')
  const tookMs = Date.parse(job.finishedAt ?? '') - Date.parse(job.startedAt)
  expect(told.length).toBeGreaterThan(0)
  expect(told.length).toBeLessThanOrEqual(Math.floor(tookMs / 100) + 1)
  const fields = 'id kind stage title state done total failed startedAt finishedAt error file'.split(' ')
  for (const { data } of told) {
    expect(sorted(Object.keys(data).filter((field) => field !== 'transfer'))).toEqual(sorted(fields))
  }
  expect(job.transfer?.receivedBytes).toBeGreaterThan(80 * 100)
  expect(JSON.stringify(open.events)).not.toContain('Runner group')
  const counts = told.map(({ data }) => (data as Job).done)
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
})

it('keeps what a cancelled take has stored, asks nothing more, and resumes with only what is missing', async () => {
  const { open, jobId, release } = await beginAndHold()
  await open.call('job:cancel', { id: jobId })
  const error = { kind: 'cancelled' }
  expect(await open.finished(jobId)).toMatchObject({ state: 'cancelled', done: 5, failed: 0, error })
  release()
  expect(race.asked()).toHaveLength(9)
  const outcomes = (await open.categories()).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(names.map((_, index) => (index < 5 ? 'done' : 'never')))
  expect(await open.ask('job:cancel', { id: jobId })).toMatchObject({ ok: false, error: { kind: 'not-found' } })

  race.forget()
  expect(await open.take()).toMatchObject({ state: 'done', done: 10, total: 10 })
  expect(sorted(race.asked())).toEqual(names.slice(5))
  expect(await open.total()).toBe(30)
})

it.each([
  ['of two minutes ago', -120_000],
  ['of a time that is still to come, since the clock was set back', 3_600_000],
])('asks for everything again, conditionally, when the replies of a cancelled download are %s', async (_, agoMs) => {
  for (const name of names) race.answer(name, taggedRowsOf(name, 3, `"tag of ${name}"`))
  const open = await openWithStage()
  await takeHalf(open)
  const at = new Date(Date.now() + agoMs).toISOString()
  inDatabase(open, ({ run }) => run('UPDATE categories SET checked_at = ? WHERE stage = ?', at, open.stage))

  race.forget()
  const job = await open.take()
  expect(job).toMatchObject({ state: 'done', done: 10, total: 10 })
  expect(job).not.toHaveProperty('kept')
  expect(sorted(race.asked())).toEqual(names)
  const asked = race.asked().map((name, index) => [name, race.validators()[index]])
  expect(asked.filter(([, tag]) => tag !== null).map(([name]) => name)).toEqual(
    expect.arrayContaining(names.slice(0, 5)),
  )
})

it('says which replies it keeps from a cancelled download, and of when the oldest is', async () => {
  const open = await openWithStage()
  await takeHalf(open)
  const stored = (await open.categories()).flatMap(({ checkedAt }) => checkedAt ?? [])
  const job = await open.take()
  expect(job.kept).toEqual({ categories: 5, since: [...stored].sort()[0] })
  expect((await open.call('job:list', {}))[0]?.kept).toEqual(job.kept)
  expect(job.outcomes?.map(({ category }) => category)).toHaveLength(5)
})

it('asks for the smallest categories first where their sizes are known, and for new ones before them', async () => {
  const sizes = new Map(names.map((name, index) => [name, 40 - index * 4]))
  for (const [name, count] of sizes) race.answer(name, rowsOf(name, count))
  const open = await openAlone()
  await open.take()
  await open.call('app:setSettings', { parallelCalls: 1 })
  race.list('New', ...names)
  race.forget()
  await open.take()
  expect(race.asked()).toEqual(['New', ...[...names].reverse()])
})

it('resumes a take that is still ending when the next one is asked for', async () => {
  const { open, jobId, release } = await beginAndHold()
  race.forget()
  const cancelling = open.call('job:cancel', { id: jobId })
  const next = open.begin()
  release()
  await cancelling
  expect(await next).not.toBe(jobId)
  expect(await open.finished(await next)).toMatchObject({ state: 'done', done: 10 })
  expect(sorted(race.asked())).toEqual(names.slice(5))
})

it('still knows what is missing after a try in between found no way to the service', async () => {
  const open = await openWithStage()
  await takeHalf(open)
  race.answerLinks((response) => response.destroy())
  expect(await open.take()).toMatchObject({ state: 'failed', error: { kind: 'offline' } })
  race.answerLinks(bytesOf('down', 500))
  expect(await open.take()).toMatchObject({ state: 'failed', error: { kind: 'http' } })
  race.answerLinks(null)
  race.forget()
  expect(await open.take()).toMatchObject({ state: 'done', done: 10 })
  expect(sorted(race.asked())).toEqual(names.slice(5))
})

it('asks every link again after a finished take, conditionally, and stores nothing twice', async () => {
  for (const name of names) race.answer(name, taggedRowsOf(name, 3, `"tag of ${name}"`))
  const plain = names.slice(0, 3)
  for (const name of plain) race.answer(name, rowsOf(name, 3))
  const open = await openWithStage()
  await open.take()
  const before = await open.categories()
  expect(before.map(({ outcome }) => outcome)).toEqual(names.map(() => 'done'))
  expect(open.snapshots()).toBe(10)

  race.forget()
  expect(await open.take()).toMatchObject({ state: 'done', done: 10, failed: 0 })
  expect(sorted(race.asked())).toEqual(names)
  const tags = new Map(race.asked().map((name, index) => [name, race.validators()[index]]))
  expect(tags).toEqual(new Map(names.map((name) => [name, plain.includes(name) ? null : `"tag of ${name}"`])))
  const after = await open.categories()
  expect(after.map(({ outcome, rows, fetchedAt, error }) => ({ outcome, rows, fetchedAt, error }))).toEqual(
    before.map(({ fetchedAt }) => ({ outcome: 'unchanged', rows: 3, fetchedAt, error: null })),
  )
  for (const [index, { checkedAt }] of after.entries()) {
    expect(Date.parse(checkedAt ?? '')).toBeGreaterThan(Date.parse(before[index]?.checkedAt ?? ''))
  }
  expect(open.snapshots()).toBe(10)
})

it('sends a validator only to the address that gave it', async () => {
  race.list('M40', 'M45')
  race.answer('M40', rowsOf('M40', 3, { etag: '"one"' }))
  race.answer('M45', rowsOf('M45', 3, { etag: '"two"' }))
  const open = await openAlone()
  await open.take()
  inDatabase(open, ({ run }) => run(`UPDATE snapshots SET url = url || '?old' WHERE etag = '"one"'`))
  race.forget()
  await open.take()
  expect(new Set(race.validators())).toEqual(new Set(['"two"', null]))
  race.forget()
  await open.take()
  expect(new Set(race.validators())).toEqual(new Set(['"one"', '"two"']))
})

it('takes only the categories that are named', async () => {
  const open = await openWithStage()
  await open.take()
  race.forget()
  const some = (await open.categories()).filter(({ name }) => name === 'C2' || name === 'C7')
  expect(await open.take(some.map(({ id }) => id))).toMatchObject({ state: 'done', done: 2, total: 2 })
  expect(sorted(race.asked())).toEqual(['C2', 'C7'])
})

it('joins a take that is running instead of asking everything twice', async () => {
  const open = await openWithStage()
  const [first, second] = await Promise.all([open.begin(), open.begin()])
  expect(second).toBe(first)
  await open.finished(first)
  expect(sorted(race.asked())).toEqual(names)
  const jobs = await open.call('job:list', {})
  expect(jobs.filter(({ stage }) => stage === open.stage)).toHaveLength(1)
})

it('answers pages of the rows that it has while a take is running', async () => {
  const open = await openWithStage()
  await open.take()
  const release = holdFrom(0)
  const jobId = await open.begin()
  await expect.poll(() => race.asked().length, eventually).toBeGreaterThan(names.length)
  const page = await open.call('results:page', { stage: open.stage, search: 'c4', offset: 0, limit: 5 })
  expect([page.total, page.rows.length]).toEqual([3, 3])
  expect((await open.call('job:list', {}))[0]).toMatchObject({ id: jobId, state: 'running' })
  release()
  expect(await open.finished(jobId)).toMatchObject({ state: 'done' })
})

it('ends a take whose stage is removed, and leaves nothing of the stage once the bin is empty', async () => {
  const release = holdFrom(5)
  const open = await openAlone()
  const jobId = await open.beginHalf()
  await open.call('stage:remove', { stage: open.stage })
  expect(await open.finished(jobId)).toMatchObject({ state: 'cancelled' })
  release()
  expect(await open.call('stage:list', {})).toEqual([])
  expect(await open.call('job:list', {})).toEqual([])
  await open.call('stage:emptyBin', {})
  expect(open.snapshots()).toBe(0)
  for (const operation of ['stage:tree', 'stage:take', 'stage:remove'] as const) {
    expect(await open.ask(operation, { stage: open.stage })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  }
  expect(await open.ask('results:page', { stage: open.stage, offset: 0, limit: 1 })).toMatchObject({ ok: false })
})

it('ends soon, and says why for each category, when nothing listens at the results service', async () => {
  const open = await openAlone()
  await open.take()
  const { host } = race.results
  await race.results.close()
  expect(await open.take()).toMatchObject({ state: 'partial', done: 10, failed: 10 })
  const after = await open.categories()
  expect(after.map(({ outcome, rows, error }) => ({ outcome, rows, error }))).toEqual(
    names.map(() => ({ outcome: 'failed', rows: 3, error: { kind: 'offline', host, detail: 'ECONNREFUSED' } })),
  )
  expect(await open.total()).toBe(30)
  const lost = { state: 'offline', repliedAt: expect.any(String), failure: { error: { kind: 'offline', host } } }
  expect((await open.call('app:info', {})).hosts).toMatchObject([{ state: 'online', failure: null }, lost])
})
