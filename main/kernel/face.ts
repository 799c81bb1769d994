import type { Instant, StageGuid } from '../../preload/contract/ids.ts'
import type {
  ScreenConnection,
  ScreenId,
  ScreenLayout,
  ScreenNetwork,
  ScreensTrouble,
} from '../../preload/contract/screens/layout.ts'
import type { TrustedCertificate } from '../../preload/contract/network.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { ScreenState } from '../../preload/contract/screens/state.ts'
import type { UpdateFault, UpdateWay } from '../../preload/contract/updates.ts'

export type UpdateAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: UpdateFault }

/** How this copy of the app comes by a newer one. Never throws; its calls follow one another. */
export type Updater = {
  /** When it is neither `self` nor `package`, nothing else is called. */
  readonly way: UpdateWay
  /** The newer version, or null when there is none. */
  readonly check: () => Promise<UpdateAnswer<string | null>>
  /** Downloads the last found version; `told` receives percent. Null when aborted. */
  readonly download: (told: (percent: number) => void, signal: AbortSignal) => Promise<UpdateAnswer<true> | null>
  /** Installs the downloaded version as the last act of the process. */
  readonly install: () => Promise<UpdateAnswer<true>>
}

/**
 * How a URL is reached: proxies to try one after the other, `http:` or `https:` with their credentials, null for none at all.
 * Never rejects; an empty list: there are proxies, but none that could be used.
 */
export type RoutesOf = (url: string) => Promise<readonly (URL | null)[]>

/** One embedded demo event service, started when the demo profile is first used. */
export type Demo = {
  /** Later calls get the service of the first one, as that one wanted it. */
  readonly start: (wish?: DemoWish) => Promise<RunningDemo>
  readonly stop: () => Promise<void>
}

export type DemoWish = {
  /** A race in progress; absent: as the face began, by default a finished one. */
  readonly isLive?: boolean
  /** Language of the names of distances, categories and points; absent: English. */
  readonly language?: () => 'en' | 'ru'
}

export type RunningDemo = {
  readonly url: string
  readonly resultsUrl: string
  readonly accessKey: string
  readonly resultsKey: string
  /** Results still come in. */
  readonly isLive: boolean
  readonly stage: { readonly guid: string; readonly name: string }
  /** Races that take promo codes. */
  readonly races: readonly string[]
  readonly orders: readonly string[]
}

/** A file that a crashed process left behind. */
export type Crash = { readonly at: string; readonly sizeBytes: number }

/** Abilities of an OS window; absent in faces without one. */
export type Shell = {
  readonly fillScreen: (isFull: boolean) => void
  /** The pointer drags the file out of the window. False when it is gone. */
  readonly dragOut: (path: string) => Promise<boolean>
  /** Opens the file in the system's program for it, or the folder around it. False when it is gone. */
  readonly showFile: (path: string, as: 'file' | 'folder') => Promise<boolean>
  /** Shows that address of a screen in a window of its own; one that is open already goes there. */
  readonly showScreen: (id: string, url: string) => Promise<void>
  /** Opens an address of this computer, which the app serves, in the system's browser. */
  readonly showSite: (url: string) => Promise<void>
  /** Has the system show a sentence while nobody sees the window. */
  readonly tell: (text: string) => void
  /** Asks the user, outside the page, whether those certificates are to be trusted. */
  readonly confirmTrust: (certificates: readonly TrustedCertificate[]) => Promise<boolean>
  /** Whether the system may not put the computer to sleep by itself. */
  readonly stayAwake: (isNeeded: boolean) => void
  /** The newest first. */
  readonly crashes: () => Promise<readonly Crash[]>
}

/** Where an export goes. Each face brings its own. */
export type Delivery = {
  /** Null when the user closed the dialog. */
  readonly choose: (suggestedName: string) => Promise<Result<DeliveryTarget> | null>
}

/**
 * A folder for files of something of that name, absolute; null when the user closed the dialog. A face with a dialog of its own
 * asks there, whatever is `wanted`: its page never says where files go.
 */
export type ChooseFolder = (name: string, wanted?: string) => Promise<Result<string> | null>

export type DeliveryTarget = {
  /** Absolute path to write. */
  readonly path: string
  /** Called with the final path; returns the path or download for the user. */
  readonly finish: (path: string) => { readonly path: string | null; readonly download: string | null }
  /** The file may get another name where a program holds the one that has this name. */
  readonly canBeRenamed?: true
  /** Where a second file goes that belongs to it; absent: into the same folder. */
  readonly beside?: (name: string) => Promise<Result<DeliveryTarget>>
}

/** Lays out pages of ours on paper, apart from the window that the user sees. Rejects when that fails. */
export type Printing = {
  /** Shows the system's print dialog, and resolves when that is over. Errors: cancelled; not-printed. */
  readonly print: (html: string, signal: AbortSignal) => Promise<Result<null>>
  /** Null: what lays it out went, or took too long. */
  readonly toPdf: (html: string) => Promise<Uint8Array | null>
}

/** Where documents go that a page may show in a frame, once. Each face with a screen brings its own. */
export type Previews = {
  /** Gives the address of the document, which is good for one fetch within a minute. */
  readonly publish: (html: string) => string
}

/** A stage as it is served; the address of a screen ends in its secret. */
export type HostedStage = Omit<ScreenLayout, 'screens'> & {
  readonly stage: StageGuid
  readonly screens: readonly (ScreenLayout['screens'][number] & { readonly secret: string })[]
}

/** What a frozen screen shows. */
export type FrozenScreen = {
  readonly shown: Pick<
    ScreenState,
    'view' | 'motion' | 'seconds' | 'rows' | 'stage' | 'isFinal' | 'confirmedAt' | 'polling' | 'content'
  >
  /** The content shown, then those that it leads to. */
  readonly contents: readonly { readonly name: string; readonly gzipped: Uint8Array }[]
}

/** Keeps what frozen screens show over restarts. */
export type FrozenMemory = {
  /** Null where nothing is kept of the screen. */
  readonly frozenScreen: (stage: StageGuid, screen: ScreenId) => FrozenScreen | null
  readonly keepFrozenScreen: (stage: StageGuid, screen: ScreenId, frozen: FrozenScreen) => void
}

/** A stage that is served. */
export type HostState = {
  readonly address: string
  readonly port: number
  readonly reachedAt: Instant | null
  readonly trouble: ScreensTrouble | null
  readonly urlOf: (secret: string) => string
  readonly urlByNameOf: (secret: string) => string | null
  readonly connectionsOf: (secret: string) => readonly ScreenConnection[]
}

/** Serves stored results to screens of the network. Absent in a face that does not stay. */
export type ScreenHost = {
  /** Called once, as soon as anything can be served. */
  readonly whenReady: (use: () => void) => void
  /** Told when anything of a stage's state is another. */
  readonly whenChanged: (tell: (stage: StageGuid) => void) => void
  /** Called once, before anything is served; without it frozen contents last as long as the process. */
  readonly remember: (open: () => Promise<FrozenMemory>) => void
  /**
   * In place of what was served of the stage, which goes on where it was after an error. `isAgain`: the app was restarted, so an
   * address that is gone is waited for.
   * Errors: invalid-input{address, port}; file{missing} without the built page.
   */
  readonly start: (
    hosted: HostedStage,
    at: { readonly address: string; readonly port: number; readonly isAgain?: true },
  ) => Promise<Result<null>>
  /** Shown at once where it is served. */
  readonly update: (hosted: HostedStage) => void
  /** `isOver`: the operator ended it, and the address goes on to say so until it is wanted; else screens wait for the laptop to come back. */
  readonly stop: (stage: StageGuid, isOver?: boolean) => Promise<void>
  readonly stateOf: (stage: StageGuid) => HostState | null
  readonly networks: () => readonly ScreenNetwork[]
}
