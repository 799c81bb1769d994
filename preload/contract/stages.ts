import * as z from 'zod'
import { name, nothing } from './bounds.ts'
import type { Drift } from './columns.ts'
import {
  categoryIds,
  profileId,
  stageGuid,
  type CategoryId,
  type Guid,
  type Instant,
  type JobId,
  type ProfileId,
  type ReplyId,
  type StageGuid,
} from './ids.ts'
import { operation } from './operation.ts'
import type { AppError } from './result.ts'
import type { WatchState } from './watch.ts'

/** Target of a link from outside. Sends no request before the user agrees. */
export type AppLink =
  | { readonly kind: 'stage'; readonly stage: StageGuid }
  | { readonly kind: 'order'; readonly order: Guid }
  /** A results link, https or loopback. */
  | { readonly kind: 'results'; readonly url: string }

/** The charset that a body was read in. `named`: by the service or a mark in the body · `guessed`: by the text itself · `chosen`: by a user. */
export type ReadCharset = { readonly name: string; readonly by: 'named' | 'guessed' | 'chosen' }

/** How the last question about a category ended; `never`: it was not asked yet. */
export type CategoryOutcome = 'never' | 'done' | 'unchanged' | 'no-rows' | 'failed'

export type Incomplete = { readonly rows: number; readonly total: number }

export type Category = {
  readonly id: CategoryId
  readonly guid: string
  readonly name: string
  /** Rows stored now, whatever the last outcome. */
  readonly rows: number
  /** When the rows shown were fetched, or null without rows. */
  readonly fetchedAt: Instant | null
  /** When the service last answered for this category, or null. */
  readonly checkedAt: Instant | null
  /** When the service last gave the rows shown, or said that they are current; null without rows. */
  readonly confirmedAt: Instant | null
  readonly outcome: CategoryOutcome
  readonly error: AppError | null
  readonly incomplete: Incomplete | null
  /** A body is stored, whether or not rows were found in it. */
  readonly hasBody: boolean
  /** False when the last links reply no longer names the category. */
  readonly isListed: boolean
  /** Absent when its fields are unchanged, or the change was confirmed. */
  readonly drift?: Drift
  /** Absent for UTF-8, unless a user chose it. */
  readonly charset?: ReadCharset
  /** A user's choice: the first line of its text names the columns. */
  readonly hasHeader?: boolean
  /** The stored reply is damaged: its rows are in no view and no file until the next download restores the reply. */
  readonly isDamaged?: true
  /** Present while the last reply is not used as the table. */
  readonly setAside?: SetAside
  /** Absent when the table did not shrink, or the user dismissed the announcement. */
  readonly shrunk?: Shrunk
}

/**
 * The last reply of a category, in which rows were found that are not shown. `no-results`: the rows hold a message or nothing, or
 * do not look like the table before · `left`: a user went back to an earlier reply.
 */
export type SetAside = {
  readonly reason: 'no-results' | 'left'
  readonly reply: ReplyId
  readonly fetchedAt: Instant
  /** Without markup, at most 300 characters; '' for blank rows and for `left`. */
  readonly text: string
  readonly rows: number
}

/** The table lost more than a third of its rows or most of its people with this reply. The reply before is kept. */
export type Shrunk = {
  /** When the smaller reply was fetched. */
  readonly at: Instant
  readonly rowsBefore: number
  readonly rows: number
  /** Rows of the table before whose people are missing in the smaller one. */
  readonly lost: number
  readonly before: { readonly reply: ReplyId; readonly fetchedAt: Instant }
}

export type Distance = { readonly guid: string; readonly name: string; readonly categories: readonly Category[] }

export type Stage = {
  readonly guid: StageGuid
  /** Its one title, on pages, screens, sites and in files: the given name, else its distances, else the beginning of its GUID. */
  readonly name: string
  /** False while nobody has given a name. */
  readonly isNamed: boolean
  readonly profileId: ProfileId | null
  readonly profileName: string | null
  readonly distances: number
  readonly categories: number
  readonly rows: number
  /** Causes for which categories failed last, but for a host that could not be reached. */
  readonly problems: number
  /** When the oldest of the stored categories was last confirmed by the service, or null when nothing is stored. */
  readonly confirmedAt: Instant | null
  readonly addedAt: Instant
  /** Present when it was opened from a capsule: it is read-only, and no service is asked for it. */
  readonly capsule?: StageCapsule
}

/** `watch`: null while this process does not watch it. */
export type ListedStage = Stage & { readonly watch: WatchState | null }

/** A stage in the bin: shown nowhere else, with all of its data, until `deletedFrom`. */
export type RemovedStage = Stage & {
  readonly removedAt: Instant
  /** From then on the app deletes it for good when it tidies. */
  readonly deletedFrom: Instant
}

/** The file that a stage came with. */
export type StageCapsule = {
  readonly fileName: string
  readonly savedAt: Instant
  readonly openedAt: Instant
  /** Origin of the service of its data; null when unknown. */
  readonly origin: string | null
}

export type StageTree = {
  readonly stage: Stage
  readonly distances: readonly Distance[]
  readonly linksFetchedAt: Instant | null
  /** Origin named by the links while the profile has no results URL: to be adopted after the user confirms. */
  readonly proposedResultsUrl: string | null
  /** Null while this process does not watch the stage. */
  readonly watch: WatchState | null
}

export const stagesOperations = {
  /** Reads text dropped into the window; null unless it is a known link. Sends no request. */
  'app:readLink': operation<AppLink | null>()(() => z.strictObject({ text: z.string().max(100_000) })),
  /**
   * `text` holds a stage GUID, alone or within a results link. `isChecked`: the service is asked about a new stage, and one that it
   * does not know is not added; its answer is the error (http or refused-by-service). Otherwise nothing is requested.
   */
  'stage:add': operation<Stage>()(() =>
    z.strictObject({
      profileId: profileId(),
      text: z.string().min(1).max(4_000),
      name: name().exactOptional(),
      isChecked: z.literal(true).exactOptional(),
    }),
  ),
  'stage:list': operation<readonly ListedStage[]>()(nothing),
  /** Everything that shows or writes the stage takes the new name. */
  'stage:rename': operation<Stage>()(() => z.strictObject({ stage: stageGuid(), name: name() })),
  /** Into the bin. Downloads and watches of the stage end; adding its GUID again takes it out of the bin. */
  'stage:remove': operation<null>()(() => z.strictObject({ stage: stageGuid() })),
  /** The bin, last removed first. */
  'stage:removed': operation<readonly RemovedStage[]>()(nothing),
  'stage:restore': operation<Stage>()(() => z.strictObject({ stage: stageGuid() })),
  /** Deletes one stage of the bin, or all, for good. Their space is given back to the disk by the time it resolves. */
  'stage:emptyBin': operation<{ readonly deleted: number }>()(() =>
    z.strictObject({ stage: stageGuid().exactOptional() }),
  ),
  'stage:tree': operation<StageTree>()(() => z.strictObject({ stage: stageGuid() })),
  /** Without `categories`: all of them, or what an interrupted take of the stage left over. A take already running is joined. */
  'stage:take': operation<{ readonly jobId: JobId }>()(() =>
    z.strictObject({ stage: stageGuid(), categories: categoryIds().min(1).exactOptional() }),
  ),
}

export type StagesEvents = {
  'stage:changed': { readonly stage: StageGuid }
  /** A link was opened from outside (desktop face). */
  'app:linked': AppLink
}
