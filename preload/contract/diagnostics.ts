import * as z from 'zod'
import { nothing } from './bounds.ts'
import type { Instant, JobId } from './ids.ts'
import type { HostState } from './network.ts'
import { operation } from './operation.ts'
import type { KeychainReason } from './result.ts'
import type { StorageStop } from './storage.ts'

export type Face = 'desktop' | 'browser' | 'terminal'

export type AppInfo = {
  readonly version: string
  readonly face: Face
  readonly platform: string
  readonly dataDir: string
  /** Language tag of the operating system, e.g. `ru-RU`. */
  readonly systemLanguage: string
  /** Where a damaged database was moved at this start, or null. */
  readonly movedAsideTo: string | null
  /** Why nothing can be stored; null when storing works. Stored data stays readable. */
  readonly storageStop: StorageStop | null
  /** This run found damage in the database; the next start moves the file aside. */
  readonly isDatabaseDamaged: boolean
  readonly hosts: readonly HostState[]
  /** Why keys that were typed in this run will be gone at its end; null when none will. */
  readonly keysLostAtEnd: KeychainReason | null
}

/** Diagnostics for support, without keys and personal data. */
export type Diagnostics = {
  /** ID of exactly these files; valid until the next request. */
  readonly id: string
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** The save job; null when not requested, or when the user closed the dialog. */
  readonly jobId: JobId | null
}

export const diagnosticsOperations = {
  'app:info': operation<AppInfo>()(nothing),
  /** Gathers what would be saved, to be looked at; `save` names what was shown, and a zip of it is written. */
  'app:diagnostics': operation<Diagnostics>()(() =>
    z.strictObject({
      save: z
        .string()
        .regex(/^[0-9a-f-]{36}$/, 'an id of what was gathered')
        .exactOptional(),
    }),
  ),
}

/** Items of the native menu that the page carries out. Printing begins in the export dialog. */
export type MenuCommand = 'settings' | 'export' | 'print' | 'help'

export type DiagnosticsEvents = {
  'app:commanded': { readonly command: MenuCommand }
  /** The page had failed and was loaded anew; the core went on (desktop face). */
  'app:reloaded': { readonly at: Instant }
  /** An unexpected error; the app keeps running. The log has the error under `reference`. Sent at most once a second. */
  'app:failed': { readonly reference: string }
}
