import { closing } from '../../support/atEnd.ts'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Server } from '../../../main/serve/server.ts'
import {
  ask,
  createRig,
  type HandGate,
  handGate,
  jobProgressed,
  openSocket,
  portOf,
  requestText,
  stageChanged,
  untilClosed,
} from '../../support/services/serveRig.ts'

const rig = closing(await createRig())

const openStream = async (server: Server) => {
  const socket = await openSocket(portOf(server))
  const chunks: Buffer[] = []
  // Waiting looks at the last part only: searching everything at every chunk would take the test's whole time.
  let recent = ''
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    recent = (recent + chunk.toString('utf8')).slice(-300_000)
  })
  socket.on('error', () => undefined)
  const received = async (wanted: string): Promise<void> => {
    while (!recent.includes(wanted)) await once(socket, 'data')
  }
  socket.write(requestText(server, { method: 'GET', target: '/api/events' }))
  await received(': open\n\n')
  return { socket, text: () => Buffer.concat(chunks).toString('utf8'), received }
}

/** Only a line feed ends a line of the stream; JSON may hold other line separators. */
const dataOf = (text: string): AppEvent[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as AppEvent] : []))

describe('the event stream', () => {
  it('sends every event unchanged to every page', async () => {
    const gate = handGate()
    const server = await rig.start({ gate })
    const readers = await Promise.all([openStream(server), openStream(server)])
    const event = stageChanged('line\nbreak \u2028 "Этап"')
    gate.emit(event)
    gate.emit(jobProgressed(3))
    for (const reader of readers) {
      await reader.received('"done":3')
      expect(dataOf(reader.text())).toEqual([event, jobProgressed(3)])
      expect(reader.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(reader.text()).toContain('Content-Type: text/event-stream; charset=utf-8\r\n')
      expect(reader.text()).toContain('Cache-Control: no-store\r\n')
      expect(reader.text()).toContain("frame-ancestors 'none'")
      reader.socket.destroy()
    }
  })

  it('sends heartbeat comments while there are no events', async () => {
    const server = await rig.start({ gate: handGate(), limits: { heartbeatMs: 20 } })
    const reader = await openStream(server)
    await reader.received(': still here\n\n')
    expect(dataOf(reader.text())).toEqual([])
    reader.socket.destroy()
  })

  it('ends open streams properly when the server closes', async () => {
    const gate = handGate()
    const server = await rig.start({ gate })
    const reader = await openStream(server)
    const ended = untilClosed(reader.socket)
    gate.emit(stageChanged('last'))
    await server.close()
    await ended
    expect(dataOf(reader.text())).toEqual([stageChanged('last')])
    expect(reader.text()).toMatch(/\r\n0\r\n\r\n$/)
    expect(gate.listeners()).toBe(0)
  })

  it('opens by GET only', async () => {
    const server = await rig.start({ gate: handGate() })
    for (const method of ['POST', 'HEAD']) {
      expect((await ask(server, { method, target: '/api/events' })).status).toBe(405)
    }
    expect((await ask(server, { method: 'GET', target: '/api/events?x' })).status).toBe(404)
  })
})

describe('a reader that does not read', () => {
  /** More than the systems of both ends buffer; lets the server write in between. */
  const emitMany = async (gate: HandGate, count: number, eventAt: (index: number) => AppEvent): Promise<void> => {
    for (let index = 0; index < count; index++) {
      gate.emit(eventAt(index))
      if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const longTitle = 'Spring race '.repeat(500)

  it('loses progress events, never other events', async () => {
    const gate = handGate()
    const server = await rig.start({ gate })
    const reader = await openStream(server)
    reader.socket.pause()
    await emitMany(gate, 4_000, (done) => jobProgressed(done, longTitle))
    gate.emit(stageChanged('after the jam'))
    reader.socket.resume()
    await reader.received('after the jam')
    const progress = dataOf(reader.text()).filter((event) => event.name === 'job:progressed')
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.length).toBeLessThan(4_000)
    reader.socket.destroy()
  })

  it('is disconnected at a limit and does not slow down other pages', async () => {
    const gate = handGate()
    const server = await rig.start({ gate })
    const [slow, good] = await Promise.all([openStream(server), openStream(server)])
    const cut = untilClosed(slow.socket)
    slow.socket.pause()
    const text = 'x'.repeat(10_000)
    for (let index = 0; index < 2_000; index++) {
      gate.emit(stageChanged(`${index} ${text}`))
      if (index % 50 === 0) await good.received(`"${index} x`)
    }
    await good.received('"1999 x')
    slow.socket.resume()
    await cut
    expect(slow.text()).not.toContain('"1999 x')
    good.socket.destroy()
  })
})
