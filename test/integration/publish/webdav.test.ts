import { chmod, mkdir, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { atEnd } from '../../support/atEnd.ts'
import { hasApache, suiteFor } from '../../support/requirements.ts'
import type { SharedServer } from '../../support/sharedServers.ts'
import { readPublished, type ReadFile } from '../../support/services/publishedSite.ts'
import { usePublishing } from '../../support/services/publishRig.ts'
import { giveBack, openDoor } from '../../support/stores/frontDoor.ts'
import { sharedServer } from '../../support/stores/sharedServer.ts'

suiteFor('apache', hasApache())('a web host by WebDAV', () => {
  const rig = usePublishing()
  let host: SharedServer<'apache'>
  let path = ''
  beforeEach(async () => {
    host = await sharedServer('apache')
    path = `/${host.own}/2026`
  })

  const read: ReadFile = async (file) => {
    const reply = await fetch(`http://127.0.0.1:${host.port}${path}/${file}`)
    return reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null
  }
  const openDesk = async (address: string, env?: { readonly [name: string]: string }) => {
    const known = { RACEDESK_PUBLISH_USER: host.user, RACEDESK_PUBLISH_PASSWORD: host.password }
    const desk = await rig.openDesk({ env: env ?? known })
    await desk.place(address)
    return desk
  }

  it('says that a password is missing or wrong, takes a whole site by the right one, and is empty once it is taken down', async () => {
    const desk = await openDesk(`dav://${host.user}@127.0.0.1:${host.port}${path}`, {})
    const setSecret = (secret: string) => desk.call('publish:setSecret', { stage: desk.stage, accessKeyId: '', secret })
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'no-secret' } })
    await setSecret('made-up password')
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'wrong-secret' } })
    await setSecret(host.password)
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect((await readPublished(read))?.rows.get('Men')).toHaveLength(7)
    expect(await desk.takeDown()).toMatchObject({ state: 'done' })
    expect(await read('index.html')).toBeNull()
    await desk.call('publish:forgetSecret', { stage: desk.stage })
  })

  it('behind a proxy with another path gets only what changed', async () => {
    const proxy = await openDoor((asked, answer) => {
      const { method, headers } = asked
      const behind = (asked.url ?? '').replace(/^\/public\/dav/, path)
      const onward = request({ port: host.port, method, path: behind, headers }, (reply) => giveBack(reply, answer))
      onward.on('error', () => answer.destroy())
      asked.pipe(onward)
    })
    atEnd(proxy.stop)
    const folder = join(host.folder, path)
    await mkdir(folder, { recursive: true })
    for (const made of [join(host.folder, host.own), folder]) await chmod(made, 0o777)
    const desk = await openDesk(`${proxy.endpoint.replace('http', 'dav')}/public/dav`)
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect(await desk.read()).toMatchObject({ secretIn: 'environment', published: { sent: 1 } })
    expect(await desk.takeDown()).toMatchObject({ state: 'done' })
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })
})
