import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { ExtraHeader, KeysStatus, KeyState, Profile, TypedKeys } from '../../../preload/contract/organizations.ts'
import type { KeychainReason, KeyName, Result } from '../../../preload/contract/result.ts'
import { namesSecret } from '../../../preload/shared/keyLike.ts'
import { isLoopbackHost } from '../../kernel/urls.ts'
import { holdSecrets } from './heldSecrets.ts'
import type { Credentials } from '../../platform/http/eventService.ts'
import type { Keychain } from '../../platform/keychain/keychain.ts'
import { invalidInput, type Failure } from '../../kernel/result.ts'
import { createQueue } from '../../kernel/turns.ts'

export type DemoKeys = { readonly accessKey: string; readonly resultsKey: string }

export type SecretsParts = {
  readonly keychain: Keychain
  /** Holds what the keychain cannot, for this run. */
  readonly memory: Keychain
  /**
   * From the environment of a terminal or browser face; an empty text is unset. Such a key goes to this machine, and to the
   * other origins that profiles had when the process began (`origins`). Without any it goes to the first one that it is used
   * for, and follows that profile until a service has accepted it: then a page that points a profile elsewhere gets none.
   */
  readonly environment: {
    readonly accessKey?: string | undefined
    readonly resultsKey?: string | undefined
    readonly origins?: { readonly [K in KeyName]: readonly string[] }
  }
  /** The demo service's keys; null when it cannot start. */
  readonly demoKeys: () => Promise<DemoKeys | null>
  /** Called with every secret in use, so that logs can hide it. `isKey` is false for the value of a header that is not named like a key. */
  readonly learn?: (secret: string, isKey: boolean) => void
}

export type Secrets = {
  /**
   * The profile with its secrets; a key that is not set is null. Errors: `keychain-unavailable` when none of its keys
   * can be had because of the keychain, or when a keychain that worked fails now.
   */
  readonly credentialsFor: (profile: Profile) => Promise<Result<Credentials>>
  /** As `credentialsFor`, for a profile as it is typed: what is not typed is that of `before`, for the same origin only. Keeps nothing. */
  readonly typedCredentials: (
    profile: Profile,
    before: Profile | null,
    typed: TypedSecrets,
  ) => Promise<Result<Credentials>>
  /** Errors: invalid-input (never quoting the value), keychain-unavailable. */
  readonly setKey: (profile: Profile, which: KeyName, value: string) => Promise<Result<KeyState>>
  readonly setHeaderValue: (profile: Profile, header: ExtraHeader, value: string) => Promise<Result<null>>
  readonly forgetHeaderValue: (profile: Profile, header: ExtraHeader) => Promise<Result<null>>
  /** Without `which` also the values of the extra headers. */
  readonly forget: (profile: Profile, which?: KeyName) => Promise<Result<null>>
  /** Call it before a profile changes: returns a way to restore its current secrets. Errors: keychain-unavailable. */
  readonly hold: (before: Profile, after: Profile) => Promise<Result<() => Promise<void>>>
  /** After a profile's URLs changed: forgets every secret that was saved for another origin. */
  readonly forgetMoved: (profile: Profile) => Promise<Result<null>>
  /** A call to that URL brought an answer of the service itself. */
  readonly accepted: (which: KeyName, url: string) => void
  readonly status: (profiles: readonly Profile[]) => Promise<KeysStatus>
  /** Why some key of a saved profile is held for this run only; null when none is. Asks no keychain. */
  readonly lostAtEnd: () => KeychainReason | null
}

/** A header without a value has the one that is held. */
type TypedSecrets = {
  readonly keys: TypedKeys
  readonly headers: readonly (ExtraHeader & { readonly value?: string })[]
}

type Place = 'keychain' | 'memory'
type Held = { readonly key: string; readonly origin: string; readonly heldIn: Place }
/** One secret: its account in the keychain and the origin that alone may receive it, null while that is unknown. */
type Slot = { readonly account: string; readonly origin: string | null; readonly isKey: boolean }
/** Where a key of the environment went for want of any origin known before. */
type Binding = { readonly origin: string; readonly profileId: ProfileId; readonly isAccepted: boolean }
type StoredSecret = { readonly origin: string; readonly key: string }

const ok: Result<null> = { ok: true, value: null }
const unset: KeyState = { isSet: false, last4: null, heldIn: null }
const longestSecret = 8192
const shortestWithLast4 = 16

/** A secret as it can stand in an HTTP header (RFC 9110 field value, no control characters), or what is wrong with it. */
export const readSecret = (text: string): Result<string> => {
  const value = text.trim()
  if (value === '') return invalidInput('value', 'is empty')
  if (value.length > longestSecret) return invalidInput('value', `is longer than ${longestSecret} characters`)
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value)) {
    return invalidInput('value', 'has characters that an HTTP header cannot carry')
  }
  return { ok: true, value }
}

const originOf = (url: string | null): string | null => {
  const origin = url === null ? undefined : URL.parse(url)?.origin
  return origin === undefined || origin === 'null' ? null : origin
}

const isOnThisMachine = (origin: string): boolean => isLoopbackHost(URL.parse(origin)?.hostname ?? '')

const keySlot = (profile: Profile, which: KeyName): Slot => ({
  account: `${profile.id}/${which}`,
  origin: originOf(which === 'access' ? profile.baseUrl : profile.resultsUrl),
  isKey: true,
})

const headerSlot = (profile: Profile, header: ExtraHeader): Slot => ({
  account: `${profile.id}/header:${header.service}:${header.name.toLowerCase()}`,
  origin: originOf(header.service === 'main' ? profile.baseUrl : profile.resultsUrl),
  isKey: namesSecret(header.name),
})

const slotsOf = (profile: Profile): readonly Slot[] => [
  keySlot(profile, 'access'),
  keySlot(profile, 'results'),
  ...profile.extraHeaders.map((header) => headerSlot(profile, header)),
]

const parseStored = (text: string): StoredSecret | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('origin' in value) || !('key' in value)) return null
    const { origin, key } = value
    return typeof origin === 'string' && typeof key === 'string' ? { origin, key } : null
  } catch {
    return null
  }
}

const stateOf = (key: string | null, heldIn: KeyState['heldIn']): KeyState =>
  key === null ? unset : { isSet: true, last4: key.length >= shortestWithLast4 ? key.slice(-4) : null, heldIn }

/**
 * Keys and extra header values: from the environment, else the keychain, else (where there is none) from memory for this
 * run. Every stored secret is bound to the origin it was saved for. With both keys in the environment, and for profiles
 * that are not saved, the keychain is never asked.
 */
export const createSecrets = (parts: SecretsParts): Secrets => {
  const { keychain, memory, demoKeys, learn = () => undefined } = parts
  const environment: { readonly [K in KeyName]: string | null } = {
    access: environmentKey(parts.environment.accessKey),
    results: environmentKey(parts.environment.resultsKey),
  }
  for (const key of [environment.access, environment.results]) if (key !== null) learn(key, true)
  const isKeychainUnused = environment.access !== null && environment.results !== null
  const elsewhere = (origins: readonly string[] = []): Set<string> =>
    new Set(origins.filter((origin) => !isOnThisMachine(origin)))
  const environmentOrigins = {
    access: elsewhere(parts.environment.origins?.access),
    results: elsewhere(parts.environment.origins?.results),
  }
  const bindings: { [K in KeyName]: Binding | null } = { access: null, results: null }
  const mayGoTo = (origin: string, { id }: Profile, which: KeyName): boolean => {
    const origins = environmentOrigins[which]
    if (origins.size > 0) return origins.has(origin)
    const binding = bindings[which]
    // A mistyped URL must not keep the key from the right one.
    return binding === null || binding.origin === origin || (!binding.isAccepted && binding.profileId === id)
  }
  const fromEnvironment = (profile: Profile, which: KeyName): string | null => {
    const { origin } = keySlot(profile, which)
    if (environment[which] === null || origin === null || isOnThisMachine(origin)) return environment[which]
    return mayGoTo(origin, profile, which) ? environment[which] : null
  }
  /** To be sent: a mere look binds a key to nothing. */
  const boundFromEnvironment = (profile: Profile, which: KeyName): string | null => {
    const key = fromEnvironment(profile, which)
    const { origin } = keySlot(profile, which)
    if (key === null || origin === null || isOnThisMachine(origin) || bindings[which]?.origin === origin) return key
    bindings[which] = { origin, profileId: profile.id, isAccepted: false }
    return key
  }
  const unbind = ({ id }: Profile): void => {
    for (const which of ['access', 'results'] as const) {
      const binding = bindings[which]
      if (binding?.profileId === id && !binding.isAccepted) bindings[which] = null
    }
  }
  const known = new Map<string, Held>()
  /** Accounts held in memory for want of a keychain. */
  const lost = new Map<string, KeychainReason>()
  /** Accounts that were forgotten while the keychain could not be asked. */
  const owed = new Set<string>()
  const inTurn = createQueue()

  const usesKeychain = (profile: Profile): boolean => profile.kind === 'saved' && !isKeychainUnused

  const unavailableReason = async (profile: Profile): Promise<KeychainReason | null> => {
    if (!usesKeychain(profile)) return null
    const probed = await keychain.probe()
    return probed.ok ? null : probed.reason
  }

  const settleDebt = async (account: string): Promise<Result<null>> => {
    const forgotten = owed.has(account) ? await keychain.forget(account) : ok
    if (forgotten.ok) owed.delete(account)
    return forgotten
  }

  const load = async (place: Place, { account, origin, isKey }: Slot): Promise<Result<Held | null>> => {
    const store = place === 'keychain' ? keychain : memory
    const found = await store.get(account)
    if (!found.ok) return found
    const stored = found.value === null ? null : parseStored(found.value)
    if (stored !== null) learn(stored.key, isKey)
    if (stored === null || origin === null) return { ok: true, value: null }
    if (stored.origin === origin) return { ok: true, value: { ...stored, heldIn: place } }
    if (place === 'memory') lost.delete(account)
    const forgotten = await store.forget(account)
    return forgotten.ok ? { ok: true, value: null } : forgotten
  }

  /** Null when nothing usable is held; a secret saved for another origin is forgotten on the way. */
  const read = async (profile: Profile, slot: Slot): Promise<Result<Held | null>> => {
    const cached = known.get(slot.account)
    if (cached !== undefined && cached.origin === slot.origin) return { ok: true, value: cached }
    known.delete(slot.account)
    const inMemory = await load('memory', slot)
    const isEnough = !inMemory.ok || inMemory.value !== null || !usesKeychain(profile)
    if (isEnough || (await unavailableReason(profile)) !== null) return inMemory
    const settled = await settleDebt(slot.account)
    if (!settled.ok) return settled
    const inKeychain = await load('keychain', slot)
    if (inKeychain.ok && inKeychain.value !== null) known.set(slot.account, inKeychain.value)
    return inKeychain
  }

  const write = async (profile: Profile, { account, origin, isKey }: Slot, text: string): Promise<Result<Held>> => {
    if (profile.kind === 'demo') return invalidInput('profileId', 'the demo brings its own keys')
    if (origin === null) return invalidInput('profileId', 'the profile has no URL for this key yet')
    const secret = readSecret(text)
    if (!secret.ok) return secret
    const key = secret.value
    learn(key, isKey)
    known.delete(account)
    const reason = await unavailableReason(profile)
    const place: Place = usesKeychain(profile) && reason === null ? 'keychain' : 'memory'
    const set = await (place === 'keychain' ? keychain : memory).set(account, JSON.stringify({ origin, key }))
    if (!set.ok) return set
    if (reason === null) lost.delete(account)
    else lost.set(account, reason)
    if (place === 'keychain') {
      owed.delete(account)
      await memory.forget(account)
    }
    const held: Held = { key, origin, heldIn: place }
    if (place === 'keychain') known.set(account, held)
    return { ok: true, value: held }
  }

  const drop = async (profile: Profile, slots: readonly Slot[]): Promise<Result<null>> => {
    const reason = await unavailableReason(profile)
    let wasInMemory = false
    for (const { account } of slots) {
      known.delete(account)
      const inMemory = await memory.get(account)
      wasInMemory ||= inMemory.ok && inMemory.value !== null
      await memory.forget(account)
      lost.delete(account)
      if (usesKeychain(profile)) owed.add(account)
    }
    if (!usesKeychain(profile)) return ok
    // A locked keychain may still have the key, so this is a failure.
    if (reason === 'locked' || reason === 'timeout') {
      return wasInMemory ? ok : { ok: false, error: { kind: 'keychain-unavailable', reason } }
    }
    if (reason !== null) return ok
    for (const { account } of slots) {
      const settled = await settleDebt(account)
      if (!settled.ok) return settled
    }
    return ok
  }

  const storedCredentials = async (profile: Profile): Promise<Result<Credentials>> => {
    const access = boundFromEnvironment(profile, 'access') ?? (await keyOf(profile, keySlot(profile, 'access')))
    const results = boundFromEnvironment(profile, 'results') ?? (await keyOf(profile, keySlot(profile, 'results')))
    if (isFailure(access)) return access
    if (isFailure(results)) return results
    const reason = access === null && results === null ? await unavailableReason(profile) : null
    if (reason !== null) return { ok: false, error: { kind: 'keychain-unavailable', reason } }
    const extraHeaders: (ExtraHeader & { readonly value: string })[] = []
    for (const header of profile.extraHeaders) {
      const value = await keyOf(profile, headerSlot(profile, header))
      if (isFailure(value)) return value
      if (value !== null) extraHeaders.push({ ...header, value })
    }
    return { ok: true, value: { ...addresses(profile), accessKey: access, resultsKey: results, extraHeaders } }
  }

  const keyOf = async (profile: Profile, slot: Slot): Promise<string | null | Failure> => {
    const held = await read(profile, slot)
    return held.ok ? (held.value?.key ?? null) : held
  }

  const typedCredentials = async (
    profile: Profile,
    before: Profile | null,
    { keys, headers }: TypedSecrets,
  ): Promise<Result<Credentials>> => {
    const accessKey = keys.accessKey?.trim()
    const resultsKey = keys.resultsKey?.trim()
    const isAllTyped =
      accessKey !== undefined && resultsKey !== undefined && headers.every(({ value }) => value !== undefined)
    const known = before === null || isAllTyped ? null : await storedCredentials(before)
    if (known?.ok === false) return known
    const held = known?.value ?? null
    const stays = (service: ExtraHeader['service']): boolean =>
      before !== null &&
      headerSlot(before, { name: '', service }).origin === headerSlot(profile, { name: '', service }).origin
    for (const key of [accessKey, resultsKey]) if (key !== undefined) learn(key, true)
    for (const { name, value } of headers) if (value !== undefined) learn(value.trim(), namesSecret(name))
    const extraHeaders = headers.flatMap(({ name, service, value }) => {
      const same = held?.extraHeaders.find((one) => one.name === name && one.service === service && stays(service))
      const sent = value?.trim() ?? same?.value
      return sent === undefined ? [] : [{ name, service, value: sent }]
    })
    return {
      ok: true,
      value: {
        ...addresses(profile),
        accessKey: accessKey ?? (stays('main') ? (held?.accessKey ?? null) : null),
        resultsKey: resultsKey ?? (stays('results') ? (held?.resultsKey ?? null) : null),
        extraHeaders,
      },
    }
  }

  const demoCredentials = async (profile: Profile): Promise<Result<Credentials>> => {
    const keys = await demoKeys()
    for (const key of keys === null ? [] : [keys.accessKey, keys.resultsKey]) learn(key, true)
    const accessKey = keys?.accessKey ?? null
    const resultsKey = keys?.resultsKey ?? null
    return { ok: true, value: { ...addresses(profile), accessKey, resultsKey, extraHeaders: [] } }
  }

  const keyState = async (profile: Profile, which: KeyName): Promise<Result<KeyState>> => {
    if (profile.kind === 'demo') return { ok: true, value: { isSet: true, last4: null, heldIn: 'demo' } }
    const given = fromEnvironment(profile, which)
    if (given !== null) return { ok: true, value: stateOf(given, 'environment') }
    const held = await read(profile, keySlot(profile, which))
    return held.ok ? { ok: true, value: stateOf(held.value?.key ?? null, held.value?.heldIn ?? null) } : held
  }

  const keychainStatus = async (): Promise<KeysStatus['keychain']> => {
    if (isKeychainUnused) return { state: 'unused' }
    const probed = await keychain.probe()
    return probed.ok ? { state: 'available' } : { state: 'unavailable', reason: probed.reason }
  }

  const status = async (profiles: readonly Profile[]): Promise<KeysStatus> => {
    const listed: KeysStatus['profiles'][number][] = []
    for (const profile of profiles) {
      const access = await keyState(profile, 'access')
      const results = await keyState(profile, 'results')
      listed.push({
        profileId: profile.id,
        name: profile.name,
        access: access.ok ? access.value : unset,
        results: results.ok ? results.value : unset,
      })
    }
    // Read last: reading the keys may have shown that the keychain no longer responds.
    return { keychain: await keychainStatus(), profiles: listed }
  }

  return {
    credentialsFor: (profile) =>
      profile.kind === 'demo' ? demoCredentials(profile) : inTurn(() => storedCredentials(profile)),
    typedCredentials: (profile, before, typed) => inTurn(() => typedCredentials(profile, before, typed)),
    setKey: (profile, which, value) =>
      inTurn(async () => {
        const held = await write(profile, keySlot(profile, which), value)
        return held.ok ? keyState(profile, which) : held
      }),
    setHeaderValue: (profile, header, value) =>
      inTurn(async () => {
        const held = await write(profile, headerSlot(profile, header), value)
        return held.ok ? ok : held
      }),
    forgetHeaderValue: (profile, header) => inTurn(() => drop(profile, [headerSlot(profile, header)])),
    forget: (profile, which) =>
      inTurn(() => {
        if (which === undefined) unbind(profile)
        return drop(profile, which === undefined ? slotsOf(profile) : [keySlot(profile, which)])
      }),
    hold: (before, after) =>
      inTurn(async () => {
        const accounts = [...new Set([...slotsOf(before), ...slotsOf(after)].map(({ account }) => account))]
        const reason = await unavailableReason(before)
        const place = usesKeychain(before) && reason === null ? keychain : null
        const held = await holdSecrets({ keychain: place, memory }, accounts)
        if (!held.ok) return held
        const putBack = async (): Promise<void> => {
          for (const account of accounts) {
            known.delete(account)
            owed.delete(account)
          }
          for (const account of await held.value()) lost.set(account, 'no-service')
        }
        return { ok: true, value: () => inTurn(putBack) }
      }),
    forgetMoved: (profile) =>
      inTurn(async () => {
        if (profile.kind === 'demo') return ok
        for (const slot of slotsOf(profile)) {
          const held = await read(profile, slot)
          if (!held.ok) return held
        }
        return ok
      }),
    accepted: (which, url) => {
      const binding = bindings[which]
      if (binding?.origin === originOf(url)) bindings[which] = { ...binding, isAccepted: true }
    },
    status: (profiles) => inTurn(() => status(profiles)),
    lostAtEnd: () => [...lost.values()][0] ?? null,
  }
}

const isFailure = (value: string | null | Failure): value is Failure => typeof value === 'object' && value !== null

const environmentKey = (text: string | undefined): string | null => {
  const key = readSecret(text ?? '')
  return key.ok ? key.value : null
}

const addresses = (
  profile: Profile,
): Pick<Credentials, 'profileId' | 'baseUrl' | 'resultsUrl' | 'accessHeader' | 'resultsHeader'> => ({
  profileId: profile.id,
  baseUrl: profile.baseUrl,
  resultsUrl: profile.resultsUrl,
  accessHeader: profile.accessHeader,
  resultsHeader: profile.resultsHeader,
})
