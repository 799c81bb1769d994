import * as z from 'zod'
import { line, nothing } from './bounds.ts'
import type { ExportedFile } from './files.ts'
import { jobId, type CategoryId, type Instant, type JobId, type StageGuid } from './ids.ts'
import { operation } from './operation.ts'
import type { AppError } from './result.ts'
import type { CategoryOutcome } from './stages.ts'

export type JobState = 'running' | 'done' | 'partial' | 'failed' | 'cancelled' | 'interrupted'

export type Job = {
  readonly id: JobId
  readonly kind: 'take' | 'export' | 'print' | 'blocks' | 'lookup' | 'open' | 'publish' | 'takeDown'
  /** Null when the work is about no stage. */
  readonly stage: StageGuid | null
  /** The name of the stage, or of the profile, when the job began; of a stage without a name, once its links are known, its distances. */
  readonly title: string
  readonly state: JobState
  /** Categories (take), rows (export), orders (lookup), files (publish, takeDown) or bytes (blocks, open) dealt with so far; `total` is 0 until known. */
  readonly done: number
  readonly total: number
  readonly failed: number
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
  readonly error: AppError | null
  readonly file: ExportedFile | null
  /** For a download of this run: bytes received over the wire (header bytes estimated), and bytes per second lately. */
  readonly transfer?: { readonly receivedBytes: number; readonly bytesPerS: number }
  /** Why a publishing of this run waits before it tries again; null while it works. */
  readonly retry?: { readonly error: AppError; readonly at: Instant } | null
  /** Categories skipped because the interrupted download before had just stored them; the oldest reply is of `since`. */
  readonly kept?: { readonly categories: number; readonly since: Instant }
  /** Outcomes of this download's categories, at its end only; a later download may have stored others. */
  readonly outcomes?: readonly AskedCategory[]
}

/** `error` is that of a failure, or says why a reply has no rows. */
export type AskedCategory = {
  readonly category: CategoryId
  readonly outcome: Exclude<CategoryOutcome, 'never'>
  readonly error: AppError | null
}

export const jobsOperations = {
  /** Running jobs and the last 50 finished ones, newest first. */
  'job:list': operation<readonly Job[]>()(nothing),
  'job:cancel': operation<null>()(() => z.strictObject({ id: jobId() })),
  /** The pointer drags the file that the job wrote out of the window. False where the face cannot do that. */
  'job:drag': operation<boolean>()(() => z.strictObject({ id: jobId() })),
  /** Opens the job's file, or its folder. False when the file is gone, or this face cannot open files. */
  'job:show': operation<boolean>()(() => z.strictObject({ id: jobId(), as: z.enum(['file', 'folder']) })),
  /** The system shows this sentence while nobody sees the window. False where the face has no window of its own. */
  'app:tell': operation<boolean>()(() => z.strictObject({ text: line(500) })),
}

export type JobsEvents = {
  'job:progressed': Job
  'job:finished': Job
  /** A job finished while the window was hidden, and the system showed no notification (desktop face). */
  'job:unannounced': Job
}
