import type { CategoryId, Instant, JobId, ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { CategoryOutcome, Distance, RemovedStage, Stage } from '../../../preload/contract/stages.ts'

export type LinkCategory = {
  readonly distanceGuid: string
  readonly distanceName: string
  readonly categoryGuid: string
  readonly categoryName: string
  readonly url: string
}

/** One category as the store knows it, with what a conditional question needs. */
export type StoredCategory = LinkCategory & {
  readonly id: CategoryId
  readonly stage: StageGuid
  readonly isListed: boolean
  readonly rows: number
  /** Fetch time of the reply that the rows come from; null without one. */
  readonly sizeBytes: number | null
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A reply of a results link on its way into the store. */
export type FetchedBody = {
  readonly category: CategoryId
  readonly job: JobId
  readonly url: string
  readonly fetchedAt: Instant
  readonly status: number
  readonly contentType: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Transferred: not usable by the sender afterwards. */
  readonly body: Uint8Array<ArrayBuffer>
}

export type StoredOutcome = {
  readonly category: CategoryId
  readonly outcome: Exclude<CategoryOutcome, 'never'>
  readonly rows: number
  readonly error: AppError | null
  readonly incomplete: { readonly rows: number; readonly total: number } | null
}

export type StoredLinks = {
  readonly template: string | null
  readonly categories: readonly LinkCategory[]
  readonly body: Uint8Array
  readonly fetchedAt: Instant
}

/** Stages with what their links named, and replies on their way into the store. */
export type StageStore = {
  readonly stages: () => readonly Stage[]
  readonly stage: (guid: StageGuid) => Stage | null
  /** Adds the stage without a name, or gives a known one to another profile; one in the bin comes out with its data. */
  readonly saveStage: (stage: {
    readonly guid: StageGuid
    readonly profileId: ProfileId
    readonly profileName: string
    readonly at: Instant
  }) => void
  readonly renameStage: (guid: StageGuid, name: string) => void
  /** Into the bin: every reader but `removedStages` passes over it from then on. */
  readonly removeStage: (guid: StageGuid, at: Instant) => void
  readonly removedStages: () => readonly RemovedStage[]
  /** False when the bin does not hold it. */
  readonly restoreStage: (guid: StageGuid) => boolean
  /** Deletes one stage of the bin, or all, and gives their space back, outside the caller's thread. */
  readonly emptyBin: (guid: StageGuid | null) => Promise<Result<unknown>>
  readonly tree: (guid: StageGuid) => readonly Distance[]
  /** Looks for rows in the stage's replies in which an earlier version found none; resolves once that is done. */
  readonly readUnread: (guid: StageGuid) => Promise<void>
  readonly linksOf: (guid: StageGuid) => { readonly template: string | null; readonly fetchedAt: Instant | null }
  /** Categories that the links no longer name stay, as not listed. */
  readonly saveLinks: (guid: StageGuid, links: StoredLinks) => void
  readonly listedCategories: (guid: StageGuid) => readonly StoredCategory[]
  /** Gets ready to store bodies soon, without waiting for it. */
  readonly prepareToStore: () => void
  /** Resolves once the outcome is on disk. */
  readonly storeBody: (body: FetchedBody) => Promise<Result<StoredOutcome>>
  readonly storeUnchanged: (category: CategoryId, job: JobId, at: Instant) => Promise<Result<StoredOutcome>>
  readonly storeFailure: (
    category: CategoryId,
    job: JobId,
    at: Instant,
    error: AppError,
  ) => Promise<Result<StoredOutcome>>
}
