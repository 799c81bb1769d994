import { closing } from '../../support/atEnd.ts'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
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
  requestText,
  sendRaw,
  untilClosed,
  withHeaders,
} from '../../support/services/serveRig.ts'

const rig = closing(await createRig())
const gate = handGate()
const server = await rig.start({ gate })
const refused = refusing(server, gate)

describe('bodies', () => {
  it.each([
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'text/plain; application/json',
    'application/json; charset=utf-16',
  ])('refuses a form or a simple request as JSON: %s', async (type) => {
    expect((await refused(withHeaders({ 'Content-Type': type }))).status).toBe(415)
  })

  it('refuses a compressed body', async () => {
    expect((await refused(withHeaders({ 'Content-Encoding': 'gzip' }))).status).toBe(415)
  })

  it('accepts JSON that names its charset', async () => {
    const reply = await ask(server, withHeaders({ 'Content-Type': 'application/json; charset=UTF-8' }))
    expect(reply.status).toBe(200)
  })

  it.each(['', '{', '{"a":1}x', 'undefined', '\u0000'])('refuses broken JSON without throwing: "%s"', async (body) => {
    const reply = await refused({ ...good, body })
    expect(reply.status).toBe(200)
    expect(JSON.parse(reply.body)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('refuses invalid UTF-8', async () => {
    const head = requestText(server, { ...good, headers: { 'Content-Length': '5' } }).slice(0, -2)
    const socket = await openSocket(portOf(server))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.write(head)
    socket.write(Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22]))
    await once(socket, 'close')
    expect(JSON.parse(parseReply(Buffer.concat(chunks).toString()).body)).toMatchObject({ ok: false })
  })

  it('reads a body of 1 MiB and refuses one byte more', async () => {
    const body = JSON.stringify('x'.repeat(bodyLimitBytes - 2))
    expect((await ask(server, { ...good, body })).status).toBe(200)
    const over = await refused({ ...good, body: `${body} ` })
    expect(over.status).toBe(413)
    expect(JSON.parse(over.body)).toEqual({
      ok: false,
      error: { kind: 'too-large', what: 'request', limit: bodyLimitBytes },
    })
  })

  it('refuses a body declared too large without reading it', async () => {
    const headers = { 'Content-Length': '10000000000' }
    const socket = await openSocket(portOf(server))
    socket.write(requestText(server, { target: '/api/app:info', headers }))
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(parseReply(reply.toString()).status).toBe(413)
    socket.destroy()
  })

  it('refuses an endless chunked body and cuts the connection while the caller still sends', async () => {
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Length': null, Connection: 'keep-alive' }
    const socket = await openSocket(portOf(server))
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const closed = untilClosed(socket)
    socket.write(requestText(server, { target: '/api/app:info', headers }))
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let sentBytes = 0
    const pump = (): void => {
      while (!socket.destroyed && sentBytes < 1e9) {
        sentBytes += 0x10000
        if (!socket.write(chunk)) break
      }
    }
    socket.on('drain', pump)
    pump()
    await closed
    expect(parseReply(Buffer.concat(received).toString()).status).toBe(413)
    expect(sentBytes).toBeLessThan(100 * bodyLimitBytes)
  })

  it('checks a second request behind a declared length by itself', async () => {
    const smuggled = requestText(server, { ...good, headers: { Authorization: null } })
    const text = requestText(server, { ...good, headers: { Connection: 'keep-alive' } }) + smuggled
    const replies = await sendRaw(portOf(server), text)
    expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401'])
  })

  it('refuses a request with two lengths', async () => {
    const text = requestText(server, { ...good, headers: { 'Transfer-Encoding': 'chunked' } })
    expect(parseReply(await sendRaw(portOf(server), text)).status).toBe(400)
  })

  it('cuts the connection of a caller that never ends its body or headers', async () => {
    const limits = { headersMs: 100, requestMs: 200, checkEveryMs: 50 }
    const impatient = await rig.start({ gate: handGate(), limits })
    const whole = requestText(impatient, { ...good, headers: { 'Content-Length': '100' } })
    expect(parseReply(await sendRaw(portOf(impatient), whole)).status).toBe(408)
    expect(parseReply(await sendRaw(portOf(impatient), whole.slice(0, 60))).status).toBe(408)
  })

  it('cuts the connection of a refused caller that keeps sending slowly', async () => {
    const patient = await rig.start({ gate: handGate(), limits: { discardMs: 50 } })
    const headers = { Authorization: null, 'Content-Length': '100', Connection: 'keep-alive' }
    const replies = await sendRaw(
      portOf(patient),
      requestText(patient, { target: '/api/app:info', headers, body: '{' }),
    )
    expect(parseReply(replies).status).toBe(401)
  })

  it('sends 100 Continue to checked callers only', async () => {
    const expecting = { Expect: '100-continue' }
    const bad = await sendRaw(portOf(server), requestText(server, withHeaders({ ...expecting, Authorization: null })))
    const fine = await sendRaw(portOf(server), requestText(server, withHeaders(expecting)))
    expect(bad).toMatch(/^HTTP\/1\.1 401/)
    expect(fine).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/)
  })
})
