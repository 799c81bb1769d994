import * as z from 'zod'
import { headerNameFault, keyIssue } from '../shared/keyLike.ts'
import { name, nothing, secret, url } from './bounds.ts'
import { profileId, type Guid, type ProfileId, type RaceGuid } from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import { keyNames, type AppError, type KeychainReason } from './result.ts'

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

const headerName = () =>
  z
    .string()
    .max(1_000)
    .refine((text) => headerNameFault(text) !== 'key', keyIssue)
    .refine((text) => headerNameFault(text) !== 'token', 'a header name')

/** The keys that are typed with an organization. */
export type TypedKeys = { readonly accessKey?: string; readonly resultsKey?: string }

/** Without an id: a new profile. */
export type ProfileDraft = Parsed<typeof profileDraft>
const profileDraft = () =>
  z.strictObject({
    id: profileId().exactOptional(),
    name: name(),
    baseUrl: url(),
    resultsUrl: url().nullable(),
    accessHeader: headerName().exactOptional(),
    resultsHeader: headerName().exactOptional(),
    /** The whole list; a header without `value` keeps the one that is stored. */
    extraHeaders: z
      .array(
        z.strictObject({ name: headerName(), service: z.enum(['main', 'results']), value: secret().exactOptional() }),
      )
      .max(20)
      .exactOptional(),
  })

export type DemoExamples = {
  readonly profileId: ProfileId
  /** The race is in progress: results still come in. */
  readonly isLive: boolean
  readonly orders: readonly Guid[]
  /** Those that take promo codes. */
  readonly races: readonly RaceGuid[]
}

export type ServiceCheck =
  | { readonly ok: true; readonly tookMs: number }
  | { readonly ok: false; readonly error: AppError }

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

const keyName = () => z.enum(keyNames)

/** An organization as a form has it, with the keys that are typed there; a results key needs the results URL. */
const typedProfile = () =>
  z.strictObject({
    profile: profileDraft(),
    accessKey: secret().exactOptional(),
    resultsKey: secret().exactOptional(),
  })
const typedKeys = /^(?:accessKey|resultsKey|profile\.extraHeaders\.\d+\.value)$/

export const organizationsOperations = {
  'profile:list': operation<readonly Profile[]>()(nothing),
  /**
   * `demo`: makes the demo profile (or finds it) with its stage saved; unless its service runs already, as a race in progress
   * (`isLive`) and with names in the page's `language`, as long as the setting leaves that to the system.
   */
  'profile:save': operation<Profile>()(
    () =>
      z.union([
        typedProfile(),
        z.strictObject({
          demo: z.literal(true),
          isLive: z.boolean().exactOptional(),
          language: z.enum(['en', 'ru']).exactOptional(),
        }),
      ]),
    typedKeys,
  ),
  /** Makes the demo profile (or finds it), and names what its service has to try. */
  'profile:demo': operation<DemoExamples>()(nothing),
  /** Forgets the profile and its keys; stages taken with it stay. */
  'profile:remove': operation<null>()(() => z.strictObject({ id: profileId() })),
  /** Asks with a stored profile, or with one as it is typed, which is not stored. */
  'profile:check': operation<{ readonly main: ServiceCheck; readonly results: ServiceCheck }>()(
    () => z.union([z.strictObject({ id: profileId() }), typedProfile()]),
    typedKeys,
  ),
  'keys:set': operation<KeyState>()(
    () => z.strictObject({ profileId: profileId(), which: keyName(), value: secret() }),
    /^value$/,
  ),
  'keys:status': operation<KeysStatus>()(nothing),
  /** Without `which`: both keys and the extra headers' values. */
  'keys:forget': operation<null>()(() => z.strictObject({ profileId: profileId(), which: keyName().exactOptional() })),
}

export type OrganizationsEvents = {
  'profile:changed': { readonly id: ProfileId }
  'keys:changed': { readonly profileId: ProfileId }
}
