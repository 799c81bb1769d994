import type { ProfileId } from '../../../preload/contract/ids.ts'
import { beforeEach } from 'vitest'
import { createHttpEventService, type EventServiceOptions } from '../../../main/platform/http/undiciEventService.ts'
import { closing } from '../atEnd.ts'
import { startHostileServer, type HostileServer } from './hostileServer.ts'
import type { Credentials, EventService, ServiceCall } from '../../../main/platform/http/eventService.ts'

export const accessKey = 'access-Key/29fa+83bc01=='
export const resultsKey = 'results.key~77ZZ04'

/** Limits far above what a reply on loopback takes, and far below what a person would wait. */
export function useHttpClient() {
  const connect = (options: Partial<EventServiceOptions>): EventService =>
    closing(createHttpEventService({ version: '9.8.7', retry: { baseMs: 5 }, ...options }))
  /** Made anew for every test: the two services of a profile, its credentials and a client with short limits. */
  const made = {} as { main: HostileServer; results: HostileServer; credentials: Credentials; client: EventService }
  const get = (path: string, more: Partial<ServiceCall> = {}) =>
    made.client.call(made.credentials, { service: 'main', method: 'GET', url: made.main.url + path, ...more })
  const rig = Object.assign(made, {
    connect,
    getAs: (credentials: Partial<Credentials>, path: string, service: ServiceCall['service'] = 'main') =>
      made.client.call(
        { ...made.credentials, ...credentials },
        { service, method: 'GET', url: `${made[service].url}${path}` },
      ),
    get,
    post: (path: string, more: Partial<ServiceCall> = {}) =>
      get(path, { method: 'POST', body: Buffer.from('{"items":[]}'), ...more }),
    text: async (path: string): Promise<string> => {
      const answer = await get(path)
      return answer.ok ? Buffer.from(answer.value.body).toString() : answer.error.kind
    },
  })

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
