import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { useHttpClient } from '../../support/services/httpClientRig.ts'
import { heldBack } from '../../support/services/raceService.ts'

const rig = useHttpClient()
const text = (body: Uint8Array): string => Buffer.from(body).toString()

/** Paths `/race/0` and on answer when they are told to, in the order in which they were asked for. */
const holdRaces = (count: number): (() => void)[] => {
  const held: (() => void)[] = []
  for (let nth = 0; nth < count; nth += 1) {
    rig.main.script(`/race/${nth}`, (response) => void held.push(() => response.end('{}')))
  }
  return held
}

test('sends equal reads once and gives each its own bytes', async () => {
  const { script, open } = heldBack((response) => response.end('[1]'))
  rig.main.script('/links', script)
  const asked = [rig.get('/links'), rig.get('/links'), rig.get('/links#here')]
  await rig.main.arrived(1)
  open()
  const bodies = (await Promise.all(asked)).map((answer) => (answer.ok ? answer.value.body : new Uint8Array()))
  expect(bodies.map(text)).toEqual(['[1]', '[1]', '[1]'])
  expect(new Set(bodies.map((body) => body.buffer)).size).toBe(3)
  expect(rig.main.requests).toHaveLength(1)
  await rig.get('/links')
  expect(rig.main.requests).toHaveLength(2)
})

test('keeps reads with different keys or validators apart', async () => {
  const { script, open } = heldBack((response, { headers }) =>
    response.writeHead(headers['if-none-match'] === undefined ? 200 : 304).end(),
  )
  rig.main.script('/links', script)
  const asked = [
    rig.get('/links'),
    rig.get('/links', { etag: '"v1"' }),
    rig.getAs({ accessKey: 'another-key' }, '/links'),
  ]
  await rig.main.arrived(3)
  open()
  const statuses = (await Promise.all(asked)).map((answer) => answer.ok && answer.value.status)
  expect(statuses).toEqual([200, 304, 200])
})

test('sends equal POSTs separately', async () => {
  rig.main.script('/set', (response) => response.end('{}'))
  await Promise.all([rig.post('/set'), rig.post('/set'), rig.post('/set', { isRead: true })])
  expect(rig.main.requests).toHaveLength(3)
})

test('limits requests per origin without delaying other origins', async () => {
  rig.results.script('/results/1', (response) => response.end('{}'))
  const held = holdRaces(12)
  const asked = Array.from({ length: 12 }, (_, nth) => rig.get(`/race/${nth}`))
  await rig.main.arrived(4)
  expect(await rig.getAs({}, '/results/1', 'results')).toMatchObject({ ok: true })
  expect(rig.main.requests).toHaveLength(4)
  for (let arrived = 5; arrived <= 12; arrived += 1) {
    held.shift()?.()
    await rig.main.arrived(arrived)
  }
  for (const open of held) open()
  await Promise.all(asked)
  expect(rig.main.mostOpen()).toBe(4)
  expect(rig.main.requests.map((request) => request.url).slice(4)).toEqual(
    Array.from({ length: 8 }, (_, index) => `/race/${index + 4}`),
  )
})

test('applies a raised or lowered limit at once', async () => {
  const held = holdRaces(8)
  rig.client = rig.connect({ parallelCalls: 1 })
  const asked = Array.from({ length: 6 }, (_, nth) => rig.get(`/race/${nth}`))
  await rig.main.arrived(1)
  rig.client.setParallelCalls(6)
  await rig.main.arrived(6)
  rig.client.setParallelCalls(1)
  for (const open of held.splice(0)) open()
  await Promise.all(asked)
  const later = [rig.get('/race/6'), rig.get('/race/7')]
  await rig.main.arrived(7)
  held.shift()?.()
  await rig.main.arrived(8)
  expect(rig.main.requests.at(-1)?.url).toBe('/race/7')
  held.shift()?.()
  await Promise.all(later)
  expect(rig.main.mostOpen()).toBe(6)
})

const cancelled = { ok: false, error: { kind: 'cancelled' } }

test('does not send a request that is already cancelled', async () => {
  expect(await rig.get('/x', { signal: AbortSignal.abort() })).toEqual(cancelled)
  expect(await rig.post('/x', { signal: AbortSignal.abort() })).toEqual(cancelled)
  expect(rig.main.requests).toHaveLength(0)
})

test('drops a request cancelled while it waits for a slot', async () => {
  const { script, open } = heldBack((response) => response.end('{}'))
  rig.main.script('/first', script)
  rig.main.script('/third', (response) => response.end('{}'))
  rig.client = rig.connect({ parallelCalls: 1 })
  const controller = new AbortController()
  const first = rig.get('/first')
  const second = rig.get('/second', { signal: controller.signal })
  const third = rig.get('/third')
  await rig.main.arrived(1)
  controller.abort()
  expect(await second).toEqual(cancelled)
  open()
  expect(await first).toMatchObject({ ok: true })
  expect(await third).toMatchObject({ ok: true })
  expect(rig.main.requests.map((request) => request.url)).toEqual(['/first', '/third'])
})

test('ends a request cancelled within its body and frees its slot', async () => {
  rig.main.script('/endless', (response) => response.writeHead(200).write('['))
  rig.main.script('/next', (response) => response.end('{}'))
  rig.client = rig.connect({ parallelCalls: 1 })
  const controller = new AbortController()
  const endless = rig.get('/endless', { signal: controller.signal })
  const next = rig.get('/next')
  await rig.main.arrived(1)
  controller.abort()
  expect(await endless).toEqual(cancelled)
  await rig.main.requests[0]?.cancelled
  expect(await next).toMatchObject({ ok: true })
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
})

test('keeps a shared request until its last caller leaves', async () => {
  const { script, open } = heldBack((response) => response.end('[1]'))
  rig.main.script('/links', (...asked) => (asked[2] === 1 ? script(...asked) : undefined))
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()]
  const leaving = rig.get('/links', { signal: one.signal })
  const staying = rig.get('/links', { signal: two.signal })
  await rig.main.arrived(1)
  one.abort()
  expect(await leaving).toEqual(cancelled)
  open()
  expect(await staying).toMatchObject({ ok: true })
  const alone = rig.get('/links', { signal: three.signal })
  await rig.main.arrived(2)
  three.abort()
  expect(await alone).toEqual(cancelled)
  await rig.main.requests[1]?.cancelled
  expect(rig.main.requests).toHaveLength(2)
})

test('ends all requests when closing, and sends none afterwards', async () => {
  rig.main.script('/hang', () => {})
  const hanging = [rig.get('/hang'), rig.get('/hang'), rig.get('/hang?2')]
  await rig.main.arrived(2)
  await rig.client.close()
  expect(await Promise.all(hanging)).toEqual([cancelled, cancelled, cancelled])
  expect(await rig.get('/later')).toEqual(cancelled)
  expect(rig.main.requests).toHaveLength(2)
})
