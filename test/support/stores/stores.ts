import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage, type RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createWebClient } from '../../../main/platform/http/webClient.ts'
import { createLocalFolder } from '../../../main/platform/remote/localFolder.ts'
import type { RemoteFolder } from '../../../main/platform/remote/remoteFolder.ts'
import { createS3Folder } from '../../../main/platform/remote/s3Folder.ts'
import { createSftpFolder } from '../../../main/platform/remote/sftpFolder.ts'
import { createWebdavFolder } from '../../../main/platform/remote/webdavFolder.ts'
import { atEnd, closing } from '../atEnd.ts'
import { openDoor } from './frontDoor.ts'
import { startPlainSftp } from './plainSftpHost.ts'
import { sharedServer, sharedSshd } from './sharedServer.ts'
import { fingerprintOf, makeKey } from './sshServer.ts'
import { startWire } from './wire.ts'

export type Store = {
  /** A client of its own for each call. */
  readonly open: () => RemoteFolder
  /** As readers get a file: null where there is none. */
  readonly read: (path: string) => Promise<Buffer | null>
  /** As somebody else puts a file there. */
  readonly put: (path: string, body: Uint8Array) => Promise<void>
  /** Null: no network in between. */
  readonly wire: Awaited<ReturnType<typeof startWire>> | null
  readonly stop: () => Promise<void>
}

const onDisk = (folder: string): Pick<Store, 'read' | 'put'> => ({
  read: (path) => readFile(join(folder, path)).catch(() => null),
  put: async (path, body) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), body)
  },
})

const overHttp =
  (root: string): Store['read'] =>
  async (path) => {
    // A connection of its own: the server ends kept ones whenever it likes.
    const [reply] = (await once(get(`${root}/${path}`, { agent: false }), 'response')) as [IncomingMessage]
    const body = await buffer(reply)
    return reply.statusCode === 200 ? body : null
  }

export const openWeb = (more: Partial<Parameters<typeof createWebClient>[0]> = {}) =>
  createWebClient({
    appVersion: '0.0.0-test',
    routesOf: () => Promise.resolve([null]),
    trustStore: { prepare: () => Promise.resolve() },
    ...more,
  })

const openNetwork = async (port: number) => {
  const wire = await startWire(port)
  const web = openWeb()
  return { web, wire, stop: () => web.close().then(wire.stop) }
}

/** Places at a server that answers whatever it is asked as told, until the test ends. */
export const startStore = async (answer: RequestListener): Promise<{ webdav: RemoteFolder; s3: RemoteFolder }> => {
  const { endpoint, stop } = await openDoor((request, reply) => {
    request.resume()
    answer(request, reply)
  })
  atEnd(stop)
  const web = closing(openWeb())
  const keys = { accessKeyId: 'key-id', secretAccessKey: 'made-up-secret', sessionToken: 'made-up-token' }
  return {
    webdav: createWebdavFolder({ url: `${endpoint}/site`, user: 'desk', password: 'made-up password' }, web),
    s3: createS3Folder({ ...keys, region: 'us-east-1', bucket: 'results', prefix: 'spring', endpoint }, web),
  }
}

export const writeOptions = { contentType: 'application/octet-stream', cacheControl: 'no-cache' }

const openFolder = (home: string): Promise<Store> => {
  const folder = join(home, 'site')
  const open = () => createLocalFolder(folder)
  return Promise.resolve({ ...onDisk(folder), open, wire: null, stop: () => Promise.resolve() })
}

const openS3Store = async (): Promise<Store> => {
  const { endpoint, bucket, publicUrl, region, env, own } = await sharedServer('swift')
  const { web, ...network } = await openNetwork(Number(new URL(endpoint).port))
  const keys = { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY, sessionToken: null }
  const prefix = `${own}/2026`
  const open = () =>
    createS3Folder({ bucket, prefix, endpoint: `http://127.0.0.1:${network.wire.port}`, region, ...keys }, web)
  return {
    open,
    read: overHttp(`${publicUrl}/${prefix}`),
    put: async (path, body) => void (await open().write(path, body, writeOptions, AbortSignal.timeout(30_000))),
    ...network,
  }
}

const openWebdavStore = async (): Promise<Store> => {
  const { port, user, password, own } = await sharedServer('apache')
  const { web, ...network } = await openNetwork(port)
  const root = `http://127.0.0.1:${port}/${own}/2026`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const send = async (method: string, path: string, body?: Uint8Array): Promise<void> => {
    const sent = body ? Buffer.from(body) : null
    const reply = await fetch(`${root}/${path}`, { method, headers: { authorization }, body: sent })
    if (!reply.ok && method === 'PUT') throw new Error(`HTTP ${reply.status}`)
  }
  return {
    open: () => createWebdavFolder({ url: `http://127.0.0.1:${network.wire.port}/${own}/2026`, user, password }, web),
    read: overHttp(root),
    put: async (path, body) => {
      const folders = path.split('/').slice(0, -1)
      for (const at of folders.keys()) await send('MKCOL', folders.slice(0, at + 1).join('/'))
      await send('PUT', path, body)
    },
    ...network,
  }
}

type SftpHost = { readonly port: number; readonly user: string; readonly fingerprint: string }

const openSftp = async (host: SftpHost, home: string, path: string, folder: string): Promise<Store> => {
  const wire = await startWire(host.port)
  const { user, fingerprint: hostKey } = host
  const place = { host: '127.0.0.1', port: wire.port, user, home, path, secret: 'none', agent: null, hostKey }
  return { ...onDisk(folder), open: () => createSftpFolder(place, () => undefined), wire, stop: wire.stop }
}

const openSftpStore = async (home: string): Promise<Store> => {
  const path = join(home, 'spring', '2026')
  return await openSftp(await sharedSshd(home), home, path, path)
}

/** A host that calls every failure just a failure, and whose rename replaces. */
const openPlainSftpStore = async (home: string): Promise<Store> => {
  const [folder, key] = [join(home, 'served'), join(home, 'host')]
  await mkdir(folder)
  await makeKey(key)
  const { port, stop } = await startPlainSftp(folder, key)
  const host = { port, user: 'desk', fingerprint: await fingerprintOf(key) }
  const store = await openSftp(host, home, '/www/spring', join(folder, 'www', 'spring'))
  return { ...store, stop: async () => void (await Promise.all([store.stop(), stop()])) }
}

/** By the kind of place: opens one of its own for the caller, whose folder is `home`. */
export const stores = {
  folder: openFolder,
  s3: openS3Store,
  webdav: openWebdavStore,
  sftp: openSftpStore,
  'plain sftp': openPlainSftpStore,
} as const
