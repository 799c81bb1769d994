import { hash } from 'node:crypto'
import type { Input, Value } from '../../../preload/contract.ts'
import type { CallReply, CallRequest, CallVerdict, SavedCall } from '../../../preload/contract/calls.ts'
import type { Instant, ProfileId, SavedCallId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { isPromoPath, readCallPath, samePathKey } from './rules/callPath.ts'
import { judgeReply } from '../organizations/rules/envelope.ts'
import { fold, searchWords } from '../../kernel/fold.ts'
import { freeCallName, isNameOf, readSavedCalls, type NamedCall } from './rules/savedCallFile.ts'
import { apiUrl } from '../../kernel/urls.ts'
import type { Profiles } from '../organizations/profiles.ts'
import { readReplyBody, type ReplyReading, type ReplyReadings } from './replyReading.ts'
import type { Secrets } from '../organizations/secrets.ts'
import type { CallStore, StoredCall } from './callTables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Credentials, EventService, ServiceReply } from '../../platform/http/eventService.ts'
import { fail, type Failure } from '../../kernel/result.ts'

type Calls = {
  readonly send: (input: Input<'call:send'>) => Promise<Result<CallReply>>
  readonly cancel: (sendId: string) => boolean
  readonly list: (input: Input<'call:list'>) => Result<Value<'call:list'>>
  readonly save: (input: Input<'call:save'>) => Result<readonly SavedCall[]>
  readonly remove: (input: Input<'call:remove'>) => Result<null>
  /** Cancels what is under way and waits until its end is stored. */
  readonly stop: () => Promise<void>
}

export type CallsParts = {
  readonly store: CallStore
  readonly profiles: Profiles
  readonly secrets: Secrets
  readonly eventService: EventService
  readonly readings: ReplyReadings
  readonly emit: Emit
  readonly clock: Clock
  readonly isAnyPathAllowed: () => boolean
  /** The terminal's POST asks nothing (interface.md, `call`). */
  readonly isTerminal: boolean
  /** Hides the keys that this run has come by. */
  readonly mask: (text: string) => string
}

const shownLength = 100_000
const searchedLength = 20_000
const nothing: Result<null> = { ok: true, value: null }

export const createCalls = (parts: CallsParts): Calls => {
  const { store, profiles, secrets, emit } = parts
  const underWay = new Map<string, AbortController>()
  const ending = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const changed = (): void => emit({ name: 'calls:changed', data: {} })

  const send = async (input: Input<'call:send'>): Promise<Result<CallReply>> => {
    const profile = await profiles.ready(input.profileId)
    if (!profile.ok) return profile
    const refusal = refusalOf(parts, input)
    if (refusal !== null) return fail(refusal)
    const credentials = await secrets.credentialsFor(profile.value)
    if (!credentials.ok) return credentials
    const { sendId } = input
    if (sendId !== undefined && underWay.has(sendId)) return invalid('sendId', 'belongs to another call under way')
    const canceller = new AbortController()
    if (sendId !== undefined) underWay.set(sendId, canceller)
    try {
      const signal = AbortSignal.any([closing.signal, canceller.signal])
      return await carryOut(parts, { input, profile: profile.value, credentials: credentials.value, signal })
    } finally {
      if (sendId !== undefined) underWay.delete(sendId)
      changed()
    }
  }

  const save = (input: Input<'call:save'>): Result<readonly SavedCall[]> => {
    if ('file' in input) {
      const read = readSavedCalls(input.file)
      if (!read.ok) return read
      const added = importCalls(
        store,
        read.value.map((call) => ({ ...maskCall(call, parts.mask), name: parts.mask(call.name) })),
      )
      if (added.length > 0) changed()
      return { ok: true, value: added }
    }
    const { id = null, ...call } = input.call
    const problem = requestProblem(parts, call)
    if (problem !== null) return fail(problem)
    if (id !== null && !store.savedCalls().some((known) => known.id === id)) return notFound
    const kept = store.keepCall(id, maskCall({ ...call, name: call.name.trim() }, parts.mask))
    changed()
    return { ok: true, value: store.savedCalls().filter((known) => known.id === kept) }
  }

  return {
    send: (input) => {
      const sent = send(input)
      ending.add(sent)
      return sent.finally(() => ending.delete(sent))
    },
    cancel: (sendId) => {
      const found = underWay.get(sendId)
      found?.abort()
      return found !== undefined
    },
    list: ({ search = '', offset, limit }) => {
      const words = searchWords(search)
      const saved = store.savedCalls()
      const found = saved.filter((call) => {
        const text = fold(`${call.name} ${textOfRequest(call)}`)
        return words.every((word) => text.includes(word))
      })
      return { ok: true, value: { ...store.calls(words, offset, limit), saved: found } }
    },
    save,
    remove: (input) => {
      if ('saved' in input) {
        if (!store.removeSavedCall(input.saved)) return notFound
      } else {
        const removed = store.removeCalls('id' in input ? input.id : null)
        if ('id' in input && removed === 0) return notFound
        parts.readings.forget()
      }
      changed()
      return nothing
    },
    stop: async () => {
      closing.abort()
      await Promise.allSettled(ending)
    },
  }
}

const issue = (path: string, message: string): AppError => ({ kind: 'invalid-input', issues: [{ path, message }] })
const invalid = (path: string, message: string): Failure => fail(issue(path, message))
const notFound = fail({ kind: 'not-found', what: 'call' })

const requestProblem = (parts: Pick<CallsParts, 'isAnyPathAllowed'>, request: CallRequest): AppError | null => {
  const path = readCallPath(request.path, parts.isAnyPathAllowed())
  if (!path.ok) return path.error
  return request.method === 'GET' && request.body !== null ? issue('body', 'a GET has no body') : null
}

/** The reason not to send a call, in the order in which the user can fix it. */
const refusalOf = (parts: CallsParts, input: Input<'call:send'>): AppError | null => {
  const problem = requestProblem(parts, input)
  if (problem !== null || input.method === 'GET' || parts.isTerminal) return problem
  if (isPromoPath(input.path)) return issue('promo', 'promo codes are set through their preview')
  if (input.isConfirmed === true) return null
  const isKnown = parts.store.isPostConfirmed(input.profileId, samePathKey(input.path))
  return isKnown ? null : issue('isConfirmed', 'a POST to this path has to be confirmed')
}

type Sending = {
  readonly input: Input<'call:send'>
  readonly profile: Profile
  readonly credentials: Credentials
  readonly signal: AbortSignal
}

const carryOut = async (
  parts: CallsParts,
  { input, profile, credentials, signal }: Sending,
): Promise<Result<CallReply>> => {
  const { store, eventService, clock } = parts
  const { method, path, query, body, profileId } = input
  if (input.isRemembered === true && input.isConfirmed === true) store.confirmPost(profileId, samePathKey(path))
  const sentAt = new Date(clock()).toISOString() as Instant
  const reply = await eventService.call(credentials, {
    service: 'main',
    method,
    url: apiUrl(
      credentials.baseUrl,
      path,
      query.map(({ name, value }) => [name, value] as const),
    ),
    ...(body === null ? {} : { body: new TextEncoder().encode(body) }),
    isAnything: true,
    signal,
  })
  const sent = { request: maskCall({ method, path, query, body }, parts.mask), profile, sentAt }
  if (!reply.ok) {
    // A POST that may have been executed is recorded if the disk allows; a read without a reply needs no record.
    if (reply.error.kind === 'outcome-unknown') await storeLost(store, sent, reply.error).catch(() => undefined)
    return reply
  }
  const reading = await readReplyBody(reply.value.body, reply.value.headers['content-type'] ?? '')
  const stored = await storeReply(store, sent, reply.value, reading).catch((thrown: unknown) => {
    if (method === 'GET') throw thrown
    return unstoredPost(reply.value.status, thrown)
  })
  if ('ok' in stored) return stored
  parts.readings.remember(stored.id, reading)
  return { ok: true, value: describeReply(stored, reading) }
}

/** The error says that the POST was sent: a disk error alone would make the user send it again. */
const unstoredPost = (status: number, thrown: unknown): Extract<Result<never>, { ok: false }> => {
  const why = thrown instanceof Error ? thrown.message : String(thrown)
  const reason = `the POST was sent and answered with HTTP ${status}, but its reply could not be stored (${why})`
  return { ok: false, error: { kind: 'storage', reason } }
}

type Sent = { readonly request: CallRequest; readonly profile: Profile; readonly sentAt: Instant }

const storeReply = async (
  store: CallStore,
  sent: Sent,
  reply: ServiceReply,
  reading: ReplyReading,
): Promise<StoredCall> => {
  const call = {
    ...factsOf(sent),
    tookMs: reply.tookMs,
    status: reply.status,
    headers: reply.headers,
    verdict: verdictOf(reply, reading),
    sha256: hash('sha256', reply.body, 'hex'),
  }
  const id = await store.saveCall({
    ...call,
    body: reply.body,
    searchText: searchTextOf(sent, reply.status, reading.text),
  })
  return { ...call, id, sizeBytes: reply.body.length }
}

const storeLost = async (
  store: CallStore,
  sent: Sent,
  error: Extract<AppError, { kind: 'outcome-unknown' }>,
): Promise<void> => {
  await store.saveCall({
    ...factsOf(sent),
    tookMs: error.afterMs,
    status: null,
    headers: {},
    verdict: { kind: 'failed', error },
    sha256: '',
    body: null,
    searchText: searchTextOf(sent, null, ''),
  })
}

const factsOf = ({ request, profile, sentAt }: Sent) => ({
  method: request.method,
  path: request.path,
  query: request.query,
  requestBody: request.body,
  sentAt,
  profileId: profile.id as ProfileId | null,
  profileName: profile.name,
})

const verdictOf = (reply: ServiceReply, { value, excess }: ReplyReading): CallVerdict => {
  const judged = judgeReply(reply, value, 'access')
  if (!judged.ok) return { kind: 'failed', error: judged.error }
  if (excess !== null) return { kind: 'failed', error: excess }
  const { envelope } = judged.value
  return envelope === null ? { kind: 'no-envelope' } : { kind: 'success', message: envelope.message }
}

/** A stored call with the beginning of its reply. */
export const describeReply = (call: StoredCall, reading: ReplyReading | null): CallReply => {
  const table = reading?.rows() ?? null
  const text = reading?.text ?? ''
  return {
    ...call,
    body: text.slice(0, shownLength),
    isCut: text.length > shownLength,
    isText: reading?.isText ?? true,
    isJson: reading !== null && reading.value !== undefined,
    table: table && {
      rows: table.rows.length,
      columns: table.columns.map(({ name, kind }) => ({ name, kind })),
      incomplete: table.incomplete,
    },
  }
}

const textOfRequest = ({ method, path, query, body }: CallRequest): string =>
  [method, path, ...query.map(({ name, value }) => `${name}=${value}`), body?.slice(0, searchedLength) ?? ''].join(' ')

const searchTextOf = ({ request, profile }: Sent, status: number | null, reply: string): string =>
  fold([textOfRequest(request), profile.name, status ?? '', reply.slice(0, searchedLength)].join(' '))

const maskCall = <T extends CallRequest>(call: T, mask: (text: string) => string): T => ({
  ...call,
  path: mask(call.path),
  query: call.query.map(({ name, value }) => ({ name: mask(name), value: mask(value) })),
  body: call.body === null ? null : mask(call.body),
})

const sameRequest = (a: CallRequest, b: CallRequest): boolean =>
  textOfRequest({ ...a, body: null }) === textOfRequest({ ...b, body: null }) && a.body === b.body

/** Calls that are saved already under their name are left out; another one's name gets a number. */
const importCalls = (store: CallStore, calls: readonly NamedCall[]): readonly SavedCall[] => {
  const saved = store.savedCalls()
  const names = new Set(saved.map(({ name }) => name.toLowerCase()))
  const isKnown = (call: NamedCall): boolean =>
    saved.some((known) => isNameOf(known.name, call.name) && sameRequest(known, call))
  const added = new Set<SavedCallId>()
  for (const call of calls) {
    if (isKnown(call)) continue
    const name = freeCallName(call.name, names)
    names.add(name.toLowerCase())
    added.add(store.keepCall(null, { ...call, name }))
  }
  return store.savedCalls().filter(({ id }) => added.has(id))
}
