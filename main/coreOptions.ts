import type { Face } from '../preload/contract/diagnostics.ts'
import type { Clock, Wait } from './kernel/clock.ts'
import type {
  ChooseFolder,
  Delivery,
  Demo,
  Previews,
  Printing,
  RoutesOf,
  ScreenHost,
  Shell,
  Updater,
} from './kernel/face.ts'
import type { EventService } from './platform/http/eventService.ts'
import type { Keychain } from './platform/keychain/keychain.ts'

export type CoreOptions = {
  readonly face: Face
  readonly dataDir: string
  /** Read for RACEDESK_ACCESS_KEY and RACEDESK_RESULTS_KEY, which the desktop face ignores. */
  readonly env: { readonly [name: string]: string | undefined }
  /** Language tag of the operating system, e.g. `ru-RU`. */
  readonly systemLanguage: string
  readonly delivery: Delivery
  /** Where files go that follow a watch; absent: into a folder of our own. */
  readonly chooseFolder?: ChooseFolder
  /** Absent in a face without a screen. */
  readonly previews?: Previews
  /** Pages that a browser prints itself; absent where `printing` does it, or nothing. */
  readonly prints?: Previews
  /** Absent where the browser prints pages itself. */
  readonly printing?: Printing
  /** Absent in a face that serves no screens. */
  readonly screenHost?: ScreenHost
  /** Absent in a face without a window of its own. */
  readonly shell?: Shell
  /** How the operating system reaches URLs; absent: as `env` says in HTTPS_PROXY and NO_PROXY. */
  readonly routesOf?: RoutesOf
  /** Called when the network may be another one; absent: what `routesOf` says holds for every network. */
  readonly forgetRoutes?: () => void
  /** Absent in a face that does not renew itself. */
  readonly updater?: Updater
  readonly version: string
  /** A profile for this run only. */
  readonly unsaved?: { readonly baseUrl: string; readonly resultsUrl: string }
  /** Overrides the setting while this process runs. */
  readonly parallelCalls?: number
  /** Stand-ins for what the outside provides, for tests that break it. */
  readonly outside?: {
    readonly keychain?: Keychain
    readonly demo?: Demo
    readonly eventService?: EventService
    readonly clock?: Clock
    /** How a watch waits. */
    readonly wait?: Wait
    /** In [0, 1): what retries and polls add to their waits. */
    readonly random?: () => number
  }
}
