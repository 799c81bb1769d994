import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { proxyEnv, proxyHostFor, proxySettings } from '../../../main/desktop/start/downloadProxy.ts'
import { findElectron } from '../../../main/desktop/start/electronBinary.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import {
  archive,
  archivePath,
  download,
  electronPackage,
  program,
  startMirror,
} from '../../support/desktop/electronMirror.ts'
import { makeAuthority } from '../../support/services/certificates.ts'
import { startConnectProxy } from '../../support/services/connectProxy.ts'
import { hasOpenssl, suiteFor } from '../../support/requirements.ts'

/** No DNS knows this name: only the proxy leads to it. */
const mirrorHost = 'mirror.race.test'

suiteFor('openssl', hasOpenssl())('a download behind a proxy', () => {
  const startSecureMirror = async () => {
    const folder = temporaryFolder()
    const authority = makeAuthority(folder, 'authority')
    const paths: string[] = []
    const port = await startMirror(
      (request, response) => {
        paths.push(request.url ?? '')
        response.end(archive)
      },
      authority.issue(`DNS:${mirrorHost},IP:127.0.0.1`),
    )
    const env = { ELECTRON_MIRROR: `https://${mirrorHost}/`, NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') }
    return { port, paths, electronDir: electronPackage(), env }
  }
  const startProxy = async (...args: Parameters<typeof startConnectProxy>) => closing(await startConnectProxy(...args))
  const withPassword = (url: string): string => url.replace('//', '//crew:s%40cret@')

  it('goes through the proxy, which alone knows the mirror and the password', async () => {
    const { port, paths, electronDir, env } = await startSecureMirror()
    const proxy = await startProxy({ port })
    const variable = withPassword(proxy.url).replace('http://', '')
    const { outcome, asked } = await download(electronDir, { ...env, npm_config_proxy: variable })
    expect(outcome).toEqual({ ok: true })
    expect(asked).toEqual([{ kind: 'asking', host: mirrorHost, proxy: proxy.host }])
    expect(proxy.asked.map(({ target }) => target)).toEqual([`${mirrorHost}:443`])
    const given = `Basic ${Buffer.from('crew:s@cret').toString('base64')}`
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(given)
    expect(paths).toEqual([archivePath])
    expect(await readFile(findElectron(electronDir, process.platform, {}).path, 'utf8')).toBe(program)
  })

  it('names the proxy that refuses, without its password', async () => {
    const proxy = await startProxy({ status: 407 })
    const env = { ELECTRON_MIRROR: `https://${mirrorHost}/`, HTTPS_PROXY: withPassword(proxy.url) }
    const { outcome } = await download(electronPackage(), env)
    const reason = 'the proxy answered HTTP 407'
    expect(outcome).toEqual({ ok: false, host: mirrorHost, proxy: proxy.host, reason })
  })

  it('bypasses the proxy for a host in NO_PROXY', async () => {
    const { port, paths, electronDir, env } = await startSecureMirror()
    const proxy = await startProxy({ status: 403 })
    const { outcome, asked } = await download(electronDir, {
      ...env,
      ELECTRON_MIRROR: `https://127.0.0.1:${port}/`,
      HTTPS_PROXY: proxy.url,
      NO_PROXY: 'localhost, 127.0.0.1',
    })
    expect(outcome).toEqual({ ok: true })
    expect(asked).toEqual([{ kind: 'asking', host: `127.0.0.1:${port}`, proxy: null }])
    expect([proxy.asked.length, paths.length]).toEqual([0, 1])
  })
})

it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'npm_config_https_proxy', 'npm_config_proxy'])(
  'downloads through the proxy of %s, with or without a scheme',
  (name) => {
    for (const value of ['http://a:1', 'a:1']) {
      expect(proxyEnv({ PATH: '/bin', [name]: value })).toMatchObject({
        PATH: '/bin',
        ELECTRON_GET_USE_PROXY: 'true',
        HTTPS_PROXY: 'http://a:1/',
      })
    }
  },
)

it("prefers the variables to npm's settings, and ignores proxies other than HTTP", () => {
  expect(proxySettings({})).toEqual({ http: null, https: null, except: '' })
  const all = { HTTPS_PROXY: 'http://a:1', npm_config_https_proxy: 'http://b:2', npm_config_proxy: 'c:3' }
  expect(proxySettings(all)).toEqual({ http: 'http://c:3/', https: 'http://a:1/', except: '' })
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
