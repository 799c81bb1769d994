import { closing } from '../../support/atEnd.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { isOfOtherUser, isOpenInTables, ownerInTables } from '../../../main/serve/peerUser.ts'
import type { Misuse } from '../../../main/serve/routes.ts'
import type { Server } from '../../../main/serve/server.ts'
import { type Ask, ask, createRig, handGate, portOf, type Reply, requestText } from '../../support/services/serveRig.ts'

const rig = closing(await createRig())

let nowMs = 0
let server: Server
let misuses: Misuse[]
beforeEach(async () => {
  nowMs = 1_000_000
  misuses = []
  server = await rig.start({
    gate: handGate(),
    clock: () => nowMs,
    onMisuse: (misuse) => misuses.push(misuse),
  })
})

const ticketOf = (url: string): string => new URL(url).hash.slice('#once='.length)

const exchange = (body: string, headers: NonNullable<Ask['headers']> = {}): Promise<Reply> =>
  ask(server, { target: '/once', body, headers: { Authorization: null, ...headers } })

const withTicket = (ticket: string): string => JSON.stringify({ ticket })

describe('the one-time address', () => {
  it('holds no token, and a ticket of 32 random bytes in its fragment, another each time', () => {
    const [first, second] = [server.openUrl(), server.openUrl()]
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#once=[\w-]{43}$/)
    expect(first).not.toContain(server.token)
    expect(ticketOf(second)).not.toBe(ticketOf(first))
  })

  it('is exchanged for the token once; the second time is told apart and reported', async () => {
    const ticket = ticketOf(server.openUrl())
    const first = await exchange(withTicket(ticket))
    expect([first.status, JSON.parse(first.body)]).toEqual([200, { ok: true, value: { token: server.token } }])
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('set-cookie')).toBeUndefined()
    expect(misuses).toEqual([])
    for (const _ of [1, 2]) {
      const again = await exchange(withTicket(ticket))
      expect(again.status).toBe(410)
      expect(again.body).not.toContain(server.token)
    }
    expect(misuses).toEqual(['used-again', 'used-again'])
  })

  it('is good for a minute and not a moment longer', async () => {
    const [early, late] = [ticketOf(server.openUrl()), ticketOf(server.openUrl())]
    nowMs += 59_999
    expect((await exchange(withTicket(early))).status).toBe(200)
    nowMs += 1
    const expired = await exchange(withTicket(late))
    expect(expired.status).toBe(404)
    expect(expired.body).not.toContain(server.token)
    expect(misuses).toEqual([])
  })

  it('is no token: its ticket opens neither operations nor events', async () => {
    const ticket = ticketOf(server.openUrl())
    const headers = { Authorization: `Bearer ${ticket}` }
    expect((await ask(server, { target: '/api/app:info', body: '{}', headers })).status).toBe(401)
    expect((await ask(server, { method: 'GET', target: '/api/events', headers })).status).toBe(401)
  })

  it('refuses what is no ticket, and the token in its place', async () => {
    const bodies: readonly [string, number][] = [
      [withTicket(''), 404],
      [withTicket('A'.repeat(43)), 404],
      [withTicket(server.token), 404],
      ['{}', 400],
      ['null', 400],
      ['{"ticket":1}', 400],
      ['no json', 400],
      [withTicket('x'.repeat(2000)), 413],
    ]
    for (const [body, status] of bodies) {
      const reply = await exchange(body)
      expect([body.slice(0, 60), reply.status]).toEqual([body.slice(0, 60), status])
      expect(reply.body).not.toContain(server.token)
    }
  })
})

describe('who may exchange a ticket', () => {
  const foreign: readonly [string, Ask['headers'], number][] = [
    ['a page of another origin', { Origin: 'https://evil.example' }, 403],
    ['a page without an origin', { Origin: 'null' }, 403],
    ['a page of another port of this machine', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a name that was rebound to this machine', { Host: 'evil.example' }, 403],
    ['a form, which needs no preflight', { 'Content-Type': 'text/plain' }, 415],
  ]

  it.each(foreign)('does not answer %s, and the ticket stays good', async (_who, headers, status) => {
    const ticket = ticketOf(server.openUrl())
    const reply = await exchange(withTicket(ticket), headers)
    expect(reply.status).toBe(status)
    expect(reply.body).not.toContain(server.token)
    expect((await exchange(withTicket(ticket))).status).toBe(200)
  })

  it('takes a ticket from the body of a POST only', async () => {
    const ticket = ticketOf(server.openUrl())
    const get = { method: 'GET', headers: { Authorization: null } }
    expect((await ask(server, { ...get, target: '/once' })).status).toBe(405)
    expect((await ask(server, { ...get, target: `/once?ticket=${ticket}` })).status).toBe(404)
    expect((await ask(server, { ...get, target: `/once/${ticket}` })).status).toBe(404)
    expect((await exchange(withTicket(ticket))).status).toBe(200)
  })

  /** Sends the ticket as another user of this machine; what came back. `then` is done with the socket. */
  const steal = async (ticket: string, then: string, host = '127.0.0.1'): Promise<string> => {
    const body = withTicket(ticket)
    const sent = requestText(server, { target: '/once', body, headers: { Authorization: null } })
    const script = `
      const socket = require('node:net').connect(${portOf(server)}, '${host}')
      socket.on('error', () => undefined)
      socket.write(${JSON.stringify(sent)}, () => socket.${then})`
    const thief = spawn('node', ['-e', script], { uid: 65_534, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
    let seen = ''
    thief.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text))
    await once(thief, 'close')
    return seen
  }

  // Only root can start a process of another user.
  describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('another user of this machine', () => {
    it('who read the ticket is refused, over IPv4 as over IPv6, and leaves it to its owner', async () => {
      const ticket = ticketOf(server.openUrl())
      for (const host of ['127.0.0.1', '::ffff:127.0.0.1']) {
        const seen = await steal(ticket, 'pipe(process.stdout)', host)
        expect(seen).toMatch(/^HTTP\/1\.1 403 /)
        expect(seen).not.toContain(server.token)
      }
      expect(misuses).toEqual(['other-user', 'other-user'])
      expect((await exchange(withTicket(ticket))).status).toBe(200)
    })

    it('who sends it and hangs up at once, which hides who it was, leaves it to its owner', async () => {
      for (const hangUp of ['end', 'destroy', 'resetAndDestroy', 'resetAndDestroy']) {
        const ticket = ticketOf(server.openUrl())
        await steal(ticket, `${hangUp}()`)
        expect([hangUp, (await exchange(withTicket(ticket))).status]).toEqual([hangUp, 200])
      }
    })
  })
})

describe("the kernel's table of connections", () => {
  const client = { address: '127.0.0.1', port: 0xc001 }
  const own = { address: '127.0.0.1', port: 0x1f90 }
  const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
  const row = (local: string, remote: string, uid: number): string =>
    `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 12345 1 0000000000000000 20 4 30 10 -1\n`

  it('names the owner of the end that connected, not of the other end nor of a look-alike', () => {
    const tables =
      head +
      row('0100007F:1F90', '0100007F:C001', 7) +
      row('0200007F:C001', '0100007F:1F90', 8) +
      row('0100007F:C001', '0100007F:1F91', 9) +
      row('0100007F:C001', '0100007F:1F90', 1000)
    expect(ownerInTables(tables, client, own)).toBe(1000)
    expect(ownerInTables(head, client, own)).toBeNull()
    expect(ownerInTables('', client, own)).toBeNull()
  })

  it('tells a connection that its client has closed from one that is open', () => {
    const open = row('0100007F:C001', '0100007F:1F90', 1000) + row('0100007F:1F90', '0100007F:C001', 7)
    expect(isOpenInTables(head + open, client, own)).toBe(true)
    expect(isOpenInTables(head + open.replaceAll(' 01 ', ' 08 '), client, own)).toBe(false)
    expect(isOpenInTables(head + row('0100007F:C001', '0100007F:1F90', 0), client, own)).toBe(false)
  })

  it('names the owner of an IPv6 socket that connected over IPv4', () => {
    const mapped = '0000000000000000FFFF00000100007F'
    expect(ownerInTables(head + row(`${mapped}:C001`, `${mapped}:1F90`, 1001), client, own)).toBe(1001)
  })

  it.each([
    [1000, 1000, false],
    [0, 1000, false],
    [1001, 1000, true],
    [65_534, 0, true],
    [null, 1000, false],
    [1001, null, false],
  ])('holds owner %s beside user %s for another user: %s', (owner, user, isOther) => {
    expect(isOfOtherUser(owner, user)).toBe(isOther)
  })
})
