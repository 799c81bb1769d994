import { expect, it, vi } from 'vitest'
import { jobTables } from '../../../main/features/jobs/jobTables.ts'
import { createJobs, type JobStart } from '../../../main/features/jobs/jobs.ts'
import type { AppEvent } from '../../../preload/contract.ts'
import { atEnd } from '../../support/atEnd.ts'
import { openReplyDatabase } from '../../support/files/replyDatabase.ts'

const openJobs = () => {
  const events: AppEvent[] = []
  const jobs = createJobs({
    store: jobTables(openReplyDatabase().database),
    emit: (event) => events.push(event),
    clock: Date.now,
    errorOf: () => ({ kind: 'cancelled' }),
  })
  atEnd(() => jobs.stop())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const start = (run: JobStart['run']) => jobs.start({ kind: 'export', stage: null, title: 'Spring race', run })
  return { start, events, released, release }
}

const doneIn = (events: readonly AppEvent[]): readonly number[] =>
  events.flatMap((event) => (event.name === 'job:progressed' ? [event.data.done] : []))

it('reports the last progress of a job that then pauses', async () => {
  const { start, events, released, release } = openJobs()
  start(async ({ report }) => {
    for (let done = 1; done <= 500; done += 1) report({ done, total: 500 })
    await released
    return { state: 'done' }
  })
  await vi.waitUntil(() => doneIn(events).at(-1) === 500)
  expect(doneIn(events)).toEqual([1, 500])
  release()
})

it('reports nothing of a job after its end', async () => {
  const { start, events, released, release } = openJobs()
  start(({ report }) => {
    for (let done = 1; done <= 5; done += 1) report({ done })
    return Promise.resolve({ state: 'done' })
  })
  await vi.waitUntil(() => events.some(({ name }) => name === 'job:finished'))
  // A second job's late progress comes after any that the first could have left.
  const second = start(async ({ report }) => {
    report({ done: 1 })
    report({ done: 2 })
    await released
    return { state: 'done' }
  })
  await vi.waitUntil(() => events.some((event) => event.name === 'job:progressed' && event.data.done === 2))
  release()
  const late = events.slice(events.findIndex(({ name }) => name === 'job:finished') + 1)
  expect(late.filter((event) => event.name === 'job:progressed' && event.data.id !== second)).toEqual([])
})
