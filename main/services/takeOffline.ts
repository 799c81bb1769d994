import type { AppError, AskedCategory, CategoryId, Instant, Profile, Stage } from '../../preload/contract.ts'
import { askCategories, type AskParts } from './askCategories.ts'
import type { JobControl, JobEnd } from './jobs.ts'
import type { Credentials, StoredCategory } from './ports.ts'
import type { Secrets } from './secrets.ts'
import { fetchLinks } from './stageLinks.ts'

export type TakeParts = AskParts & {
  readonly secrets: Secrets
  /** Told at most twice a second that stored categories of the stage changed, and once at the end. */
  readonly stageChanged: (stage: Stage['guid']) => void
}

export type Take = {
  readonly stage: Stage
  readonly profile: Profile
  /** Only these; null: all that are listed, or what an interrupted take left over. */
  readonly only: readonly CategoryId[] | null
}

const toldEveryMs = 500
/** What an interrupted take stored longer ago is asked again: half a stage of yesterday helps nobody. */
const keptForMs = 3_600_000

/** Takes a stage offline: links, then every category; each outcome is on disk before it is counted. */
export const takeOffline = async (parts: TakeParts, take: Take, control: JobControl): Promise<JobEnd> => {
  const { stage, profile, only } = take
  parts.store.prepareToStore()
  const leftBehind = only === null ? parts.store.leftBehind(stage.guid) : null
  // Taken over before anything can fail, so that the next take still finds it.
  const since = new Date(parts.clock() - keptForMs).toISOString() as Instant
  const isKept = leftBehind === null ? new Set<CategoryId>() : parts.store.adoptOutcomes(leftBehind, control.id, since)
  const credentials = await parts.secrets.credentialsFor(profile)
  if (!credentials.ok) return failed(credentials.error)
  const links = await fetchLinks(parts, stage, credentials.value, control.signal)
  if (!links.ok) return failed(links.error)
  const listed = parts.store.listedCategories(stage.guid).filter((category) => only?.includes(category.id) ?? true)
  parts.stageChanged(stage.guid)
  if (credentials.value.resultsUrl === null && listed.length > 0) {
    return failed({ kind: 'wrong-origin', url: listed[0]?.url ?? '' })
  }
  return await takeCategories(parts, listed, isKept, credentials.value, stage, control)
}

const failed = (error: AppError): JobEnd =>
  error.kind === 'cancelled' ? { state: 'cancelled', error } : { state: 'failed', error }

const takeCategories = async (
  parts: TakeParts,
  listed: readonly StoredCategory[],
  isKept: ReadonlySet<CategoryId>,
  credentials: Credentials,
  stage: Stage,
  control: JobControl,
): Promise<JobEnd> => {
  const queue = listed.filter((category) => !isKept.has(category.id))
  const counts = { done: listed.length - queue.length, failed: 0, toldAt: 0 }
  const outcomes: AskedCategory[] = []
  control.report({ total: listed.length, done: counts.done })
  const { broken } = await askCategories(parts, {
    queue,
    credentials,
    signal: control.signal,
    job: control.id,
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
