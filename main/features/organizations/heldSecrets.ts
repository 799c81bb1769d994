import type { Result } from '../../../preload/contract/result.ts'
import type { Keychain } from '../../platform/keychain/keychain.ts'

/** Restores all secrets. Returns the accounts that the keychain refused; their secrets are in memory. */
type PutBack = () => Promise<readonly string[]>

/** Copies the secrets of these accounts before a change. `keychain` is null when it cannot be used. Errors: keychain-unavailable. */
export const holdSecrets = async (
  { keychain, memory }: { readonly keychain: Keychain | null; readonly memory: Keychain },
  accounts: readonly string[],
): Promise<Result<PutBack>> => {
  const held: { readonly store: Keychain; readonly account: string; readonly text: string | null }[] = []
  // Memory is restored first, so that secrets refused by the keychain remain usable.
  for (const store of keychain === null ? [memory] : [memory, keychain]) {
    for (const account of accounts) {
      const found = await store.get(account)
      if (!found.ok) return found
      held.push({ store, account, text: found.value })
    }
  }
  return {
    ok: true,
    value: async () => {
      const refused: string[] = []
      for (const { store, account, text } of held) {
        const now = await store.get(account)
        if (now.ok && now.value === text) continue
        const back = text === null ? await store.forget(account) : await store.set(account, text)
        if (back.ok || text === null) continue
        await memory.set(account, text)
        refused.push(account)
      }
      return refused
    },
  }
}
