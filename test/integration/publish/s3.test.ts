import { beforeAll, beforeEach, expect, it } from 'vitest'
import { waitInTime, type Wait } from '../../../main/kernel/clock.ts'
import { atEnd } from '../../support/atEnd.ts'
import { hasSwift, suiteFor } from '../../support/requirements.ts'
import type { SharedServer } from '../../support/sharedServers.ts'
import { readPublished, type ReadFile } from '../../support/services/publishedSite.ts'
import { usePublishing } from '../../support/services/publishRig.ts'
import { freePort } from '../../support/stores/freePort.ts'
import { startFrontDoor, type Passing } from '../../support/stores/frontDoor.ts'
import { sharedServer } from '../../support/stores/sharedServer.ts'

/** Publishing to an S3-compatible store that takes no conditions, read back as a browser does: without a key. */

suiteFor('swift', hasSwift())('publishing to Swift', () => {
  const rig = usePublishing()
  let swift: SharedServer<'swift'>
  let prefix = ''
  let count = 0
  beforeAll(async () => {
    swift = await sharedServer('swift')
  })
  beforeEach(() => {
    count += 1
    prefix = `${swift.own}/${count}`
  })

  const read: ReadFile = async (path) => {
    const reply = await fetch(`${swift.publicUrl}/${prefix}/${path}`)
    return reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null
  }
  const openDesk = async (endpoint = swift.endpoint, env: { readonly [name: string]: string } = swift.env) => {
    // Waits before another try pass fifty times faster.
    const wait: Wait = (ms, signal) => waitInTime(ms / 50, signal)
    const desk = await rig.openDesk({ env, outside: { wait } })
    await desk.place(`s3://results/${prefix}`, endpoint)
    return desk
  }
  /** Before the store, on a port that may have been free so far. */
  const openDoor = async (passing: Passing, port?: number): Promise<string> => {
    const door = await startFrontDoor(swift.endpoint, passing, port)
    atEnd(door.stop)
    return door.endpoint
  }

  it('gets a whole site that anyone can read once a key is given, with headers that let caches keep it, and is empty once it is taken down', async () => {
    const listed = async (): Promise<string> => await (await fetch(`${swift.publicUrl}?prefix=${prefix}/`)).text()
    const desk = await openDesk(swift.endpoint, {})
    const { stage, call } = desk
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'no-secret' } })
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret } = swift.env
    const state = await call('publish:setSecret', { stage, accessKeyId, secret })
    expect(state).toMatchObject({ accessKeyId, secretIn: expect.stringMatching(/^(?:keychain|memory)$/) as string })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    const site = await readPublished(read)
    expect(site?.rows.get('Men')).toHaveLength(7)
    const { published } = await desk.read()
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
    expect(await listed()).toContain(`${prefix}/index.html`)
    await desk.publish()
    expect((await desk.read()).published).toMatchObject({ sent: 1 })
    expect(await desk.takeDown()).toMatchObject({ state: 'done' })
    expect(await listed()).toBe('')
    // Another store never gets the key.
    const moved = await desk.place('s3://results/spring', 'http://127.0.0.1:9')
    expect(moved.secretIn).toBeNull()
    await call('publish:forgetSecret', { stage })
  })

  it('tells why it waits while the store is out of reach, goes on by itself, and knows nothing of a place chosen meanwhile', async () => {
    const port = await freePort()
    const desk = await openDesk(`http://127.0.0.1:${port}`)
    const { jobId } = await desk.call('publish:start', { stage: desk.stage })
    const isWaiting = { state: 'running', retry: { error: { kind: 'offline' } } }
    const waiting = await desk.seen(
      ({ name, data }) => name === 'job:progressed' && data.id === jobId && data.retry != null,
    )
    expect(waiting.data).toMatchObject(isWaiting)
    await desk.place('s3://results/other', swift.endpoint)
    await openDoor(() => 'pass', port)
    expect(await desk.finished(jobId)).toMatchObject({ state: 'done', retry: null })
    expect((await desk.read()).published).toBeNull()
  })

  it('signs for the region that the store names, sends a file again that came too slowly for it, and knows its own entry when the reply was lost', async () => {
    const regions: unknown[] = []
    let refused = 0
    const endpoint = await openDoor(({ method, url, headers }) => {
      regions.push(/\/([a-z0-9-]+)\/s3\//.exec(headers.authorization ?? '')?.[1])
      const isSlow = method === 'PUT' && (refused += 1) === 1
      if (isSlow) return { refusal: '<Error><Code>RequestTimeout</Code></Error>' }
      return method === 'PUT' && url?.endsWith('/index.html') === true ? 'lose' : 'pass'
    })
    expect(await (await openDesk(endpoint)).publish()).toMatchObject({ state: 'done' })
    expect(regions.slice(0, 2)).toEqual(['us-east-1', swift.region])
    expect(new Set(regions.slice(1))).toEqual(new Set([swift.region]))
  })
})
