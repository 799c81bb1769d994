import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Bridge } from '../../../preload/bridge.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { sampleJob } from '../../support/units/samples.ts'

const stage = '7a1f0c9e-4f7f-4b8a-9f1b-2f6f0b7c9a10' as StageGuid

/** Questions that wait for their answer, oldest first. */
const asked: { readonly operation: string; readonly answer: (value: unknown) => void }[] = []
let tell: (event: AppEvent) => void = () => undefined
/** Answers at once; null while questions wait. */
let answerAtOnce: ((operation: string, input: unknown) => unknown) | null = null
const racedesk: Bridge = {
  call: (operation, input) =>
    answerAtOnce === null
      ? new Promise((resolve) => asked.push({ operation, answer: (value) => resolve({ ok: true, value }) }))
      : Promise.resolve({ ok: true, value: answerAtOnce(operation, input) }),
  listen: (listener) => {
    tell = listener
    return () => undefined
  },
}

const loadPage = async () => ({
  ...(await import('../../../renderer/app/state/events.ts')),
  ...(await import('../../../renderer/app/state/queries.ts')),
  ...(await import('../../../renderer/app/notices/followNotices.ts')),
})
let page: Awaited<ReturnType<typeof loadPage>>
const openWindow = (more: object = {}): void =>
  void vi.stubGlobal('window', { racedesk, location: { hash: '' }, ...more })

beforeAll(async () => {
  // The page reads its address and its bridge once.
  vi.resetModules()
  openWindow()
  // Each page is the only one open, and gets the lock that the page before it never gives back.
  vi.stubGlobal('navigator', { locks: { request: (_name: string, hold: () => unknown) => hold() } })
  page = await loadPage()
})
afterAll(() => vi.unstubAllGlobals())

const leave: (() => void)[] = []
afterEach(() => {
  for (const stop of leave.splice(0)) stop()
  asked.length = 0
})

const open = () => {
  const client = page.createQueryClient()
  leave.push(page.followEvents(client), () => client.clear())
  const look = (): (() => unknown) => {
    const observer = new QueryObserver(client, page.treeQuery(stage))
    leave.push(observer.subscribe(() => undefined))
    return () => observer.getCurrentResult().data
  }
  return { client, look }
}

const answerNext = async (value: unknown): Promise<void> => {
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  asked.shift()?.answer(value)
}

describe('an event during a first reply', () => {
  const events = [
    ['an event', () => tell({ name: 'stage:changed', data: { stage } })],
    ['an event that brings its own data', () => tell({ name: 'watch:changed', data: { stage, state: null } })],
    ['a pause of the events', (client: QueryClient) => page.askAgain(client)],
  ] as const

  it.each(events)('is not lost to the older reply: %s, shown', async (_, happen) => {
    const { client, look } = open()
    const shown = look()
    await expect.poll(() => asked.length).toBe(1)
    happen(client)
    await answerNext('old')
    await expect.poll(shown).toBe('old')
    await answerNext('new')
    await expect.poll(shown).toBe('new')
    expect(asked).toEqual([])
  })

  it.each(events)('is not lost to the older reply: %s, prefetched', async (_, happen) => {
    const { client, look } = open()
    const ahead = client.prefetchQuery(page.treeQuery(stage))
    happen(client)
    await answerNext('old')
    await ahead
    const shown = look()
    await answerNext('new')
    await expect.poll(shown).toBe('new')
  })

  it('is not lost to a list of jobs requested before the job began', async () => {
    const job = sampleJob({ kind: 'blocks', stage: null, state: 'running', done: 60, total: 700 })
    const { client } = open()
    const jobs = new QueryObserver(client, page.jobsQuery)
    leave.push(jobs.subscribe(() => undefined))
    await answerNext([])
    await expect.poll(() => jobs.getCurrentResult().data).toEqual([])
    page.askAgain(client)
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
    for (let count = 0; count < 5; count += 1) page.askAgain(client)
    await answerNext('old')
    await answerNext('new')
    await expect.poll(shown).toBe('new')
    expect(asked).toEqual([])
  })
})

it('makes itself heard for each notice while the page is hidden', async () => {
  // A notification with the tag of an earlier one takes its place, and nobody notices (Notifications API, `renotify`).
  const heard: unknown[] = []
  const tags = new Set<string>()
  class Notification extends EventTarget {
    static readonly permission = 'granted'
    constructor(_title: string, { tag = '' }: NotificationOptions) {
      super()
      if (tag === '' || !tags.has(tag)) heard.push(this)
      tags.add(tag)
    }
  }
  openWindow({ Notification })
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('document', { hidden: true })
  const anna = { bib: '214', name: 'Anna Orlova' }
  const answers: { readonly [operation: string]: (input: { readonly afterId: number }) => unknown } = {
    'app:settings': () => ({ notices: ['favourite'] }),
    'stage:favourites': () => [anna],
    'app:tell': () => false,
    'results:changes': ({ afterId }) => ({
      changes: [{ ...anna, id: afterId + 1, type: 'result', isFirstResult: true }],
      lastId: afterId + 1,
    }),
  }
  answerAtOnce = (operation, input) => answers[operation]?.(input as { readonly afterId: number })
  const client = page.createQueryClient()
  leave.push(() => client.clear())
  const { ledgerGrew } = page.createNoticeFollower(client)
  ledgerGrew(stage, 1)
  ledgerGrew(stage, 2)
  await expect.poll(() => heard.length).toBe(2)
})
