import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Input, Operation, Value } from '../../../preload/contract.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { operationNames } from '../../../main/gate/gate.ts'
import { createDownloads } from '../../../main/serve/downloads.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { addStage, environmentKeys, openCore } from '../../support/openCore.ts'
import { startRaceService } from '../../support/services/raceService.ts'
import { ask, createRig } from '../../support/services/serveRig.ts'

const race = closing(await startRaceService('Men', 'Women'))
const rig = closing(await createRig())
const dataDir = join(rig.folder, 'data')
const downloads = closing(createDownloads({ folder: join(dataDir, 'downloads') }))
const core = closing(await openCore({ face: 'browser', dataDir, delivery: downloads }))
const server = await rig.start({ gate: core.core.gate, tickets: downloads })
atEnd(rig.closeServers)
const replies: string[] = []

const call = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
  const reply = await ask(server, { target: `/api/${operation}`, body: JSON.stringify(input) })
  replies.push(reply.body)
  const result = JSON.parse(reply.body) as Result<Value<K>>
  if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`)
  return result.value
}

it('reaches every operation of the contract, and refuses invalid input of each', async () => {
  const junk = ['null', '[]', '"x"', '{"__proto__":{"a":1}}'].map((body) => ['app:info', body] as const)
  const asked = [...[...operationNames].map((operation) => [operation, '{"junk":1}'] as const), ...junk]
  for (const [operation, body] of asked) {
    const { status, body: text } = await ask(server, { target: `/api/${operation}`, body })
    replies.push(text)
    const refused = { ok: false, error: { kind: 'invalid-input' } }
    expect([operation, body, status, JSON.parse(text)]).toMatchObject([operation, body, 200, refused])
  }
})

it('downloads and exports a stage exactly as the core stores it, and repeats no key', async () => {
  expect(await call('app:info', {})).toMatchObject({ face: 'browser', version: '0.0.0-test' })
  const { stage } = await addStage({ call }, race)
  const take = await core.finished((await call('stage:take', { stage })).jobId)
  expect([take.state, take.failed, take.done]).toEqual(['done', 0, take.total])
  const page = await call('results:page', { stage, offset: 0, limit: 10 })
  expect(page.rows).toHaveLength(6)
  const started = await call('results:export', { stage, format: 'csv', preset: 'ru' })
  const { file } = await core.finished(started?.jobId ?? ('' as never))
  expect(file).toMatchObject({ rows: page.total, path: null })

  const download = await fetch(`${server.origin}${file?.download ?? '/none'}`)
  const bytes = Buffer.from(await download.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256)
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(decodeURIComponent(download.headers.get('content-disposition')?.split("''")[1] ?? '')).toBe(file?.name)
  expect((await fetch(`${server.origin}${file?.download ?? '/none'}`)).status).toBe(404)

  const told = [...replies, bytes.toString('utf8'), JSON.stringify(core.events)].join('')
  for (const secret of [...Object.values(environmentKeys), server.token]) expect(told).not.toContain(secret)
})
