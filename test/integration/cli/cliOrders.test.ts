import { beforeAll, expect, test } from 'vitest'
import type { DemoService } from '../../../main/demo/demoService.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { closing } from '../../support/atEnd.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { startHostileServer, type HostileServer } from '../../support/services/hostileServer.ts'
import { envelopeOf, guidAt } from '../../support/services/orderService.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

type Order = { readonly guid: string; readonly items: readonly object[] }
type Failure = { readonly ok: false; readonly error: AppError }

const terminal = useTerminal()
let demo: DemoService
let hostile: HostileServer
beforeAll(async () => {
  demo = closing(await startOrFail({}))
  hostile = closing(await startHostileServer())
})

const ask = <T>(url: string, ...args: string[]) =>
  terminal.ask<T>(['order', ...args, ...flagsOf({ url, resultsUrl: demo.resultsUrl })], {
    env: { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey },
  })
const orderAt = (index: number): string => demo.orders[index] ?? ''

test('one GUID gives one Result with the order as received, several a list in the given order with the code of the first failure', async () => {
  const one = await ask<{ readonly ok: boolean; readonly value: Order }>(demo.url, orderAt(0))
  expect({ code: one.code, stderr: one.stderr }).toEqual({ code: 0, stderr: '' })
  expect(one.answer).toMatchObject({
    ok: true,
    value: { guid: orderAt(0), number: 'SR26-000141', total: 3900, stateId: 2, stateName: 'Оплачен' },
  })
  expect(one.answer.value.items).toHaveLength(2)

  const link = `https://pay.example.org/${orderAt(0).toUpperCase()}`
  const several = await ask<readonly { readonly value: Order }[]>(demo.url, orderAt(2), link, orderAt(2))
  expect(several.code).toBe(0)
  expect(several.answer.map(({ value }) => value.guid)).toEqual([orderAt(2), orderAt(0), orderAt(2)])

  const failed = await ask<readonly Result<Order>[]>(demo.url, guidAt(5), guidAt(6))
  expect([failed.code, failed.answer.map(({ ok }) => ok)]).toEqual([3, [false, false]])
  const mixed = await ask(demo.url, orderAt(0), guidAt(5))
  expect(mixed.code).toBe(1)
  expect(mixed.answer).toMatchObject([
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
    const ended = await ask<Failure>(url, ...args)
    expect([ended.code, ended.answer.ok, ended.answer.error.kind]).toEqual([code, false, kind])
  }
  const wrong = await ask(demo.url, 'not-a-guid')
  expect(wrong.stdout).toContain('3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13')
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
  const list = { code: 3, answer: { ok: false, error: { kind: 'unexpected-reply' } } }
  expect(await ask(hostile.url, guidAt(7))).toMatchObject(list)
})

test('orders lists stored orders without key, profile or network', async () => {
  await ask(demo.url, ...demo.orders, '--data', 'kept')
  const orders = (...args: string[]) => terminal.ask<readonly Order[]>(['orders', ...args, '--data', 'kept'])
  expect(await orders()).toMatchObject({ code: 0, answer: { length: demo.orders.length } })
  const found = { number: 'SR26-000207', total: 51.15, currencyIsoCode: 'EUR' }
  expect((await orders('--search', 'pasta')).answer).toMatchObject([found])
  expect(await orders('--search', 'nobody')).toMatchObject({ code: 0, stdout: '[]\n' })
  const words = await terminal.run(['orders', '--search', 'SR26-000402', '--data', 'kept'])
  expect(words.stdout.split('\n').filter((line) => line.includes('SR26-'))).toHaveLength(1)
})
