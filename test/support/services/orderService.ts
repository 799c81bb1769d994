import { afterAll, beforeEach } from 'vitest'
import type { Guid } from '../../../preload/contract/ids.ts'
import type { OrderPage } from '../../../preload/contract/orders.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { useCores } from '../coreRig.ts'
import { inEnvelope, sendJson } from './raceService.ts'
import { startHostileServer, type HostileServer, type Script } from './hostileServer.ts'
import { closing } from '../atEnd.ts'
import { addProfile, followCore, type OpenCore } from '../openCore.ts'

export const guidAt = (index: number): Guid => `5d0f7c2e-91a4-4b6d-8e30-${String(index).padStart(12, '0')}` as Guid

export { inEnvelope as envelopeOf }

export const paidOrder = {
  guid: guidAt(1),
  number: 'SR26-000141',
  stateId: 2,
  stateName: 'Оплачен',
  total: 3900,
  currencyIsoCode: 'RUB',
  items: [
    { displayName: 'Слот 10 км', price: 2400 },
    { displayName: 'Футболка', price: 1500 },
  ],
}

/** As a service calls a body, and a proxy on the way a page. */
const typeOf = (body: string): string => {
  if (body === '') return 'text/plain'
  return body.startsWith('<') ? 'text/html' : 'application/json'
}

export const useOrderService = () => {
  const cores = useCores()
  const kept = useCores(afterAll)
  let shared: Promise<OpenCore> | null = null
  const answers = new Map<string, { body: string; status: number }>()
  const rig: { service: HostileServer | null } = { service: null }
  const service = (): HostileServer => {
    if (rig.service === null) throw new Error('no service yet')
    return rig.service
  }
  beforeEach(async () => {
    answers.clear()
    rig.service = closing(await startHostileServer())
    rig.service.script('/v3/Orders/Details', (response, { url }) => {
      const guid = new URL(url, 'http://localhost').searchParams.get('guid') ?? ''
      const known = answers.get(guid)
      if (known === undefined) return sendJson(response, { isSuccess: false, message: 'Order not found', data: null })
      response.writeHead(known.status, { 'content-type': typeOf(known.body) }).end(known.body)
    })
  })
  const openShared = async (): Promise<OpenCore> => {
    const core = await (shared ??= kept.open())
    const { orders } = await core.call('order:list', { offset: 0, limit: 1_000 })
    if (orders.length > 0) await core.call('order:remove', { guids: orders.map(({ guid }) => guid) })
    for (const { id } of await core.call('profile:list', {})) await core.call('profile:remove', { id })
    return followCore(core)
  }
  return {
    get service() {
      return service()
    },
    /** `body`: as it goes out. GUIDs that nothing was said of are not found. */
    answer: (guid: Guid, body: string, status = 200): void => void answers.set(guid, { body, status }),
    script: (script: Script): void => service().script('/v3/Orders/Details', script),
    /** A desk without orders in a core that the tests of a file share, or with options in one of its own. */
    open: async (options?: Partial<CoreOptions>) => {
      const core = options === undefined ? await openShared() : await cores.open(options)
      const profileId = (await core.call('profile:list', {}))[0]?.id ?? (await addProfile(core, service().url))
      const page = (search = ''): Promise<OrderPage> => core.call('order:list', { search, offset: 0, limit: 1_000 })
      return {
        ...core,
        profileId,
        page,
        lookUp: async (text: string) => {
          const { jobId } = await core.call('order:lookup', { profileId, text })
          const job = await core.finished(jobId)
          const found = await core.call('order:list', { offset: 0, limit: 1_000, job: jobId })
          return { job, lookups: found.lookups, page: found }
        },
        refresh: async (guids: readonly Guid[] | 'all') => {
          const { jobId } = await core.call('order:lookup', { refresh: guids })
          return await core.finished(jobId)
        },
        view: async (guid: Guid, look?: number) => {
          const open = look === undefined ? { guid } : { guid, look }
          const { opened } = await core.call('order:list', { offset: 0, limit: 0, open })
          if (opened === null) throw new Error('no such order')
          return opened
        },
      }
    },
  }
}

export type OrderDesk = Awaited<ReturnType<ReturnType<typeof useOrderService>['open']>>
