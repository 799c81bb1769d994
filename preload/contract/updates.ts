import * as z from 'zod'
import type { Instant } from './ids.ts'
import { operation } from './operation.ts'

/**
 * `self`: it downloads a newer version once the user agrees, and installs it at quitting · `package`: a package manager
 * installs, the app only tells · `no-address`: this build knows no place to ask · `not-installed`: run from its sources or
 * unpacked by hand · `not-here`: a face that renews nothing.
 */
export type UpdateWay = 'self' | 'package' | 'no-address' | 'not-installed' | 'not-here'

/** `missing`: no metadata or no file at the address · `unreadable`: metadata that break its rules · `tampered`: not the file that the metadata name. */
export type UpdateFault = 'unreachable' | 'missing' | 'unreadable' | 'tampered' | 'disk' | 'unknown'

export type UpdateState = {
  readonly way: UpdateWay
  /** `ready`: downloaded, to be installed when the app is quit. */
  readonly phase: 'idle' | 'checking' | 'available' | 'downloading' | 'ready'
  /** The newer one, once it is known. */
  readonly version: string | null
  /** Download progress, 0 to 100. */
  readonly percent: number | null
  /** When the last check that succeeded ended. */
  readonly checkedAt: Instant | null
  /** Failure of the last check or download, or null; `install`: failed at the last quit, kept until the next download. */
  readonly failure: {
    readonly at: Instant
    readonly during: 'check' | 'download' | 'install'
    readonly fault: UpdateFault
  } | null
  /** A stage is watched or a job runs: until that ends nothing is downloaded or installed. */
  readonly isHeld: boolean
}

export const updatesOperations = {
  /** Begins what is asked for if it may be done now, and gives the state; the rest is told by event. */
  'app:updates': operation<UpdateState>()(() =>
    z.strictObject({ action: z.enum(['check', 'download']).exactOptional() }),
  ),
}

export type UpdatesEvents = {
  'updates:changed': UpdateState
}
