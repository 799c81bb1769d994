import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { hasSwift, suiteFor } from '../../support/requirements.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { readPublished, type ReadFile } from '../../support/services/publishedSite.ts'
import { bytesOf, envelope, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { freePort } from '../../support/stores/freePort.ts'
import { startFrontDoor } from '../../support/stores/frontDoor.ts'
import { startSwift, type SwiftServer } from '../../support/stores/swiftServer.ts'

/** Publishing to an S3-compatible store that takes no conditions, read back as a browser does: without a key. */

suiteFor('swift', hasSwift())('publishing to Swift', () => {
  const region = 'eu-central-1'
  const cores = useCores()
  let home = ''
  let swift: SwiftServer
  let race: RaceService
  /** Of the test's own site in the bucket. */
  let prefix = ''
  let count = 0
  const bodyOf = (rows: readonly object[]) => bytesOf(JSON.stringify(envelope(rows)))
  beforeAll(async () => {
    await ensureBuilt()
    home = await mkdtemp(join(tmpdir(), 'racedesk-swift-'))
    swift = await startSwift(home, { region })
  }, 120_000)
  beforeEach(async () => {
    count += 1
    prefix = `spring/${count}`
    race = await startRaceService(...Object.keys(awkwardRace))
    for (const [category, rows] of Object.entries(awkwardRace)) race.answer(category, bodyOf(rows))
  })
  afterEach(() => race.close())
  afterAll(async () => {
    await swift.stop()
    await rm(home, { recursive: true, force: true })
  })

  const read: ReadFile = async (path) => {
    const reply = await fetch(`${swift.publicUrl}/${prefix}/${path}`)
    return reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null
  }

  const openDesk = async (
    endpoint = swift.endpoint,
    env: object = swift.env,
  ): Promise<OpenCore & { readonly stage: StageGuid }> => {
    const keys = { RACEDESK_ACCESS_KEY: 'access-key', RACEDESK_RESULTS_KEY: 'results-key' }
    const opened = await cores.open({ face: 'browser', env: { ...keys, ...env } })
    const { stage } = await addStage(opened, race)
    await opened.take(stage)
    await opened.call('publish:setTarget', { stage, address: `s3://results/${prefix}`, endpoint })
    return { ...opened, stage }
  }

  const publish = async ({ call, finished, stage }: OpenCore & { readonly stage: StageGuid }): Promise<Job> =>
    await finished((await call('publish:start', { stage })).jobId)

  it('publishes a whole site that anyone can read, with headers that let caches keep it', async () => {
    const desk = await openDesk()
    expect(await publish(desk)).toMatchObject({ state: 'done' })
    const site = await readPublished(read)
    expect(site?.rows.get('Men')).toHaveLength(7)
    const { published } = await desk.call('publish:read', { stage: desk.stage })
    expect(published?.files).toBe(site?.paths.size)
    const headersOf = async (path: string): Promise<readonly (string | null)[]> => {
      const { headers } = await fetch(`${swift.publicUrl}/${prefix}/${path}`)
      return [headers.get('content-type'), headers.get('cache-control')]
    }
    expect(await headersOf('index.html')).toEqual(['text/html; charset=utf-8', 'no-cache'])
    expect(await headersOf(site?.state.directory ?? '')).toEqual([
      'application/octet-stream',
      'public, max-age=31536000, immutable',
    ])
  })

  it('sends only the entry again when nothing changed, and takes everything down', async () => {
    const listed = async (): Promise<string> => await (await fetch(`${swift.publicUrl}?prefix=${prefix}/`)).text()
    const desk = await openDesk()
    await publish(desk)
    expect(await listed()).toContain(`${prefix}/index.html`)
    await publish(desk)
    expect((await desk.call('publish:read', { stage: desk.stage })).published).toMatchObject({ sent: 1 })
    const { jobId } = await desk.call('publish:takeDown', { stage: desk.stage })
    expect(await desk.finished(jobId)).toMatchObject({ state: 'done' })
    expect(await listed()).toBe('')
  })

  it('tells why it waits while the store is out of reach, and goes on by itself', async () => {
    const port = await freePort()
    const { stage, call, seen, finished } = await openDesk(`http://127.0.0.1:${port}`)
    const { jobId } = await call('publish:start', { stage })
    const waiting = await seen(({ name, data }) => name === 'job:progressed' && data.id === jobId && data.retry != null)
    expect(waiting.data).toMatchObject({ state: 'running', retry: { error: { kind: 'offline' } } })
    const late = await startFrontDoor(swift.endpoint, () => 'pass', port)
    expect(await finished(jobId)).toMatchObject({ state: 'done', retry: null })
    await late.stop()
  })

  it('knows nothing of a place that was chosen while it published to another', async () => {
    const port = await freePort()
    const { stage, call, seen, finished } = await openDesk(`http://127.0.0.1:${port}`)
    const { jobId } = await call('publish:start', { stage })
    await seen(({ name, data }) => name === 'job:progressed' && data.id === jobId && data.retry != null)
    await call('publish:setTarget', { stage, address: 's3://results/other', endpoint: swift.endpoint })
    const late = await startFrontDoor(swift.endpoint, () => 'pass', port)
    expect(await finished(jobId)).toMatchObject({ state: 'done' })
    expect((await call('publish:read', { stage })).published).toBeNull()
    await late.stop()
  })

  it('signs for the region that the store names', async () => {
    const regions: unknown[] = []
    const door = await startFrontDoor(swift.endpoint, ({ headers }) => {
      regions.push(/\/([a-z0-9-]+)\/s3\//.exec(headers.authorization ?? '')?.[1])
      return 'pass'
    })
    expect(await publish(await openDesk(door.endpoint))).toMatchObject({ state: 'done' })
    expect(regions.slice(0, 2)).toEqual(['us-east-1', region])
    expect(new Set(regions.slice(1))).toEqual(new Set([region]))
    await door.stop()
  })

  it('knows its own entry again when the reply to it was lost', async () => {
    const door = await startFrontDoor(swift.endpoint, ({ method, url }) =>
      method === 'PUT' && url?.endsWith('/index.html') === true ? 'lose' : 'pass',
    )
    expect(await publish(await openDesk(door.endpoint))).toMatchObject({ state: 'done' })
    await door.stop()
  })

  it('sends a file again that the store says came too slowly', async () => {
    let refused = 0
    const door = await startFrontDoor(swift.endpoint, ({ method }) =>
      method === 'PUT' && (refused += 1) === 1 ? { refusal: '<Error><Code>RequestTimeout</Code></Error>' } : 'pass',
    )
    expect(await publish(await openDesk(door.endpoint))).toMatchObject({ state: 'done' })
    await door.stop()
  })

  it('notices another desk in the bucket', async () => {
    const [one, two] = [await openDesk(), await openDesk()]
    await publish(one)
    expect(await publish(two)).toMatchObject({ error: { kind: 'publish-refused', reason: 'other-desk' } })
  })

  it('says that a key is missing, and takes one that never comes back out', async () => {
    const desk = await openDesk(swift.endpoint, {})
    const { stage, call } = desk
    expect(await publish(desk)).toMatchObject({ error: { kind: 'publish-refused', reason: 'no-secret' } })
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret } = swift.env
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
})
