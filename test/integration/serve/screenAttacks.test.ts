import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { HostedStage } from '../../../main/kernel/face.ts'
import type { Clock } from '../../../main/kernel/clock.ts'
import { openScreens } from '../../../main/serve/screens/screens.ts'
import type { Gate } from '../../../main/gate/gate.ts'
import { startScreenServer, type ScreenServerLimits } from '../../../main/serve/screens/screenServer.ts'
import type { FoundResult, ScreenContent, ScreenState, ScreenView } from '../../../preload/contract/screens/state.ts'
import { atEnd } from '../../support/atEnd.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { boardDir, crewPin, screenFor, useScreens } from '../../support/services/screenRig.ts'

const { race, takeMen } = useScreens()

const hostedAs = (...views: readonly ScreenView[]): HostedStage => ({
  stage: race().stage,
  screens: views.map(screenFor),
  columns: ['bib'],
  isFinal: false,
  logo: null,
  pin: crewPin,
})

const openWith = async (gate: Pick<Gate, 'call' | 'listen'>, hosted: HostedStage, clock: Clock = Date.now) => {
  const bug = (thrown: unknown): never => {
    throw thrown
  }
  const screens = await openScreens({ gate, clock, bug, origins: () => [], onProblem: () => undefined }, hosted)
  if (!screens.ok) throw new Error(screens.error.kind)
  atEnd(screens.value.close)
  return screens.value
}

const serve = async (view: ScreenView, limits: Partial<ScreenServerLimits> = {}) => {
  const hosted = hostedAs(view)
  const screens = await openWith(race().open.core.gate, hosted)
  const secret = hosted.screens[0]?.secret ?? ''
  const server = await startScreenServer({
    screens,
    pageDir: boardDir,
    address: '127.0.0.1',
    port: 0,
    bug: String,
    clock: Date.now,
    origins: () => [],
    onChange: () => undefined,
    limits,
  })
  if (!server.ok) throw new Error(server.error.kind)
  atEnd(server.value.close)
  const { port } = server.value
  const path = `/s/${secret}`
  return { port, path, connections: () => server.value.connectionsOf(secret), screens, secret }
}

type Served = Awaited<ReturnType<typeof serve>>

/** The status, or null where the connection ended without one; the connection stays open for what goes on. */
const statusOf = ({ port, path }: Served, rest: string, localAddress: string): Promise<number | null> =>
  new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path: `${path}${rest}`, localAddress, agent: false },
      (response) => {
        response.on('error', () => undefined)
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    asked.on('error', () => resolve(null))
    asked.end()
    atEnd(() => asked.destroy())
  })

const knock = ({ port }: Served, localAddress: string): Socket => {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => undefined)
  atEnd(() => socket.destroy())
  return socket
}

describe('a device', () => {
  it('that asks for a thousand streams over one connection gets none, and leaves none behind', async () => {
    const served = await serve('last')
    const socket = knock(served, '127.0.0.2')
    socket.resume()
    socket.write(`GET ${served.path}/events HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n\r\n`.repeat(1_000))
    await expect.poll(() => socket.closed, { timeout: 2_000 }).toBe(true)
    await expect.poll(served.connections, { timeout: 2_000 }).toEqual([])
    expect(await statusOf(served, '/events', '127.0.0.3')).toBe(200)
  })

  it('that holds all connections makes room for others, though each of them has asked something', async () => {
    const served = await serve('last', { connections: 20 })
    const sockets = Array.from({ length: 20 }, () => {
      const socket = knock(served, '127.0.0.2')
      socket.resume()
      socket.write(`GET ${served.path}/here HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n\r\n`)
      return socket
    })
    await expect.poll(() => sockets.every(({ bytesRead }) => bytesRead > 0)).toBe(true)
    for (const screen of [3, 4, 5]) expect(await statusOf(served, '/events', `127.0.0.${screen}`)).toBe(200)
    expect(served.connections().map(({ from }) => from)).toEqual(['127.0.0.3', '127.0.0.4', '127.0.0.5'])
  })

  it('that opens connections and says nothing leaves room for a screen', async () => {
    const served = await serve('last', { connections: 20 })
    const sockets = Array.from({ length: 30 }, () => knock(served, '127.0.0.2').resume())
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThan(0)
    expect(await statusOf(served, '/events', '127.0.0.3')).toBe(200)
  })

  it('that follows a screen many times over gets its part of the streams, and makes room for those who follow it once', async () => {
    const served = await serve('last', { streams: 6, streamsOfOne: 4 })
    for (const address of [2, 2, 2, 2]) await statusOf(served, '/events', `127.0.0.${address}`)
    expect(await statusOf(served, '/events', '127.0.0.2')).toBe(503)
    for (const address of [3, 4]) await statusOf(served, '/events', `127.0.0.${address}`)
    for (const screen of [5, 6, 7]) expect(await statusOf(served, '/events', `127.0.0.${screen}`)).toBe(200)
    const from = served.connections().map((one) => one.from)
    expect(from.toSorted()).toEqual([2, 3, 4, 5, 6, 7].map((address) => `127.0.0.${address}`))
    expect(await statusOf(served, '/events', '127.0.0.8')).toBe(503)
  })

  it('that searches without a pause is refused, and no other is', async () => {
    const served = await serve('find', { searchBurst: 5, searchesPerSecond: 0.01 })
    const statuses: (number | null)[] = []
    for (let asked = 0; asked < 8; asked += 1) statuses.push(await statusOf(served, '/find/1001', '127.0.0.2'))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    expect(await statusOf(served, '/find/1001', '127.0.0.3')).toBe(200)
  })

  it('that looks for a bib is told no time of who was disqualified', async () => {
    const laps = [
      { name: '5 km', totalTime: '0:20:00' },
      { name: 'Finish', totalTime: '0:50:00' },
    ]
    const out = { ...awkwardRace.Men[0], number: 9, resultTime: '0:50:00', status: 'DSQ', laps }
    await takeMen([...awkwardRace.Men, out])
    const { screens } = await serve('find')
    const found = await screens.find({ bib: '9', limit: 5 }, false)
    const expected: Partial<FoundResult> = { bib: '9', result: 'DSQ', splits: [] }
    expect(found).toMatchObject({ ok: true, value: [expected] })
  })

  it('that guesses what the crew or a held-back list says learns nothing by the name of its guess', async () => {
    const served = await serve('last')
    const { screens, secret } = served
    screens.update({ ...hostedAs('crew'), screens: [screenFor('crew'), { ...screenFor('last'), secret }] })
    await expect.poll(screens.crewLists).not.toBeNull()
    const lists = JSON.parse(String(screens.crewLists()?.plain())) as Extract<ScreenContent, { readonly kind: 'lists' }>
    const told = lists.lists.map(({ content }) => content)
    expect(told).toHaveLength(3)
    for (const name of told) {
      const said = screens.content(name)?.plain() ?? ''
      expect(String(said)).toContain('Динамо')
      const guess = createHash('sha256').update(said).digest('base64url')
      expect(await statusOf(served, `/content/${guess}`, '127.0.0.2')).toBe(404)
    }
  })
})

describe('the crew', () => {
  it('asks for the first person when people are told apart already', async () => {
    const { gate } = race().open.core
    const asked: string[] = []
    const call = async (name: string, input: unknown) => {
      asked.push(name)
      return await gate.call(name, input)
    }
    await openWith({ listen: gate.listen, call }, hostedAs('crew'))
    await expect.poll(() => asked).toContain('results:person')
  })

  it('is told of a change once its lists show it', async () => {
    const hosted = hostedAs('crew', 'last')
    const screens = await openWith(race().open.core.gate, hosted)
    const told: (string | null)[] = []
    const listsNow = (): string | null => {
      const lists = screens.crewLists()
      if (lists === null) return null
      const { lists: known } = JSON.parse(String(lists.plain())) as Extract<ScreenContent, { readonly kind: 'lists' }>
      return known.map(({ content }) => String(screens.content(content)?.plain())).join()
    }
    screens.follow(hosted.screens[0]?.secret ?? '', () => told.push(listsNow()))
    await takeMen(awkwardRace.Men.map((row) => (row.number === 1005 ? { ...row, resultTime: '0:50:07' } : row)))
    await expect.poll(listsNow).toContain('0:50:07')
    expect(told.at(-1)).toContain('0:50:07')
  })
})

describe('an operator', () => {
  it('is told of a message before any content is made again', async () => {
    const hosted = hostedAs('podium')
    const screens = await openWith(race().open.core.gate, hosted)
    const messages: string[] = []
    screens.follow(hosted.screens[0]?.secret ?? '', (state) =>
      messages.push((JSON.parse(state ?? '') as ScreenState).message),
    )
    screens.update({ ...hosted, screens: hosted.screens.map((screen) => ({ ...screen, message: 'Soon' })) })
    expect(messages).toEqual(['', 'Soon'])
  })

  it('who freezes a screen while it is made anew holds back what was being made', async () => {
    const { gate } = race().open.core
    let held: Promise<void> | null = null
    let isAsked = false
    const callSlowly = async (name: string, input: unknown) => {
      const answer = await gate.call(name, input)
      if (name === 'results:finishes' && held !== null) {
        isAsked = true
        await held
      }
      return answer
    }
    const hosted = hostedAs('last')
    const screens = await openWith({ listen: gate.listen, call: callSlowly }, hosted)
    const states: ScreenState[] = []
    screens.follow(hosted.screens[0]?.secret ?? '', (text) => {
      if (text !== null) states.push(JSON.parse(text) as ScreenState)
    })
    const shown = states.at(-1)?.content
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    held = promise
    const rows = awkwardRace.Men.map((row) =>
      row.number === 1005 ? { ...row, position: 5, resultTime: '0:50:00' } : row,
    )
    await takeMen(rows)
    await expect.poll(() => isAsked).toBe(true)
    const frozen = hosted.screens.map((screen) => ({ ...screen, isFrozen: true }))
    screens.update({ ...hosted, screens: frozen })
    held = null
    letGo()
    await expect.poll(() => states.at(-1)?.isFrozen).toBe(true)
    expect(new Set(states.map(({ content }) => content))).toEqual(new Set([shown]))
    screens.update(hosted)
    await expect.poll(() => states.at(-1)?.content).not.toBe(shown)
  })
})
