import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readReply } from '../../../main/features/organizations/rules/envelope.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { startRawServer, type Script } from '../../support/services/hostileServer.ts'
import { useHttpClient } from '../../support/services/httpClientRig.ts'

const rig = useHttpClient()
const mib = 1024 * 1024
const text = (body: Uint8Array): string => Buffer.from(body).toString()
const shortLimit = 150
const systemWord: unknown = expect.stringMatching(/^[A-Z][A-Z0-9_]+$/)
const tlsWord: unknown = expect.stringMatching(/^ERR_SSL/)
const someTime: unknown = expect.any(Number)
const timedOut = { ok: false, error: { kind: 'timed-out', afterMs: shortLimit } }
const unknown = { ok: false, error: { kind: 'outcome-unknown', afterMs: someTime } }
const neverConnected = { ok: false, error: { ...timedOut.error, isConnect: true } }

const callRaw = (url: string, method: 'GET' | 'POST' = 'GET', client = rig.client) =>
  client.call(
    { ...rig.credentials, baseUrl: url },
    { service: 'main', method, url: `${url}/x`, body: Buffer.from('{}') },
  )

const raw = async (script: Parameters<typeof startRawServer>[0]) => closing(await startRawServer(script))

const breakAfter =
  (bytes: string, headers = {}): Script =>
  (response) =>
    response.writeHead(200, headers).write(bytes, () => response.destroy())

test('times out before a connection is ready, when headers never come or a body stalls, without a retry; only a POST on a connection may have been sent', async () => {
  const silentUrl = (await raw(() => {})).url.replace('http:', 'https:')
  const connecting = rig.connect({ timeouts: { connectMs: shortLimit } })
  const connect = (method: 'GET' | 'POST') => callRaw(silentUrl, method, connecting)
  rig.client = rig.connect({ timeouts: { headersMs: shortLimit, bodyIdleMs: shortLimit } })
  rig.main.script('/silent', () => {})
  rig.main.script('/stalled', (response) => response.writeHead(200, { 'content-length': '9' }).write('[1,'))
  const onConnection = ['/silent', '/stalled'].flatMap((path) => [rig.get(path), rig.post(path)])
  // Side by side, as every timeout lasts a second: undici looks no more often.
  const ends = await Promise.all([connect('GET'), connect('POST'), ...onConnection])
  expect(ends).toEqual([neverConnected, neverConnected, timedOut, unknown, timedOut, unknown])
  await Promise.all(rig.main.requests.map(({ cancelled }) => cancelled))
  expect(rig.main.requests).toHaveLength(4)
})

test.each<[string, Script]>([
  ['before the headers', (response) => response.destroy()],
  ['within a body of known length', breakAfter('[1,2,3', { 'content-length': '100' })],
  ['within a chunked body', breakAfter('[1,2,3')],
])('retries a reply cut off %s', async (_, cut) => {
  rig.main.script('/cut', (...asked) => (asked[2] <= 3 ? cut(...asked) : asked[0].end('[1,2,3,4]')))
  expect(await rig.text('/cut')).toBe('[1,2,3,4]')
  expect(rig.main.requests).toHaveLength(4)
  rig.main.script('/cut', cut)
  const error = { kind: 'offline', host: rig.main.host, detail: systemWord }
  expect(await rig.get('/cut')).toEqual({ ok: false, error })
  expect(rig.main.requests).toHaveLength(8)
})

test('reports a reply that is not HTTP, or has endless headers', async () => {
  const replies = [
    'SSH-2.0-OpenSSH_9.2p1\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    `HTTP/1.1 200 OK\r\n${'X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(3000)}`,
  ]
  for (const reply of replies) {
    const { url, host, connections } = await raw((socket) => socket.end(reply))
    expect(await callRaw(url)).toMatchObject({ ok: false, error: { kind: 'offline', host } })
    expect(connections()).toBe(4)
  }
})

test('skips interim replies and reads headers named like prototypes', async () => {
  const { url } = await raw((socket) =>
    socket.end(
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n' +
        'HTTP/1.1 200 OK\r\n__proto__: a\r\nX-Two: 1\r\nX-Two: 2\r\nContent-Length: 2\r\n\r\n{}',
    ),
  )
  const answer = await callRaw(url)
  expect(answer).toMatchObject({ ok: true, value: { status: 200, headers: { 'x-two': '1, 2' } } })
  expect(answer.ok && text(answer.value.body)).toBe('{}')
})

test('does not retry a failed TLS handshake', async () => {
  let connections = 0
  const server = createTlsServer({}).on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const error = { kind: 'offline', host, detail: tlsWord }
  expect(await callRaw(`https://${host}`)).toMatchObject({ ok: false, error })
  expect(connections).toBe(1)
})

const tooLargeFor = (limit: number) => ({
  ok: false,
  error: { kind: 'too-large', what: 'bytes', limit, limitBytes: limit },
})

test('does not read an endless body beyond the limit', async () => {
  const limit = 2 * mib
  rig.client = rig.connect({ limitBytes: limit })
  let sent = 0
  rig.main.script('/huge', (response) => {
    const block = Buffer.alloc(mib, 0x20)
    response.writeHead(200)
    const pour = (): void => {
      while (sent < 200 && !response.destroyed) {
        sent += 1
        if (!response.write(block)) return void response.once('drain', pour)
      }
      response.end()
    }
    pour()
  })
  expect(await rig.get('/huge')).toEqual(tooLargeFor(limit))
  await rig.main.requests[0]?.cancelled
  expect(sent).toBeLessThan(100)
  expect(rig.main.requests).toHaveLength(1)
})

test('reads a body of exactly the limit and refuses one byte more', async () => {
  rig.client = rig.connect({ limitBytes: 1000 })
  rig.main.script('/fits', (response) => response.write('a'.repeat(500)) && response.end('b'.repeat(500)))
  rig.main.script('/over', (response) => response.write('a'.repeat(500)) && response.end('b'.repeat(501)))
  const fits = await rig.get('/fits')
  expect(fits.ok && fits.value.body.buffer.byteLength).toBe(1000)
  expect(await rig.get('/over')).toEqual(tooLargeFor(1000))
})

const zeros = Buffer.alloc(24 * mib)
const bombs: readonly (readonly [string, () => Buffer])[] = [
  ['gzip', () => gzipSync(zeros)],
  ['br', () => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', () => zstdCompressSync(zeros)],
  ['gzip, gzip', () => gzipSync(gzipSync(zeros))],
]
test.each(bombs)('stops unpacking a %s bomb at the limit', async (encoding, build) => {
  const limit = 4 * mib
  const bomb = build()
  rig.client = rig.connect({ limitBytes: limit })
  rig.main.script('/bomb', (response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
  const before = process.memoryUsage().arrayBuffers
  let highest = 0
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().arrayBuffers)), 1)
  expect(await rig.get('/bomb')).toEqual(tooLargeFor(limit))
  clearInterval(watch)
  expect(highest - before).toBeLessThan(16 * mib)
  expect(rig.main.requests).toHaveLength(1)
})

test('refuses a zstd frame with a window of 128 MB', async () => {
  const wide = zstdCompressSync(zeros.subarray(0, mib), { params: { [constants.ZSTD_c_windowLog]: 27 } })
  // Frame header descriptor without the single-segment flag, then a window descriptor of 2^27.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0x00, 0x00])
  const headers = { 'content-encoding': 'zstd' }
  rig.main.script('/frame', (response) => response.writeHead(200, headers).end(frame))
  rig.main.script('/whole', (response) => response.writeHead(200, headers).end(wide))
  expect(await rig.get('/frame')).toMatchObject({ ok: false, error: { kind: 'unexpected-reply' } })
  const answer = await rig.get('/whole')
  expect(answer.ok && answer.value.body.byteLength).toBe(mib)
})

const json = JSON.stringify({ rows: Array.from({ length: 2_000 }, (_, bib) => ({ bib, name: 'Ёлкина' })) })
const encoded: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(json),
  br: brotliCompressSync(json),
  zstd: zstdCompressSync(json),
  'gzip, br': brotliCompressSync(gzipSync(json)),
  identity: Buffer.from(json),
  'x-unheard-of': Buffer.from(json),
}
test.each(Object.keys(encoded))('decodes a body encoded as %s, which can be transferred', async (encoding) => {
  const headers = { 'content-encoding': encoding.toUpperCase() }
  rig.main.script('/encoded', (response) => response.writeHead(200, headers).end(encoded[encoding]))
  const answer = await rig.get('/encoded')
  const body = answer.ok ? answer.value.body : new Uint8Array()
  expect(text(body) === json).toBe(true)
  expect(structuredClone(body, { transfer: [body.buffer] }).byteLength).toBe(Buffer.byteLength(json))
  expect(body.byteLength).toBe(0)
})

test.each(['gzip', 'br', 'zstd'])('refuses a damaged or shortened %s body', async (encoding) => {
  const whole = encoded[encoding] ?? Buffer.alloc(0)
  const headers = { 'content-encoding': encoding }
  rig.main.script('/short', (response) => response.writeHead(200, headers).end(whole.subarray(0, -20)))
  rig.main.script('/damaged', (response) => response.writeHead(200, headers).end('<html>no such encoding</html>'))
  expect(await rig.get('/short')).toMatchObject({ ok: false, error: { kind: 'offline', host: rig.main.host } })
  expect(rig.main.requests).toHaveLength(4)
  const error = { kind: 'unexpected-reply', where: `content-encoding ${encoding}`, bodyStart: '' }
  expect(await rig.get('/damaged')).toEqual({ ok: false, error })
  expect(rig.main.requests).toHaveLength(5)
})

test('reads an empty body with an encoding', async () => {
  rig.main.script('/empty', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end())
  const answer = await rig.get('/empty')
  expect(answer.ok && answer.value.body.byteLength).toBe(0)
})

test('reads JSON under another content type', async () => {
  const body = '\ufeff{"isSuccess":true,"data":1}'
  rig.main.script('/plain', (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(body))
  const answer = await rig.get('/plain')
  expect(answer.ok && readReply(answer.value, 'access')).toMatchObject({ value: { envelope: { data: 1 } } })
})

test.each([429, 502, 503, 504])('retries status %i a limited number of times', async (status) => {
  rig.main.script('/busy', (response, _, nth) => response.writeHead(nth <= 3 ? status : 200).end('[1]'))
  expect(await rig.get('/busy')).toMatchObject({ ok: true, value: { status: 200 } })
  rig.main.script('/down', (response) => response.writeHead(status).end())
  expect(await rig.get('/down')).toMatchObject({ ok: true, value: { status } })
  expect(rig.main.requests).toHaveLength(8)
})

test('waits for Retry-After in seconds and as a date, and limits the sum of short waits', async () => {
  rig.main.script('/seconds', (response, _, nth) =>
    response.writeHead(nth === 1 ? 406 : 200, { 'retry-after': '1' }).end(),
  )
  const date = () => new Date(Date.now() + 1500).toUTCString()
  rig.main.script('/date', (response, _, nth) =>
    response.writeHead(nth === 1 ? 503 : 200, { 'retry-after': date() }).end(),
  )
  rig.main.script('/busy', (response) => response.writeHead(429, { 'retry-after': '1' }).end())
  const bounded = rig.connect({ retry: { baseMs: 5, maxWaitMs: 1500 } })
  const busy = { service: 'main', method: 'GET', url: `${rig.main.url}/busy` } as const
  const startedAt = performance.now()
  const asked = [rig.get('/seconds'), rig.get('/date'), bounded.call(rig.credentials, busy)]
  expect((await Promise.all(asked)).map((answer) => answer.ok && answer.value.status)).toEqual([200, 200, 429])
  // A lower bound only: an unloaded machine is as quick as a loaded one in waiting too short.
  expect(performance.now() - startedAt).toBeGreaterThan(990)
  expect(rig.main.requests).toHaveLength(6)
})

test('frees the slot of a request that waits for its retry, and does not send it again once it is cancelled', async () => {
  rig.client = rig.connect({ parallelCalls: 1 })
  rig.main.script('/busy', (response) => response.writeHead(503, { 'retry-after': '30' }).end())
  rig.main.script('/fine', (response) => response.end('{}'))
  const controller = new AbortController()
  const busy = rig.get('/busy', { signal: controller.signal })
  expect(await rig.get('/fine')).toMatchObject({ ok: true, value: { status: 200 } })
  controller.abort()
  expect(await busy).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(rig.main.requests.map((request) => request.url)).toEqual(['/busy', '/fine'])
})

test('retries a read by POST with its body', async () => {
  rig.main.script('/list', (response, _, nth) =>
    nth === 1 ? response.destroy() : response.writeHead(nth === 2 ? 503 : 200).end(),
  )
  expect(await rig.post('/list', { isRead: true })).toMatchObject({ ok: true, value: { status: 200 } })
  expect(rig.main.requests.map((request) => request.body)).toEqual(Array(3).fill('{"items":[]}'))
})

test.each([406, 429, 500, 502, 503, 504])('sends a POST that writes once when %i answers it', async (status) => {
  rig.main.script('/set', (response) => response.writeHead(status, { 'retry-after': '0' }).end())
  expect(await rig.post('/set')).toMatchObject({ ok: true, value: { status } })
  expect(rig.main.requests).toHaveLength(1)
})

test('sends a POST once that gets no whole answer; its outcome is unknown', async () => {
  const ends: { readonly [path: string]: Script } = {
    '/none': (response) => response.destroy(),
    '/cut': breakAfter('{', { 'content-length': '100' }),
    '/large': (response) => response.writeHead(200, { 'content-length': String(200e6) }).flushHeaders(),
    '/garbled': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  }
  for (const [path, script] of Object.entries(ends)) rig.main.script(path, script)
  const ended = Object.keys(ends).map(async (path) => [path, await rig.post(path)])
  expect(await Promise.all(ended)).toEqual(Object.keys(ends).map((path) => [path, unknown]))
  expect(rig.main.requests.map(({ url }) => url).toSorted()).toEqual(Object.keys(ends).toSorted())
})
