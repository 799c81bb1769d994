import { expect, it } from 'vitest'
import { atEnd } from '../../support/atEnd.ts'
import { createKeytarKeychain } from '../../../main/platform/keychain/keytarKeychain.ts'

/** Stands in for the native module: works on a map, and holds back the answers of the function named by `hold`. */
const createNative = () => {
  const entries = new Map<string, string>()
  const calls: string[] = []
  const held: (() => void)[] = []
  let holding: string | null = null
  const answer = <T>(name: string, work: () => T): Promise<T> => {
    calls.push(name)
    if (holding !== name) return Promise.resolve(work())
    return new Promise((resolve) => held.push(() => resolve(work())))
  }
  return {
    entries,
    calls,
    hold: (name: string) => {
      holding = name
    },
    letGo: () => {
      holding = null
      for (const settle of held.splice(0)) settle()
    },
    module: {
      getPassword: (_: string, account: string) => answer('get', () => entries.get(account) ?? null),
      setPassword: (_: string, account: string, secret: string) =>
        answer('set', () => void entries.set(account, secret)),
      deletePassword: (_: string, account: string) => answer('delete', () => entries.delete(account)),
    },
  }
}

const timedOut = { ok: false, error: { kind: 'keychain-unavailable', reason: 'timeout' } }

const open = () => {
  const native = createNative()
  atEnd(native.letGo)
  const keychain = createKeytarKeychain({ loadModule: () => Promise.resolve(native.module), deadlineMs: 30 })
  return { native, keychain }
}

it('takes a call that hangs after a working start for a timeout, not a lock, and counts as unavailable from then on', async () => {
  const { native, keychain } = open()
  expect(await keychain.probe()).toEqual({ ok: true })
  native.hold('get')
  expect(await keychain.get('one/access')).toEqual(timedOut)
  expect(await keychain.probe()).toEqual({ ok: false, reason: 'timeout' })
})

it('makes no second call beside one that hangs, which would use up the threads that files need', async () => {
  const { native, keychain } = open()
  native.hold('set')
  expect(await keychain.probe()).toEqual({ ok: false, reason: 'locked' })
  await Promise.all([keychain.get('a'), keychain.set('b', 'secret'), keychain.forget('c'), keychain.probe(true)])
  expect(native.calls).toEqual(['set'])
})

it('leaves nothing behind when a call succeeds after it was reported as failed', async () => {
  const { native, keychain } = open()
  await keychain.probe()
  native.hold('set')
  expect(await keychain.set('one/access', 'secret')).toEqual(timedOut)
  native.letGo()
  await expect.poll(() => native.calls.at(-1)).toBe('delete')
  expect([...native.entries]).toEqual([])
})

it('uses the keychain again once a call that hung is answered', async () => {
  const { native, keychain } = open()
  native.hold('set')
  expect(await keychain.probe()).toEqual({ ok: false, reason: 'locked' })
  native.letGo()
  await expect.poll(() => keychain.probe()).toEqual({ ok: true })
  expect(await keychain.set('one/access', 'secret')).toEqual({ ok: true, value: null })
  expect(await keychain.get('one/access')).toEqual({ ok: true, value: 'secret' })
})

it('returns an error when the native module throws', async () => {
  const broken = {
    ...createNative().module,
    setPassword: () => {
      throw new Error('Password is required.')
    },
  }
  const keychain = createKeytarKeychain({ loadModule: () => Promise.resolve(broken) })
  const error = { kind: 'keychain-unavailable', reason: 'no-service' }
  expect(await keychain.set('one/access', '')).toEqual({ ok: false, error })
})
