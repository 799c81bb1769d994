import { once } from 'node:events'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { hasApache, suiteFor } from '../../support/requirements.ts'
import { awkwardRace } from '../../support/services/awkwardRace.ts'
import { readPublished, type ReadFile } from '../../support/services/publishedSite.ts'
import { bytesOf, envelope, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { startApache, type WebdavServer } from '../../support/stores/apacheServer.ts'

/** Publishing to a web host by WebDAV, read back as a browser does: without a password. */

suiteFor('apache', hasApache())('a web host by WebDAV', () => {
  const cores = useCores()
  beforeAll(ensureBuilt, 120_000)
  let host: WebdavServer
  let race: RaceService
  beforeEach(async () => {
    const home = await cores.folder()
    // The server may run as another user.
    await chmod(home, 0o755)
    host = await startApache(join(home, 'apache'))
    race = await startRaceService(...Object.keys(awkwardRace))
    for (const [category, rows] of Object.entries(awkwardRace)) {
      race.answer(category, bytesOf(JSON.stringify(envelope(rows))))
    }
  })
  afterEach(async () => {
    await host.stop()
    await race.close()
  })

  const read: ReadFile = async (path) => {
    const reply = await fetch(`http://127.0.0.1:${host.port}/spring/2026/${path}`)
    return reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null
  }

  const openDesk = async (env: { readonly [name: string]: string }, user = '') => {
    const keys = { RACEDESK_ACCESS_KEY: 'access-key', RACEDESK_RESULTS_KEY: 'results-key' }
    const desk = await cores.open({ face: 'browser', env: { ...keys, ...env } })
    const { stage } = await addStage(desk, race)
    await desk.take(stage)
    const address = `dav://${user}127.0.0.1:${host.port}/spring/2026`
    await desk.call('publish:setTarget', { stage, address, endpoint: null })
    const publish = async (): Promise<Job> => await desk.finished((await desk.call('publish:start', { stage })).jobId)
    return { ...desk, stage, publish }
  }

  it('takes a whole site that anyone can read, and is empty once it is taken down', async () => {
    const desk = await openDesk({ RACEDESK_PUBLISH_USER: host.user, RACEDESK_PUBLISH_PASSWORD: host.password })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect((await readPublished(read))?.rows.get('Men')).toHaveLength(7)
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    const { published, secretIn } = await desk.call('publish:read', { stage: desk.stage })
    expect([published?.sent, secretIn]).toEqual([1, 'environment'])
    const { jobId } = await desk.call('publish:takeDown', { stage: desk.stage })
    expect(await desk.finished(jobId)).toMatchObject({ state: 'done' })
    expect(await read('index.html')).toBeNull()
  })

  it('behind a proxy with another path gets only what changed', async () => {
    const behind = '/spring/2026'
    const proxy = createServer((asked, answer) => {
      const { method, headers } = asked
      const path = (asked.url ?? '').replace(/^\/public\/dav/, behind)
      const onward = request({ port: host.port, method, path, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      })
      onward.on('error', () => answer.destroy())
      asked.pipe(onward)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    await mkdir(join(host.folder, behind), { recursive: true })
    for (const made of ['spring', behind]) await chmod(join(host.folder, made), 0o777)
    const desk = await openDesk({ RACEDESK_PUBLISH_USER: host.user, RACEDESK_PUBLISH_PASSWORD: host.password })
    const address = `dav://127.0.0.1:${(proxy.address() as AddressInfo).port}/public/dav`
    await desk.call('publish:setTarget', { stage: desk.stage, address, endpoint: null })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect((await desk.call('publish:read', { stage: desk.stage })).published).toMatchObject({ sent: 1 })
    const { jobId } = await desk.call('publish:takeDown', { stage: desk.stage })
    expect(await desk.finished(jobId)).toMatchObject({ state: 'done' })
    const left = await readdir(join(host.folder, behind), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    proxy.closeAllConnections()
    await new Promise((closed) => proxy.close(closed))
  })

  it('says that a password is missing or wrong, and takes the right one', async () => {
    const desk = await openDesk({}, `${host.user}@`)
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'no-secret' } })
    await desk.call('publish:setSecret', { stage: desk.stage, accessKeyId: '', secret: 'made-up password' })
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'wrong-secret' } })
    await desk.call('publish:setSecret', { stage: desk.stage, accessKeyId: '', secret: host.password })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    await desk.call('publish:forgetSecret', { stage: desk.stage })
  })
})
