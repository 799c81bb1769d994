import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Input } from '../../preload/contract.ts'
import type { Guid, Instant, JobId, ProfileId } from '../../preload/contract/ids.ts'
import { guidOf } from '../../main/demo/random.ts'
import { orderTables } from '../../main/features/orders/orderTables.ts'
import { readOrderData } from '../../main/features/orders/rules/orderReply.ts'
import { orderSearchText, readOrder } from '../../main/features/orders/rules/orders.ts'
import { openDatabase, openForBulk } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { inEnvelope } from '../support/services/raceService.ts'
import { openDoor } from '../support/stores/frontDoor.ts'
import { benchFirstRows } from './firstRows.ts'
import type { BenchLine } from './report.ts'

const orderCount = 10_000
const blockCount = 2_000
const profileAt = (baseUrl: string): Input<'profile:save'> => ({
  profile: { name: 'Organizer', baseUrl, resultsUrl: null },
})

const orderAt = (guid: Guid, index: number): string =>
  inEnvelope({
    guid,
    number: `SR26-${String(index).padStart(6, '0')}`,
    stateId: (index % 5) + 1,
    stateName: ['Ожидает оплаты', 'Оплачен', 'Отменён', 'Возврат', 'Завершён'][index % 5],
    total: 2400 + (index % 40) * 12.5,
    currencyIsoCode: 'RUB',
    items: [
      { displayName: `Слот ${(index % 3) * 5 + 5} км`, price: 2400 },
      { displayName: 'Футболка участника', price: (index % 40) * 12.5 },
    ],
    buyer: { name: `Участник ${index}`, email: `runner${index}@example.org` },
  })

const storeOrders = (dataDir: string): void => {
  const { database: first, file } = openDatabase(join(dataDir, 'racedesk.db'), '')
  first.close()
  const database = openForBulk(file)
  const store = orderTables(database)
  const lookUp = { profileId: 'bench' as ProfileId, profileName: 'Organizer', job: 'bench' as JobId, status: 200 }
  const reply = { url: 'https://api.example.org/v3/Orders/Details', contentType: 'application/json' }
  for (let index = 0; index < orderCount; index += 1) {
    const guid = guidOf(`order ${index}`) as Guid
    const text = orderAt(guid, index)
    const facts = readOrder(readOrderData(text) ?? {})
    store.keepOrder({
      ...lookUp,
      ...reply,
      guid,
      at: new Date(1_770_000_000_000 + index * 1000).toISOString() as Instant,
      sha256: createHash('sha256').update(text).digest('hex'),
      body: Buffer.from(text),
      facts,
      searchText: orderSearchText(guid, facts),
      changes: [],
      changeCount: 0,
      isShown: true,
    })
  }
  database.close()
}

export const benchOrders = (): Promise<readonly BenchLine[]> =>
  benchFirstRows({
    row: 'orders: first rows of 10,000 stored',
    link: '#/orders',
    rows: orderCount,
    store: storeOrders,
    prepare: async (gate) => void (await gate.call('profile:save', profileAt('https://api.example.org'))),
  })

/** The "blocks" row: a list of 2,000 block types in the browser face, fetched from a service that is gone when it is opened. */
export const benchBlocks = (): Promise<readonly BenchLine[]> =>
  benchFirstRows({
    row: 'blocks: first rows of 2,000 stored',
    link: '#/blocks',
    rows: blockCount,
    prepare: async (gate) => {
      const items = Array.from({ length: blockCount }, (_, index) => ({
        id: 1_000 + index,
        displayName: `Блок ${index} с названием средней длины`,
        groupName: `Группа ${String(Math.floor(index / 50)).padStart(2, '0')}`,
        isModificator: index % 9 === 0,
        orderPriority: (index % 50) * 10,
      }))
      const body = inEnvelope({ items, total: blockCount, offset: 0, limit: blockCount })
      const service = await openDoor((request, response) => {
        request.resume()
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
      })
      const profile = await gate.call('profile:save', profileAt(service.endpoint))
      if (!profile.ok) throw new Error(profile.error.kind)
      const list = await gate.call('block:list', { profileId: profile.value.id, isRefresh: true })
      if (!list.ok) throw new Error(list.error.kind)
      await service.stop()
    },
  })
