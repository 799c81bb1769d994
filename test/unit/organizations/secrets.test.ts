import { describe, expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { createSecrets, type SecretsParts } from '../../../main/features/organizations/secrets.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { KeychainReason } from '../../../preload/contract/result.ts'
import { sampleProfile as profile } from '../../support/units/samples.ts'
import type { Keychain } from '../../../main/platform/keychain/keychain.ts'

const elsewhere = (url: string): Profile => profile({ id: 'p2' as ProfileId, baseUrl: url, resultsUrl: url })
const mistyped = profile({ baseUrl: 'https://apl.example', resultsUrl: 'https://resluts.example' })
const evil = 'https://evil.example'
const bothKeys = { accessKey: 'env-access', resultsKey: 'env-results' }

const createCounted = () => {
  const inner = createMemoryKeychain()
  const counted = { calls: 0, broken: null as KeychainReason | null, isProbeBroken: false }
  const ask = <T>(work: () => Promise<T>) => {
    counted.calls += 1
    const { broken: reason } = counted
    return reason === null
      ? work()
      : Promise.resolve({ ok: false, error: { kind: 'keychain-unavailable', reason } } as const)
  }
  const keychain: Keychain = {
    probe: () => {
      counted.calls += 1
      const { broken: reason, isProbeBroken } = counted
      return Promise.resolve(reason === null || !isProbeBroken ? { ok: true } : { ok: false, reason })
    },
    get: (account) => ask(() => inner.get(account)),
    set: (account, secret) => ask(() => inner.set(account, secret)),
    forget: (account) => ask(() => inner.forget(account)),
  }
  return { counted, keychain, inner }
}

const build = (parts: Partial<SecretsParts> = {}) => {
  const { counted, keychain, inner } = createCounted()
  const demoKeys = () => Promise.resolve({ accessKey: 'demo-access', resultsKey: 'demo-results' })
  const memory = createMemoryKeychain()
  return { counted, inner, secrets: createSecrets({ keychain, memory, environment: {}, demoKeys, ...parts }) }
}

const saved = async (access: string | null, results: string | null = null) => {
  const built = build()
  if (access !== null) await built.secrets.setKey(profile(), 'access', access)
  if (results !== null) await built.secrets.setKey(profile(), 'results', results)
  return built
}

const keysOf = async (secrets: ReturnType<typeof build>['secrets'], of = profile()) => {
  const read = await secrets.credentialsFor(of)
  return read.ok ? [read.value.accessKey, read.value.resultsKey] : read.error
}
const setIn = async (secrets: ReturnType<typeof build>['secrets'], of: Profile) =>
  (await secrets.status([of])).profiles.flatMap(({ access, results }) => [access.isSet, results.isSet])
const fromEnvironment = ['env-access', 'env-results']
const none = [null, null]

describe('a key is bound to its origin', () => {
  it('is not sent to a new origin after the URL changed, nor to the old one again until it is retyped', async () => {
    const { secrets, inner } = await saved('secret-one', 'secret-two')
    expect(await keysOf(secrets, profile({ baseUrl: evil }))).toEqual([null, 'secret-two'])
    expect(await inner.get('p1/access')).toEqual({ ok: true, value: null })
    expect(await keysOf(secrets)).toEqual([null, 'secret-two'])
  })

  it('survives another path of the same origin', async () => {
    const { secrets } = await saved('secret-one')
    expect(await keysOf(secrets, profile({ baseUrl: 'https://api.example/v2' }))).toEqual(['secret-one', null])
  })

  it('binds extra headers to the origin of their service', async () => {
    const header = { name: 'X-Tenant', service: 'results' } as const
    const with1 = profile({ extraHeaders: [header] })
    const { secrets } = await saved('secret-one')
    await secrets.setHeaderValue(with1, header, 'tenant-value')
    const before = await secrets.credentialsFor(with1)
    const after = await secrets.credentialsFor({ ...with1, resultsUrl: evil })
    expect(before).toMatchObject({ value: { extraHeaders: [{ ...header, value: 'tenant-value' }] } })
    expect(after).toMatchObject({ value: { extraHeaders: [] } })
  })

  it('refuses a results key while the results origin is unknown', async () => {
    const set = await build().secrets.setKey(profile({ resultsUrl: null }), 'results', 'secret-two')
    expect(set).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })
})

describe('a key from the environment', () => {
  const environment = {
    ...bothKeys,
    origins: { access: ['https://api.example'], results: ['https://results.example'] },
  }

  it('does not follow a profile that a page points elsewhere, nor goes to a new one', async () => {
    const { secrets } = build({ environment })
    expect(await keysOf(secrets)).toEqual(fromEnvironment)
    expect(await keysOf(secrets, profile({ baseUrl: evil }))).toEqual([null, 'env-results'])
    expect(await keysOf(secrets, profile({ resultsUrl: evil }))).toEqual(['env-access', null])
    expect(await keysOf(secrets, elsewhere(evil))).toEqual(none)
    expect(await setIn(secrets, elsewhere(evil))).toEqual([false, false])
    expect(await keysOf(secrets, profile({ baseUrl: 'https://api.example/v2' }))).toEqual(fromEnvironment)
  })

  describe('where no profile was known', () => {
    const buildUnbound = () => build({ environment: bothKeys }).secrets
    const other = elsewhere('https://other.example')
    const accept = (secrets: ReturnType<typeof buildUnbound>): void => {
      secrets.accepted('access', 'https://api.example/v3/Races/Years')
      secrets.accepted('results', 'https://results.example/results/get/1/2/3')
    }

    it('goes to a second origin, once the first has accepted it', async () => {
      const secrets = buildUnbound()
      expect(await keysOf(secrets)).toEqual(fromEnvironment)
      accept(secrets)
      expect(await keysOf(secrets, profile({ baseUrl: evil }))).toEqual([null, 'env-results'])
      expect(await keysOf(secrets, other)).toEqual(none)
      await secrets.forget(profile())
      expect(await keysOf(secrets, other)).toEqual(none)
    })

    it('moves from a mistyped URL to the one that accepts it, and to no other profile meanwhile', async () => {
      const secrets = buildUnbound()
      expect(await keysOf(secrets, mistyped)).toEqual(fromEnvironment)
      expect(await keysOf(secrets, other)).toEqual(none)
      accept(secrets)
      expect((await secrets.status([profile()])).profiles).toMatchObject([
        { access: { heldIn: 'environment' }, results: { heldIn: 'environment' } },
      ])
      expect(await keysOf(secrets)).toEqual(fromEnvironment)
      accept(secrets)
      expect(await keysOf(secrets, mistyped)).toEqual(none)
    })

    it('stays with a profile that was removed before any service took it', async () => {
      const secrets = buildUnbound()
      await keysOf(secrets, mistyped)
      await secrets.forget(mistyped)
      expect(await keysOf(secrets, other)).toEqual(fromEnvironment)
    })
  })

  it('is bound by a mere look to a mistyped URL, and then kept from the right one', async () => {
    const { secrets } = build({ environment: bothKeys })
    expect(await setIn(secrets, mistyped)).toEqual([true, true])
    expect(await keysOf(secrets, profile({ id: 'p2' as ProfileId }))).toEqual(fromEnvironment)
    expect(await setIn(secrets, mistyped)).toEqual([false, false])
  })

  it('is kept from the first service because a stored profile rehearses on this machine', async () => {
    const origins = { access: ['http://127.0.0.1:4001'], results: ['http://localhost:4002'] }
    const { secrets } = build({ environment: { ...environment, origins } })
    expect(await keysOf(secrets)).toEqual(fromEnvironment)
    secrets.accepted('access', 'https://api.example/v3/Races/Years')
    expect(await keysOf(secrets, profile({ baseUrl: evil }))).toEqual([null, 'env-results'])
  })

  it('is sent to any port of this computer, where rehearsals have a new one each time', async () => {
    const { secrets } = build({ environment })
    const local = (port: number) => `http://127.0.0.1:${port}`
    for (const port of [4001, 4002])
      expect(await keysOf(secrets, profile({ baseUrl: local(port), resultsUrl: local(port + 10) }))).toEqual(
        fromEnvironment,
      )
  })
})

it('keys that will be gone at the end are reported once one is typed, until it is forgotten or stored', async () => {
  const { secrets, counted } = build()
  expect(secrets.lostAtEnd()).toBeNull()
  Object.assign(counted, { broken: 'no-service', isProbeBroken: true })
  for (const which of ['access', 'results'] as const) await secrets.setKey(profile(), which, `secret-of-${which}`)
  expect(secrets.lostAtEnd()).toBe('no-service')
  await secrets.forget(profile(), 'access')
  expect(secrets.lostAtEnd()).toBe('no-service')
  counted.broken = null
  await secrets.setKey(profile(), 'results', 'secret-two')
  expect(secrets.lostAtEnd()).toBeNull()
})

it('keys that will be gone at the end exclude keys of the demo and of the environment', async () => {
  const { secrets } = build({ environment: bothKeys })
  await keysOf(secrets)
  await keysOf(secrets, profile({ kind: 'demo' }))
  expect(secrets.lostAtEnd()).toBeNull()
})

describe('keys from the environment', () => {
  it('touch no keychain when both are set, whatever is asked', async () => {
    const { secrets, counted } = build({ environment: bothKeys })
    const header = { name: 'X-Tenant', service: 'main' } as const
    const with1 = profile({ extraHeaders: [header] })
    expect(await keysOf(secrets, with1)).toEqual(fromEnvironment)
    const status = await secrets.status([with1])
    await secrets.setKey(with1, 'access', 'typed-key')
    await secrets.setHeaderValue(with1, header, 'tenant-value')
    await secrets.forget(with1)
    expect(status.keychain).toEqual({ state: 'unused' })
    expect(counted.calls).toBe(0)
  })

  it('win for their own key only, and count as unset when they are empty', async () => {
    for (const [accessKey, access] of [
      ['env-access', 'env-access'],
      ['', 'stored-access'],
    ] as const) {
      const { secrets } = build({ environment: { accessKey, resultsKey: ' \n' } })
      await secrets.setKey(profile(), 'access', 'stored-access')
      await secrets.setKey(profile(), 'results', 'stored-results')
      expect(await keysOf(secrets)).toEqual([access, 'stored-results'])
    }
  })
})

it('profiles that are not saved leave the keychain alone: the demo brings its keys', async () => {
  const { secrets, counted } = build({ environment: { accessKey: 'env-access' } })
  expect(await keysOf(secrets, profile({ kind: 'demo' }))).toEqual(['demo-access', 'demo-results'])
  const set = await secrets.setKey(profile({ kind: 'demo' }), 'access', 'typed-key')
  expect(set).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  expect(counted.calls).toBe(0)
})

it('profiles that are not saved leave the keychain alone: one named by its URLs has keys for this run only', async () => {
  const { secrets, counted } = build()
  const unsaved = profile({ kind: 'unsaved' })
  expect(await keysOf(secrets, unsaved)).toEqual(none)
  await secrets.setKey(unsaved, 'access', 'typed-key')
  expect(await keysOf(secrets, unsaved)).toEqual(['typed-key', null])
  await secrets.forget(unsaved)
  expect(await keysOf(secrets, unsaved)).toEqual(none)
  expect(counted.calls).toBe(0)
})

describe('the keychain', () => {
  it('is not asked again for a key that is known', async () => {
    const { secrets, counted } = await saved('secret-one', 'secret-two')
    const before = counted.calls
    for (let call = 0; call < 20; call += 1) await secrets.credentialsFor(profile())
    expect(counted.calls).toBe(before)
  })

  it('does not give the old key after a new one was set or the key was forgotten', async () => {
    const { secrets } = await saved('secret-one')
    await keysOf(secrets)
    await secrets.setKey(profile(), 'access', 'secret-two')
    expect(await keysOf(secrets)).toEqual(['secret-two', null])
    await secrets.forget(profile(), 'access')
    expect(await keysOf(secrets)).toEqual(none)
  })

  it('that fails after a good start is an error, not a missing key', async () => {
    const { secrets, counted } = build()
    counted.broken = 'timeout'
    expect(await keysOf(secrets)).toEqual({ kind: 'keychain-unavailable', reason: 'timeout' })
  })

  it('that is locked does not let a forgotten key come back when it opens', async () => {
    const { secrets, counted, inner } = await saved('secret-one')
    Object.assign(counted, { broken: 'locked', isProbeBroken: true })
    expect(await secrets.forget(profile(), 'access')).toMatchObject({ ok: false })
    counted.broken = null
    expect(await keysOf(secrets)).toEqual(none)
    expect(await inner.get('p1/access')).toEqual({ ok: true, value: null })
  })

  it('with damaged content is as good as empty', async () => {
    const { secrets, inner } = build()
    for (const text of ['', 'plain', '[]', 'null', '{"origin":"https://api.example"}', '{"origin":1,"key":2}']) {
      await inner.set('p1/access', text)
      expect(await keysOf(secrets)).toEqual(none)
    }
  })
})

describe('what is shown of a key', () => {
  it('is nothing for keys under 16 characters and the last 4 of longer ones', async () => {
    const last4Of = (key: string) => build().secrets.setKey(profile(), 'access', key)
    expect(await last4Of('123456789012345')).toMatchObject({ value: { last4: null } })
    expect(await last4Of('1234567890123456')).toMatchObject({ value: { last4: '3456' } })
  })

  it('is never the value, also where it is refused', async () => {
    const { secrets } = build()
    const odd = ['geheim\u0000key', 'geheim\r\nX: 1', 'geheim-ключ', 'geheim\u0085', 'geheim'.repeat(2000), '  \n']
    for (const value of odd) {
      const set = await secrets.setKey(profile(), 'access', value)
      expect(set).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
      expect(JSON.stringify(set)).not.toContain('geheim')
    }
  })
})

it('the mask learns every secret, and of header values whether they are keys by the name of the header', async () => {
  const learned: string[] = []
  const learn = (text: string, isKey: boolean) => void learned.push(isKey ? text : `${text} in a header`)
  const { secrets } = build({ environment: { resultsKey: 'env-results' }, learn })
  await secrets.setKey(profile(), 'access', 'secret-one')
  for (const name of ['X-Tenant', 'X-Api-Key'])
    await secrets.setHeaderValue(profile(), { name, service: 'main' }, `value of ${name}`)
  await secrets.credentialsFor(profile({ kind: 'demo' }))
  const values = ['value of X-Tenant in a header', 'value of X-Api-Key']
  expect(new Set(learned)).toEqual(new Set(['env-results', 'secret-one', 'demo-access', 'demo-results', ...values]))
})
