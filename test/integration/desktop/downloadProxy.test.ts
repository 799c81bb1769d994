import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { proxyEnv, proxyHostFor, proxySettings } from '../../../main/desktop/start/downloadProxy.ts'
import { defaultBinaryName, findElectron, type Env } from '../../../main/desktop/start/electronBinary.ts'
import { downloadElectron } from '../../../main/desktop/start/electronDownload.ts'
import type { DownloadMessage } from '../../../main/desktop/start/downloadMessage.ts'
import { sayUnobtainable } from '../../../main/desktop/start/startMessages.ts'
import { makeAuthority } from '../../support/services/certificates.ts'
import { startConnectProxy, type ConnectProxy } from '../../support/services/connectProxy.ts'
import { hasOpenssl, suiteFor } from '../../support/requirements.ts'
import { zipFile } from '../../support/files/zipFile.ts'

const version = '45.4.1'
const archive = zipFile([{ name: defaultBinaryName(process.platform), data: Buffer.from('program') }])
const archiveName = `electron-v${version}-${process.platform}-${process.arch}.zip`
/** No DNS knows this name: only the proxy leads to it. */
const mirrorHost = 'mirror.race.test'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-proxy-'))
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

suiteFor('openssl', hasOpenssl())('a download behind a proxy', () => {
  /** A mirror over TLS, its `electron` package, and the environment that leads to both. */
  const startMirror = async () => {
    const folder = await temporaryFolder()
    const authority = makeAuthority(folder, 'authority')
    const paths: string[] = []
    const server = createServer(authority.issue(`DNS:${mirrorHost},IP:127.0.0.1`), (request, response) => {
      paths.push(request.url ?? '')
      response.end(archive)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    undo.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const electronDir = join(folder, 'electron')
    await mkdir(electronDir)
    await writeFile(join(electronDir, 'package.json'), JSON.stringify({ name: 'electron', version }))
    const checksum = createHash('sha256').update(archive).digest('hex')
    await writeFile(join(electronDir, 'checksums.json'), JSON.stringify({ [archiveName]: checksum }))
    const kept = Object.entries(process.env).filter(([name]) => !/electron|proxy/iu.test(name))
    const env: Env = {
      ...Object.fromEntries(kept),
      electron_config_cache: join(folder, 'cache'),
      ELECTRON_MIRROR: `https://${mirrorHost}/`,
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    }
    return { port: (server.address() as AddressInfo).port, paths, electronDir, env }
  }

  const startProxy = async (...args: Parameters<typeof startConnectProxy>): Promise<ConnectProxy> => {
    const proxy = await startConnectProxy(...args)
    undo.push(proxy.close)
    return proxy
  }

  const download = async (electronDir: string, env: Env) => {
    const messages: DownloadMessage[] = []
    const onMessage = (message: DownloadMessage) => messages.push(message)
    const outcome = await downloadElectron({ electronDir, env, silenceLimitMs: 20_000, onMessage })
    return { outcome, asked: messages.filter(({ kind }) => kind === 'asking') }
  }

  it.each([
    ['HTTPS_PROXY', ''],
    ['https_proxy', ''],
    ['HTTP_PROXY', ''],
    ['npm_config_https_proxy', ''],
    ['npm_config_proxy', ''],
    ['HTTPS_PROXY without a scheme', 'http://'],
  ])('goes through the proxy of %s, which alone knows the mirror', async (name, cut) => {
    const { port, paths, electronDir, env } = await startMirror()
    const proxy = await startProxy({ port })
    const variable = name.split(' ', 1)[0] ?? ''
    const { outcome, asked } = await download(electronDir, { ...env, [variable]: proxy.url.replace(cut, '') })
    expect(outcome).toEqual({ ok: true })
    expect(asked).toEqual([{ kind: 'asking', host: mirrorHost, proxy: proxy.host }])
    expect(proxy.asked.map(({ target }) => target)).toEqual([`${mirrorHost}:443`])
    expect(paths).toEqual([`/v${version}/${archiveName}`])
    expect(await readFile(findElectron(electronDir, process.platform, {}).path, 'utf8')).toBe('program')
  })

  it('sends the name and password to the proxy alone', async () => {
    const { port, electronDir, env } = await startMirror()
    const [good, refusing] = [await startProxy({ port }), await startProxy({ status: 407 })]
    const withPassword = (url: string): string => url.replace('//', '//crew:s%40cret@')
    const { outcome } = await download(electronDir, { ...env, HTTPS_PROXY: withPassword(good.url) })
    expect(outcome).toEqual({ ok: true })
    const given = `Basic ${Buffer.from('crew:s@cret').toString('base64')}`
    expect(good.asked[0]?.headers['proxy-authorization']).toBe(given)

    const refused = await download(electronDir, {
      ...env,
      electron_config_cache: await temporaryFolder(),
      HTTPS_PROXY: withPassword(refusing.url),
    })
    const reason = 'the proxy answered HTTP 407'
    expect(refused.outcome).toEqual({ ok: false, host: mirrorHost, proxy: refusing.host, reason })
    const attempt = { host: mirrorHost, proxy: refusing.host, reason }
    expect(sayUnobtainable({ path: '/x', version, attempt })).toContain(
      `downloading it from ${mirrorHost} through the proxy ${refusing.host} failed: ${reason}.`,
    )
  })

  it('bypasses the proxy for a host in NO_PROXY', async () => {
    const { port, paths, electronDir, env } = await startMirror()
    const proxy = await startProxy({ status: 403 })
    const direct = { ...env, ELECTRON_MIRROR: `https://127.0.0.1:${port}/`, HTTPS_PROXY: proxy.url }
    const { outcome, asked } = await download(electronDir, { ...direct, NO_PROXY: 'localhost, 127.0.0.1' })
    expect(outcome).toEqual({ ok: true })
    expect(asked).toEqual([{ kind: 'asking', host: `127.0.0.1:${port}`, proxy: null }])
    expect([proxy.asked.length, paths.length]).toEqual([0, 1])
  })
})

it("prefers the variables to npm's settings, and ignores proxies other than HTTP", () => {
  expect(proxySettings({})).toEqual({ http: null, https: null, except: '' })
  expect(
    proxySettings({ HTTPS_PROXY: 'http://a:1', npm_config_https_proxy: 'http://b:2', npm_config_proxy: 'c:3' }),
  ).toEqual({
    http: 'http://c:3/',
    https: 'http://a:1/',
    except: '',
  })
  expect(proxySettings({ https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' }).https).toBe('http://low:1/')
  expect(proxySettings({ HTTPS_PROXY: 'socks5://a:1', HTTP_PROXY: '' }).https).toBeNull()
  const plain = { PATH: '/bin', NO_PROXY: 'x' }
  expect(proxyEnv(plain)).toEqual(plain)
})

it.each([
  ['https://github.com/x', 'github.com', null],
  ['https://api.github.com/x', '.github.com', null],
  ['https://api.github.com/x', '*.github.com', null],
  ['https://api.github.com/x', 'github.com:443', null],
  ['https://api.github.com/x', 'github.com:8443', 'proxy:3128'],
  ['https://notgithub.com/x', 'github.com', 'proxy:3128'],
  ['https://github.com/x', '*', null],
  ['https://github.com/x', '', 'proxy:3128'],
])('reaches %s with NO_PROXY=%s through %s', (url, except, host) => {
  const env = { HTTPS_PROXY: 'http://crew:secret@proxy:3128', NO_PROXY: except }
  expect(proxyHostFor(new URL(url), env)).toBe(host)
})
