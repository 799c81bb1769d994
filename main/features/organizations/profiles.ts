import { randomUUID } from 'node:crypto'
import type { Guid, Instant, ProfileId, RaceGuid, StageGuid } from '../../../preload/contract/ids.ts'
import type {
  DemoExamples,
  ExtraHeader,
  Profile,
  ProfileDraft,
  ServiceCheck,
  TypedKeys,
} from '../../../preload/contract/organizations.ts'
import { keyNames, type AppError, type Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { readReply } from './rules/envelope.ts'
import { reservedHeaders } from '../../platform/http/headers.ts'
import { apiUrl, parseBaseUrl, parseServiceUrl, wholeAddress } from '../../kernel/urls.ts'
import { readSecret, type Secrets } from './secrets.ts'
import type { ProfileStore, StoredProfile } from './profileTables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Demo, DemoWish, RunningDemo } from '../../kernel/face.ts'
import type { Credentials, EventService } from '../../platform/http/eventService.ts'
import { fail, invalidInput, type Failure } from '../../kernel/result.ts'

export type Profiles = {
  readonly list: () => readonly Profile[]
  readonly find: (id: ProfileId) => Result<Profile>
  /** The profile with URLs that answer: the demo service is started when it is the demo's. */
  readonly ready: (id: ProfileId) => Promise<Result<Profile>>
  /** With the keys that are given: none is stored without the rest. */
  readonly save: (draft: ProfileDraft, keys?: TypedKeys) => Promise<Result<Profile>>
  /** Makes the demo profile, or finds it, with its stage saved. */
  readonly saveDemo: (wish: DemoWish) => Promise<Result<Profile>>
  /** Makes the demo profile, or finds it, and names what its service has to try. */
  readonly demoExamples: () => Promise<Result<DemoExamples>>
  readonly remove: (id: ProfileId) => Promise<Result<null>>
  readonly check: (id: ProfileId) => Promise<Result<Checks>>
  /** The same for an organization as it is typed; stores nothing. */
  readonly checkTyped: (draft: ProfileDraft, keys?: TypedKeys) => Promise<Result<Checks>>
}

type Checks = { readonly main: ServiceCheck; readonly results: ServiceCheck }

/** Where the stage of the demo goes. */
type DemoStageStore = {
  readonly stage: (guid: StageGuid) => Stage | null
  readonly saveStage: (stage: {
    readonly guid: StageGuid
    readonly profileId: ProfileId
    readonly profileName: string
    readonly at: Instant
  }) => void
  readonly renameStage: (guid: StageGuid, name: string) => void
}

type ProfilesParts = {
  readonly store: ProfileStore & DemoStageStore
  readonly secrets: Secrets
  readonly eventService: EventService
  readonly demo: Demo
  readonly emit: Emit
  readonly clock: Clock
  /** As the settings say, else the one asked for, else the system's. */
  readonly language: (asked?: 'en' | 'ru') => 'en' | 'ru'
  /** A profile of this process only, named by its two URLs. */
  readonly unsaved: Profile | null
}

export const defaultAccessHeader = 'X-Access-Key'
export const defaultResultsHeader = 'SERVICE-API-KEY'
const demoId = 'demo' as ProfileId
const demoNames = { en: 'Demo race', ru: 'Пример' } as const
const nobody = '00000000-0000-0000-0000-000000000000'

export const createProfiles = (parts: ProfilesParts): Profiles => {
  const { store, secrets, demo, emit, clock, unsaved } = parts
  const stored = (id: ProfileId): StoredProfile | null => store.profiles().find((profile) => profile.id === id) ?? null
  const list = (): readonly Profile[] => [...store.profiles().map(withoutTime), ...(unsaved === null ? [] : [unsaved])]

  const find = (id: ProfileId): Result<Profile> => {
    const profile = list().find((known) => known.id === id)
    return profile === undefined ? fail({ kind: 'not-found', what: 'profile' }) : { ok: true, value: profile }
  }

  const readDraft = (
    draft: ProfileDraft,
  ): Result<{ readonly before: StoredProfile | null; readonly profile: StoredProfile }> => {
    const before = draft.id === undefined ? null : stored(draft.id)
    if (draft.id !== undefined && before === null) return fail({ kind: 'not-found', what: 'profile' })
    if (before?.kind === 'demo') return invalidInput('profile.id', 'the demo profile cannot be changed')
    const checked = checkDraft(draft, before, store.profiles())
    if (!checked.ok) return checked
    const profile: StoredProfile = {
      ...checked.value,
      id: before?.id ?? (randomUUID() as string as ProfileId),
      createdAt: before?.createdAt ?? (new Date(clock()).toISOString() as Instant),
    }
    return { ok: true, value: { before, profile } }
  }

  const save = async (draft: ProfileDraft, keys: TypedKeys = {}): Promise<Result<Profile>> => {
    const read = readDraft(draft)
    if (!read.ok) return read
    const { before, profile } = read.value
    const held = before === null ? null : await secrets.hold(before, profile)
    if (held?.ok === false) return held
    // Checked again: another profile may have got the name while the keychain was busy.
    const still = checkDraft(draft, before, store.profiles())
    if (!still.ok) return still
    // The record is stored first: keys of the old address are removed only once the new one is on the disk.
    store.saveProfile(profile)
    const kept = await saveSecrets(secrets, profile, before, draft, keys)
    if (!kept.ok) {
      if (held !== null) await held.value()
      else await secrets.forget(profile)
      if (before === null) store.removeProfile(profile.id)
      else store.saveProfile(before)
      return kept
    }
    emit({ name: 'profile:changed', data: { id: profile.id } })
    emit({ name: 'keys:changed', data: { profileId: profile.id } })
    return { ok: true, value: withoutTime(profile) }
  }

  /** The demo profile with the addresses at which its service answers in this run. */
  const startDemo = async (
    wish: DemoWish = {},
  ): Promise<{ readonly profile: Profile; readonly running: RunningDemo }> => {
    const running = await demo.start(wish)
    const before = stored(demoId)
    const asked = wish.language?.()
    const others = store.profiles().filter(({ id }) => id !== demoId)
    const name =
      asked === undefined && before !== null ? before.name : freeName(demoNames[parts.language(asked)], others)
    const profile: StoredProfile = {
      id: demoId,
      name,
      kind: 'demo',
      baseUrl: running.url,
      resultsUrl: running.resultsUrl,
      accessHeader: defaultAccessHeader,
      resultsHeader: defaultResultsHeader,
      extraHeaders: [],
      createdAt: before?.createdAt ?? (new Date(clock()).toISOString() as Instant),
    }
    if (before?.baseUrl !== profile.baseUrl || before.resultsUrl !== profile.resultsUrl || before.name !== name) {
      store.saveProfile(profile)
      emit({ name: 'profile:changed', data: { id: demoId } })
    }
    return { profile: withoutTime(profile), running }
  }

  const saveDemo = async (wish: DemoWish): Promise<Result<Profile>> => {
    const { profile, running } = await startDemo(wish)
    const { stage } = running
    const guid = stage.guid as StageGuid
    if (store.stage(guid) === null) {
      const at = new Date(clock()).toISOString() as Instant
      store.saveStage({ guid, profileId: demoId, profileName: profile.name, at })
      store.renameStage(guid, stage.name)
      emit({ name: 'stage:changed', data: { stage: guid } })
    }
    return { ok: true, value: profile }
  }

  const demoExamples = async (): Promise<Result<DemoExamples>> => {
    const { isLive, orders, races } = (await startDemo()).running
    return {
      ok: true,
      value: { profileId: demoId, isLive, orders: orders as readonly Guid[], races: races as readonly RaceGuid[] },
    }
  }

  const ready = async (id: ProfileId): Promise<Result<Profile>> =>
    id === demoId && stored(id) !== null ? { ok: true, value: (await startDemo()).profile } : find(id)

  const checkWith = async (credentials: Result<Credentials>): Promise<Result<Checks>> => {
    if (!credentials.ok) return credentials
    const [main, results] = await Promise.all([
      checkMain(parts, credentials.value),
      checkResults(parts, credentials.value),
    ])
    return { ok: true, value: { main, results } }
  }

  return {
    list,
    find,
    save,
    saveDemo,
    demoExamples,
    ready,
    remove: async (id) => {
      const profile = stored(id)
      if (profile === null) return fail({ kind: 'not-found', what: 'profile' })
      const held = await secrets.hold(profile, profile)
      if (!held.ok) return held
      const forgotten = await secrets.forget(profile)
      // Keep a profile whose keys may still exist, so that they can be deleted later.
      if (!forgotten.ok) return forgotten
      try {
        store.removeProfile(id)
      } catch (thrown) {
        await held.value()
        throw thrown
      }
      emit({ name: 'profile:changed', data: { id } })
      return { ok: true, value: null }
    },
    check: async (id) => {
      const profile = await ready(id)
      return profile.ok ? await checkWith(await secrets.credentialsFor(profile.value)) : profile
    },
    checkTyped: async (draft, keys = {}) => {
      const read = readDraft(draft)
      if (!read.ok) return read
      for (const field of ['accessKey', 'resultsKey'] as const) {
        const value = keys[field]
        const secret = value === undefined ? null : readSecret(value)
        if (secret?.ok === false) return at(field, secret.error)
      }
      const { before, profile } = read.value
      const typed = { keys, headers: draft.extraHeaders ?? [] }
      return await checkWith(await secrets.typedCredentials(withoutTime(profile), before, typed))
    },
  }
}

const withoutTime = ({ createdAt: _, ...profile }: StoredProfile): Profile => profile

const freeName = (name: string, others: readonly StoredProfile[]): string => {
  let free = name
  for (let count = 2; others.some((other) => other.name.toLowerCase() === free.toLowerCase()); count += 1) {
    free = `${name} (${count})`
  }
  return free
}

const checkDraft = (
  draft: ProfileDraft,
  before: StoredProfile | null,
  others: readonly StoredProfile[],
): Result<Omit<StoredProfile, 'id' | 'createdAt'>> => {
  const name = draft.name.trim()
  if (others.some((other) => other.id !== before?.id && other.name.toLowerCase() === name.toLowerCase())) {
    return invalidInput('profile.name', 'another profile has this name')
  }
  const baseUrl = parseBaseUrl(wholeAddress(draft.baseUrl))
  if (!baseUrl.ok) return at('profile.baseUrl', baseUrl.error)
  const resultsUrl = draft.resultsUrl === null ? null : parseServiceUrl(wholeAddress(draft.resultsUrl))
  if (resultsUrl !== null && !resultsUrl.ok) return at('profile.resultsUrl', resultsUrl.error)
  const accessHeader = draft.accessHeader ?? before?.accessHeader ?? defaultAccessHeader
  const resultsHeader = draft.resultsHeader ?? before?.resultsHeader ?? defaultResultsHeader
  const extraHeaders = (draft.extraHeaders ?? before?.extraHeaders ?? []).map(({ name: header, service }) => ({
    name: header,
    service,
  }))
  for (const [path, header] of [
    ['profile.accessHeader', accessHeader] as const,
    ['profile.resultsHeader', resultsHeader] as const,
  ]) {
    if (reservedHeaders.has(header.toLowerCase())) return invalidInput(path, 'this header belongs to the app itself')
  }
  const taken = new Set([`main ${accessHeader.toLowerCase()}`, `results ${resultsHeader.toLowerCase()}`])
  for (const [index, { name: header, service }] of extraHeaders.entries()) {
    const path = `profile.extraHeaders.${index}.name`
    if (reservedHeaders.has(header.toLowerCase())) return invalidInput(path, 'this header belongs to the app itself')
    const key = `${service} ${header.toLowerCase()}`
    if (taken.has(key)) return invalidInput(path, 'this header is already set')
    taken.add(key)
  }
  for (const [index, { service, value }] of (draft.extraHeaders ?? []).entries()) {
    if (value === undefined) continue
    const path = `profile.extraHeaders.${index}.value`
    const secret = readSecret(value)
    if (!secret.ok) return at(path, secret.error)
    if (service === 'results' && resultsUrl === null) return invalidInput(path, 'the results service is not known yet')
  }
  return {
    ok: true,
    value: {
      name,
      kind: 'saved',
      baseUrl: baseUrl.value,
      resultsUrl: resultsUrl === null ? null : resultsUrl.value,
      accessHeader,
      resultsHeader,
      extraHeaders,
    },
  }
}

const at = (path: string, error: AppError): Failure =>
  error.kind === 'invalid-input'
    ? fail({ kind: 'invalid-input', issues: error.issues.map(({ message }) => ({ path, message })) })
    : fail(error)

const saveSecrets = async (
  secrets: Secrets,
  profile: Profile,
  before: Profile | null,
  draft: ProfileDraft,
  keys: TypedKeys,
): Promise<Result<null>> => {
  if (before !== null) {
    const moved = await secrets.forgetMoved(profile)
    if (!moved.ok) return moved
  }
  const isSame = (a: ExtraHeader, b: ExtraHeader): boolean => a.name === b.name && a.service === b.service
  for (const header of before?.extraHeaders ?? []) {
    if (profile.extraHeaders.some((kept) => isSame(kept, header))) continue
    const forgotten = await secrets.forgetHeaderValue(profile, header)
    if (!forgotten.ok) return forgotten
  }
  for (const { name, service, value } of draft.extraHeaders ?? []) {
    if (value === undefined) continue
    const set = await secrets.setHeaderValue(profile, { name, service }, value)
    if (!set.ok) return set
  }
  for (const which of keyNames) {
    const value = keys[`${which}Key`]
    if (value === undefined) continue
    const set = await secrets.setKey(profile, which, value)
    if (!set.ok) return at(`${which}Key`, set.error)
  }
  return { ok: true, value: null }
}

/** The race years list is the one call of the main API that needs nothing but the key. */
const checkMain = async ({ eventService, clock }: ProfilesParts, credentials: Credentials): Promise<ServiceCheck> => {
  const startedAt = clock()
  const url = apiUrl(credentials.baseUrl, '/v3/Races/Years')
  const reply = await eventService.call(credentials, { service: 'main', method: 'GET', url })
  if (!reply.ok) return reply
  const read = readReply(reply.value, 'access')
  return read.ok ? { ok: true, tookMs: clock() - startedAt } : read
}

/** Requests the results of an unknown stage: any reply but a rejected key proves that URL and key work. */
const checkResults = async (
  { eventService, clock }: ProfilesParts,
  credentials: Credentials,
): Promise<ServiceCheck> => {
  const { resultsUrl } = credentials
  if (resultsUrl === null) return fail({ kind: 'not-found', what: 'results URL' })
  const startedAt = clock()
  const url = apiUrl(resultsUrl, `/results/get/${nobody}/${nobody}/${nobody}`)
  const reply = await eventService.call(credentials, { service: 'results', method: 'GET', url })
  if (!reply.ok) return reply
  const read = readReply(reply.value, 'results')
  const isRefused = !read.ok && read.error.kind === 'key-rejected'
  const isBroken = !read.ok && read.error.kind === 'http' && read.error.status >= 500
  return isRefused || isBroken ? read : { ok: true, tookMs: clock() - startedAt }
}
