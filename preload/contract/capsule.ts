import * as z from 'zod'
import { line } from './bounds.ts'
import { receivedFileId, stageGuid, type JobId, type StageGuid } from './ids.ts'
import { operation } from './operation.ts'

export const capsuleOperations = {
  /**
   * One file with all that is stored of the stage, its ledger included, and no keys; null when the user closed the save dialog.
   * `areDamagedLeftOut` leaves damaged categories out; without it they are refused as `damaged-replies`.
   */
  'capsule:save': operation<{ readonly jobId: JobId } | null>()(() =>
    z.strictObject({ stage: stageGuid(), areDamagedLeftOut: z.boolean().exactOptional() }),
  ),
  /**
   * Looks at the file and begins the job that stores its stage, or refuses it. By a file that a page handed over, or by the
   * ticket of one that main knows the path of. A newer capsule of the same stage takes the place of what an older one brought.
   */
  'capsule:open': operation<{ readonly jobId: JobId; readonly stage: StageGuid; readonly name: string }>()(() =>
    z.union([
      z.strictObject({ file: receivedFileId(), name: line(1_000) }),
      z.strictObject({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'a ticket'), name: line(1_000) }),
    ]),
  ),
}

export type CapsuleEvents = {
  /** The system gave the app a stage file to open (desktop face); `ticket` names it once, within 10 minutes. */
  'app:fileGiven': { readonly name: string; readonly ticket: string }
}
