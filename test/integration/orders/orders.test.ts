import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Input } from '../../../preload/contract.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Delivery } from '../../../main/kernel/face.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import type { Guid, JobId } from '../../../preload/contract/ids.ts'
import type { OrderPage } from '../../../preload/contract/orders.ts'
import { findClosedHost } from '../../support/services/hostileServer.ts'
import { addProfile, deliverTo } from '../../support/openCore.ts'
import { sendJson, envelope } from '../../support/services/raceService.ts'
import { envelopeOf, guidAt, paidOrder, useOrderService, type OrderDesk } from '../../support/services/orderService.ts'

const rig = useOrderService()
const guid = guidAt(1)

/** All that is kept of orders, but for when the service was last asked and how that ended. */
const keptOf = async (desk: OrderDesk): Promise<unknown> => {
  const { orders, states, kept } = await desk.page()
  const views = await Promise.all(orders.map((order) => desk.view(order.guid)))
  return JSON.parse(
    JSON.stringify({ kept, states, views }, (key, value: unknown) =>
      key === 'failure' || key === 'bareReplyAt' ? null : value,
    ),
  ) as unknown
}

const lookUpPaid = async (...options: Parameters<typeof rig.open>): Promise<OrderDesk> => {
  const desk = await rig.open(...options)
  rig.answer(guid, envelopeOf(paidOrder))
  await desk.lookUp(guid)
  return desk
}

it('finds each GUID in pasted text once, and reports the outcome of each lookup', async () => {
  const desk = await rig.open()
  rig.answer(guid, envelopeOf(paidOrder))
  rig.answer(guidAt(2), envelopeOf({ ...paidOrder, guid: guidAt(2), number: 'SR26-000142' }))
  const text = `Please check https://pay.example.org/order/${guid.toUpperCase()}?x=1\nand {${guidAt(2)}}, ${guid}; ${guidAt(9)}`
  const { job, lookups, page } = await desk.lookUp(text)
  expect(job).toMatchObject({ kind: 'lookup', stage: null, state: 'partial', done: 3, total: 3, failed: 1 })
  expect(lookups).toMatchObject([
    { guid, state: 'done', error: null },
    { guid: guidAt(2), state: 'done', error: null },
    { guid: guidAt(9), state: 'failed', look: null, error: { kind: 'refused-by-service', message: 'Order not found' } },
  ])
  expect(page.kept).toBe(2)
})

it.each(['', 'no order here', guid.slice(0, -1), `x${'0'.repeat(40)}`])(
  'says what a GUID looks like when %j holds none, and calls nobody',
  async (text) => {
    const desk = await rig.open()
    const reply = await desk.ask('order:lookup', { profileId: desk.profileId, text })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid-input', issues: [{ path: 'text' }] } })
    if (text !== '') expect(JSON.stringify(reply)).toContain('3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13')
    expect(rig.service.requests).toEqual([])
  },
)

it('refuses a lookup with both text and refresh, and a refresh of an unknown order', async () => {
  const desk = await rig.open()
  const both = { profileId: desk.profileId, text: guid, refresh: 'all' }
  expect(await desk.ask('order:lookup', both)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  expect(await desk.ask('order:lookup', { refresh: 'some' })).toMatchObject({ error: { kind: 'invalid-input' } })
  expect(await desk.ask('order:lookup', { refresh: [] })).toMatchObject({ error: { kind: 'invalid-input' } })
  expect(await desk.ask('order:lookup', { refresh: [guid] })).toMatchObject({ error: { kind: 'not-found' } })
  expect(await desk.ask('order:lookup', { refresh: 'all' })).toMatchObject({ error: { kind: 'not-found' } })
})

it('keeps every amount as received and adds items up without floats', async () => {
  const desk = await rig.open()
  const data =
    '{"number":"7","total":0.30,"currencyIsoCode":"EUR","items":[{"displayName":"a","price":0.1},{"displayName":"b","price":0.20}],"fee":1e2,"id":12345678901234567890}'
  rig.answer(guid, `{"isSuccess":true,"message":null,"data":${data}}`)
  await desk.lookUp(guid)
  const view = await desk.view(guid)
  expect(view).toMatchObject({
    total: '0.30',
    items: [
      { displayName: 'a', price: '0.1' },
      { displayName: 'b', price: '0.20' },
    ],
    sum: { state: 'equal', sum: '0.30' },
    other: { fee: '1e2', id: '12345678901234567890' },
    json: data,
  })
  expect(view.summary.total).toBe('0.30')
  expect(view.raw.text).toBe(`{"isSuccess":true,"message":null,"data":${data}}`)
})

it.each<[string, string, object]>([
  ['an empty object', '{}', { number: null, total: null, items: null, sum: { state: 'nothing-to-check' } }],
  [
    'known fields of other shapes',
    '{"total":{"value":1},"items":{"0":"x"},"stateName":["paid"],"number":true}',
    { total: null, items: null, other: { total: { value: 1 }, items: { 0: 'x' }, stateName: ['paid'], number: true } },
  ],
  ['lines that are no objects', '{"items":["a",1,{}]}', { items: [{ displayName: 'a' }, { displayName: '1' }, {}] }],
  ['Unicode', '{"number":"№ 7 🏃","stateName":"Оплачён","items":[]}', { number: '№ 7 🏃', stateName: 'Оплачён' }],
  ['half a surrogate pair', '{"number":"\\ud800x"}', { number: '\ud800x' }],
  ['a field named like a prototype', '{"__proto__":{"isAdmin":true},"number":"1"}', { number: '1' }],
  ['the GUID of another order', `{"guid":"${guidAt(3)}","number":"1"}`, { otherGuid: guidAt(3) }],
])('shows %s', async (_, data, expected) => {
  const desk = await rig.open()
  rig.answer(guid, `{"isSuccess":true,"message":null,"data":${data}}`)
  const { lookups } = await desk.lookUp(guid)
  expect(lookups).toMatchObject([{ state: 'done', error: null }])
  const view = await desk.view(guid)
  expect(view).toMatchObject(expected)
  expect(JSON.parse(view.json)).toEqual(JSON.parse(data))
  expect(Object.prototype).not.toHaveProperty('isAdmin')
})

it('shows an order of 10,000 items and finds it by the last of them', async () => {
  const desk = await rig.open()
  const items = Array.from({ length: 10_000 }, (_, index) => ({ displayName: `Слот ${index}`, price: 0.1 }))
  rig.answer(guid, envelopeOf({ ...paidOrder, total: 1000, items }))
  await desk.lookUp(guid)
  const view = await desk.view(guid)
  expect(view.items).toHaveLength(10_000)
  expect(view.sum).toEqual({ state: 'equal', sum: '1000.0' })
  expect((await desk.page('слот 9999')).total).toBe(1)
})

const html = '<!doctype html><h1>Bad gateway</h1>'
const refusal = '{"isSuccess":false,"message":"Заказ закрыт","data":null}'
const deep = `{"isSuccess":true,"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
const answers: readonly (readonly [string, number, string, object])[] = [
  ['a refusal with 200', 200, refusal, { kind: 'refused-by-service', message: 'Заказ закрыт' }],
  ['401 without a body', 401, '', { kind: 'key-rejected', status: 401 }],
  ['500 with HTML', 500, html, { kind: 'http', status: 500, bodyStart: html }],
  ['data that is null', 200, envelopeOf(null), { kind: 'unexpected-reply', where: 'Orders/Details' }],
  ['data that is a list', 200, envelopeOf([paidOrder]), { kind: 'unexpected-reply' }],
  ['an order without its envelope', 200, JSON.stringify(paidOrder), { kind: 'unexpected-reply' }],
  ['lists nested beyond reason', 200, deep, { kind: 'too-large', what: 'depth', limit: 500 }],
]

it.each(answers)('keeps stored orders when the service answers %s', async (_, status, body, error) => {
  const desk = await lookUpPaid()
  const before = await keptOf(desk)

  rig.answer(guid, body, status)
  const { job, lookups, page } = await desk.lookUp(guid)
  expect(job).toMatchObject({ state: 'failed', error })
  expect(lookups).toMatchObject([{ guid, state: 'failed', error, look: null }])
  expect(page.orders[0]).toMatchObject({ number: paidOrder.number, failure: { error } })
  expect(await keptOf(desk)).toEqual(before)

  rig.answer(guid, envelopeOf(paidOrder))
  expect(await desk.refresh([guid])).toMatchObject({ state: 'done', failed: 0 })
  expect((await desk.page()).orders[0]?.failure).toBe(null)
})

it('does not replace an order by a reply without it, and stores that reply beside it', async () => {
  const desk = await lookUpPaid()
  rig.answer(guid, envelopeOf({ guid, total: null, items: [] }))
  const { lookups } = await desk.lookUp(guid)
  const view = await desk.view(guid)
  expect(view).toMatchObject({ number: paidOrder.number, isCurrent: true, history: [{ changeCount: 0 }, {}] })
  expect(view.summary.bareReplyAt).not.toBe(null)
  const bare = await desk.view(guid, lookups[0]?.look ?? 0)
  expect(bare).toMatchObject({ number: null, isCurrent: false })
  rig.answer(guid, envelopeOf({ ...paidOrder, total: 4000 }))
  await desk.refresh('all')
  expect((await desk.view(guid)).summary).toMatchObject({ total: '4000', bareReplyAt: null, isJustChanged: true })
})

it('marks changes since the last look, keeps the history, and adds nothing for an identical reply', async () => {
  const desk = await rig.open()
  rig.answer(guid, envelopeOf({ ...paidOrder, stateId: 1, stateName: 'Ожидает оплаты' }))
  await desk.lookUp(guid)
  expect((await desk.page()).orders[0]).toMatchObject({ change: null, isJustChanged: false })
  rig.answer(guid, envelopeOf({ ...paidOrder, total: 3400.5, items: [{ displayName: 'Слот 10 км', price: 3400.5 }] }))
  expect(await desk.refresh('all')).toMatchObject({ state: 'done', done: 1 })
  const changes = [
    { field: 'state', name: null, before: 'Ожидает оплаты', after: 'Оплачен' },
    { field: 'total', name: null, before: '3900', after: '3400.5' },
    { field: 'price', name: 'Слот 10 км', before: '2400', after: '3400.5' },
    { field: 'line-removed', name: 'Футболка', before: '1500', after: null },
  ]
  expect((await desk.page()).orders[0]).toMatchObject({ isJustChanged: true, change: { changes, changeCount: 4 } })

  const { lookups } = await desk.lookUp(guid)
  expect(lookups).toMatchObject([{ state: 'unchanged' }])
  const view = await desk.view(guid)
  expect(view.summary).toMatchObject({ isJustChanged: false, change: { changes } })
  expect(view.history.map(({ changeCount, total }) => `${changeCount} ${total}`)).toEqual(['4 3400.5', '0 3900'])
  const first = view.history.at(-1)
  expect(await desk.view(guid, first?.id)).toMatchObject({ stateName: 'Ожидает оплаты', isCurrent: false })
})

it('learns order states, and flags new and renamed ones', async () => {
  const desk = await rig.open({})
  const answer = (index: number, stateId: number, stateName: string): void =>
    rig.answer(guidAt(index), envelopeOf({ number: `N${index}`, stateId, stateName }))
  answer(0, 1, 'Ожидает оплаты')
  answer(1, 2, 'Оплачен')
  await desk.lookUp(`${guidAt(0)} ${guidAt(1)}`)
  await desk.refresh('all')
  const first = await desk.page()
  expect(first.states).toHaveLength(2)
  const paid = { stateId: '2', stateName: 'Оплачен', looks: 2, isNew: false, isRenamed: false }
  expect(first.states).toContainEqual(expect.objectContaining(paid))
  answer(0, 7, 'Возврат')
  answer(1, 2, 'Проведён')
  await desk.refresh('all')
  const { orders, states: learned } = await desk.page()
  const flags = orders.map((order) => `${order.number} ${order.isNewState} ${order.isRenamedState}`)
  expect(flags.toSorted()).toEqual(['N0 true false', 'N1 false true'])
  const names = learned.filter(({ stateId }) => stateId === '2')
  expect(names.map(({ stateName, isRenamed }) => `${stateName} ${isRenamed}`)).toEqual([
    'Оплачен false',
    'Проведён true',
  ])
})

const numbersOf = ({ orders }: OrderPage): readonly (string | null)[] => orders.map(({ number }) => number)

it('searches by number, GUID, item and state, pages, sorts and removes, all without the service', async () => {
  const desk = await rig.open()
  const guids = Array.from({ length: 5 }, (_, index) => guidAt(index))
  for (const [index, at] of guids.entries()) {
    const items = [{ displayName: index === 3 ? 'Ёлка «М»' : 'Слот', price: index }]
    const stateName = index < 2 ? 'Paid' : 'Waiting'
    rig.answer(at, envelopeOf({ number: `SR-${index}`, stateName, total: 9.5 + index, items }))
  }
  await desk.lookUp(guids.join(' '))
  await rig.service.close()

  expect(numbersOf(await desk.page('sr-4'))).toEqual(['SR-4'])
  expect(numbersOf(await desk.page(guidAt(2)))).toEqual(['SR-2'])
  expect(numbersOf(await desk.page('елка'))).toEqual(['SR-3'])
  expect((await desk.page('PAID')).total).toBe(2)
  expect((await desk.page('paid слот')).total).toBe(2)
  expect((await desk.page('nothing of this')).orders).toEqual([])
  const sort = { column: 'total', isDescending: true } as const
  const page = await desk.call('order:list', { sort, offset: 1, limit: 2 })
  expect([page.total, page.kept, ...numbersOf(page)]).toEqual([5, 5, 'SR-3', 'SR-2'])

  await desk.call('order:remove', { guids: [guidAt(0), guidAt(1)] })
  expect((await desk.page()).kept).toBe(3)
  const gone = await desk.ask('order:list', { offset: 0, limit: 0, open: { guid: guidAt(0) } })
  expect(gone).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'order' } })
})

it('keeps orders, history and states after a restart without a network', async () => {
  const desk = await lookUpPaid({})
  rig.answer(guid, envelopeOf({ ...paidOrder, stateId: 5, stateName: 'Возврат' }))
  await desk.refresh([guid])
  const before = await keptOf(desk)
  await desk.close()
  await rig.service.close()
  const again = await rig.open({ dataDir: desk.dataDir })
  expect(await keptOf(again)).toEqual(before)
  expect(await again.refresh('all')).toMatchObject({ state: 'failed', error: { kind: 'offline' } })
  expect(await keptOf(again)).toEqual(before)
})

it('stops requests to an unreachable host, and reports that for every order', async () => {
  const closed = await findClosedHost()
  const desk = await rig.open()
  const profileId = await addProfile(desk, `http://${closed}`)
  const text = Array.from({ length: 40 }, (_, index) => guidAt(index)).join('\n')
  const { jobId, count } = await desk.call('order:lookup', { profileId, text })
  expect(count).toBe(40)
  const error = { kind: 'offline' }
  expect(await desk.finished(jobId)).toMatchObject({ state: 'failed', done: 40, failed: 40, error })
})

it('ends a cancelled lookup with the orders found, and reports the rest as waiting', async () => {
  const desk = await rig.open()
  const guids: Guid[] = Array.from({ length: 12 }, (_, index) => guidAt(index))
  rig.script((response, { url }) => {
    if (!guids.slice(0, 4).some((at) => url.includes(at))) return
    sendJson(response, envelope({ number: url.slice(-2), stateId: 1 }))
  })
  const { jobId } = await desk.call('order:lookup', { profileId: desk.profileId, text: guids.join(' ') })
  await rig.service.arrived(8)
  await desk.call('job:cancel', { id: jobId })
  expect(await desk.finished(jobId)).toMatchObject({ state: 'cancelled', done: 4 })
  const { lookups, kept } = await desk.call('order:list', { offset: 0, limit: 0, job: jobId })
  expect(kept).toBe(4)
  expect(lookups.map(({ state }) => state)).toEqual(guids.map((_, index) => (index < 4 ? 'done' : 'waiting')))
})

it('reports orders of a removed organization, and refreshes the others', async () => {
  const desk = await lookUpPaid()
  await desk.call('profile:remove', { id: desk.profileId })
  expect(await desk.refresh('all')).toMatchObject({ state: 'failed', error: { kind: 'not-found', what: 'profile' } })
  expect((await desk.page()).orders).toMatchObject([{ number: paidOrder.number, profileName: 'Organizer' }])
})

/** Three orders, of which the second tries what a spreadsheet would take for formulas. */
const bodies: readonly string[] = [
  envelopeOf(paidOrder),
  '{"isSuccess":true,"data":{"number":"=1+1","stateId":3,"stateName":"@SUM(A1)","total":-4.250,"currencyIsoCode":"EUR","items":[{"displayName":"+7 \\"x\\"\\n","price":-4.25}],"comment":"-2+3","buyer":{"name":"Ёлкин"},"lines":"9"}}',
  '{"isSuccess":true,"data":{"number":null,"total":"1e3"}}',
]

const openExporting = async () => {
  const path = join(temporaryFolder(), 'orders.out')
  const suggested: string[] = []
  const choose: Delivery['choose'] = async (...asked) => {
    suggested.push(asked[0])
    return await deliverTo(path).choose(...asked)
  }
  const desk = await rig.open({ delivery: { choose } })
  for (const [index, body] of bodies.entries()) rig.answer(guidAt(index), body)
  for (const index of bodies.keys()) await desk.lookUp(guidAt(index))
  const write = async (input: Input<'order:export'>): Promise<Job> =>
    await desk.finished((await desk.call('order:export', input))?.jobId ?? ('' as JobId))
  return { ...desk, path, suggested, write }
}

const guard = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

it.each([
  ['ru', ';', 'utf8'],
  ['tsv', '\t', 'utf16le'],
] as const)(
  'writes every stored order as %s, with amounts as received and formulas disarmed',
  async (preset, separator, encoding) => {
    const desk = await openExporting()
    const job = await desk.write({ format: 'csv', preset })
    const file = { rows: 3, unit: 'orders' }
    expect(job).toMatchObject({ kind: 'export', stage: null, state: 'done', done: 3, total: 3, file })
    expect(desk.suggested[0]).toMatch(preset === 'tsv' ? /^\d{4}-\d\d-\d\d Orders \d{4}\.tsv$/ : /Orders \d{4}\.csv$/)
    const text = await readFile(desk.path, encoding)
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [header = [], ...lines] = readStrictCsv(text.replace(/^\uFEFF/, ''), separator)
    const rows = lines.map((line) => Object.fromEntries(line.map((cell, index) => [header[index] ?? '', cell])))
    expect(rows.map((row) => row['guid'])).toEqual([guidAt(2), guidAt(1), guidAt(0)])
    expect(rows.map((row) => row['total'])).toEqual([guard('1e3'), '-4.250', '3900'])
    expect(rows[1]).toMatchObject({
      number: "'=1+1",
      stateName: "'@SUM(A1)",
      comment: "'-2+3",
      buyer: '{"name":"Ёлкин"}',
      items: `'+7 "x"\n: -4.25`,
      lines: '1',
      'lines (source)': '9',
      organization: 'Organizer',
    })
    expect(rows[2]).toMatchObject({ items: 'Слот 10 км: 2400; Футболка: 1500', lines: '2', comment: '' })
  },
)

it('writes JSON with every order as received, digit for digit', async () => {
  const desk = await openExporting()
  const job = await desk.write({ format: 'json' })
  expect(job).toMatchObject({ state: 'done', file: { rows: 3 } })
  const text = await readFile(desk.path, 'utf8')
  expect(text).toContain('"total":-4.250')
  const orders = JSON.parse(text) as readonly { readonly guid: string; readonly order: object }[]
  expect(orders.map(({ guid }) => guid)).toEqual([guidAt(2), guidAt(1), guidAt(0)])
  expect(orders[2]?.order).toEqual(paidOrder)
})

it('writes only the orders found or selected', async () => {
  const desk = await openExporting()
  expect(await desk.write({ format: 'json', search: 'футболка' })).toMatchObject({ file: { rows: 1 } })
  const guids = [guidAt(0), guidAt(2), guidAt(0), guidAt(77)]
  expect(await desk.write({ format: 'csv', guids })).toMatchObject({ file: { rows: 2 } })
  for (const nothing of [{ search: 'nobody' }, { guids: [guidAt(77)] }]) {
    const reply = await desk.ask('order:export', { format: 'csv', ...nothing })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'not-found', what: 'order' } })
  }
})

it('leaves no partial file when cancelled', async () => {
  const desk = await openExporting()
  const started = await desk.call('order:export', { format: 'json' })
  const jobId = started?.jobId
  if (jobId === undefined) throw new Error('no job')
  await desk.call('job:cancel', { id: jobId })
  expect(await desk.finished(jobId)).toMatchObject({ state: 'cancelled', file: null })
  expect(await readdir(dirname(desk.path))).toEqual([])
})
