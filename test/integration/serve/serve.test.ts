import { closing } from '../../support/atEnd.ts'
import { symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../main/serve/server.ts'
import type { Result } from '../../../preload/contract/result.ts'
import {
  ask,
  bodyLimitBytes,
  createRig,
  good,
  handGate,
  openSocket,
  parseReply,
  portOf,
  refusing,
  type Reply,
  requestText,
  sendRaw,
  untilClosed,
  withHeaders,
} from '../../support/services/serveRig.ts'

const rig = closing(await createRig())
await symlink(join(rig.folder, 'secret.txt'), join(rig.rendererDir, 'link.txt'))
const gate = handGate()
const server = await rig.start({ gate })
const refused = refusing(server, gate)

describe('the address', () => {
  it('keeps the token, 32 random bytes, in the fragment, which no server sees', async () => {
    const other = await rig.start({ gate: handGate() })
    expect(server.url).toBe(`${server.origin}/#token=${server.token}`)
    expect(Buffer.from(server.token, 'base64url').length).toBe(32)
    expect(other.token).not.toBe(server.token)
  })

  it.runIf(process.platform === 'linux')('listens on loopback only', async () => {
    // The whole of 127/8 is this machine on Linux; a server on 0.0.0.0 would answer here.
    const probe = createServer()
    probe.listen(portOf(server), '127.0.0.2')
    await once(probe, 'listening')
    expect(probe.listening).toBe(true)
    probe.close()
  })

  it('refuses an invalid port', async () => {
    const started = await startServer({ gate, port: 70_000, rendererDir: rig.rendererDir })
    expect(started).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })
})

describe('who may call', () => {
  it('accepts its own page under each loopback name', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const host = `${name}:${portOf(server)}`
      const headers = { Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' }
      const reply = await ask(server, withHeaders(headers))
      expect([host, reply.status]).toEqual([host, 200])
      expect(JSON.parse(reply.body)).toEqual({ ok: true, value: { operation: 'app:info', input: {} } })
    }
  })

  it.each([null, 'Bearer ', `Bearer ${'A'.repeat(43)}`, `Bearer ${'A'.repeat(5000)}`, 'Basic dXNlcjpwYXNz', 'Bearer'])(
    'refuses a call with another token: %s',
    async (authorization) => {
      const reply = await refused(withHeaders({ Authorization: authorization }))
      expect(reply.status).toBe(401)
      expect(reply.body).not.toContain(server.token)
    },
  )

  it('reads the token from the header only, and only exactly, also for an event stream', async () => {
    const noHeader = { Authorization: null }
    for (const request of [
      { ...good, target: `/api/app:info?token=${server.token}`, headers: noHeader },
      withHeaders({ ...noHeader, Cookie: `token=${server.token}` }),
      withHeaders({ Authorization: `Bearer ${server.token}x` }),
      withHeaders({ Authorization: `Bearer ${server.token.slice(0, -1)}` }),
      { method: 'GET', target: '/api/events', headers: noHeader },
    ]) {
      expect((await refused(request)).status).toBe(401)
    }
  })

  it.each(['https://evil.example', 'null', '', 'http://127.0.0.1', 'http://127.0.0.1:1', 'file://'])(
    'refuses a page of the foreign origin "%s" even with the token',
    async (origin) => {
      expect((await refused(withHeaders({ Origin: origin }))).status).toBe(403)
      expect((await refused({ method: 'GET', target: '/', headers: { Origin: origin } })).status).toBe(403)
    },
  )

  it('refuses its own Origin under another name than the requested one', async () => {
    expect((await refused(withHeaders({ Origin: `http://localhost:${portOf(server)}` }))).status).toBe(403)
  })

  it('refuses any Host but its own on every path, against DNS rebinding', async () => {
    const port = portOf(server)
    // prettier-ignore
    const hosts = [
      `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`,
      `0.0.0.0:${port}`, `localhost.:${port}`, `user@127.0.0.1:${port}`, '', null,
    ]
    for (const host of hosts) {
      for (const request of [good, { method: 'GET', target: '/' }, { method: 'GET', target: '/download/x' }]) {
        const reply = await refused({ ...request, headers: { Host: host } })
        expect([host, request.target, reply.status]).toEqual([host, request.target, 403])
      }
    }
  })

  it.each(['cross-site', 'same-site', 'strange'])('refuses a request that the browser marks as %s', async (site) => {
    for (const target of ['/', '/download/x']) {
      expect((await refused({ method: 'GET', target, headers: { 'Sec-Fetch-Site': site } })).status).toBe(403)
    }
    expect((await refused(withHeaders({ 'Sec-Fetch-Site': site }))).status).toBe(403)
  })
})

describe('which path is an operation', () => {
  // prettier-ignore
  const targets = [
    '/api/..%2f', '/api//', '/api/', '/api/app:info?x', '/api/app:info?', '/api/app:info#x', '/api/app%3Ainfo',
    '/api/APP:INFO', '/api/app:info/', '/api//app:info', '/api/./app:info', '/api/x/../app:info', '/api/app:info%00',
    '/api/__proto__', '/api/constructor', '/api/toString', '/api/unknown:operation',
  ]

  it.each(targets)('does not normalise a target into an operation: %s', async (target) => {
    const reply = await refused({ ...good, target })
    expect([404, 400]).toContain(reply.status)
  })

  it.each(['/API/app:info', '//api/app:info', '/./api/app:info', '/x/../api/app:info', '/%61pi/app:info'])(
    'refuses another spelling of /api/: %s',
    async (target) => {
      expect((await refused({ ...good, target })).status).toBe(404)
    },
  )

  it('refuses an absolute request target', async () => {
    expect((await refused({ ...good, target: `${server.origin}/api/app:info` })).status).toBe(404)
    expect((await refused({ method: 'GET', target: `${server.origin}/` })).status).toBe(404)
    expect((await refused({ method: 'GET', target: 'http://evil.example/' })).status).toBe(404)
    expect((await refused({ method: 'OPTIONS', target: '*' })).status).toBe(405)
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'refuses %s as a call of an operation',
    async (method) => {
      const reply = await refused({ method, target: '/api/app:info' })
      expect(reply.status).toBe(405)
      expect(reply.headers.get('allow')).toContain('POST')
    },
  )

  it('grants no preflight', async () => {
    const asked = {
      Authorization: null,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    }
    const preflight = (headers: object) =>
      refused({ method: 'OPTIONS', target: '/api/app:info', headers: { ...asked, ...headers } })
    expect((await preflight({ Origin: 'https://evil.example' })).status).toBe(403)
    expect((await preflight({})).status).toBe(405)
  })
})

describe('the renderer', () => {
  it('sends each file with its type, and lets browsers cache hashed files only', async () => {
    const page = await ask(server, { method: 'GET', target: '/', headers: { Authorization: null } })
    expect([page.status, page.body]).toEqual([200, '<!doctype html><title>Racedesk</title>'])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const script = await ask(server, { method: 'GET', target: '/assets/index-Ab12Cd34.js' })
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(script.headers.get('cache-control')).toContain('immutable')
  })

  it('answers HEAD without a body', async () => {
    const reply = await ask(server, { method: 'HEAD', target: '/' })
    expect([reply.status, reply.body]).toEqual([200, ''])
  })

  // prettier-ignore
  const outside = [
    '/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/%2e%2e%2fsecret.txt', '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt', '/..\\secret.txt', '/assets/../../secret.txt', '/assets/..%2f..%2fsecret.txt',
    '/....//secret.txt', '/%c0%ae%c0%ae/secret.txt', '/index.html%00', '/index.html%00.js', '//index.html',
    '/./index.html', '/assets/', '/assets', '/.env', '/%2eenv', '/link.txt', '/INDEX.HTML', '/%', '/%zz',
    '/file:///etc/passwd', '/nothing',
  ]

  it.each(outside)('serves only files of the renderer: %s', async (target) => {
    const reply = await ask(server, { method: 'GET', target })
    expect(reply.status).toBe(404)
    expect(reply.body).not.toContain('SECRET')
  })
})

describe('the headers of every reply', () => {
  const ticketIn = (url: string): string => JSON.stringify({ ticket: new URL(url).hash.slice('#once='.length) })
  const everyReply: readonly [string, () => Promise<Reply>][] = [
    ['page', () => ask(server, { method: 'GET', target: '/' })],
    ['asset', () => ask(server, { method: 'GET', target: '/assets/index-Ab12Cd34.js' })],
    ['operation', () => ask(server, good)],
    ['400', async () => parseReply(await sendRaw(portOf(server), 'nonsense\r\n\r\n'))],
    ['431', () => ask(server, { method: 'GET', target: '/', headers: { 'X-Long': 'x'.repeat(40_000) } })],
    ['401', () => ask(server, withHeaders({ Authorization: null }))],
    ['403', () => ask(server, withHeaders({ Host: 'evil.example' }))],
    ['403 without Host', () => ask(server, withHeaders({ Host: null }))],
    ['404 operation', () => ask(server, { ...good, target: '/api/x' })],
    ['404 page', () => ask(server, { method: 'GET', target: '/x' })],
    ['404 download', () => ask(server, { method: 'GET', target: '/download/x' })],
    ['ticket', () => ask(server, { target: '/once', body: ticketIn(server.openUrl()) })],
    ['404 ticket', () => ask(server, { target: '/once', body: '{"ticket":"x"}' })],
    ['400 ticket', () => ask(server, { target: '/once', body: '{}' })],
    ['405', () => ask(server, { method: 'DELETE', target: '/' })],
    ['413', () => ask(server, { ...good, body: 'x'.repeat(bodyLimitBytes + 1) })],
    ['415', () => ask(server, withHeaders({ 'Content-Type': 'text/plain' }))],
    ['417', () => ask(server, withHeaders({ Expect: 'miracle' }))],
  ]

  it.each(everyReply)('sends the security headers with every reply: %s', async (name, getReply) => {
    const { status, headers } = await getReply()
    const named = Number.parseInt(name, 10)
    expect(status).toBe(Number.isNaN(named) ? 200 : named)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect([...headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([])
    expect(headers.get('set-cookie')).toBeUndefined()
  })
})

describe('what goes wrong inside', () => {
  it('answers after a bug, without its stack', async () => {
    const broken = await rig.start({
      gate: { ...handGate(), call: () => Promise.reject(new Error('secret detail')) },
      bug: () => 'reference-1',
    })
    const reply = await ask(broken, good)
    expect(reply.status).toBe(500)
    expect(JSON.parse(reply.body)).toEqual({ ok: false, error: { kind: 'internal', reference: 'reference-1' } })
  })

  it('closes without waiting for idle connections', async () => {
    const quiet = await rig.start({ gate: handGate(), limits: { closeGraceMs: 600_000 } })
    const fresh = await openSocket(portOf(quiet))
    const used = await openSocket(portOf(quiet))
    const closed = [fresh, used].map(untilClosed)
    used.write(requestText(quiet, { method: 'GET', target: '/', headers: { Connection: 'keep-alive' } }))
    await once(used, 'data')
    await Promise.all([quiet.close(), quiet.close(), ...closed])
    expect([fresh.closed, used.closed]).toEqual([true, true])
  })

  it('closes the longest idle connection where all places are taken, and no other', async () => {
    const few = await rig.start({ gate: handGate(), limits: { connections: 4 } })
    const held: Awaited<ReturnType<typeof openSocket>>[] = []
    for (let count = 0; count < 3; count += 1) held.push(await openSocket(portOf(few)))
    const [oldest, ...others] = held
    if (oldest === undefined) throw new Error('no connection')
    const gone = untilClosed(oldest)
    expect((await ask(few, good)).status).toBe(200)
    await gone
    expect(others.map(({ closed }) => closed)).toEqual([false, false])
  })

  it('closes without waiting for a call that never settles', async () => {
    const entered = Promise.withResolvers<void>()
    const busyGate = handGate()
    const call = (): Promise<never> => {
      entered.resolve()
      return new Promise<never>(() => undefined)
    }
    const busy = await rig.start({ gate: { ...busyGate, call }, limits: { closeGraceMs: 50 } })
    const waiting = await openSocket(portOf(busy))
    const closed = untilClosed(waiting)
    waiting.write(requestText(busy, good))
    await entered.promise
    await Promise.all([busy.close(), closed])
    expect(busyGate.listeners()).toBe(0)
  })

  it('finishes a reply under way before closing', async () => {
    const entered = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Result<unknown>>()
    const call = (): Promise<Result<unknown>> => {
      entered.resolve()
      return answer.promise
    }
    const slow = await rig.start({ gate: { ...handGate(), call }, limits: { closeGraceMs: 20_000 } })
    const reply = ask(slow, { ...good, headers: { Connection: 'keep-alive' } })
    await entered.promise
    const closed = slow.close()
    answer.resolve({ ok: true, value: null })
    expect((await reply).status).toBe(200)
    await closed
  })
})
