import type { Keychain } from './keychain.ts'

/** Secrets for this run only; always works. */
export const createMemoryKeychain = (): Keychain => {
  const secrets = new Map<string, string>()
  return {
    probe: () => Promise.resolve({ ok: true }),
    get: (account) => Promise.resolve({ ok: true, value: secrets.get(account) ?? null }),
    set: (account, secret) => {
      secrets.set(account, secret)
      return Promise.resolve({ ok: true, value: null })
    },
    forget: (account) => {
      secrets.delete(account)
      return Promise.resolve({ ok: true, value: null })
    },
  }
}
