import type { ProfileId } from './ids.ts'
import type { AppError, KeyName, KeychainReason } from './result.ts'

/** An extra request header of a profile; its value is a secret and never comes back. */
export type ExtraHeader = { readonly name: string; readonly service: 'main' | 'results' }

export type Profile = {
  readonly id: ProfileId
  readonly name: string
  /** `demo`: the built-in demo race, which brings its own keys. `unsaved`: named on a command line by its two URLs. */
  readonly kind: 'saved' | 'demo' | 'unsaved'
  readonly baseUrl: string
  /** Null until the results origin is known and confirmed. */
  readonly resultsUrl: string | null
  readonly accessHeader: string
  readonly resultsHeader: string
  readonly extraHeaders: readonly ExtraHeader[]
}

export type ProfileDraft = {
  /** Absent: a new profile. */
  readonly id?: ProfileId
  readonly name: string
  readonly baseUrl: string
  readonly resultsUrl: string | null
  readonly accessHeader?: string
  readonly resultsHeader?: string
  /** The whole list; a header without `value` keeps the one that is stored. */
  readonly extraHeaders?: readonly (ExtraHeader & { readonly value?: string })[]
}

export type ServiceCheck =
  { readonly ok: true; readonly tookMs: number } | { readonly ok: false; readonly error: AppError }

export type KeyState = {
  readonly isSet: boolean
  /** Last 4 characters of keys of 16 or more, else null. */
  readonly last4: string | null
  readonly heldIn: 'keychain' | 'memory' | 'environment' | 'demo' | null
}

export type KeysStatus = {
  /** `unavailable`: keys live in memory for this run only. `unused`: nothing has asked the keychain (keys come from the environment). */
  readonly keychain:
    | { readonly state: 'available' }
    | { readonly state: 'unused' }
    | { readonly state: 'unavailable'; readonly reason: KeychainReason }
  readonly profiles: readonly {
    readonly profileId: ProfileId
    readonly name: string
    readonly access: KeyState
    readonly results: KeyState
  }[]
}

export type OrganizationsOperations = {
  'profile:list': { readonly input: Record<string, never>; readonly value: readonly Profile[] }
  /** `demo`: makes the demo profile (or finds it) with its stage saved. */
  'profile:save': {
    readonly input: { readonly profile: ProfileDraft } | { readonly demo: true }
    readonly value: Profile
  }
  /** Forgets the profile and its keys; stages taken with it stay. */
  'profile:remove': { readonly input: { readonly id: ProfileId }; readonly value: null }
  'profile:check': {
    readonly input: { readonly id: ProfileId }
    readonly value: { readonly main: ServiceCheck; readonly results: ServiceCheck }
  }
  'keys:set': {
    readonly input: { readonly profileId: ProfileId; readonly which: KeyName; readonly value: string }
    readonly value: KeyState
  }
  'keys:status': { readonly input: Record<string, never>; readonly value: KeysStatus }
  /** Without `which`: both keys and the extra headers' values. */
  'keys:forget': { readonly input: { readonly profileId: ProfileId; readonly which?: KeyName }; readonly value: null }
}

export type OrganizationsEvents = {
  'profile:changed': { readonly id: ProfileId }
  'keys:changed': { readonly profileId: ProfileId }
}
