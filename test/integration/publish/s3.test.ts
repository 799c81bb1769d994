import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { readPublished, type ReadFile } from '../../support/services/publishedSite.ts'
import { bytesOf, envelope, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { startS3, type S3Engine } from '../../support/services/s3Engine.ts'
import { freePort } from '../../support/stores/freePort.ts'
import { startFrontDoor } from '../../support/stores/frontDoor.ts'

/** Publishing to an S3-compatible store, read back as a browser does: without a key. */

const cores = useCores()
beforeAll(ensureBuilt, 120_000)
let s3: S3Engine
let race: RaceService
const bodyOf = (rows: readonly object[]) => bytesOf(JSON.stringify(envelope(rows)))
beforeEach(async () => {
  s3 = await startS3(join(await cores.folder(), 's3'))
  race = await startRaceService(...Object.keys(awkwardRace))
  for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bodyOf(rows))
})
afterEach(async () => {
  await s3.stop()
  await race.close()
})

const addressOf = (prefix: string): string => `${s3.endpoint}/${s3.bucket}/${prefix}`
const readOver =
  (prefix: string): ReadFile =>
  async (path) => {
    const reply = await fetch(`${addressOf(prefix)}/${path}`)
    return reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null
  }

const openDesk = async (env: object = s3.env): Promise<OpenCore & { readonly stage: StageGuid }> => {
  const keys = { RACEDESK_ACCESS_KEY: 'access-key', RACEDESK_RESULTS_KEY: 'results-key' }
  const opened = await cores.open({ face: 'browser', env: { ...keys, ...env } })
  const { stage } = await addStage(opened, race)
  await opened.take(stage)
  await opened.call('publish:setTarget', { stage, address: 's3://results/spring/2026', endpoint: s3.endpoint })
  return { ...opened, stage }
}

const publish = async ({ call, finished, stage }: OpenCore & { readonly stage: StageGuid }): Promise<Job> =>
  await finished((await call('publish:start', { stage })).jobId)

it('publishes a whole site that anyone can read, with headers that let caches keep it', async () => {
  const desk = await openDesk()
  expect(await publish(desk)).toMatchObject({ state: 'done' })
  const site = await readPublished(readOver('spring/2026'))
  expect(site?.rows.get('Men')).toHaveLength(7)
  const { readerUrl, published } = await desk.call('publish:read', { stage: desk.stage })
  expect(readerUrl).toBe(`${addressOf('spring/2026')}/index.html`)
  expect(published?.files).toBe(site?.paths.size)
  const headersOf = async (path: string): Promise<readonly (string | null)[]> => {
    const { headers } = await fetch(`${addressOf('spring/2026')}/${path}`)
    return [headers.get('content-type'), headers.get('cache-control')]
  }
  expect(await headersOf('index.html')).toEqual(['text/html; charset=utf-8', 'no-cache'])
  expect(await headersOf(site?.state.directory ?? '')).toEqual([
    'application/octet-stream',
    'public, max-age=31536000, immutable',
  ])
})

it('sends only the entry again when nothing changed, and takes everything down', async () => {
  const desk = await openDesk()
  await publish(desk)
  await publish(desk)
  expect((await desk.call('publish:read', { stage: desk.stage })).published).toMatchObject({ sent: 1 })
  const { jobId } = await desk.call('publish:takeDown', { stage: desk.stage })
  expect(await desk.finished(jobId)).toMatchObject({ state: 'done' })
  const listed = await (await fetch(`${s3.endpoint}/${s3.bucket}?list-type=2`)).text()
  expect(listed).not.toContain('<Contents>')
})

it('tells why it waits while the store is out of reach, and goes on by itself', async () => {
  const port = await freePort()
  const desk = await openDesk()
  const { stage, call, seen, finished } = desk
  await call('publish:setTarget', { stage, address: 's3://results/spring', endpoint: `http://127.0.0.1:${port}` })
  const { jobId } = await call('publish:start', { stage })
  const waiting = await seen(({ name, data }) => name === 'job:progressed' && data.id === jobId && data.retry != null)
  expect(waiting.data).toMatchObject({ state: 'running', retry: { error: { kind: 'offline' } } })
  const late = await startS3(join(await cores.folder(), 's3'), port)
  expect(await finished(jobId)).toMatchObject({ state: 'done', retry: null })
  await late.stop()
})

it('knows nothing of a place that was chosen while it published to another', async () => {
  const port = await freePort()
  const desk = await openDesk()
  const { stage, call, seen, finished } = desk
  await call('publish:setTarget', { stage, address: 's3://results/one', endpoint: `http://127.0.0.1:${port}` })
  const { jobId } = await call('publish:start', { stage })
  await seen(({ name, data }) => name === 'job:progressed' && data.id === jobId && data.retry != null)
  await call('publish:setTarget', { stage, address: 's3://results/two', endpoint: s3.endpoint })
  const late = await startS3(join(await cores.folder(), 's3'), port)
  expect(await finished(jobId)).toMatchObject({ state: 'done' })
  expect((await call('publish:read', { stage })).published).toBeNull()
  await late.stop()
})

it('signs for the region that the store names', async () => {
  const refusal = '<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-central-1</Region></Error>'
  const door = await startFrontDoor(s3.endpoint, ({ headers }) =>
    headers.authorization?.includes('/eu-central-1/s3/') === true ? 'pass' : { refusal },
  )
  const desk = await openDesk()
  await desk.call('publish:setTarget', { stage: desk.stage, address: 's3://results/spring', endpoint: door.endpoint })
  expect(await publish(desk)).toMatchObject({ state: 'done' })
  expect((await readPublished(readOver('spring')))?.rows.get('Men')).toHaveLength(7)
  await door.stop()
})

it('knows its own entry again when the reply to it was lost', async () => {
  let lost = 0
  const door = await startFrontDoor(s3.endpoint, ({ method, url }) =>
    method === 'PUT' && url?.endsWith('/index.html') === true && (lost += 1) === 1 ? 'lose' : 'pass',
  )
  const desk = await openDesk()
  await desk.call('publish:setTarget', { stage: desk.stage, address: 's3://results/spring', endpoint: door.endpoint })
  expect(await publish(desk)).toMatchObject({ state: 'done' })
  expect(lost).toBeGreaterThan(0)
  await door.stop()
})

it('sends a file again that the store says came too slowly', async () => {
  let refused = 0
  const door = await startFrontDoor(s3.endpoint, ({ method }) =>
    method === 'PUT' && (refused += 1) === 1 ? { refusal: '<Error><Code>RequestTimeout</Code></Error>' } : 'pass',
  )
  const desk = await openDesk()
  await desk.call('publish:setTarget', { stage: desk.stage, address: 's3://results/spring', endpoint: door.endpoint })
  expect(await publish(desk)).toMatchObject({ state: 'done' })
  await door.stop()
})

it('notices another desk in the bucket', async () => {
  const [one, two] = [await openDesk(), await openDesk()]
  await publish(one)
  expect(await publish(two)).toMatchObject({ error: { kind: 'publish-refused', reason: 'other-desk' } })
})

it('says that a key is missing, and takes one that never comes back out', async () => {
  const desk = await openDesk({})
  const { stage, call } = desk
  expect(await publish(desk)).toMatchObject({ error: { kind: 'publish-refused', reason: 'no-secret' } })
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret } = s3.env
  const state = await call('publish:setSecret', { stage, accessKeyId, secret })
  expect(state).toMatchObject({ accessKeyId, secretIn: expect.stringMatching(/^(?:keychain|memory)$/) as string })
  expect(await publish(desk)).toMatchObject({ state: 'done' })
  // Another store never gets it.
  const moved = await call('publish:setTarget', {
    stage,
    address: 's3://results/spring',
    endpoint: 'http://127.0.0.1:9',
  })
  expect(moved.secretIn).toBeNull()
  await call('publish:forgetSecret', { stage })
})
