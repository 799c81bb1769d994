import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Bridge } from '../../../preload/bridge.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'

const stage = '7a1f0c9e-4f7f-4b8a-9f1b-2f6f0b7c9a10' as StageGuid

/** Questions that wait for their answer, oldest first. */
const asked: { readonly operation: string; readonly answer: (value: unknown) => void }[] = []
let tell: (event: AppEvent) => void = () => undefined
const racedesk: Bridge = {
  call: (operation) =>
    new Promise((resolve) => asked.push({ operation, answer: (value) => resolve({ ok: true, value }) })),
  listen: (listener) => {
    tell = listener
    return () => undefined
  },
}
Object.assign(globalThis, { window: { racedesk, location: { hash: '' } } })
const { followEvents } = await import('../../../renderer/app/state/events.ts')
const { askAgain, createQueryClient, jobsQuery, treeQuery } = await import('../../../renderer/app/state/queries.ts')

const leave: (() => void)[] = []
afterEach(() => {
  for (const stop of leave.splice(0)) stop()
  asked.length = 0
})

const open = () => {
  const client = createQueryClient()
  leave.push(followEvents(client), () => client.clear())
  const look = (): (() => unknown) => {
    const observer = new QueryObserver(client, treeQuery(stage))
    leave.push(observer.subscribe(() => undefined))
    return () => observer.getCurrentResult().data
  }
  return { client, look }
}

const answerNext = async (value: unknown): Promise<void> => {
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  asked.shift()?.answer(value)
}

const job: Job = {
  id: 'blocks-1' as JobId,
  kind: 'blocks',
  stage: null,
  title: 'Organization',
  state: 'running',
  done: 60,
  total: 700,
  failed: 0,
  startedAt: '2026-05-01T10:00:00.000Z' as Instant,
  finishedAt: null,
  error: null,
  file: null,
}
const changed: AppEvent = { name: 'stage:changed', data: { stage } }
const unwatched: AppEvent = { name: 'watch:changed', data: { stage, state: null } }

describe('an event during a first reply', () => {
  it.each([
    ['an event', changed],
    ['an event that brings its own data', unwatched],
    ['a pause of the events', null],
  ])('is not lost to the older reply: %s, shown', async (_, event) => {
    const { client, look } = open()
    const shown = look()
    await expect.poll(() => asked.length).toBe(1)
    if (event === null) askAgain(client)
    else tell(event)
    await answerNext('old')
    await expect.poll(shown).toBe('old')
    await answerNext('new')
    await expect.poll(shown).toBe('new')
    expect(asked).toEqual([])
  })

  it.each([
    ['an event', changed],
    ['an event that brings its own data', unwatched],
    ['a pause of the events', null],
  ])('is not lost to the older reply: %s, prefetched', async (_, event) => {
    const { client, look } = open()
    const ahead = client.prefetchQuery(treeQuery(stage))
    if (event === null) askAgain(client)
    else tell(event)
    await answerNext('old')
    await ahead
    const shown = look()
    await answerNext('new')
    await expect.poll(shown).toBe('new')
  })

  it('is not lost to a list of jobs requested before the job began', async () => {
    const { client } = open()
    const jobs = new QueryObserver(client, jobsQuery)
    leave.push(jobs.subscribe(() => undefined))
    await answerNext([])
    await expect.poll(() => jobs.getCurrentResult().data).toEqual([])
    askAgain(client)
    await expect.poll(() => asked.length).toBe(1)
    tell({ name: 'job:progressed', data: job })
    await answerNext([])
    await answerNext([job])
    await expect.poll(() => jobs.getCurrentResult().fetchStatus).toBe('idle')
    expect(jobs.getCurrentResult().data).toEqual([job])
  })

  it('asks again once, however much of it there was', async () => {
    const { client, look } = open()
    const shown = look()
    for (let count = 0; count < 5; count += 1) askAgain(client)
    await answerNext('old')
    await answerNext('new')
    await expect.poll(shown).toBe('new')
    expect(asked).toEqual([])
  })
})
