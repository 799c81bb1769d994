import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Guid, Instant, JobId, ProfileId } from '../../preload/contract/ids.ts'
import { orderTables } from '../../main/features/orders/orderTables.ts'
import { openDatabase, openForBulk } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { readOrderData } from '../../main/features/orders/rules/orderReply.ts'
import { orderSearchText, readOrder } from '../../main/features/orders/rules/orders.ts'
import { benchFirstRows } from './firstRows.ts'
import type { BenchLine } from './report.ts'

const count = 10_000

const guidAt = (index: number): Guid => {
  const hex = createHash('sha256').update(`order ${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as Guid
}

const bodyAt = (index: number): string =>
  JSON.stringify({
    isSuccess: true,
    message: null,
    data: {
      guid: guidAt(index),
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
    },
  })

/** Orders as look-ups would have left them. */
const storeOrders = (dataDir: string): void => {
  const path = join(dataDir, 'racedesk.db')
  const { database: first, file } = openDatabase(path, '')
  first.close()
  const database = openForBulk(file)
  const store = orderTables(database)
  for (let index = 0; index < count; index += 1) {
    const text = bodyAt(index)
    const facts = readOrder(readOrderData(text) ?? {})
    const guid = guidAt(index)
    store.keepOrder({
      guid,
      profileId: 'bench' as ProfileId,
      profileName: 'Organizer',
      job: 'bench' as JobId,
      url: 'https://api.example.org/v3/Orders/Details',
      at: new Date(1_770_000_000_000 + index * 1000).toISOString() as Instant,
      status: 200,
      contentType: 'application/json',
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

/** The "orders" row: a stored list of 10,000 orders in the browser face, against its limit. */
export const benchOrders = (): Promise<readonly BenchLine[]> =>
  benchFirstRows({
    row: 'orders: first rows of 10,000 stored',
    link: '#/orders',
    rows: count,
    store: storeOrders,
    prepare: async (gate) => {
      const baseUrl = 'https://api.example.org'
      await gate.call('profile:save', { profile: { name: 'Organizer', baseUrl, resultsUrl: null } })
    },
  })
