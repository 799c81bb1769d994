import { expect, test } from 'vitest'
import { startDemoService, type DemoService } from '../../../main/demo/demoService.ts'
import { closing } from '../../support/atEnd.ts'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { getMain, postMain, startOrFail, type Links } from '../../support/services/demoCalls.ts'

type BlockType = Record<'groupName' | 'template' | 'css', string> & {
  readonly orderPriority: number
  readonly isModificator: boolean
  readonly configuration: object
}
type Page = { items: BlockType[]; total: number }
type Order = { guid: string; stateName: string; currencyIsoCode: string; total: number; items: { price: number }[] }

const service = closing(await startOrFail({}))

test.each([
  ['the main API', 'X-Access-Key', 'SERVICE-API-KEY', service.accessKey, service.resultsKey],
  ['the results service', 'SERVICE-API-KEY', 'X-Access-Key', service.resultsKey, service.accessKey],
])('%s refuses a missing or wrong key, the other key and another header', async (_, header, other, key, otherKey) => {
  const url = header === 'X-Access-Key' ? `${service.url}/v3/Races/Years` : await firstLink(service)
  for (const given of [{}, { [header]: 'wrong' }, { [header]: otherKey }, { [other]: key }]) {
    const reply = await fetch(url, { headers: given as Record<string, string> })
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ isSuccess: false, data: null })
  }
  expect((await fetch(url, { headers: { [header]: key } })).status).toBe(200)
})

test('keys are long, safe in a shell and new at every start', async () => {
  const other = await startOrFail({})
  await other.close()
  const keys = [service.accessKey, service.resultsKey, other.accessKey, other.resultsKey]
  expect(new Set(keys).size).toBe(4)
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{23,}$/)
})

test('an unknown path, a wrong method and a broken body each have their status and an envelope', async () => {
  const headers = { 'X-Access-Key': service.accessKey }
  const large = 'x'.repeat(2 ** 21)
  const replies = await Promise.all([
    fetch(`${service.url}/v3/Nothing`, { headers }),
    fetch(`${service.url}/v3/Races/Years`, { headers, method: 'POST', body: '{}' }),
    fetch(`${service.url}/v3/SitePageBlockTypes/List`, { headers, method: 'POST', body: '{"fields":' }),
    fetch(`${service.url}/v3/PromoCodes/Set?raceGuid=${service.races[0]}`, { headers, method: 'POST', body: large }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([404, 405, 400, 413])
  for (const reply of replies) expect(await reply.json()).toMatchObject({ isSuccess: false, data: null })
})

test('unchanged results get 304 without a body, changed ones the full body', async () => {
  const link = await firstLink(service)
  const headers = { 'SERVICE-API-KEY': service.resultsKey }
  const etag = (await fetch(link, { headers })).headers.get('etag') ?? ''
  const again = await fetch(link, { headers: { ...headers, 'If-None-Match': `"other", ${etag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const other = await fetch(link, { headers: { ...headers, 'If-None-Match': '"other"' } })
  expect([other.status, other.headers.get('etag')]).toEqual([200, etag])
})

test('a large body is compressed only for clients that accept it, with the same content', async () => {
  const link = await firstLink(service)
  const headers = { 'SERVICE-API-KEY': service.resultsKey }
  const packed = await fetch(link, { headers: { ...headers, 'Accept-Encoding': 'gzip' } })
  const plain = await fetch(link, { headers: { ...headers, 'Accept-Encoding': 'gzip;q=0' } })
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
  expect(await packed.text()).toBe(await plain.text())
})

test('a taken or invalid port is an error value, not a throw', async () => {
  for (const port of [Number(new URL(service.url).port), 70_000]) {
    const error = { kind: 'invalid-input', issues: [{ path: 'port' }] }
    expect(await startDemoService({ port })).toMatchObject({ ok: false, error })
  }
})

test('block types have only the requested fields, ordered by group and priority, and some are containers', async () => {
  const fields = ['id', 'displayName', 'groupName', 'isModificator', 'orderPriority']
  const { data } = await postMain<Page>(service, '/v3/SitePageBlockTypes/List', { fields })
  const { items } = data
  expect(items.length).toBeGreaterThanOrEqual(12)
  expect(data).toMatchObject({ total: items.length, offset: 0, limit: 100 })
  for (const item of items) expect(Object.keys(item).toSorted()).toEqual(fields.toSorted())
  expect(items.some(({ isModificator }) => isModificator)).toBe(true)
  const sorted = items.toSorted(
    (a, b) => a.groupName.localeCompare(b.groupName, 'ru') || a.orderPriority - b.orderPriority,
  )
  expect(items).toEqual(sorted)
})

test('block types requested without fields include the heavy ones', async () => {
  const { data } = await postMain<Page>(service, '/v3/SitePageBlockTypes/List', {})
  for (const item of data.items) {
    expect(item.template).toMatch(/[<{]/)
    expect(item.css).toContain('{')
    expect(Object.keys(item.configuration)).toEqual(['ui', 'defaultData', 'controls'])
  }
})

test('fields other than a list of names are refused', async () => {
  expect(await postMain(service, '/v3/SitePageBlockTypes/List', { fields: 'id' })).toMatchObject({ isSuccess: false })
})

test('stage links fill in the template, on the results origin', async () => {
  const guid = service.stages[0]?.guid ?? ''
  const { data } = await getMain<Links>(service, `/v3/RaceStages/Results?raceStageGuid=${guid.toUpperCase()}`)
  expect(data.resultsUrlTemplate).toBe(`${service.resultsUrl}/results/get/{stage}/{group}/{category}`)
  for (const distance of data.distances) {
    for (const category of distance.categories) {
      const filled = data.resultsUrlTemplate
        .replace('{stage}', guid)
        .replace('{group}', distance.raceGroupGuid)
        .replace('{category}', category.raceGroupCategoryGuid)
      expect(category.resultsUrl).toBe(filled)
    }
  }
})

test('an unknown stage or order is refused in the envelope, and an invalid GUID is a bad request', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const path of ['/v3/RaceStages/Results?raceStageGuid=', '/v3/Orders/Details?guid=']) {
    const refused = await getMain(service, path + unknown)
    expect(refused.isSuccess).toBe(false)
    expect(refused.message).toMatch(/not found$/)
    const reply = await fetch(`${service.url}${path}x`, { headers: { 'X-Access-Key': service.accessKey } })
    expect(reply.status).toBe(400)
  }
})

test('a link to a missing category gives 404', async () => {
  const link = await firstLink(service)
  const reply = await fetch(`${link.slice(0, -4)}0000`, { headers: { 'SERVICE-API-KEY': service.resultsKey } })
  const refusal = { isSuccess: false, message: 'Category not found', data: null }
  expect([reply.status, await reply.json()]).toEqual([404, refusal])
})

test('setting promo codes replaces those of the race and counts the new ones', async () => {
  const [race = '', otherRace = ''] = service.races
  const path = `/v3/PromoCodes/Set?raceGuid=${race}`
  const first = [10, 12.5].map((discountPercent) => ({ value: `КЛУБ${discountPercent}`, discountPercent }))
  const accepted = { isSuccess: true, message: null, data: { affected: 2 } }
  expect(await postMain(service, path, { items: first })).toEqual(accepted)
  expect(service.promoCodes(race)).toEqual(first)
  const second = [{ value: 'LATE5', discountPercent: 5 }]
  expect(await postMain(service, path, { items: second })).toMatchObject({ data: { affected: 1 } })
  expect(service.promoCodes(race)).toEqual(second)
  expect(service.promoCodes(otherRace)).toEqual([])
})

test('wrong promo codes change nothing', async () => {
  const race = service.races[1] ?? ''
  const path = `/v3/PromoCodes/Set?raceGuid=${race}`
  const wrong = [{ value: '', discountPercent: 1 }, { value: 'A', discountPercent: 101 }, { value: 'A' }, null]
  for (const items of ['x', ...wrong.map((item) => [item])]) {
    expect(await postMain(service, path, { items })).toMatchObject({ isSuccess: false })
  }
  const unknown = '/v3/PromoCodes/Set?raceGuid=00000000-0000-4000-8000-000000000000'
  expect(await postMain(service, unknown, { items: [] })).toMatchObject({ isSuccess: false })
  expect(service.promoCodes(race)).toEqual([])
})

test('orders have several states, both currencies, and totals that equal the sum of their items', async () => {
  const orders = await Promise.all(
    service.orders.map(async (guid) => (await getMain<Order>(service, `/v3/Orders/Details?guid=${guid}`)).data),
  )
  expect(orders.map(({ guid }) => guid)).toEqual(service.orders)
  expect(new Set(orders.map(({ stateName }) => stateName)).size).toBeGreaterThanOrEqual(3)
  expect(new Set(orders.map(({ currencyIsoCode }) => currencyIsoCode))).toEqual(new Set(['RUB', 'EUR']))
  for (const { total, items } of orders) {
    const sum = items.reduce((before, { price }) => before + price, 0)
    expect(total).toBeCloseTo(sum, 2)
  }
})

test('starts once for several callers, stops, and restarts with the same stage and other keys', async () => {
  const demo = createDemo()
  const [first, second] = await Promise.all([demo.start(), demo.start()])
  expect(second).toEqual(first)
  const headers = { 'X-Access-Key': first.accessKey }
  expect((await fetch(`${first.url}/v3/Races/Years`, { headers })).status).toBe(200)
  await demo.stop()
  for (const url of [first.url, first.resultsUrl]) await expect(fetch(url)).rejects.toThrow(TypeError)
  const third = await demo.start()
  expect(third.stage).toEqual(service.stages[0])
  expect(third.accessKey).not.toBe(first.accessKey)
  await demo.stop()
  await demo.stop()
})

async function firstLink(of: DemoService): Promise<string> {
  const { data } = await getMain<Links>(of, `/v3/RaceStages/Results?raceStageGuid=${of.stages[0]?.guid}`)
  const [category] = data.distances[0]?.categories ?? []
  if (category === undefined) throw new Error('the stage has no category')
  return category.resultsUrl
}
