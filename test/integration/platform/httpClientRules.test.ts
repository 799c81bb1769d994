import { expect, test } from 'vitest'
import { accessKey, resultsKey, useHttpClient } from '../../support/services/httpClientRig.ts'
import type { Credentials } from '../../../main/platform/http/eventService.ts'

const rig = useHttpClient()
const text = (body: Uint8Array): string => Buffer.from(body).toString()

test('sends each key and extra header to its own service, with the fixed headers', async () => {
  rig.main.script('/v3/Races/Years', (response) => response.end('{}'))
  rig.results.script('/results/get', (response) => response.end('{}'))
  const extraHeaders = [
    { name: 'X-Tenant', service: 'main', value: 'tenant-secret' },
    { name: 'X-Edge', service: 'results', value: 'edge-secret' },
  ] as const
  await rig.getAs({ extraHeaders }, '/v3/Races/Years')
  await rig.getAs({ extraHeaders }, '/results/get', 'results')
  const accepted = { accept: 'application/json', 'accept-encoding': 'gzip, br, zstd' }
  const common = { ...accepted, 'user-agent': 'Racedesk/9.8.7', connection: 'keep-alive' }
  expect(rig.main.requests.map(({ headers }) => headers)).toEqual([
    { ...common, host: rig.main.host, 'x-access-key': accessKey, 'x-tenant': 'tenant-secret' },
  ])
  expect(rig.results.requests.map(({ headers }) => headers)).toEqual([
    { ...common, host: rig.results.host, 'service-api-key': resultsKey, 'x-edge': 'edge-secret' },
  ])
})

test('sends the validators of a stored copy and passes on the 304', async () => {
  rig.main.script('/links', (response) => response.writeHead(304, { etag: '"v1"', 'content-encoding': 'gzip' }).end())
  const lastModified = 'Sat, 16 May 2026 10:00:00 GMT'
  const answer = await rig.get('/links', { etag: '"v1"', lastModified })
  expect(rig.main.requests[0]?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': lastModified })
  expect(answer).toMatchObject({ ok: true, value: { status: 304, headers: { etag: '"v1"' } } })
  expect(answer.ok && answer.value.body.byteLength).toBe(0)
})

test('leaves out a validator with forbidden characters', async () => {
  rig.main.script('/links', (response) => response.end('{}'))
  expect(await rig.get('/links', { etag: '"a"\r\nX-Evil: 1', lastModified: 'вчера' })).toMatchObject({ ok: true })
  expect(Object.keys(rig.main.requests[0]?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/if-none-match|if-modified-since|x-evil/)]),
  )
})

test('does not request a link on a foreign origin', async () => {
  // prettier-ignore
  const urls = [
      `${rig.main.url}/results/get/1`, `${rig.results.url.replace('127.0.0.1', 'localhost')}/results/get/1`,
      `${rig.results.url}@${rig.main.host}/results/get/1`, `http:\\\\${rig.main.host}/x`,
      'https://results.example.org/x', 'javascript:alert(1)', 'data:application/json,{}', '/results/get/1', '',
    ]
  for (const url of urls) {
    const answer = await rig.client.call(rig.credentials, { service: 'results', method: 'GET', url })
    expect(answer).toEqual({ ok: false, error: { kind: 'wrong-origin', url } })
  }
  expect(rig.main.requests).toHaveLength(0)
  expect(rig.results.requests).toHaveLength(0)
})

test('keeps the main API and the results origin apart, and requests no link without a results origin', async () => {
  const url = `${rig.results.url}/results/get/1`
  const wrong = { ok: false, error: { kind: 'wrong-origin', url } }
  const unknown = { ...rig.credentials, resultsUrl: null }
  expect(await rig.client.call(unknown, { service: 'results', method: 'GET', url })).toEqual(wrong)
  expect(await rig.client.call(rig.credentials, { service: 'main', method: 'GET', url })).toEqual(wrong)
  expect(rig.results.requests).toHaveLength(0)
})

test('refuses plain http beyond this computer, and passwords in URLs', async () => {
  const away: Credentials = { ...rig.credentials, baseUrl: 'http://192.0.2.1' }
  const refused = { ok: false, error: { kind: 'invalid-input' } }
  const far = await rig.client.call(away, { service: 'main', method: 'GET', url: 'http://192.0.2.1/x' })
  expect(far).toMatchObject(refused)
  expect(await rig.get('', { url: `http://user:word@${rig.main.host}/x` })).toMatchObject(refused)
  expect(rig.main.requests).toHaveLength(0)
})

test.each([301, 302, 303, 307, 308])('does not follow a %i redirect', async (status) => {
  rig.main.script('/moved', (response) =>
    response.writeHead(status, { location: `${rig.results.url}/there` }).end('moved'),
  )
  rig.results.script('/there', (response) => response.end('{}'))
  const answer = await rig.get('/moved')
  expect(answer).toMatchObject({ ok: true, value: { status, headers: { location: `${rig.results.url}/there` } } })
  expect(rig.main.requests).toHaveLength(1)
  expect(rig.results.requests).toHaveLength(0)
})

test('does not send a request without its key', async () => {
  const none = { accessKey: null, resultsKey: '' }
  const missing = (which: string) => ({ ok: false, error: { kind: 'key-missing', which } })
  expect(await rig.getAs(none, '/x')).toEqual(missing('access'))
  expect(await rig.getAs(none, '/x', 'results')).toEqual(missing('results'))
  expect(rig.main.requests.length + rig.results.requests.length).toBe(0)
})

test.each(['split\r\nX-Evil: 1', 'ключ-ключ', 'nul\u0000byte', ' leading-blank', 'trailing-blank ', 'café-key-1'])(
  'refuses an invalid header value without showing it: %j',
  async (value) => {
    const extraHeaders = [{ name: 'X-Extra', service: 'main' as const, value }]
    for (const more of [{ accessKey: value }, { extraHeaders }]) {
      const answer = await rig.getAs(more, '/x')
      expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
      expect(JSON.stringify(answer)).not.toContain(JSON.stringify(value).slice(1, -1).trim())
    }
    expect(rig.main.requests).toHaveLength(0)
  },
)

test.each(['Host', 'Content-Length', 'transfer-encoding', 'Connection', 'Accept', 'x-ACCESS-key', 'a b', 'a:b', ''])(
  'refuses an extra header that would replace another one: %j',
  async (name) => {
    const extraHeaders = [{ name, service: 'main' as const, value: 'some-value' }]
    const error = { kind: 'invalid-input', issues: [{ path: 'extraHeaders.0.name' }] }
    expect(await rig.getAs({ extraHeaders }, '/x')).toMatchObject({ ok: false, error })
    expect(rig.main.requests).toHaveLength(0)
  },
)

test('masks a key echoed in body or headers, also where JSON or a URL writes it otherwise', async () => {
  const key = 'a/b"c\\d+e f&g<h>1234'
  const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]
  rig.main.script('/echo', (response) => {
    response.writeHead(200, { 'x-echo': `1${key}2`, location: `/?k=${encodeURIComponent(key)}` })
    response.end(`Ё${spellings.join('Ё')}Ё ${resultsKey} edge-secret`)
  })
  const extraHeaders = [{ name: 'X-Edge', service: 'results', value: 'edge-secret' }] as const
  const answer = await rig.getAs({ accessKey: key, extraHeaders }, '/echo')
  expect(answer).toMatchObject({ ok: true, value: { headers: { 'x-echo': '1***2', location: '/?k=***' } } })
  expect(answer.ok && text(answer.value.body)).toBe(`Ё${'***Ё'.repeat(spellings.length)} *** ***`)
  expect(answer.ok && answer.value.body.buffer.byteLength).toBe(answer.ok && answer.value.body.byteLength)
})
