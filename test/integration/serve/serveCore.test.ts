import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppEvent, Input, Operation, Value } from '../../../preload/contract.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { type Core, createCore } from '../../../main/core.ts'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import { operationNames } from '../../../main/gate/gate.ts'
import { createDownloads, type Downloads } from '../../../main/serve/downloads.ts'
import type { Server } from '../../../main/serve/server.ts'
import { ask, createRig, type Rig } from '../../support/serveRig.ts'

const env = {
  RACEDESK_ACCESS_KEY: 'access-key-of-the-test-0001',
  RACEDESK_RESULTS_KEY: 'results-key-of-the-test-0002',
}

const demo = createDemo()
let rig: Rig
let core: Core
let downloads: Downloads
let server: Server
const replies: string[] = []

beforeAll(async () => {
  rig = await createRig()
  const dataDir = join(rig.folder, 'data')
  downloads = createDownloads({ folder: join(dataDir, 'downloads') })
  const made = await createCore({
    face: 'browser',
    dataDir,
    env,
    systemLanguage: 'ru-RU',
    delivery: downloads,
    version: '0.0.0-test',
    outside: { demo },
  })
  if (!made.ok) throw new Error(`no core: ${made.error.kind}`)
  core = made.value
  server = await rig.start({ gate: core.gate, tickets: downloads })
})
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
  for (const operation of operationNames) {
    for (const body of ['{"junk":1}', 'null', '[]', '"x"', '{"__proto__":{"a":1}}']) {
      const reply = await ask(server, { target: `/api/${operation}`, body })
      replies.push(reply.body)
      expect([operation, reply.status]).toEqual([operation, 200])
      expect([operation, body, JSON.parse(reply.body)]).toMatchObject([
        operation,
        body,
        { ok: false, error: { kind: 'invalid-input' } },
      ])
    }
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
