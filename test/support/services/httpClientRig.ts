import type { ProfileId } from '../../../preload/contract/ids.ts'
import { beforeEach } from 'vitest'
import { createHttpEventService, type EventServiceOptions } from '../../../main/platform/http/undiciEventService.ts'
import { closing } from '../atEnd.ts'
import { startHostileServer, type HostileServer } from './hostileServer.ts'
import type { Credentials, EventService, ServiceCall } from '../../../main/platform/http/eventService.ts'

/** Rebuilt for every test: the two services of a profile, its credentials and a client with short limits. */
type HttpClientRig = {
  main: HostileServer
  results: HostileServer
  credentials: Credentials
  client: EventService
  readonly connect: (options: Partial<EventServiceOptions>) => EventService
  readonly getAs: (
    credentials: Partial<Credentials>,
    path: string,
    service?: ServiceCall['service'],
  ) => ReturnType<EventService['call']>
  readonly get: (path: string, more?: Partial<ServiceCall>) => ReturnType<EventService['call']>
  readonly post: (path: string, more?: Partial<ServiceCall>) => ReturnType<EventService['call']>
  readonly text: (path: string) => Promise<string>
}

export const accessKey = 'access-Key/29fa+83bc01=='
export const resultsKey = 'results.key~77ZZ04'

/** Limits far above what a reply on loopback takes, and far below what a person would wait. */
export function useHttpClient(): HttpClientRig {
  const connect = (options: Partial<EventServiceOptions>): EventService =>
    closing(createHttpEventService({ version: '9.8.7', retry: { baseMs: 5 }, ...options }))
  const rig = {
    connect,
    getAs: (credentials, path, service = 'main') =>
      rig.client.call(
        { ...rig.credentials, ...credentials },
        { service, method: 'GET', url: `${rig[service].url}${path}` },
      ),
    get: (path, more = {}) =>
      rig.client.call(rig.credentials, { service: 'main', method: 'GET', url: rig.main.url + path, ...more }),
    post: (path, more = {}) =>
      rig.client.call(rig.credentials, {
        service: 'main',
        method: 'POST',
        url: rig.main.url + path,
        body: Buffer.from('{"items":[]}'),
        ...more,
      }),
    text: async (path) => {
      const answer = await rig.get(path)
      return answer.ok ? Buffer.from(answer.value.body).toString() : answer.error.kind
    },
  } as HttpClientRig

  beforeEach(async () => {
    rig.main = closing(await startHostileServer())
    rig.results = closing(await startHostileServer())
    rig.credentials = {
      profileId: 'profile' as ProfileId,
      baseUrl: `${rig.main.url}/tenant`,
      resultsUrl: rig.results.url,
      accessHeader: 'X-Access-Key',
      resultsHeader: 'SERVICE-API-KEY',
      accessKey,
      resultsKey,
      extraHeaders: [],
    }
    rig.client = connect({})
  })
  return rig
}
