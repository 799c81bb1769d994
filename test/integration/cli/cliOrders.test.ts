import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { DemoService } from '../../../main/demo/demoService.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { startHostileServer, type HostileServer } from '../../support/services/hostileServer.ts'
import { envelopeOf, guidAt } from '../../support/services/orderService.ts'
import { runTerminal, type Ended } from '../../support/processes/terminal.ts'

type Order = {
  readonly guid: string
  readonly number: string
  readonly total: number
  readonly items: readonly object[]
}
type Failure = { readonly ok: false; readonly error: AppError }

let home = ''
let data = ''
let demo: DemoService
let hostile: HostileServer
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-cli-orders-'))
  data = join(home, 'data')
  demo = await startOrFail({})
  hostile = await startHostileServer()
})
afterAll(async () => {
  await hostile.close()
  await demo.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const ask = (url: string, ...args: string[]): Promise<Ended> =>
  runTerminal(home, ['order', ...args, '--base-url', url, '--results-url', demo.resultsUrl, '--data', data, '--json'], {
    env: { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey },
  })
const orderAt = (index: number): string => demo.orders[index] ?? ''

test('one GUID gives one Result with the order as received, several a list in the given order', async () => {
  const one = await ask(demo.url, orderAt(0))
  expect({ code: one.code, stderr: one.stderr }).toEqual({ code: 0, stderr: '' })
  const found = JSON.parse(one.stdout) as { readonly ok: boolean; readonly value: Order }
  expect(found).toMatchObject({
    ok: true,
    value: { guid: orderAt(0), number: 'SR26-000141', total: 3900, stateId: 2, stateName: 'Оплачен' },
  })
  expect(found.value.items).toHaveLength(2)

  const several = await ask(demo.url, orderAt(2), `https://pay.example.org/${orderAt(0).toUpperCase()}`, orderAt(2))
  expect(several.code).toBe(0)
  const list = JSON.parse(several.stdout) as readonly { readonly value: Order }[]
  expect(list.map(({ value }) => value.guid)).toEqual([orderAt(2), orderAt(0), orderAt(2)])

  const mixed = await ask(demo.url, orderAt(0), guidAt(5))
  expect(mixed.code).toBe(1)
  expect(JSON.parse(mixed.stdout)).toMatchObject([
    { ok: true, value: { guid: orderAt(0) } },
    { ok: false, error: { kind: 'refused-by-service', message: 'Order not found' } },
  ])
})

test('a failure is one Result with its exit code', async () => {
  const cases: readonly (readonly [number, string, string, string[]])[] = [
    [2, 'invalid-input', demo.url, ['not-a-guid']],
    [2, 'invalid-input', demo.url, [orderAt(0), 'not-a-guid']],
    [2, 'invalid-input', demo.url, []],
    [3, 'refused-by-service', demo.url, [guidAt(5)]],
    [3, 'http', hostile.url, [guidAt(5)]],
    [3, 'offline', 'http://127.0.0.1:1', [guidAt(5)]],
  ]
  for (const [code, kind, url, args] of cases) {
    const ended = await ask(url, ...args)
    const answer = JSON.parse(ended.stdout) as Failure
    expect([ended.code, answer.ok, answer.error.kind]).toEqual([code, false, kind])
  }
  const wrong = await ask(demo.url, 'not-a-guid')
  expect(wrong.stdout).toContain('3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13')
})

test('several failures are a list and exit with the code of the first', async () => {
  const ended = await ask(demo.url, guidAt(5), guidAt(6))
  expect(ended.code).toBe(3)
  expect((JSON.parse(ended.stdout) as readonly Result<Order>[]).map(({ ok }) => ok)).toEqual([false, false])
})

test('any object is shown with its digits as received', async () => {
  const bodies = ['{"x":{"y":[1.50,1e2]},"total":12345678901234567890.10}', '{}', '{"total":"42.50","number":7}']
  for (const body of bodies) {
    hostile.script('/v3/Orders/Details', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"isSuccess":true,"message":null,"data":${body}}`)
    })
    const { code, stdout } = await ask(hostile.url, guidAt(7))
    expect([code, stdout]).toEqual([0, `{"ok":true,"value":${body}}\n`])
  }
  hostile.script('/v3/Orders/Details', (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(envelopeOf([]))
  })
  const list = await ask(hostile.url, guidAt(7))
  expect([list.code, JSON.parse(list.stdout)]).toMatchObject([3, { ok: false, error: { kind: 'unexpected-reply' } }])
})

test('orders lists stored orders without key, profile or network', async () => {
  const own = join(home, 'kept')
  const env = { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey }
  const urls = ['--base-url', demo.url, '--results-url', demo.resultsUrl, '--data', own]
  await runTerminal(home, ['order', ...demo.orders, ...urls], { env })
  const all = await runTerminal(home, ['orders', '--data', own, '--json'])
  expect(all.code).toBe(0)
  expect(JSON.parse(all.stdout)).toHaveLength(demo.orders.length)
  const found = await runTerminal(home, ['orders', '--search', 'pasta', '--data', own, '--json'])
  expect(JSON.parse(found.stdout)).toMatchObject([{ number: 'SR26-000207', total: 51.15, currencyIsoCode: 'EUR' }])
  const none = await runTerminal(home, ['orders', '--search', 'nobody', '--data', own, '--json'])
  expect([none.code, none.stdout]).toEqual([0, '[]\n'])
  const words = await runTerminal(home, ['orders', '--search', 'SR26-000402', '--data', own])
  expect(words.stdout.split('\n').filter((line) => line.includes('SR26-'))).toHaveLength(1)
})
