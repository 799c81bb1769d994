import { expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { findClosedHost } from '../../support/services/hostileServer.ts'
import { addProfile, addStage, environmentKeys } from '../../support/openCore.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import type { EventService } from '../../../main/platform/http/eventService.ts'

const cores = useCores()
it('forgets the routes when the network changes', async () => {
  const host = await findClosedHost()
  let questions = 0
  let forgotten = 0
  const open = await cores.open({
    routesOf: async () => {
      questions += 1
      return [new URL(`http://${host}`)]
    },
    forgetRoutes: () => {
      forgotten += 1
    },
  })
  const id = await addProfile(open, 'https://api.race.test')
  await open.call('profile:check', { id })
  await open.call('profile:check', { id })
  expect([questions, forgotten]).toEqual([1, 0])
  await open.call('app:nudge', {})
  await open.call('profile:check', { id })
  expect([questions, forgotten]).toEqual([2, 1])
})

it('leaves a key of the environment with the host that accepted it', async () => {
  const bodies: { readonly [host: string]: string } = {
    'refuses.test': '{"isSuccess":false,"message":"unknown key"}',
    'parked.test': 'This name is for sale',
    'takes.test': '{"isSuccess":true,"data":[]}',
    'evil.test': '{"isSuccess":true,"data":[]}',
  }
  const keys = new Map<string, string | null>()
  const eventService: EventService = {
    call: async ({ accessKey }, { url }) => {
      const { hostname } = new URL(url)
      keys.set(hostname, accessKey)
      const body = new TextEncoder().encode(bodies[hostname])
      return { ok: true, value: { status: 200, headers: {}, body, tookMs: 1 } }
    },
    setParallelCalls: () => undefined,
    reconnect: () => undefined,
    close: () => Promise.resolve(),
  }
  const open = await cores.open({ outside: { eventService } })
  const id = await addProfile(open, 'https://refuses.test')
  for (const host of Object.keys(bodies)) {
    const profile = { id, name: 'Organizer', baseUrl: `https://${host}`, resultsUrl: null }
    await open.call('profile:save', { profile })
    await open.call('profile:check', { id })
  }
  const key = environmentKeys.RACEDESK_ACCESS_KEY
  const sent = { 'refuses.test': key, 'parked.test': key, 'takes.test': key, 'evil.test': null }
  expect(Object.fromEntries(keys)).toEqual(sent)
})

it('reports a sign-in page or a redirect to one, and keeps the good rows', async () => {
  const race = await cores.race('Men', 'Women', 'Youth')
  const open = await cores.open()
  const { profileId, stage } = await addStage(open, race)
  await open.take(stage)
  const page = '<!doctype html><title>Welcome to the arena</title>'
  race.answer('Men', bytesOf(page, 200, 'text/html'))
  race.answer('Women', (response) => response.writeHead(302, { location: 'http://portal.arena.example/' }).end())
  race.answer('Youth', bytesOf(page, 511, 'text/html'))
  await open.take(stage)
  const categories = async (guid: StageGuid): Promise<unknown> =>
    (await open.call('stage:tree', { stage: guid })).distances.flatMap((distance) =>
      distance.categories.map(({ name, rows, outcome, error }) => ({ name, rows, outcome, error })),
    )
  expect(await categories(stage)).toMatchObject([
    { name: 'Men', rows: 3, outcome: 'no-rows', error: { kind: 'unexpected-reply', isPortal: true } },
    { name: 'Women', rows: 3, outcome: 'failed', error: { kind: 'http', status: 302, isPortal: true } },
    { name: 'Youth', rows: 3, outcome: 'failed', error: { kind: 'http', status: 511, isPortal: true } },
  ])

  race.answerLinks(bytesOf(page, 200, 'text/html'))
  expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'unexpected-reply', isPortal: true } })
  const state = async () => (await open.call('app:info', {})).hosts.find(({ host }) => host === race.url)?.state
  expect(await state()).toBe('portal')
  // A requested page is not a sign-in page.
  const path = '/v3/RaceStages/Results'
  const reply = await open.call('call:send', { profileId, method: 'GET', path, query: [], body: null })
  expect(reply).toMatchObject({ status: 200 })
  expect(await state()).toBe('online')
  race.answerLinks((response) => response.writeHead(302, { location: 'http://portal.arena.example/' }).end())
  expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'http', isPortal: true } })
  expect(await state()).toBe('portal')
  expect(await open.ask('race:years', { profileId, isRefresh: true })).toMatchObject({ ok: false })
  expect(await state()).toBe('online')
})
