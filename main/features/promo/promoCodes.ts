import { createHash, randomUUID } from 'node:crypto'
import type { Input } from '../../../preload/contract.ts'
import type { Instant, ProfileId, PromoPreviewId, PromoReceiptId, RaceGuid } from '../../../preload/contract/ids.ts'
import type { PromoCode, PromoPreview, PromoReceipt, PromoRequest } from '../../../preload/contract/promo.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { comparePromoSets, promoBody } from './rules/promoSet.ts'
import { apiUrl } from '../../kernel/urls.ts'
import type { Profiles } from '../organizations/profiles.ts'
import { judgePromoReply } from './promoOutcome.ts'
import type { Secrets } from '../organizations/secrets.ts'
import type { PromoStore } from './promoTables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { EventService } from '../../platform/http/eventService.ts'
import { fail, invalidInput } from '../../kernel/result.ts'

type PromoCodes = {
  readonly preview: (input: Input<'promo:preview'>) => Promise<Result<PromoPreview>>
  readonly set: (input: Input<'promo:set'>) => Promise<Result<PromoReceipt>>
  /** Ends what is being sent as `unknown`, and waits until that is stored. */
  readonly stop: () => Promise<void>
}

export type PromoCodesParts = {
  readonly store: PromoStore
  readonly profiles: Pick<Profiles, 'ready'>
  readonly secrets: Pick<Secrets, 'credentialsFor'>
  readonly eventService: Pick<EventService, 'call'>
  readonly emit: Emit
  readonly clock: Clock
}

/** The exact bytes shown in a preview. */
type Promised = {
  readonly profileId: ProfileId
  readonly race: RaceGuid
  readonly url: string
  readonly body: Uint8Array
  readonly sha256: string
  readonly codes: readonly PromoCode[]
  /** The newest receipt of the race when the preview was made. */
  readonly after: PromoReceiptId | null
}

const path = '/v3/PromoCodes/Set'
/** Every change of the text makes a preview; only the newest can still be on a screen. */
const keptPreviews = 8
const searchedReceipts = 200

export const createPromoCodes = (parts: PromoCodesParts): PromoCodes => {
  const { store, profiles, secrets, eventService, emit, clock } = parts
  const previews = new Map<PromoPreviewId, Promised>()
  const stopping = new AbortController()
  const sendings = new Set<Promise<unknown>>()
  const instant = (): Instant => new Date(clock()).toISOString() as Instant

  const keep = (promised: Promised): PromoPreviewId => {
    const id = randomUUID() as string as PromoPreviewId
    previews.set(id, promised)
    for (const old of [...previews.keys()].slice(0, -keptPreviews)) previews.delete(old)
    return id
  }

  const preview = async (input: Input<'promo:preview'>): Promise<Result<PromoPreview>> => {
    // Loaded on first use: most runs send no promo codes.
    const { readPromoText } = await import('./promoReading.ts')
    const read = readPromoText(input)
    if (!read.ok) return read
    const { text, split, lines, codes, refused } = read.value
    const profile = await profiles.ready(input.profileId)
    if (!profile.ok) return profile
    const { race = null, profileId } = input
    const receipts = race === null ? [] : store.promoReceipts(race, searchedReceipts)
    const promised =
      race === null || refused > 0 || codes.length === 0
        ? null
        : promiseOf(profileId, race, profile.value.baseUrl, codes, receipts[0]?.id ?? null)
    return {
      ok: true,
      value: {
        id: promised === null ? null : keep(promised),
        race,
        reading: split.reading,
        lines,
        count: codes.length,
        refused,
        request: promised === null ? null : requestOf(promised),
        comparison: compareWithLast(store, receipts, codes),
        lastAttempt: receipts[0] ?? null,
        text: input.generate === undefined ? null : text,
      },
    }
  }

  const send = async (promised: Promised): Promise<Result<PromoReceipt> | 'not-begun'> => {
    const { profileId, race, url, body, sha256, codes } = promised
    const profile = await profiles.ready(profileId)
    if (!profile.ok) return profile
    if (apiUrl(profile.value.baseUrl, path, { raceGuid: race }) !== url) return 'not-begun'
    const credentials = await secrets.credentialsFor(profile.value)
    if (!credentials.ok) return credentials
    if (credentials.value.accessKey === null) return fail({ kind: 'key-missing', which: 'access' })
    // No await up to the receipt, so that two previews of the same race cannot both pass.
    const [last] = store.promoReceipts(race, 1)
    if ((last?.id ?? null) !== promised.after || last?.state === 'sending') return 'not-begun'
    const startedAt = clock()
    const id = store.beginPromoSet({
      race,
      profileName: profile.value.name,
      url,
      sentAt: instant(),
      count: codes.length,
      sha256,
      body,
      codes,
    })
    emit({ name: 'promo:changed', data: { race } })
    const { signal } = stopping
    const reply = await eventService.call(credentials.value, { service: 'main', method: 'POST', url, body, signal })
    const outcome = judgePromoReply(reply)
    try {
      store.endPromoSet(id, { ...outcome, finishedAt: instant() })
    } catch {
      // The record still says `sending`, indistinguishable from a lost request.
      return fail({ kind: 'outcome-unknown', afterMs: clock() - startedAt })
    }
    emit({ name: 'promo:changed', data: { race } })
    if (outcome.error !== null) return fail(outcome.error)
    const stored = store.promoReceipts(race, searchedReceipts).find((receipt) => receipt.id === id)
    return stored === undefined ? fail({ kind: 'not-found', what: 'receipt' }) : { ok: true, value: stored }
  }

  const set = async ({ previewId, confirmedCount }: Input<'promo:set'>): Promise<Result<PromoReceipt>> => {
    const promised = previews.get(previewId)
    if (promised === undefined) return fail({ kind: 'not-found', what: 'preview' })
    if (confirmedCount !== promised.codes.length) {
      return invalidInput('confirmedCount', `the preview holds ${promised.codes.length} codes`)
    }
    // Removed at once, so that a second click cannot send it again.
    previews.delete(previewId)
    const sending = send(promised)
    sendings.add(sending)
    try {
      const sent = await sending
      return sent === 'not-begun'
        ? invalidInput('previewId', 'something has changed since this preview; preview again')
        : sent
    } finally {
      sendings.delete(sending)
    }
  }

  return {
    preview,
    set,
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(sendings)
    },
  }
}

const promiseOf = (
  profileId: ProfileId,
  race: RaceGuid,
  baseUrl: string,
  codes: readonly PromoCode[],
  after: PromoReceiptId | null,
): Promised => {
  const body = Buffer.from(promoBody(codes))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { profileId, race, url: apiUrl(baseUrl, path, { raceGuid: race }), body, sha256, codes, after }
}

const requestOf = ({ url, body, sha256 }: Promised): PromoRequest => ({
  method: 'POST',
  url,
  body: Buffer.from(body).toString('utf8'),
  sizeBytes: body.length,
  sha256,
})

/** The last set known to have reached the service; a refused or unsent set changes nothing there. */
const compareWithLast = (
  store: PromoStore,
  receipts: readonly PromoReceipt[],
  codes: readonly PromoCode[],
): PromoPreview['comparison'] => {
  const last = receipts.find(({ state }) => state === 'accepted' || state === 'unknown' || state === 'sending')
  const stored = last === undefined ? null : store.promoReceipt(last.id)
  return stored === null ? null : { receipt: stored.receipt, difference: comparePromoSets(stored.codes, codes) }
}
