import type { CategoryId, Instant } from '../../../preload/contract/ids.ts'
import type { AskedCategory } from '../../../preload/contract/jobs.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { addReceived, bytesPerS, noThroughput } from './rules/throughput.ts'
import type { JobStore } from '../jobs/jobTables.ts'
import { askCategories, type AskParts } from './askCategories.ts'
import type { JobControl, JobEnd } from '../jobs/jobs.ts'
import type { Secrets } from '../organizations/secrets.ts'
import { fetchLinks } from './stageLinks.ts'
import type { StoredCategory } from './stageStore.ts'
import type { Credentials } from '../../platform/http/eventService.ts'

export type TakeParts = AskParts & {
  readonly store: Pick<JobStore, 'leftBehind' | 'adoptOutcomes'>
  readonly secrets: Secrets
  /** Told at most twice a second that stored categories of the stage changed, and once at the end. */
  readonly stageChanged: (stage: Stage['guid']) => void
}

type Take = {
  readonly stage: Stage
  readonly profile: Profile
  /** Only these; null: all that are listed, or what an interrupted take left over. */
  readonly only: readonly CategoryId[] | null
}

const toldEveryMs = 500
/** A reply that an interrupted download stored longer ago is requested again, conditionally. */
const keptForMs = 60_000
/** A stalled link is reported too. */
const transferToldEveryMs = 1000

/** Takes a stage offline: links, then every category; each outcome is on disk before it is counted. */
export const takeOffline = async (parts: TakeParts, take: Take, control: JobControl): Promise<JobEnd> => {
  const { stage, profile, only } = take
  parts.store.prepareToStore()
  const leftBehind = only === null ? parts.store.leftBehind(stage.guid) : null
  // Adopted before anything can fail, so that the next download still finds them.
  const within = { since: instantOf(parts.clock() - keptForMs), until: instantOf(parts.clock()) }
  const kept: ReadonlyMap<CategoryId, Instant> =
    leftBehind === null ? new Map() : parts.store.adoptOutcomes(leftBehind, control.id, within)
  const credentials = await parts.secrets.credentialsFor(profile)
  if (!credentials.ok) return failed(credentials.error)
  const transfer = tellTransfer(parts, control)
  try {
    return await takeLinked(parts, take, kept, credentials.value, control, transfer.received)
  } finally {
    transfer.end()
  }
}

const instantOf = (atMs: number): Instant => new Date(atMs).toISOString() as Instant

/** Counts received bytes and reports them at an interval, also while the link is silent. */
const tellTransfer = (
  { clock }: TakeParts,
  { report }: JobControl,
): { readonly received: (bytes: number) => void; readonly end: () => void } => {
  let throughput = noThroughput
  const tell = (): void =>
    report({ transfer: { receivedBytes: throughput.receivedBytes, bytesPerS: bytesPerS(throughput, clock()) } })
  const telling = setInterval(tell, transferToldEveryMs).unref()
  return {
    received: (bytes) => {
      throughput = addReceived(throughput, clock(), bytes)
      tell()
    },
    end: () => clearInterval(telling),
  }
}

const takeLinked = async (
  parts: TakeParts,
  { stage, only }: Take,
  kept: ReadonlyMap<CategoryId, Instant>,
  credentials: Credentials,
  control: JobControl,
  received: (bytes: number) => void,
): Promise<JobEnd> => {
  const links = await fetchLinks(parts, stage, credentials, control.signal, (_bytes, _total, newBytes) =>
    received(newBytes),
  )
  if (!links.ok) return failed(links.error)
  const listed = parts.store.listedCategories(stage.guid).filter((category) => only?.includes(category.id) ?? true)
  parts.stageChanged(stage.guid)
  control.report({ title: parts.store.stage(stage.guid)?.name ?? stage.name })
  if (credentials.resultsUrl === null && listed.length > 0) {
    return failed({ kind: 'wrong-origin', url: listed[0]?.url ?? '' })
  }
  const left = listed.flatMap(({ id }) => kept.get(id) ?? [])
  const [since] = left.toSorted()
  if (since !== undefined) control.report({ kept: { categories: left.length, since } })
  const queue = smallestFirst(listed.filter(({ id }) => !kept.has(id)))
  return await takeCategories(parts, { listed: listed.length, queue }, credentials, stage, control, received)
}

const failed = (error: AppError): JobEnd =>
  error.kind === 'cancelled' ? { state: 'cancelled', error } : { state: 'failed', error }

/** Categories without a stored reply are downloaded first. */
const smallestFirst = (categories: readonly StoredCategory[]): readonly StoredCategory[] =>
  categories.toSorted((a, b) => (a.sizeBytes ?? 0) - (b.sizeBytes ?? 0))

const takeCategories = async (
  parts: TakeParts,
  { listed, queue }: { readonly listed: number; readonly queue: readonly StoredCategory[] },
  credentials: Credentials,
  stage: Stage,
  control: JobControl,
  received: (bytes: number) => void,
): Promise<JobEnd> => {
  const counts = { done: listed - queue.length, failed: 0, toldAt: 0 }
  const outcomes: AskedCategory[] = []
  control.report({ total: listed, done: counts.done })
  const { broken } = await askCategories(parts, {
    queue,
    credentials,
    signal: control.signal,
    job: control.id,
    received,
    settled: ({ category, outcome, error }) => {
      outcomes.push({ category, outcome, error })
      counts.done += 1
      if (outcome === 'failed') counts.failed += 1
      control.report({ done: counts.done, failed: counts.failed })
      const now = parts.clock()
      if (now - counts.toldAt < toldEveryMs) return
      counts.toldAt = now
      parts.stageChanged(stage.guid)
    },
  })
  parts.stageChanged(stage.guid)
  if (broken !== null) return { state: 'failed', error: broken }
  if (control.signal.aborted) return { state: 'cancelled', error: { kind: 'cancelled' } }
  return { state: counts.failed > 0 ? 'partial' : 'done', outcomes }
}
