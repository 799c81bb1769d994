import type { PublishSettings } from '../../../preload/contract/publish/publish.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import type { SpooledFile } from './sendSite.ts'
import type { BuiltSite, SiteWanted } from './siteBuild.ts'

export type SiteTask = {
  readonly tables: readonly StoredTable[]
  readonly wanted: Omit<SiteWanted, 'assets'> & Pick<PublishSettings, 'isFinal' | 'colour' | 'logo'>
  /** As it came back from the last making; null: everything is made. */
  readonly base: Uint8Array | null
  /** The files on the place with their sizes. A base of which one is missing does not count. */
  readonly there: ReadonlyMap<string, number>
  /** Absolute path of the file that made files are appended to. */
  readonly spool: string
}

/** `base` is packed; null where the one of the task stays. */
export type MadeSite = Omit<BuiltSite, 'base'> & {
  readonly base: Uint8Array | null
  readonly directory: string
  readonly contents: string
}

export type SiteStore = {
  /**
   * Makes the files of a site on a thread of its own, and tells of each as soon as it is in the spool: of some twice, when making
   * them began again. Errors: cancelled, file.
   */
  readonly makeSite: (
    task: SiteTask,
    made: (file: SpooledFile) => void,
    signal: AbortSignal,
  ) => Promise<Result<MadeSite>>
}
