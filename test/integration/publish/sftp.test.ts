import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { beforeEach, expect, it } from 'vitest'
import { atEnd } from '../../support/atEnd.ts'
import { hasSshd, suiteFor } from '../../support/requirements.ts'
import type { SharedServer } from '../../support/sharedServers.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { usePublishing } from '../../support/services/publishRig.ts'
import { sharedSshd } from '../../support/stores/sharedServer.ts'
import { makeKey, startSshd } from '../../support/stores/sshServer.ts'

suiteFor('sshd', hasSshd())('a web host by SFTP', () => {
  const rig = usePublishing()
  let home: string
  let host: Pick<SharedServer<'sshd'>, 'user' | 'port'>
  beforeEach(async () => {
    home = await rig.folder()
    host = await sharedSshd(home)
  })

  const openDesk = async (address: string, env: { readonly [name: string]: string } = {}) => {
    const desk = await rig.openDesk({ env: { HOME: home, ...env } })
    await desk.place(address)
    return desk
  }
  const addressOf = (folder: string): string => `sftp://${host.user}@127.0.0.1:${host.port}${join(home, folder)}`

  it('takes a whole site, is known by its key from then on, and with another one is refused until its operator accepts that', async () => {
    const own = await startSshd(join(home, 'sshd'))
    atEnd(own.stop)
    const site = join(home, 'site')
    const desk = await openDesk(`sftp://${own.user}@127.0.0.1:${own.port}${site}`, { HOME: own.home })
    expect((await desk.read()).hostKey).toBeNull()
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect((await readPublished(readFrom(site)))?.rows.get('Men')).toHaveLength(7)
    const known = await own.fingerprint()
    expect((await desk.read()).hostKey).toBe(known)
    await own.changeHostKey()
    const now = await own.fingerprint()
    const refused = { kind: 'publish-refused', reason: 'host-key', detail: `${known} ${now}` }
    expect(await desk.publish()).toMatchObject({ state: 'failed', error: refused })
    await desk.call('publish:trustHostKey', { stage: desk.stage, hostKey: now })
    expect(await desk.publish()).toMatchObject({ state: 'done' })
    expect(await desk.takeDown()).toMatchObject({ state: 'done' })
    await expect(readFile(join(site, 'index.html'))).rejects.toThrow('ENOENT')
  })

  it('that lets nobody in without a key says whether a password was given', async () => {
    await rm(join(home, '.ssh'), { recursive: true })
    const desk = await openDesk(addressOf('site'))
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'no-secret' } })
    await desk.call('publish:setSecret', { stage: desk.stage, accessKeyId: '', secret: 'made-up password' })
    expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'wrong-secret' } })
    await desk.call('publish:forgetSecret', { stage: desk.stage })
  })

  it('takes its user from the environment where the address names none, and lets a key in although the agent is gone', async () => {
    const address = addressOf('site').replace(`${host.user}@`, '')
    expect(await (await openDesk(address)).publish()).toMatchObject({ error: { reason: 'no-secret' } })
    const env = { RACEDESK_PUBLISH_USER: host.user, SSH_AUTH_SOCK: join(home, 'no-agent') }
    expect(await (await openDesk(address, env)).publish()).toMatchObject({ state: 'done' })
  })

  /** A host that writes down what it is told and lets nobody in. */
  const startListener = async () => {
    const key = join(home, 'listener')
    await makeKey(key)
    const told: string[] = []
    const server = new ssh2.Server({ hostKeys: [await readFile(key)] }, (client) => {
      client.on('authentication', (attempt) => {
        told.push(attempt.method === 'password' ? `password ${attempt.password}` : attempt.method)
        attempt.reject(['password', 'publickey'])
      })
      client.on('error', () => undefined)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => new Promise((closed) => void server.close(closed)))
    const { port } = server.address() as AddressInfo
    const isKnown = async (marker = ''): Promise<void> => {
      const [type, base64] = (await readFile(`${key}.pub`, 'utf8')).split(' ')
      await mkdir(join(home, '.ssh'), { recursive: true })
      await writeFile(join(home, '.ssh', 'known_hosts'), `${marker}[127.0.0.1]:${port} ${type} ${base64}\n`)
    }
    return { told, isKnown, address: `sftp://desk@127.0.0.1:${port}/site` }
  }

  it('is told the password, but never the words that open the file of a key', async () => {
    const { told, isKnown, address } = await startListener()
    await isKnown()
    const secret = 'made-up secret'
    await (await openDesk(address, { RACEDESK_PUBLISH_PASSWORD: secret })).publish()
    expect(told).toContain(`password ${secret}`)
    told.length = 0
    await rm(join(home, '.ssh'), { recursive: true })
    await isKnown()
    await makeKey(join(home, '.ssh', 'id_ed25519'), secret)
    const desk = await openDesk(address, { RACEDESK_PUBLISH_PASSWORD: secret })
    expect(await desk.publish()).toMatchObject({ error: { reason: 'wrong-secret' } })
    expect(told).toContain('publickey')
    expect(told.filter((way) => way.startsWith('password'))).toEqual([])
  })

  it('is told no password before its key is accepted, where nobody knows it', async () => {
    const { told, address } = await startListener()
    const desk = await openDesk(address, { RACEDESK_PUBLISH_PASSWORD: 'made-up secret' })
    const refused = { kind: 'publish-refused', reason: 'new-host-key', detail: expect.stringMatching(/^SHA256:/) }
    expect(await desk.publish()).toMatchObject({ state: 'failed', error: refused })
    expect(told).toEqual([])
    await mkdir(join(home, '.ssh'), { recursive: true })
    await makeKey(join(home, 'other'))
    const [type, base64] = (await readFile(join(home, 'other.pub'), 'utf8')).split(' ')
    await writeFile(join(home, '.ssh', 'known_hosts'), `[127.0.0.1]:${new URL(address).port} ${type} ${base64}\n`)
    expect(await desk.publish()).toMatchObject({ error: { reason: 'host-key' } })
    expect(told).toEqual([])
  })

  it('is told nothing at all while its key is revoked', async () => {
    const { told, isKnown, address } = await startListener()
    await isKnown('@revoked ')
    const desk = await openDesk(address)
    const refused = { kind: 'publish-refused', reason: 'revoked-host-key' }
    expect(await desk.publish()).toMatchObject({ state: 'failed', error: refused })
    expect((await desk.read()).hostKey).toBeNull()
    expect(told).toEqual([])
  })
})
