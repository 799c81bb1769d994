import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { addUse, usedBytes, type DataUse } from './rules/dataBudget.ts'
import { backOffS, longestBackOffS, type RoundEnd } from './rules/watchSchedule.ts'
import { isLost } from '../organizations/rules/lostHost.ts'
import { askCategories, type AskEnd, type AskParts } from '../stages/askCategories.ts'
import { fetchLinks } from '../stages/stageLinks.ts'
import type { StoredCategory } from '../stages/stageStore.ts'
import { originOf } from '../../kernel/urls.ts'
import type { Credentials } from '../../platform/http/eventService.ts'

export type WatchSettings = Pick<WatchState, 'everyS' | 'categories' | 'budgetMbPerHour'>

/** State of a watch between polls. */
export type RoundMemory = {
  use: DataUse
  /** Null: no round has ended yet. */
  lastEnd: RoundEnd | null
  readonly askedAtMs: Map<CategoryId, number>
  readonly failing: Map<CategoryId, { readonly count: number; readonly notBeforeMs: number }>
  /** Why the links could not be fetched; polls continue with the known ones. */
  linksError: AppError | null
  linksAskedAtMs: number
  areLinksMissed: boolean
}

export const newMemory = (): RoundMemory => ({
  use: [],
  lastEnd: null,
  askedAtMs: new Map(),
  failing: new Map(),
  linksError: null,
  linksAskedAtMs: Number.NEGATIVE_INFINITY,
  areLinksMissed: false,
})

type Round = {
  readonly stage: Stage
  readonly profile: Profile
  readonly credentials: Credentials
  readonly settings: WatchSettings
  readonly memory: RoundMemory
  readonly signal: AbortSignal
  /** False once another job requests the whole stage. */
  readonly mayGoOn: () => boolean
  /** Told with each category that brought something else than before. */
  readonly changed: () => void
}

export type RoundResult = {
  /** Null: nothing was asked. */
  readonly end: RoundEnd | null
  readonly error: AppError | null
  /** Asking again would get the same answer, until keys or profile change. */
  readonly isHalted: boolean
  readonly changed: number
  readonly retryAfterS: number | null
}

const linksEveryMs = 600_000
/** Links are asked sooner when one leads nowhere any more, but not in every round. */
const missedLinksEveryMs = 60_000
const mbBytes = 1_000_000
/** Rounds come up to 10 % early; a category that is left alone for a while must not miss its round by that. */
const jitterShare = 0.85

const halts = (error: AppError): boolean =>
  error.kind === 'key-missing' || (error.kind === 'key-rejected' && error.status === 401)

const nothing: RoundResult = { end: null, error: null, isHalted: false, changed: 0, retryAfterS: null }

/** A round that could not even begin. */
export const halted = (error: AppError): RoundResult => ({ ...nothing, end: 'failed', error, isHalted: true })

/** One poll of the chosen categories, as far as the data budget allows; with the host lost only one of them is asked. */
export const pollOnce = async (parts: AskParts, round: Round): Promise<RoundResult> => {
  const { stage, credentials, memory, signal } = round
  const known = listed(parts, round)
  const wasLost = memory.lastEnd === 'lost'
  if (areLinksDue(parts, round) && !(wasLost && known.length > 0)) {
    memory.linksAskedAtMs = parts.clock()
    const links = await fetchLinks(parts, stage, credentials, signal, (_bytes, _total, newBytes) => {
      memory.use = addUse(memory.use, parts.clock(), newBytes)
    })
    if (!links.ok && links.error.kind === 'cancelled') return nothing
    memory.linksError = links.ok ? null : links.error
    if (links.ok) memory.areLinksMissed = false
    if (known.length === 0 && !links.ok) return withoutLinks(links)
  }
  const chosen = listed(parts, round)
  if (chosen.length === 0 && parts.store.listedCategories(stage.guid).length > 0) {
    return { ...nothing, end: 'failed', error: memory.linksError ?? { kind: 'not-found', what: 'category' } }
  }
  const queue = oldestFirst(chosen, memory).filter(({ id }) => !isLeftAlone(parts, round, id))
  const [first, ...rest] = queue
  if (first !== undefined && credentials.resultsUrl === null) {
    return { ...nothing, end: 'failed', error: { kind: 'wrong-origin', url: first.url }, isHalted: true }
  }
  const tally = createTally(parts, round)
  if (first === undefined) return tally.result({ broken: null, isLost: false })
  if (!wasLost) return tally.result(await tally.ask(queue))
  const probe = await tally.ask([first])
  const isBack = !probe.isLost && probe.broken === null && !signal.aborted
  return tally.result(isBack ? await tally.ask(rest) : probe)
}

const listed = ({ store }: AskParts, { stage, settings }: Round): readonly StoredCategory[] => {
  const chosen = settings.categories === null ? null : new Set(settings.categories)
  return store.listedCategories(stage.guid).filter(({ id }) => chosen?.has(id) ?? true)
}

/** A time further away than any pause is one of a clock that was set back since. */
const isLeftAlone = ({ clock }: AskParts, { memory, settings }: Round, category: CategoryId): boolean => {
  const leftMs = (memory.failing.get(category)?.notBeforeMs ?? 0) - clock()
  return leftMs > 0 && leftMs <= Math.max(longestBackOffS, settings.everyS) * 1000
}

const areLinksDue = ({ store, clock }: AskParts, { stage, memory, credentials }: Round): boolean => {
  const links = store.listedCategories(stage.guid)
  if (links.length === 0) return true
  const sinceAskedMs = Math.abs(clock() - memory.linksAskedAtMs)
  if (memory.linksError !== null && halts(memory.linksError)) return false
  // The organization's service has another address now, as the demo has after every start.
  const origin = originOf(credentials.resultsUrl ?? '')
  const areElsewhere = origin !== null && links.every(({ url }) => originOf(url) !== origin)
  if ((memory.areLinksMissed || areElsewhere) && sinceAskedMs >= missedLinksEveryMs) return true
  const fetchedAt = Date.parse(store.linksOf(stage.guid).fetchedAt ?? '')
  return sinceAskedMs >= linksEveryMs && !(clock() - fetchedAt < linksEveryMs)
}

const withoutLinks = (links: Extract<Result<unknown>, { ok: false }>): RoundResult => ({
  ...nothing,
  end: isLost(links) ? 'lost' : 'failed',
  error: links.error,
  isHalted: halts(links.error),
  retryAfterS: retryAfterOf(links.error),
})

/** A round that the budget broke off is gone on with where it stopped. */
const oldestFirst = (categories: readonly StoredCategory[], { askedAtMs }: RoundMemory): readonly StoredCategory[] =>
  categories.toSorted((a, b) => (askedAtMs.get(a.id) ?? 0) - (askedAtMs.get(b.id) ?? 0))

const retryAfterOf = (error: AppError | null): number | null =>
  error?.kind === 'http' ? (error.retryAfterS ?? null) : null

type Tally = {
  readonly ask: (queue: readonly StoredCategory[]) => Promise<AskEnd>
  readonly result: (end: AskEnd) => RoundResult
}

/** Asks, and counts what came of it. */
const createTally = (parts: AskParts, round: Round): Tally => {
  const { settings, memory, credentials, signal } = round
  const { clock } = parts
  const counts = { answered: 0, failed: 0, changed: 0 }
  let error: AppError | null = null
  let halting: AppError | null = null
  let retryAfterS: number | null = null
  const startedAtMs = clock()

  const failed = (category: CategoryId, why: AppError): void => {
    counts.failed += 1
    error ??= why
    if (halts(why)) halting ??= why
    const asked = retryAfterOf(why)
    if (asked !== null) retryAfterS = Math.max(asked, retryAfterS ?? 0)
    if (why.kind === 'http' && why.status === 404) memory.areLinksMissed = true
    const count = (memory.failing.get(category)?.count ?? 0) + 1
    const waitS = backOffS(settings.everyS, count)
    memory.failing.set(category, {
      count,
      notBeforeMs: waitS > settings.everyS ? clock() + waitS * jitterShare * 1000 : 0,
    })
  }

  return {
    ask: (queue) =>
      askCategories(parts, {
        queue,
        credentials,
        signal,
        job: null,
        mayGoOn: () =>
          halting === null && round.mayGoOn() && usedBytes(memory.use, clock()) < settings.budgetMbPerHour * mbBytes,
        received: (bytes) => {
          memory.use = addUse(memory.use, clock(), bytes)
        },
        settled: ({ category, outcome, error: why }) => {
          memory.askedAtMs.set(category, startedAtMs)
          if (outcome === 'failed' && why !== null) {
            if (isLost({ ok: false, error: why })) error ??= why
            else failed(category, why)
            round.changed()
            return
          }
          counts.answered += 1
          memory.failing.delete(category)
          if (outcome === 'unchanged') return
          if (outcome === 'done') counts.changed += 1
          round.changed()
        },
      }),
    result: ({ broken, isLost: wasLost }) => ({
      end: endOf(wasLost, broken !== null, counts),
      error: broken ?? halting ?? (counts.answered === 0 ? error : null),
      isHalted: halting !== null,
      changed: counts.changed,
      retryAfterS,
    }),
  }
}

const endOf = (
  wasLost: boolean,
  isBroken: boolean,
  counts: { readonly answered: number; readonly failed: number },
): RoundEnd | null => {
  if (wasLost) return 'lost'
  if (isBroken) return 'failed'
  if (counts.answered > 0) return 'answered'
  return counts.failed > 0 ? 'failed' : null
}
