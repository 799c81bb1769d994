import { expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import type { Profile, ProfileDraft } from '../../../preload/contract/organizations.ts'
import { useCores } from '../../support/coreRig.ts'
import { inDatabase, type OpenCore } from '../../support/openCore.ts'
import type { Keychain } from '../../../main/platform/keychain/keychain.ts'

const cores = useCores()

const draft: ProfileDraft = {
  name: 'Organizer',
  baseUrl: 'https://api.example.org',
  resultsUrl: 'https://results.example.org',
  extraHeaders: [
    { name: 'X-Tenant', service: 'main', value: 'tenant-value' },
    { name: 'X-Gate', service: 'results', value: 'gate-value' },
  ],
}
const accounts = ['access', 'results', 'header:main:x-tenant', 'header:results:x-gate', 'header:main:x-new']

const createRefusing = () => {
  const memory = createMemoryKeychain()
  const rule = { refuses: (_step: 'set' | 'forget', _account: string): boolean => false }
  const refused = { ok: false, error: { kind: 'keychain-unavailable', reason: 'locked' } } as const
  const keychain: Keychain = {
    ...memory,
    set: async (account, secret) => (rule.refuses('set', account) ? refused : await memory.set(account, secret)),
    forget: async (account) => (rule.refuses('forget', account) ? refused : await memory.forget(account)),
  }
  return { rule, keychain }
}

const openWithKeys = async () => {
  const { rule, keychain } = createRefusing()
  const open = await cores.open({ env: {}, outside: { keychain } })
  const typed = { accessKey: 'access-key-of-the-test-1', resultsKey: 'results-key-of-the-test-2' }
  const saved = await open.call('profile:save', { profile: draft, ...typed })
  const keys = async () => (await open.call('keys:status', {})).profiles
  const secrets = () => Promise.all(accounts.map(async (account) => await keychain.get(`${saved.id}/${account}`)))
  const state = async () => [await open.call('profile:list', {}), await secrets(), await keys()]
  return { ...open, saved, rule, keys, secrets, state }
}

/** A database that refuses to change organizations, as a disk without room does. */
const refuseWrites = (open: OpenCore, step: 'UPDATE' | 'DELETE'): void =>
  inDatabase(open, ({ run }) => {
    run(`CREATE TRIGGER refuse BEFORE ${step} ON profiles BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  })

const moved = ({ id }: Profile): ProfileDraft => ({
  id,
  name: 'Moved',
  baseUrl: 'https://api.elsewhere.example',
  resultsUrl: 'https://results.elsewhere.example',
  extraHeaders: [
    { name: 'X-Gate', service: 'results', value: 'new-gate-value' },
    { name: 'X-New', service: 'main', value: 'new-value' },
  ],
})

it('keeps every key when the database cannot store another address', async () => {
  const open = await openWithKeys()
  const before = await open.state()
  refuseWrites(open, 'UPDATE')
  expect(await open.ask('profile:save', { profile: moved(open.saved) })).toMatchObject({ ok: false })
  expect(await open.state()).toEqual(before)
})

it.each([
  ['will not take a new value', 'set', 'header:main:x-new'],
  ['will not forget the value of a header that is gone', 'forget', 'header:main:x-tenant'],
  ['will not forget the second key', 'forget', '/results'],
] as const)('keeps every key and the address when the keychain %s', async (_, step, account) => {
  const open = await openWithKeys()
  const before = await open.state()
  open.rule.refuses = (asked, name) => asked === step && name.endsWith(account)
  const error = { kind: 'keychain-unavailable' }
  expect(await open.ask('profile:save', { profile: moved(open.saved) })).toMatchObject({ ok: false, error })
  open.rule.refuses = () => false
  expect(await open.state()).toEqual(before)
})

it('keeps a key in memory that the keychain lost and refuses', async () => {
  const open = await openWithKeys()
  open.rule.refuses = (asked, name) => asked === 'set' || name.endsWith('/results')
  expect(await open.ask('profile:save', { profile: moved(open.saved) })).toMatchObject({ ok: false })
  expect(await open.call('profile:list', {})).toEqual([open.saved])
  expect(await open.keys()).toMatchObject([
    { access: { isSet: true, last4: 'st-1', heldIn: 'memory' }, results: { isSet: true, heldIn: 'keychain' } },
  ])
})

it('drops the keys of the old address once the new one is stored', async () => {
  const open = await openWithKeys()
  const saved = await open.call('profile:save', { profile: moved(open.saved) })
  expect(saved).toMatchObject({ name: 'Moved', baseUrl: 'https://api.elsewhere.example' })
  expect(await open.keys()).toMatchObject([{ access: { isSet: false }, results: { isSet: false } }])
  const values = (await open.secrets()).map((found) => JSON.stringify(found))
  expect(values.map((text) => /new-value|new-gate-value/.test(text))).toEqual([false, false, false, true, true])
})

it('keeps the keys of an organization that the database cannot remove', async () => {
  const open = await openWithKeys()
  const before = await open.state()
  refuseWrites(open, 'DELETE')
  expect(await open.ask('profile:remove', { id: open.saved.id })).toMatchObject({ ok: false })
  expect(await open.state()).toEqual(before)
})
