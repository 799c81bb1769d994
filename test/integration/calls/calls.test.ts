import { afterAll, beforeEach, expect, it } from 'vitest'
import type { CallPiece, CallReply, CallRequest, CallView } from '../../../preload/contract/calls.ts'
import type { CallId, ProfileId } from '../../../preload/contract/ids.ts'
import { closing } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer, type HostileServer, type Script } from '../../support/services/hostileServer.ts'
import { addProfile, environmentKeys, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, envelope, sendJson } from '../../support/services/raceService.ts'

const cores = useCores(afterAll)
let shared: OpenCore | null = null
let service: HostileServer
let core: OpenCore
let profileId: ProfileId

const path = '/v3/Anything/List'
const request: CallRequest = { method: 'GET', path, query: [], body: null }

const openOwn = async (): Promise<void> => {
  core = await cores.open({ face: 'browser' })
  profileId = await addProfile(core, service.url)
}

beforeEach(async () => {
  service = closing(await startHostileServer())
  core = shared ??= await cores.open({ face: 'browser' })
  await core.call('call:remove', { isWholeHistory: true })
  profileId = await addProfile(core, service.url)
})

const ask = (more: Partial<CallRequest & { isConfirmed: boolean; isRemembered: boolean; sendId: string }> = {}) =>
  core.ask('call:send', { ...request, profileId, ...more })
const send = (more: Partial<CallRequest & { isConfirmed: boolean; isRemembered: boolean }> = {}): Promise<CallReply> =>
  core.call('call:send', { ...request, profileId, ...more })
const read = async <K extends CallView['kind']>(
  id: CallId,
  view: Extract<CallView, { kind: K }>,
): Promise<Extract<CallPiece, { kind: K }>> =>
  (await core.call('call:read', { id, view })) as Extract<CallPiece, { kind: K }>
const history = () => core.call('call:list', { offset: 0, limit: 100 })

it('sends a body byte for byte, with the key in its header and Accept exactly application/json', async () => {
  service.script(path, (response) => sendJson(response, envelope(null)))
  const body = '{ "b" : 1.50,\r\n\t"a":"\\u0418 😀", "b":1E2 }\n'
  await send({ method: 'POST', body, isConfirmed: true, query: [{ name: 'q&=', value: 'я +' }] })
  const [received] = service.requests
  expect(received).toMatchObject({ method: 'POST', url: `${path}?q%26%3D=%D1%8F%20%2B`, body })
  const json = { accept: 'application/json', 'content-type': 'application/json' }
  const sized = { 'content-length': String(Buffer.byteLength(body)) }
  const key = { 'x-access-key': environmentKeys.RACEDESK_ACCESS_KEY }
  expect(received?.headers).toMatchObject({ ...json, ...sized, ...key })
})

const notJson = ['{"a":}', '', "{'a':1}", '{} {}', '\uFEFF{}']
it.each(notJson)('refuses %j, which is not JSON, before sending', async (body) => {
  const error = { kind: 'invalid-input', issues: [{ path: 'body' }] }
  expect(await ask({ method: 'POST', body, isConfirmed: true })).toMatchObject({ ok: false, error })
  expect(service.requests).toEqual([])
})

it('opens other paths of the same origin by the setting only', async () => {
  await openOwn()
  service.script('/health', (response) => sendJson(response, { up: true }))
  expect(await ask({ path: '/health' })).toMatchObject({ ok: false, error: { issues: [{ path: 'path' }] } })
  await core.call('app:setSettings', { isAnyCallPathAllowed: true })
  expect(await send({ path: '/health' })).toMatchObject({ status: 200, verdict: { kind: 'no-envelope' } })
  expect((await ask({ path: '//evil.example/x' })).ok).toBe(false)
})

it('asks before each POST until told not to ask again for its path, and never for a GET', async () => {
  await openOwn()
  service.script(path, (response) => sendJson(response, envelope(1)))
  const post = { method: 'POST', body: '{}' } as const
  const unconfirmed = { ok: false, error: { issues: [{ path: 'isConfirmed' }] } }
  expect(await ask(post)).toMatchObject(unconfirmed)
  await send()
  expect(await ask(post)).toMatchObject(unconfirmed)
  expect(service.requests).toHaveLength(1)
  await send({ ...post, isConfirmed: true })
  expect(await ask(post)).toMatchObject(unconfirmed)
  await send({ ...post, isConfirmed: true, isRemembered: true })
  await send({ ...post, path: `${path}?again=1` })
  await core.close()
  core = await cores.open({ face: 'browser', dataDir: core.dataDir })
  await send(post)
  expect(await ask({ ...post, path: '/v3/Other' })).toMatchObject(unconfirmed)
})

it.each([false, true])('refuses promo codes without their preview; confirmed: %j', async (isConfirmed) => {
  for (const promo of ['/v3/PromoCodes/Set', '/v3/%50romoCodes/set/?raceGuid=1']) {
    const reply = await ask({ method: 'POST', path: promo, body: '{"items":[]}', isConfirmed })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid-input', issues: [{ path: 'promo' }] } })
  }
  expect(service.requests).toEqual([])
})

it('sends a POST once, and stores one with an unknown outcome', async () => {
  service.script(path, (response) => response.destroy())
  const reply = await ask({ method: 'POST', body: '{"a":1}', isConfirmed: true })
  expect(reply).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } })
  expect(service.requests).toHaveLength(1)
  service.script('/v3/Busy', (response) => response.writeHead(503, { 'retry-after': '0' }).end())
  const busy = await send({ method: 'POST', path: '/v3/Busy', body: '{}', isConfirmed: true })
  expect(busy.status).toBe(503)
  expect(service.requests).toHaveLength(2)
  const [, lost] = (await history()).calls
  expect(lost).toMatchObject({ method: 'POST', path, status: null, verdict: { error: { kind: 'outcome-unknown' } } })
  const { reply: stored } = await read(lost?.id ?? ('' as CallId), { kind: 'reply' })
  expect(stored).toMatchObject({ requestBody: '{"a":1}', body: '', table: null })
})

it('ends a cancelled GET without a record and a cancelled POST with an unknown outcome', async () => {
  service.script(path, () => undefined)
  for (const [method, body, kind] of [
    ['GET', null, 'cancelled'],
    ['POST', '{}', 'outcome-unknown'],
  ] as const) {
    const sendId = `send-${method}`
    const asked = ask({ method, body, isConfirmed: true, sendId })
    await service.arrived(method === 'GET' ? 1 : 2)
    expect(await core.call('call:cancel', { sendId })).toBe(true)
    expect(await asked).toMatchObject({ ok: false, error: { kind } })
    expect(await core.call('call:cancel', { sendId })).toBe(false)
  }
  expect((await history()).calls.map(({ method }) => method)).toEqual(['POST'])
})

it('stores an unknown outcome for a POST under way when the app closes', async () => {
  await openOwn()
  service.script(path, () => undefined)
  const asked = ask({ method: 'POST', body: '{}', isConfirmed: true })
  await service.arrived(1)
  await core.close()
  expect(await asked).toMatchObject({ error: { kind: 'outcome-unknown' } })
  core = await cores.open({ face: 'browser', dataDir: core.dataDir })
  expect((await history()).calls).toMatchObject([{ status: null, verdict: { kind: 'failed' } }])
})

const failures: readonly (readonly [string, Script, object])[] = [
  [
    '200 with isSuccess false',
    (r) => sendJson(r, { isSuccess: false, message: 'Гонка не найдена', data: null }),
    { kind: 'refused-by-service', message: 'Гонка не найдена', status: 200 },
  ],
  ['401 with no body', bytesOf('', 401), { kind: 'key-rejected', status: 401 }],
  ['429', (r) => sendJson(r, {}, 429, { 'retry-after': '90' }), { kind: 'http', status: 429, retryAfterS: 90 }],
  ['302', (r) => r.writeHead(302, { location: 'https://evil.example/' }).end(), { kind: 'http', status: 302 }],
]

it.each(failures)('shows %s with the full reply, and keeps stored data unchanged', async (_, script, error) => {
  service.script('/v3/Good', (response) => sendJson(response, envelope([{ id: 1 }])))
  const good = await send({ path: '/v3/Good' })
  service.script(path, script)
  const reply = await send()
  expect(reply.verdict).toMatchObject({ kind: 'failed', error })
  expect(reply.status).toBe('status' in error ? error.status : 200)
  expect((await read(reply.id, { kind: 'reply' })).reply).toEqual(reply)
  expect((await read(good.id, { kind: 'reply' })).reply).toEqual(good)
  expect((await history()).calls.map(({ id }) => id)).toEqual([reply.id, good.id])
})

const noEnvelope = { kind: 'no-envelope' }
it.each<[string, string, object, boolean]>([
  ['a body that is no envelope', '{"years":[2025,2026]}', noEnvelope, true],
  ['HTML with 200', '<html>Вход</html>', noEnvelope, false],
  ['JSON that breaks off', '{"isSuccess":true,"data":[{"id":1},', noEnvelope, false],
  ['nothing', '', noEnvelope, false],
  ['an envelope with other fields', '{"isSuccess":true,"trace":"x"}', { kind: 'success', message: null }, true],
  ['a message beside success', '{"isSuccess":true,"message":"ok"}', { kind: 'success', message: 'ok' }, true],
  ['isSuccess as a text', '{"isSuccess":"false","data":1}', noEnvelope, true],
  ['null', 'null', noEnvelope, true],
])('shows %s', async (_, body, verdict, isJson) => {
  service.script(path, bytesOf(body))
  const reply = await send()
  const sizeBytes = Buffer.byteLength(body)
  expect(reply).toMatchObject({ status: 200, verdict, isJson, body, isText: true, sizeBytes })
  const lines = await read(reply.id, { kind: 'lines', offset: 0, limit: 100, isFormatted: false })
  expect(lines.lines.join('\n')).toBe(body)
  await read(reply.id, { kind: 'tree' })
  expect((await read(reply.id, { kind: 'rows', offset: 0, limit: 10 })).rows).toHaveLength(reply.table?.rows ?? 0)
})

it('shows other charsets than UTF-8 by their header, and keeps the bytes as received', async () => {
  const bytes = Buffer.from([0xce, 0xf8, 0xe8, 0xe1, 0xea, 0xe0])
  service.script(path, bytesOf(bytes, 502, 'text/html; charset=windows-1251'))
  const reply = await send({ method: 'POST', body: '{}', isConfirmed: true })
  expect(reply).toMatchObject({ body: 'Ошибка', isText: false, isJson: false, sizeBytes: 6 })
})

it('reports a reply of more than 64 MiB and one that never comes, and stores nothing', async () => {
  service.script(path, (response) => response.writeHead(200, { 'content-length': String(72e6) }).flushHeaders())
  expect(await ask()).toMatchObject({ ok: false, error: { kind: 'too-large' } })
  await service.close()
  expect(await ask()).toMatchObject({ ok: false, error: { kind: 'offline', detail: 'ECONNREFUSED' } })
  expect((await history()).total).toBe(0)
})

it('reads the list of a reply as a table: nulls, numbers as texts, missing and extra fields, long ids', async () => {
  const body = `{"isSuccess":true,"data":{"items":[
      {"id":12345678901234567890,"name":"Иванов","sum":"10.50"},{"id":2,"name":null,"extra":{"deep":true}},"stray",null
    ],"total":7}}`
  service.script(path, bytesOf(body))
  const reply = await send()
  expect(reply.table).toMatchObject({ rows: 4, incomplete: { rows: 4, total: 7 } })
  expect(reply.table?.columns.map(({ name }) => name)).toEqual(['id', 'name', 'sum', 'extra.deep', 'value'])
  const { rows } = await read(reply.id, { kind: 'rows', offset: 0, limit: 10 })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['12345678901234567890', 'Иванов', '10.50', null, null],
    [2, null, null, true, null],
    [null, null, null, null, 'stray'],
    [null, null, null, null, null],
  ])
})

it.each([
  ['numbers in data', envelope([2024, 2025]), 2],
  ['a list under a name', envelope({ stage: 'x', distances: [{ a: 1 }, { a: 2 }, { a: 3 }] }), 3],
  ['a bare list', [{ a: 1 }], 1],
  ['an empty list', envelope([]), 0],
])('takes %s for a table', async (_, body, rows) => {
  service.script(path, (response) => sendJson(response, body))
  expect((await send()).table?.rows).toBe(rows)
})

it('reads delimited lines as a table, but not a message', async () => {
  service.script(path, bytesOf('bib;name\r\n7;"Ada; Eve"\r\n8;Lea\r\n', 200, 'text/csv'))
  const reply = await send()
  expect(reply.table?.columns.map(({ name }) => name)).toEqual(['bib', 'name'])
  const { rows } = await read(reply.id, { kind: 'rows', offset: 0, limit: 10 })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['7', 'Ada; Eve'],
    ['8', 'Lea'],
  ])
  service.script(path, bytesOf('Try again; later', 200, 'text/plain'))
  expect((await send()).table).toBeNull()
})

it('sorts, filters and pages 10,000 items, in one column or all, ё and case aside', async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({
    number: String(index),
    name: index % 100 === 0 ? 'Алёна Орлова' : 'Runner',
    club: index % 50 === 0 ? 'Орлова и Ко' : '',
  }))
  service.script(path, (response) => sendJson(response, envelope({ items, total: 10_000, offset: 0, limit: 10_000 })))
  const { id, table, isCut, body } = await send()
  expect(table?.rows).toBe(10_000)
  expect([isCut, body.length]).toEqual([true, 100_000])
  const rows = (more: object) => read(id, { kind: 'rows', offset: 0, limit: 5, ...more })
  expect((await rows({ search: 'орлова' })).total).toBe(200)
  expect((await rows({ search: 'ОРЛОВА', column: 'name' })).total).toBe(100)
  expect((await rows({ search: 'алена орлова' })).total).toBe(100)
  const last = await rows({ sort: [{ column: 'number', isDescending: true }] })
  expect(last.rows.map(({ index }) => index)).toEqual([9_999, 9_998, 9_997, 9_996, 9_995])
  expect((await rows({ offset: 9_998 })).rows.map(({ cells }) => cells[0])).toEqual(['9998', '9999'])
  const unknown = { id, view: { kind: 'rows', offset: 0, limit: 1, column: 'no' } }
  expect(await core.ask('call:read', unknown)).toMatchObject({ error: { kind: 'invalid-input' } })
})

it('returns every character of a large reply in pieces, and its lines and matches by position', async () => {
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, text: `строка ${id} 😀` }))
  const body = JSON.stringify(envelope(items))
  service.script(path, bytesOf(body))
  const { id } = await send()
  let text = ''
  for (let total = 1; text.length < total;) {
    const piece = await read(id, { kind: 'text', offset: text.length, limit: 99_999 })
    text += piece.text
    total = piece.total
  }
  expect(text).toBe(body)
  const page = await read(id, { kind: 'lines', offset: 40_004, limit: 4, isFormatted: true })
  expect(page).toMatchObject({ total: 80_006 })
  expect(page.lines).toEqual(['    {', '      "id": 10000,', '      "text": "строка 10000 😀"', '    },'])
  const matches = await read(id, { kind: 'matches', search: 'СТРОКА 1999', isFormatted: true })
  expect(matches).toMatchObject({ isCut: false, lines: { length: 11 } })
  expect((await read(id, { kind: 'matches', search: 'строка', isFormatted: true })).isCut).toBe(true)
  const tree = await read(id, { kind: 'tree' })
  expect(tree.isCut).toBe(true)
  expect(JSON.stringify(tree.value).length).toBeLessThan(2_000_000)
})

it('answers other operations while reading a large reply', async () => {
  const item = JSON.stringify({ id: 1, name: 'Иванов', text: 'x'.repeat(2_000) })
  const count = Math.floor((8 * 1024 * 1024) / (Buffer.byteLength(item) + 1))
  service.script(path, bytesOf(`{"isSuccess":true,"data":[${Array<string>(count).fill(item).join(',')}]}`))
  const { id, table, sizeBytes } = await send()
  expect(table?.rows).toBe(count)
  expect(sizeBytes).toBeGreaterThan(7 * 1024 * 1024)
  const order: string[] = []
  const lines = read(id, { kind: 'lines', offset: 10_000, limit: 10, isFormatted: true }).then((piece) => {
    order.push('lines')
    return piece
  })
  await core.call('app:info', {}).then(() => order.push('info'))
  await core.call('app:settings', {}).then(() => order.push('settings'))
  expect((await lines).lines).toHaveLength(10)
  expect(order).toEqual(['info', 'settings', 'lines'])
})

it('survives JSON nested deeper than a stack', async () => {
  const depth = 200_000
  service.script(path, bytesOf(`{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`))
  const reply = await send()
  expect(reply.table).toBe(null)
  expect((await read(reply.id, { kind: 'lines', offset: 0, limit: 3, isFormatted: true })).lines).toHaveLength(3)
  await read(reply.id, { kind: 'tree' })
  await read(reply.id, { kind: 'changes', since: reply.id })
})
