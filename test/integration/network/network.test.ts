import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Value } from '../../../preload/contract.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { NetworkFacts } from '../../../preload/contract/network.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { createHttpEventService, type EventServiceOptions } from '../../../main/platform/http/undiciEventService.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { routesFromPac } from '../../../main/platform/http/routes.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { makeAuthority, sampleCertificate, type Authority, type KeyPair } from '../../support/services/certificates.ts'
import { startConnectProxy, startSecureService, type SecureService } from '../../support/services/connectProxy.ts'
import { useCores } from '../../support/coreRig.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { findClosedHost } from '../../support/services/hostileServer.ts'
import { addProfile, addStage, environmentKeys, type OpenCore } from '../../support/openCore.ts'
import { hasOpenssl, suiteFor } from '../../support/requirements.ts'
import { isolatedEnv } from '../../support/processes/terminal.ts'
import type { RoutesOf, Shell } from '../../../main/kernel/face.ts'
import type { Credentials, EventService, TrustStore } from '../../../main/platform/http/eventService.ts'

const cores = useCores()
/** An address of this machine that does not look like one, so that proxies are asked for it. */
const farHost = 'api.race.test'

suiteFor('openssl', hasOpenssl())('the way to a service', () => {
  const folder = temporaryFolder()
  let authority: Authority
  let pair: KeyPair
  let service: SecureService

  beforeAll(() => {
    authority = makeAuthority(folder, 'crew')
    pair = authority.issue(`IP:127.0.0.1,DNS:${farHost}`)
  }, 60_000)
  beforeEach(async () => {
    service = closing(await startSecureService(pair))
  })

  const near = (): string => `https://127.0.0.1:${service.port}`
  const check = async (open: OpenCore, id: ProfileId): Promise<Value<'profile:check'>['main']> =>
    (await open.call('profile:check', { id })).main
  const trust = (open: OpenCore, pem = authority.cert): Promise<NetworkFacts> =>
    open.call('app:addCertificates', { pem })
  /** Certificates are trusted by the whole process. */
  const distrust = async (open: OpenCore): Promise<void> => {
    for (const { id } of (await open.call('app:network', {})).certificates) {
      await open.call('app:removeCertificate', { id })
    }
  }

  it('reports an untrusted certificate and sends it no key', async () => {
    const open = await cores.open()
    const id = await addProfile(open, near())
    const error = { kind: 'untrusted-certificate', host: `127.0.0.1:${service.port}`, reason: 'issuer' }
    expect(await check(open, id)).toMatchObject({ ok: false, error })
    expect(service.received()).toBe('')
  })

  it('trusts an added certificate at once and after a restart, a removed one no longer', async () => {
    const open = await cores.open()
    const id = await addProfile(open, near())
    const facts = await trust(open, `# our own\n${authority.cert}`)
    expect(facts.certificates).toMatchObject([{ subject: 'crew', issuer: 'crew' }])
    expect(await check(open, id)).toMatchObject({ ok: true })
    expect(service.received()).toContain(environmentKeys.RACEDESK_ACCESS_KEY)
    expect((await trust(open)).certificates).toHaveLength(1)
    await open.close()

    const again = await cores.open({ dataDir: open.dataDir })
    expect(await check(again, id)).toMatchObject({ ok: true })
    const [certificate] = (await again.call('app:network', {})).certificates
    if (certificate === undefined) throw new Error('it was not kept')
    expect((await again.call('app:removeCertificate', { id: certificate.id })).certificates).toEqual([])
    expect(await check(again, id)).toMatchObject({ ok: false, error: { kind: 'untrusted-certificate' } })
    const gone = await again.ask('app:removeCertificate', { id: certificate.id })
    expect(gone).toMatchObject({ error: { kind: 'not-found' } })
  })

  it('asks before the window trusts a certificate added in the browser, and remembers the answer', async () => {
    const browser = await cores.open({ face: 'browser' })
    const id = await addProfile(browser, near())
    expect((await trust(browser)).certificates).toMatchObject([{ isTrustedHere: true }])
    await browser.close()

    const answers = [false, true]
    const asked: string[][] = []
    const shell: Shell = {
      fillScreen: () => undefined,
      dragOut: async () => false,
      showFile: async () => false,
      tell: () => undefined,
      showScreen: () => Promise.resolve(),
      showSite: () => Promise.resolve(),
      stayAwake: () => undefined,
      crashes: () => Promise.resolve([]),
      confirmTrust: async (certificates) => {
        asked.push(certificates.map(({ subject }) => subject))
        return answers.shift() ?? false
      },
    }
    const outside = { keychain: createMemoryKeychain() }
    const open = () => cores.open({ face: 'desktop', dataDir: browser.dataDir, shell, outside })
    const window = await open()
    await window.call('keys:set', { profileId: id, which: 'access', value: environmentKeys.RACEDESK_ACCESS_KEY })
    const [certificate] = (await window.call('app:network', {})).certificates
    if (certificate === undefined) throw new Error('it is not listed')
    expect(certificate).toMatchObject({ subject: 'crew', isTrustedHere: false })
    expect(await check(window, id)).toMatchObject({ error: { kind: 'untrusted-certificate' } })
    const refused = await window.ask('app:trustCertificate', { id: certificate.id })
    expect(refused).toMatchObject({ error: { kind: 'cancelled' } })
    expect(await check(window, id)).toMatchObject({ error: { kind: 'untrusted-certificate' } })
    expect((await trust(window)).certificates).toMatchObject([{ isTrustedHere: true }])
    expect(await check(window, id)).toMatchObject({ ok: true })
    expect(asked).toEqual([['crew'], ['crew']])
    await window.close()

    const again = await open()
    expect((await again.call('app:network', {})).certificates).toMatchObject([{ isTrustedHere: true }])
    await again.close()
    // Taken away and added once more by a page, it is another question.
    const later = await cores.open({ face: 'browser', dataDir: browser.dataDir })
    await distrust(later)
    await trust(later)
    await later.close()
    const last = await open()
    expect((await last.call('app:network', {})).certificates).toMatchObject([{ isTrustedHere: false }])
    const unknown = await last.ask('app:trustCertificate', { id: 'ab'.repeat(32) })
    expect(unknown).toMatchObject({ error: { kind: 'not-found' } })
    await distrust(last)
  })

  it('refuses a certificate for another name, even of a trusted authority', async () => {
    const other = closing(await startSecureService(authority.issue('DNS:elsewhere.test')))
    const open = await cores.open()
    await trust(open)
    const id = await addProfile(open, `https://127.0.0.1:${other.port}`)
    expect(await check(open, id)).toMatchObject({ error: { kind: 'untrusted-certificate', reason: 'name' } })
    expect(other.received()).toBe('')
    await distrust(open)
  })

  it('refuses a private key, a request or junk as a certificate, without showing it', async () => {
    const open = await cores.open()
    const keyLine = authority.key.split('\n')[1] ?? ''
    const body = sampleCertificate.split('\n').slice(1, -2).join('\n')
    for (const pem of [
      authority.cert + authority.key,
      authority.key,
      'junk',
      sampleCertificate.replace('MIIB', 'AAAA'),
      sampleCertificate.slice(0, -10),
      `-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`,
      sampleCertificate + '-----BEGIN CERTIFICATE-----\n',
      '-----BEGIN CERTIFICATE-----'.repeat(5_000),
    ]) {
      const reply = await open.ask('app:addCertificates', { pem })
      expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid-input', issues: [{ path: 'pem' }] } })
      expect(JSON.stringify(reply)).not.toContain(keyLine)
    }
    const { certificates, systemCertificates } = await open.call('app:network', {})
    expect([certificates, systemCertificates]).toEqual([[], expect.any(Number)])
    await open.close()
    expect((await readFile(join(open.dataDir, 'racedesk.db'))).includes(keyLine)).toBe(false)
  })

  it('uses the proxy of the environment, hides its credentials, and reaches this computer directly', async () => {
    const proxy = closing(await startConnectProxy({ port: service.port }))
    const withCredentials = proxy.url.replace('//', '//crew:pass-word-7731@')
    const open = await cores.open({ env: { ...environmentKeys, HTTPS_PROXY: withCredentials } })
    const facts = await trust(open)
    const far = await addProfile(open, `https://${farHost}`)
    expect(await check(open, far)).toMatchObject({ ok: true })
    const basic = `Basic ${Buffer.from('crew:pass-word-7731').toString('base64')}`
    expect(proxy.asked).toMatchObject([{ target: `${farHost}:443`, headers: { 'proxy-authorization': basic } }])
    expect(JSON.stringify(proxy.asked)).not.toContain(environmentKeys.RACEDESK_ACCESS_KEY)
    expect(service.received()).not.toContain('roxy-')

    const profile = { id: far, name: 'Near', baseUrl: near(), resultsUrl: `https://${farHost}` }
    await open.call('profile:save', { profile })
    expect((await open.call('app:network', {})).routes).toEqual([
      { origin: near(), proxy: null },
      { origin: `https://${farHost}`, proxy: proxy.host },
    ])
    expect(await check(open, far)).toMatchObject({ ok: true })
    await open.call('app:setSettings', { proxy: 'none' })
    expect((await open.call('app:network', {})).routes.map((route) => route.proxy)).toEqual([null, null])
    await distrust(open)
    expect(JSON.stringify([open.replies, open.events, facts])).not.toContain('pass-word-7731')
    expect(JSON.stringify(open.replies)).not.toContain('crew:')
  })

  it('sends a key of the environment neither to a mistyped address nor to one changed later', async () => {
    const proxy = closing(await startConnectProxy({ port: service.port }))
    const open = await cores.open({ routesOf: at(proxy) })
    await trust(open)
    const id = await addProfile(open, 'https://api.rcae.test')
    expect(await check(open, id)).toMatchObject({ error: { kind: 'untrusted-certificate' } })
    const moveTo = (baseUrl: string) =>
      open.call('profile:save', { profile: { id, name: 'Organizer', baseUrl, resultsUrl: null } })
    await moveTo(`https://${farHost}`)
    expect(await check(open, id)).toMatchObject({ ok: true })
    await moveTo('https://evil.test')
    expect(await check(open, id)).toMatchObject({ error: { kind: 'key-missing', which: 'access' } })
    await distrust(open)
  })

  it('supports proxies and certificates in the bundled app', async () => {
    await ensureBuilt()
    const proxy = closing(await startConnectProxy({ port: service.port }))
    const args = ['years', '--base-url', `https://${farHost}`, '--results-url', `https://${farHost}`, '--json']
    const env = {
      ...isolatedEnv(folder),
      ...environmentKeys,
      HTTPS_PROXY: proxy.url,
      NODE_EXTRA_CA_CERTS: join(folder, 'crew.pem'),
    }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../main/racedesk.mjs'), ...args, '--data', join(folder, 'data')],
      { env },
    )
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, value: [] })
    expect(proxy.asked).toHaveLength(1)
  }, 120_000)

  it('blames an untrusted certificate of a proxy on the proxy, and tries the next one', async () => {
    const foreign = closing(await startConnectProxy({ status: 403 }, pair))
    const next = closing(await startConnectProxy({ status: 403 }))
    const unreachable = { host: foreign.host, problem: 'unreachable' }
    expect(await through(at(foreign))()).toEqual(offline(unreachable, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'))
    expect(await through(at(foreign, next))()).toEqual(offline({ host: next.host, problem: 'refused' }, 'HTTP_403'))
    expect(foreign.asked).toEqual([])
  })

  it('stops using proxy connections when the setting changes to none', async () => {
    const far = `https://[::ffff:127.0.0.1]:${service.port}`
    const proxy = closing(await startConnectProxy({ port: service.port }))
    const open = await cores.open({ routesOf: at(proxy) })
    const id = await addProfile(open, far)
    await check(open, id)
    expect(proxy.asked).toHaveLength(1)
    await open.call('app:setSettings', { proxy: 'none' })
    await check(open, id)
    expect(proxy.asked).toHaveLength(1)
  })
})

const credentials: Credentials = {
  profileId: 'profile' as ProfileId,
  baseUrl: `https://${farHost}`,
  resultsUrl: null,
  accessHeader: 'X-Access-Key',
  resultsHeader: 'SERVICE-API-KEY',
  accessKey: environmentKeys.RACEDESK_ACCESS_KEY,
  resultsKey: null,
  extraHeaders: [],
}
/** The system names these proxies. */
const at =
  (...proxies: readonly { readonly url: string }[]): RoutesOf =>
  async () =>
    proxies.map(({ url }) => new URL(url))
const connectThrough = (routesOf: RoutesOf, more: Partial<EventServiceOptions> = {}): EventService =>
  closing(
    createHttpEventService({
      version: '0.0.0-test',
      retry: { baseMs: 1 },
      timeouts: { connectMs: 300 },
      routesOf,
      ...more,
    }),
  )
const through = (routesOf: RoutesOf): ((method?: 'GET' | 'POST') => Promise<Result<unknown>>) => {
  const client = connectThrough(routesOf)
  return (method = 'GET') =>
    client.call(credentials, { service: 'main', method, url: `https://${farHost}/v3/Races/Years` })
}
const offline = (proxy: { readonly host: string; readonly problem: string }, detail: unknown = expect.any(String)) => ({
  ok: false,
  error: { kind: 'offline', host: farHost, detail, proxy },
})

it.each([
  [407, 'sign-in', 1],
  [403, 'refused', 1],
  [502, 'refused', 4],
] as const)(
  'reports a proxy that answers %i, retrying only reads that it may not have passed on',
  async (status, problem, reads) => {
    const proxy = closing(await startConnectProxy({ status }))
    const ask = through(async () => [new URL(proxy.url.replace('//', '//crew:pass-word-7731@'))])
    const told = offline({ host: proxy.host, problem }, `HTTP_${status}`)
    expect(await ask()).toEqual(told)
    expect(proxy.asked).toHaveLength(reads)
    expect(await ask('POST')).toEqual(told)
    expect(proxy.asked).toHaveLength(reads + 1)
  },
)

const years = { service: 'main', method: 'GET', url: `https://${farHost}/v3/Races/Years` } as const

it.each([
  ['a proxy that no library takes', async () => [new URL('http://%E2:%82%AC@127.0.0.1:1')]],
  ['a question that throws', () => Promise.reject(new Error('no'))],
] as const)('frees the slot of its request for later ones: %s', async (_, routesOf) => {
  const client = connectThrough(routesOf, { parallelCalls: 1, retry: { maxRetries: 0 } })
  for (let count = 0; count < 2; count += 1) {
    expect(await client.call(credentials, years)).toMatchObject({ error: { kind: 'offline', host: farHost } })
  }
})

const silence = new Promise<never>(() => undefined)
const silentParts: readonly (readonly [string, RoutesOf, Pick<TrustStore, 'prepare'>])[] = [
  ['routes', () => silence, { prepare: async () => undefined }],
  ['certificates', async () => [null], { prepare: () => silence }],
]
it.each(silentParts)('ends a request that waits for %s when it is cancelled or the app closes', async (...parts) => {
  const [, routesOf, trustStore] = parts
  const client = connectThrough(routesOf, { parallelCalls: 1, trustStore })
  const leaving = new AbortController()
  const left = client.call(credentials, { ...years, method: 'POST', signal: leaving.signal })
  const next = client.call(credentials, { ...years, method: 'POST' })
  leaving.abort()
  const cancelled = { ok: false, error: { kind: 'cancelled' } }
  expect(await left).toEqual(cancelled)
  await client.close()
  expect(await next).toEqual(cancelled)
})

it('queries a slow system for its proxies once, and again later', async () => {
  const proxy = closing(await startConnectProxy({ status: 403 }))
  let now = 0
  let questions = 0
  const routesOf: RoutesOf = async () => {
    questions += 1
    return [new URL(proxy.url)]
  }
  const client = connectThrough(routesOf, { now: () => now })
  const ask = () => client.call(credentials, years)
  await ask()
  now += 29_000
  await ask()
  expect(questions).toBe(1)
  now += 2_000
  await ask()
  expect(questions).toBe(2)
  client.reconnect()
  await ask()
  expect(questions).toBe(3)
})

it('reports a proxy that is missing or silent', async () => {
  const host = await findClosedHost()
  const problem = 'unreachable'
  expect(await through(at({ url: `http://${host}` }))()).toEqual(offline({ host, problem }, 'ECONNREFUSED'))
  const silent = closing(await startConnectProxy({ status: 'none' }))
  expect(await through(at(silent))('POST')).toEqual(offline({ host: silent.host, problem }))
  expect(await through(async () => [])()).toEqual(offline({ host: '', problem: 'unsupported' }, 'NO_ROUTE'))
})

it('tries the next proxy of the list when one cannot be used', async () => {
  const first = closing(await startConnectProxy({ status: 407 }))
  const second = closing(await startConnectProxy({ status: 403 }))
  expect(await through(at(first, second))()).toMatchObject({ error: { proxy: { host: second.host } } })
  expect([first.asked.length, second.asked.length]).toEqual([1, 1])
})

it('shows the routes in Settings without waiting for a script that hangs', async () => {
  const answers: { readonly [origin: string]: () => ReturnType<RoutesOf> } = {
    'https://hangs.test/': () => silence,
    'https://socks.test/': async () => routesFromPac('SOCKS5 b.test:1080'),
    'https://list.test/': async () => routesFromPac('SOCKS b.test:1080; PROXY a.test:3128; DIRECT'),
  }
  const open = await cores.open({ routesOf: (url) => answers[url]?.() ?? Promise.resolve([null]) })
  for (const url of Object.keys(answers)) await addProfile(open, url)
  expect((await open.call('app:network', {})).routes).toEqual([
    { origin: 'https://hangs.test', proxy: null, problem: 'unanswered' },
    { origin: 'https://socks.test', proxy: null, problem: 'unsupported' },
    { origin: 'https://list.test', proxy: 'a.test:3128' },
  ])
})

const refusal = bytesOf('{"message":"Unknown key"}', 401, 'application/json')

it('says which service refuses whose key until it takes one or another is set, whatever else is answered', async () => {
  const race = await cores.race('Men', 'Women')
  const open = await cores.open()
  const { profileId, stage } = await addStage(open, race)
  const hosts = async () => (await open.call('app:info', {})).hosts
  const profile = { name: 'Other', baseUrl: race.url, resultsUrl: null }
  const other = await open.call('profile:save', { profile, accessKey: 'other-key' })
  expect(await hosts()).toEqual([])
  await open.take(stage)
  const answering = { state: 'online', repliedAt: expect.any(String), failure: null }
  const main = { ...answering, host: race.url, refused: [] }
  const fine = [main, { ...answering, host: race.resultsUrl, refused: [] }]
  expect(await hosts()).toEqual(fine)

  race.answer('Men', refusal)
  race.answer('Women', refusal)
  await open.take(stage)
  const refused = [main, { ...answering, host: race.resultsUrl, refused: [{ profileId, which: 'results' }] }]
  expect(await hosts()).toEqual(refused)
  // One key that two categories need is one problem.
  expect(await open.call('stage:list', {})).toMatchObject([{ problems: 1 }])
  await open.ask('race:years', { profileId, isRefresh: true })
  await open.ask('race:years', { profileId: other.id, isRefresh: true })
  expect(await hosts()).toEqual(refused)

  await open.call('keys:set', { profileId, which: 'results', value: 'another-key' })
  expect(await hosts()).toEqual(fine)
  await open.take(stage)
  expect(await hosts()).toEqual(refused)
  race.answer('Men', bytesOf('[]'))
  race.answer('Women', bytesOf('[]'))
  await open.take(stage)
  expect(await hosts()).toEqual(fine)
})
