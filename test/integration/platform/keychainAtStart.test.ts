import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStageWithKeys } from '../../support/openCore.ts'
import type { Keychain } from '../../../main/platform/keychain/keychain.ts'

const cores = useCores()

const createCounted = () => {
  const asked: string[] = []
  const keychain = new Proxy(createMemoryKeychain(), {
    get: (inner, name: keyof Keychain) => {
      asked.push(name)
      return inner[name]
    },
  })
  return { asked, keychain }
}

it('opens, lists and shows what is stored without the keychain, or the system would ask for its password at every start', async () => {
  const race = await cores.race('Women')
  const { asked, keychain } = createCounted()
  const options = { dataDir: join(temporaryFolder(), 'data'), env: {}, outside: { keychain }, face: 'desktop' } as const
  const first = await cores.open(options)
  const stage = await addStageWithKeys(first, race)
  expect(await first.take(stage)).toMatchObject({ state: 'done' })
  await first.close()
  asked.splice(0)

  const { call, take } = await cores.open(options)
  for (const operation of ['app:info', 'app:settings', 'profile:list', 'stage:list', 'job:list'] as const) {
    await call(operation, {})
  }
  await call('stage:tree', { stage })
  expect(await call('results:page', { stage, offset: 0, limit: 10 })).toMatchObject({ total: 3 })
  await call('results:find', { search: 'women', limit: 10 })
  await call('results:changes', { stage, offset: 0, limit: 10 })
  await call('order:list', { offset: 0, limit: 10 })
  await call('call:list', { offset: 0, limit: 10 })
  await call('promo:history', {})
  expect(asked).toEqual([])

  expect(await take(stage)).toMatchObject({ state: 'done' })
  expect(asked).toContain('get')
})

it('tells every screen, not only Settings, that a key which was typed will be gone, until it is forgotten', async () => {
  const refusal = { ok: false, error: { kind: 'keychain-unavailable', reason: 'no-service' } } as const
  const broken: Keychain = {
    probe: () => Promise.resolve({ ok: false, reason: 'no-service' }),
    get: () => Promise.resolve(refusal),
    set: () => Promise.resolve(refusal),
    forget: () => Promise.resolve(refusal),
  }
  const open = await cores.open({ env: {}, outside: { keychain: broken }, face: 'desktop' })
  const profile = { name: 'Organizer', baseUrl: 'https://api.example', resultsUrl: null }
  const { id: profileId } = await open.call('profile:save', { profile })
  expect(await open.call('app:info', {})).toMatchObject({ keysLostAtEnd: null })
  await open.call('keys:set', { profileId, which: 'access', value: 'access-key-of-this-test' })
  await open.seen(({ name }) => name === 'keys:changed')
  expect(await open.call('app:info', {})).toMatchObject({ keysLostAtEnd: 'no-service' })
  await open.call('keys:forget', { profileId })
  expect(await open.call('app:info', {})).toMatchObject({ keysLostAtEnd: null })
})
