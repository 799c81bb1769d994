import type { JobId, ReceivedFileId, StageGuid } from './ids.ts'

export type CapsuleOperations = {
  /** One file with all that is stored of the stage, its ledger included, and no keys; null when the user closed the save dialog. */
  'capsule:save': {
    readonly input: {
      readonly stage: StageGuid
      /** Leaves damaged categories out; without it they are refused as `damaged-replies`. */
      readonly areDamagedLeftOut?: boolean
    }
    readonly value: { readonly jobId: JobId } | null
  }
  /**
   * Looks at the file and begins the job that stores its stage, or refuses it. By a file that a page handed over, or by the
   * ticket of one that main knows the path of. A newer capsule of the same stage takes the place of what an older one brought.
   */
  'capsule:open': {
    readonly input:
      { readonly file: ReceivedFileId; readonly name: string } | { readonly ticket: string; readonly name: string }
    readonly value: { readonly jobId: JobId; readonly stage: StageGuid; readonly name: string }
  }
}

export type CapsuleEvents = {
  /** The system gave the app a stage file to open (desktop face); `ticket` names it once, within 10 minutes. */
  'app:fileGiven': { readonly name: string; readonly ticket: string }
}
