import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { StagePublishing } from '../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Keychain } from '../../platform/keychain/keychain.ts'
import { storeOf, type StoreTarget } from './rules/target.ts'

type SecretPlace = NonNullable<StagePublishing['secretIn']>
type Secret = { readonly secret: string; readonly in: SecretPlace }

type PublishSecretsParts = {
  readonly keychain: Keychain
  /** Holds what the keychain cannot, for this run. */
  readonly memory: Keychain
  /** Of the environment, by the kind of place; null without one. */
  readonly given: Readonly<Record<StoreTarget['kind'], string | null>>
  /** Told of every secret, so that logs can hide it. */
  readonly learn: (secret: string) => void
}

export type PublishSecrets = ReturnType<typeof createPublishSecrets>

const accountOf = (stage: StageGuid): string => `publish/${stage}`

/** Secrets of the places that stages are published to. A stored one goes to the place it was given for and to no other. */
export const createPublishSecrets = ({ keychain, memory, given, learn }: PublishSecretsParts) => {
  const storeNow = async (): Promise<{ readonly store: Keychain; readonly in: SecretPlace }> =>
    (await keychain.probe()).ok ? { store: keychain, in: 'keychain' } : { store: memory, in: 'memory' }

  return {
    /** Null: there is none for that place. */
    find: async (stage: StageGuid, target: StoreTarget): Promise<Result<Secret | null>> => {
      const fromEnvironment = given[target.kind]
      if (fromEnvironment !== null) {
        learn(fromEnvironment)
        return { ok: true, value: { secret: fromEnvironment, in: 'environment' } }
      }
      const held = await storeNow()
      const found = await held.store.get(accountOf(stage))
      if (!found.ok) return found
      const stored = found.value === null ? null : parseStored(found.value)
      if (stored === null || stored.place !== storeOf(target)) return { ok: true, value: null }
      learn(stored.secret)
      return { ok: true, value: { secret: stored.secret, in: held.in } }
    },
    save: async (stage: StageGuid, target: StoreTarget, secret: string): Promise<Result<null>> => {
      learn(secret)
      const { store } = await storeNow()
      return await store.set(accountOf(stage), JSON.stringify({ place: storeOf(target), secret }))
    },
    /** False: the keychain cannot be used now, and may have it. */
    forgetForGood: async (stage: StageGuid): Promise<boolean> => {
      await memory.forget(accountOf(stage))
      return (await keychain.probe()).ok && (await keychain.forget(accountOf(stage))).ok
    },
    forget: async (stage: StageGuid): Promise<Result<null>> => {
      const forgotten = await memory.forget(accountOf(stage))
      return forgotten.ok && (await keychain.probe()).ok ? await keychain.forget(accountOf(stage)) : forgotten
    },
  }
}

const parseStored = (text: string): { readonly place: string; readonly secret: string } | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('place' in value) || !('secret' in value)) return null
    const { place, secret } = value
    return typeof place === 'string' && typeof secret === 'string' ? { place, secret } : null
  } catch {
    return null
  }
}
