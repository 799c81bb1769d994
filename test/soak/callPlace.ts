import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent } from '../../preload/contract.ts'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import { createHttpEventService } from '../../main/platform/http/undiciEventService.ts'
import { createMemoryKeychain } from '../../main/platform/keychain/memoryKeychain.ts'
import { deliverTo } from '../support/openCore.ts'
import { sampleCertificate } from '../support/services/certificates.ts'
import { startOrFail } from '../support/services/demoCalls.ts'
import { startHostileServer } from '../support/services/hostileServer.ts'
import { envelope, sendJson } from '../support/services/raceService.ts'
import type { Fall } from './campaign.ts'
import { categoriesOf, openSoakCore, type SoakCore } from './soakCore.ts'
import { takeLogFaults } from './storedState.ts'
import type { EventService } from '../../main/platform/http/eventService.ts'

/** Services of this machine only, whatever address a call names. */
const onLoopback = (service: EventService): EventService => ({
  ...service,
  call: async (credentials, call) => {
    const host = URL.canParse(call.url) ? new URL(call.url).hostname : ''
    if (host === '127.0.0.1') return await service.call(credentials, call)
    return { ok: false, error: { kind: 'offline', host, detail: 'ENETUNREACH' } }
  },
})

/** A service that says back whatever it is told, keys in every spelling among it. */
const startEcho = async () => {
  const echo = await startHostileServer()
  for (const path of ['Races/Years', 'Orders/Details', 'RaceStages/Results', 'Echo', 'SiteBlockTypes']) {
    echo.script(`/v3/${path}`, (response, { headers, url, body }) =>
      sendJson(response, envelope([{ headers, url, body }])),
    )
  }
  return echo
}

/** A core with something of everything in it, and services on loopback that it may ask. */
export const openCallPlace = async (folder: string) => {
  const service = await startOrFail({})
  const echo = await startEcho()
  const outDir = join(folder, 'out')
  const dataDir = join(folder, 'data')
  await mkdir(outDir, { recursive: true })
  const keys = [service.accessKey, service.resultsKey]
  const hasKey = (text: string): boolean => keys.some((key) => text.includes(key))
  const falls: Fall[] = []
  const hear = (event: AppEvent): void => {
    const text = JSON.stringify(event)
    if (hasKey(text)) falls.push({ what: 'an event holds a key', detail: text.slice(0, 500) })
    if (event.name === 'job:finished') falls.push(...findJobFaults(event.data))
  }
  let nth = 0
  const open = (): Promise<SoakCore> =>
    openSoakCore(
      {
        dataDir,
        face: 'browser',
        env: { RACEDESK_ACCESS_KEY: service.accessKey, RACEDESK_RESULTS_KEY: service.resultsKey },
        delivery: { choose: (name) => deliverTo(join(outDir, `file ${(nth += 1) % 50}`)).choose(name) },
        outside: {
          keychain: createMemoryKeychain(),
          eventService: onLoopback(createHttpEventService({ version: '0.0.0-soak', retry: { baseMs: 1 } })),
        },
      },
      hear,
    )
  const stage = (service.stages[0]?.guid ?? '') as StageGuid

  const profileOf = async (core: SoakCore, name: string, url: string, resultsUrl: string): Promise<string> => {
    const known = (await core.call('profile:list', {})).find(
      (profile) => profile.name === name && profile.baseUrl.startsWith(url),
    )
    return (known ?? (await core.call('profile:save', { profile: { name, baseUrl: url, resultsUrl } }))).id
  }

  const furnish = async (core: SoakCore): Promise<Map<string, string | number>> => {
    await core.call('app:setSettings', { parallelCalls: 4, isAnyCallPathAllowed: true, proxy: 'none' })
    const profileId = (await profileOf(core, 'Crew', service.url, service.resultsUrl)) as never
    const echoId = await profileOf(core, 'Echo', echo.url, echo.url)
    await core.call('stage:add', { profileId, text: stage, name: 'Spring race' })
    const isTaken = (await categoriesOf(core, stage)).some(({ rows }) => rows > 0)
    if (!isTaken) await core.ended((await core.call('stage:take', { stage })).jobId)
    const { distances } = await core.call('stage:tree', { stage })
    const categories = distances.flatMap((distance) => distance.categories)
    const columns = (await core.call('results:page', { stage, offset: 0, limit: 0 })).columns.map(({ name }) => name)
    await core.ask('order:lookup', { profileId, text: service.orders.slice(0, 5).join('\n') })
    await core.ask('call:send', { profileId, method: 'GET', path: '/v3/Races/Years', query: [], body: null })
    return new Map<string, string | number>([
      ['stage', stage],
      ['distance', distances[0]?.name ?? '10 km'],
      ['profile', profileId],
      ['profile 2', echoId],
      ['category', categories[0]?.id ?? '1'],
      ['category 2', categories[1]?.id ?? '2'],
      ['column', columns[0] ?? 'number'],
      ['column 2', columns[3] ?? 'club'],
      ['order', service.orders[0] ?? ''],
      ['race', service.races[0] ?? ''],
      ['baseUrl', service.url],
      ['resultsUrl', service.resultsUrl],
      ['path', '/v3/Races/Years'],
      ['path 2', '/v3/Echo'],
      ['one', '1'],
      ['body', '{"a":[1,2]}'],
      ['index', 1],
      ['search', 'a'],
      ['pem', sampleCertificate],
      ['text', 'SPRING;10\nSUMMER;20'],
    ])
  }

  // Keys of the environment apply to profiles that exist when a core opens.
  const first = await open()
  await furnish(first)
  await first.close()
  const core = await open()
  const known = await furnish(core)

  return {
    core,
    known,
    hasKey,
    /** Puts back what calls removed, ends what they began, and tells of bugs and keys in what came out meanwhile. */
    settle: async () => {
      for (const { guid } of await core.call('stage:list', {})) await core.ask('stage:unwatch', { stage: guid })
      await core.idle()
      for (const { id, name } of await core.call('profile:list', {})) {
        if (name !== 'Crew' && name !== 'Echo') await core.ask('profile:remove', { id })
      }
      for (const [name, value] of await furnish(core)) known.set(name, value)
      await rm(outDir, { recursive: true, force: true })
      await mkdir(outDir)
      return [...falls.splice(0), ...takeLogFaults(dataDir, hasKey)]
    },
    close: async () => {
      await core.close()
      await Promise.all([service.close(), echo.close()])
    },
  }
}

export type CallPlace = Awaited<ReturnType<typeof openCallPlace>>

const findJobFaults = (job: Job): readonly Fall[] => {
  const kind = job.error?.kind
  if (kind !== 'internal' && kind !== 'storage') return []
  return [{ what: `a job of kind ${job.kind} ends with ${kind}`, detail: JSON.stringify(job) }]
}
