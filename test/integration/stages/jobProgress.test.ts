import { afterEach, expect, it, vi } from 'vitest'
import { openSqliteStore } from '../../../main/store/sqliteStore.ts'
import { createJobs } from '../../../main/features/jobs/jobs.ts'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'

const cores = useCores()
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const openJobs = async () => {
  const folder = await cores.folder()
  const { store } = openSqliteStore(folder, '2026-11-21T10:00:00.000Z' as Instant)
  const events: AppEvent[] = []
  const jobs = createJobs({
    store,
    emit: (event) => events.push(event),
    clock: Date.now,
    errorOf: () => ({ kind: 'cancelled' }),
  })
  undo.push(
    () => store.close(),
    () => jobs.stop(),
  )
  return { jobs, events }
}

const doneIn = (events: readonly AppEvent[]): readonly number[] =>
  events.flatMap((event) => (event.name === 'job:progressed' ? [event.data.done] : []))

it('reports the last progress of a job that then pauses', async () => {
  const { jobs, events } = await openJobs()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  jobs.start({
    kind: 'export',
    stage: null,
    title: 'Spring race',
    run: async ({ report }) => {
      for (let done = 1; done <= 500; done += 1) report({ done, total: 500 })
      await isReleased
      return { state: 'done' }
    },
  })
  await vi.waitUntil(() => doneIn(events).at(-1) === 500)
  expect(doneIn(events)).toEqual([1, 500])
  release()
})

it('reports nothing of a job after its end', async () => {
  const { jobs, events } = await openJobs()
  const run = (total: number) =>
    jobs.start({
      kind: 'export',
      stage: null,
      title: 'Spring race',
      run: ({ report }) => {
        for (let done = 1; done <= total; done += 1) report({ done })
        return Promise.resolve({ state: 'done' })
      },
    })
  run(5)
  await vi.waitUntil(() => events.some(({ name }) => name === 'job:finished'))
  // A second job's late progress comes after any that the first could have left.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const second = jobs.start({
    kind: 'export',
    stage: null,
    title: 'Second',
    run: async ({ report }) => {
      report({ done: 1 })
      report({ done: 2 })
      await isReleased
      return { state: 'done' }
    },
  })
  await vi.waitUntil(() => events.some((event) => event.name === 'job:progressed' && event.data.done === 2))
  release()
  const finished = events.findIndex(({ name }) => name === 'job:finished')
  const late = events.slice(finished + 1).filter((event) => event.name === 'job:progressed')
  expect(late.filter((event) => event.name === 'job:progressed' && event.data.id !== second)).toEqual([])
})
