import type { Result } from '../../preload/contract.ts'
import type { Keychain } from './ports.ts'

/** Puts everything back as it was. Gives the accounts that the keychain did not take: they are in memory now. */
export type PutBack = () => Promise<readonly string[]>

/** Copies what is held under these accounts before it is changed. `keychain` null: it cannot be used. Errors: keychain-unavailable. */
export const holdSecrets = async (
  { keychain, memory }: { readonly keychain: Keychain | null; readonly memory: Keychain },
  accounts: readonly string[],
): Promise<Result<PutBack>> => {
  const held: { readonly store: Keychain; readonly account: string; readonly text: string | null }[] = []
  // Memory is put back first, so that what the keychain refuses can stay there.
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
