import type { Handlers } from '../../../preload/contract/operation.ts'
import type { organizationsOperations, Profile } from '../../../preload/contract/organizations.ts'
import type { KeyName } from '../../../preload/contract/result.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Demo, DemoWish } from '../../kernel/face.ts'
import type { Log } from '../../kernel/log.ts'
import { originOf } from '../../kernel/urls.ts'
import type { Keychain } from '../../platform/keychain/keychain.ts'
import { createKeytarKeychain } from '../../platform/keychain/keytarKeychain.ts'
import { createMemoryKeychain } from '../../platform/keychain/memoryKeychain.ts'
import type { Profiles } from './profiles.ts'
import { createSecrets, type Secrets } from './secrets.ts'

type OpenSecretsParts = {
  /** Undefined: that of the operating system. */
  readonly keychain: Keychain | undefined
  /** Null in a face that takes no keys from there. */
  readonly env: { readonly [name: string]: string | undefined } | null
  /** As they were when the process began. */
  readonly profiles: readonly Profile[]
  readonly demo: Pick<Demo, 'start'>
  readonly learn: (secret: string) => void
  readonly log: Log
}

export const openSecrets = ({ keychain, env, profiles, demo, learn, log }: OpenSecretsParts): Secrets =>
  createSecrets({
    keychain: keychain ?? createKeytarKeychain({ log }),
    memory: createMemoryKeychain(),
    environment:
      env === null
        ? {}
        : {
            accessKey: env['RACEDESK_ACCESS_KEY'],
            resultsKey: env['RACEDESK_RESULTS_KEY'],
            origins: originsOf(profiles),
          },
    demoKeys: () => demo.start(),
    learn,
  })

/** The demo's are its own business. */
const originsOf = (profiles: readonly Profile[]): { readonly [K in KeyName]: readonly string[] } => {
  const ours = profiles.filter(({ kind }) => kind !== 'demo')
  const known = (urls: readonly (string | null)[]): readonly string[] =>
    urls.flatMap((url) => (url === null ? [] : (originOf(url) ?? [])))
  return { access: known(ours.map(({ baseUrl }) => baseUrl)), results: known(ours.map((one) => one.resultsUrl)) }
}

const demoWish = ({ isLive = false, language }: { isLive?: boolean; language?: 'en' | 'ru' }): DemoWish => ({
  isLive,
  ...(language === undefined ? {} : { language: () => language }),
})

export const handleOrganizations = ({
  profiles,
  secrets,
  emit,
}: {
  readonly profiles: Profiles
  readonly secrets: Secrets
  readonly emit: Emit
}): Handlers<typeof organizationsOperations> => ({
  'profile:list': () => ({ ok: true, value: profiles.list() }),
  'profile:save': (input) =>
    'demo' in input ? profiles.saveDemo(demoWish(input)) : profiles.save(input.profile, input),
  'profile:demo': () => profiles.demoExamples(),
  'profile:remove': ({ id }) => profiles.remove(id),
  'profile:check': (input) => ('id' in input ? profiles.check(input.id) : profiles.checkTyped(input.profile, input)),
  'keys:set': async ({ profileId, which, value }) => {
    const profile = profiles.find(profileId)
    if (!profile.ok) return profile
    const state = await secrets.setKey(profile.value, which, value)
    if (state.ok) emit({ name: 'keys:changed', data: { profileId } })
    return state
  },
  'keys:status': async () => ({ ok: true, value: await secrets.status(profiles.list()) }),
  'keys:forget': async ({ profileId, which }) => {
    const profile = profiles.find(profileId)
    if (!profile.ok) return profile
    const forgotten = await secrets.forget(profile.value, which)
    if (forgotten.ok) emit({ name: 'keys:changed', data: { profileId } })
    return forgotten
  },
})
