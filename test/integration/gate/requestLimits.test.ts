import type { StageGuid } from '../../../preload/contract/ids.ts'
import { afterAll, expect, it } from 'vitest'
import { requestLimitBytes } from '../../../main/gate/requestLimits.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { ask, createRig, handGate } from '../../support/services/serveRig.ts'

const cores = useCores(afterAll)
const mib = 1024 * 1024
const rig = closing(await createRig())

/** An input that is this many bytes as JSON, most of them in the body of a call. */
const savedCall = (sizeBytes: number) => {
  const inputOf = (filling: string) => ({
    call: { name: 'Large', method: 'POST', path: '/v3/x', query: [], body: JSON.stringify({ filling }) } as const,
  })
  const emptyBytes = Buffer.byteLength(JSON.stringify(inputOf('')))
  // Two bytes each, so that a count of characters would let through twice as much.
  const pairs = Math.floor((sizeBytes - emptyBytes) / 2)
  return inputOf('ы'.repeat(pairs) + 'x'.repeat(sizeBytes - emptyBytes - 2 * pairs))
}

const openBoth = async () => {
  const open = await cores.share()
  const server = await rig.start({ gate: { ...handGate(), call: open.ask } })
  atEnd(rig.closeServers)
  return { open, server }
}

const refused = (limit: number) => ({ ok: false, error: { kind: 'too-large', what: 'request', limit } })

it('accepts a call up to a limit in every face, and reports the limit beyond it', async () => {
  const { open, server } = await openBoth()
  const limit = requestLimitBytes('call:save')
  const inBrowser = async (input: unknown) =>
    JSON.parse((await ask(server, { target: '/api/call:save', body: JSON.stringify(input) })).body) as unknown
  expect(limit).toBe(8 * mib)
  expect(await open.ask('call:save', savedCall(limit))).toMatchObject({ ok: true })
  expect(await inBrowser(savedCall(limit))).toMatchObject({ ok: true })
  expect(await open.ask('call:save', savedCall(limit + 1))).toEqual(refused(limit))
  expect(await inBrowser(savedCall(limit + 1))).toEqual(refused(limit))
  expect(await open.ask('call:save', { file: 'x'.repeat(9_000_000) })).toEqual(refused(limit))
  expect(await inBrowser({ file: 'x'.repeat(9_000_000) })).toEqual(refused(limit))
})

it('bounds every other request at 1 MiB in every face', async () => {
  const { open, server } = await openBoth()
  const order = Array.from({ length: 1_300 }, (_, index) => `${index} ${'x'.repeat(900)}`)
  const view = { columns: { order, hidden: [], widths: [] } }
  const input = { stage: '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid, save: { name: 'Mine', view } }
  expect(await open.ask('stage:views', input)).toEqual(refused(mib))
  const reply = await ask(server, { target: '/api/stage:views', body: JSON.stringify(input) })
  expect([reply.status, JSON.parse(reply.body)]).toEqual([413, refused(mib)])
})
