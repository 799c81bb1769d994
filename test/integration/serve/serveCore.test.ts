import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { AppEvent, Input, Operation, Value } from '../../../preload/contract.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { operationNames } from '../../../main/gate/gate.ts'
import { createDownloads } from '../../../main/serve/downloads.ts'
import { openCore } from '../../support/openCore.ts'
import { ask, createRig } from '../../support/services/serveRig.ts'

const env = {
  RACEDESK_ACCESS_KEY: 'access-key-of-the-test-0001',
  RACEDESK_RESULTS_KEY: 'results-key-of-the-test-0002',
}

const demo = createDemo()
const rig = await createRig()
const dataDir = join(rig.folder, 'data')
const downloads = createDownloads({ folder: join(dataDir, 'downloads') })
const core = await openCore({
  face: 'browser',
  dataDir,
  env,
  systemLanguage: 'ru-RU',
  delivery: downloads,
  outside: { demo },
})
const server = await rig.start({ gate: core.core.gate, tickets: downloads })
const replies: string[] = []

afterAll(async () => {
  await rig.closeServers()
  await core.close()
  await downloads.close()
  await rig.close()
})

const call = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
  const reply = await ask(server, { target: `/api/${operation}`, body: JSON.stringify(input) })
  replies.push(reply.body)
  const result = JSON.parse(reply.body) as Result<Value<K>>
  if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Reads events as the page does, until the job is finished. */
const startAndFinish = async (start: () => Promise<{ readonly jobId: string } | null>): Promise<Job> => {
  const stream = await fetch(`${server.origin}/api/events`, { headers: { Authorization: `Bearer ${server.token}` } })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const started = await start()
  let rest = ''
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) throw new Error('the stream ended before the job')
    replies.push(part.value)
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    const events = lines.flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as AppEvent] : []))
    for (const event of events) {
      if (event.name !== 'job:finished' || event.data.id !== started?.jobId) continue
      await reader?.cancel()
      return event.data
    }
  }
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

it('downloads, reports and exports a stage exactly as the core stores it', async () => {
  expect(await call('app:info', {})).toMatchObject({ face: 'browser', version: '0.0.0-test' })
  await call('profile:save', { demo: true })
  await call('keys:status', {})
  const [stage] = await call('stage:list', {})
  if (stage === undefined) throw new Error('the demo brought no stage')

  const take = await startAndFinish(() => call('stage:take', { stage: stage.guid }))
  expect([take.state, take.failed, take.done]).toEqual(['done', 0, take.total])

  const page = await call('results:page', { stage: stage.guid, offset: 0, limit: 10 })
  expect(page.rows).toHaveLength(10)
  const { file } = await startAndFinish(() =>
    call('results:export', { stage: stage.guid, format: 'csv', preset: 'ru' }),
  )
  expect(file).toMatchObject({ rows: page.total, path: null })

  const download = await fetch(`${server.origin}${file?.download ?? '/none'}`)
  const bytes = Buffer.from(await download.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256)
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(decodeURIComponent(download.headers.get('content-disposition')?.split("''")[1] ?? '')).toBe(file?.name)
  expect((await fetch(`${server.origin}${file?.download ?? '/none'}`)).status).toBe(404)

  replies.push(bytes.toString('utf8'))
  expect(replies.length).toBeGreaterThan(operationNames.size)
  const { accessKey, resultsKey } = await demo.start()
  for (const secret of [...Object.values(env), accessKey, resultsKey, server.token]) {
    expect(replies.filter((reply) => reply.includes(secret))).toEqual([])
  }
})
