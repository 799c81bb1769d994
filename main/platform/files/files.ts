import type { ArchiveEntry } from '../../kernel/archiveEntry.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'

/** A file on its way into an archive; its pieces are taken one after the other, and once. */
export type ZipEntry = {
  /** With forward slashes. */
  readonly path: string
  readonly pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/**
 * Packs files into a zip archive, each as it is taken from `entries`; memory does not grow with them. What throws while it is
 * read is thrown on. Beyond 4 GB, of an entry or in all, or 65,536 entries it throws a RangeError with the cause `zip`.
 */
export type Zip = (
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  modifiedAt: Instant,
) => AsyncIterable<Uint8Array>

/** A private folder for files that a page hands over. Names are the caller's, never a user's. */
export type ReceivedFolder = {
  readonly pathOf: (name: string) => string
  /** At 0 the file begins anew. */
  readonly append: (name: string, offset: number, bytes: Uint8Array) => Promise<Result<null>>
  readonly remove: (name: string) => Promise<void>
  /** Removes all of them. */
  readonly close: () => Promise<void>
}

/** `path` is absolute, and where the file is now. */
export type WrittenFile = { readonly path: string; readonly sha256: string; readonly sizeBytes: number }

/** Unpacked, with the hash of what came out. */
export type OpenedEntry = { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string }

/** A zip archive of unknown origin; its directory may be false. */
export type Archive = {
  /** In the order of the directory. */
  readonly entries: readonly ArchiveEntry[]
  /** The entry at that place. Errors: capsule-refused when it is not `sizeBytes` long or cannot be unpacked; file. */
  readonly read: (at: number) => Promise<Result<OpenedEntry>>
  readonly close: () => void
}

/** Reads the directory, and nothing of it beyond `limitEntries`. Errors: file; capsule-refused. */
export type OpenArchive = (path: string, limitEntries: number) => Promise<Result<Archive>>

export type FileWriter = {
  readonly write: (chunk: string | Uint8Array) => Promise<Result<null>>
  /** Hash of all bytes; call after the last write. */
  readonly sha256: () => string
  /**
   * Flushes, syncs and renames the partial file to its name. Where a program holds the file that has the name, `elsewhere`
   * gives other paths in the same folder, from attempt 2 on; none that is there is replaced.
   */
  readonly finish: (elsewhere?: (attempt: number) => string) => Promise<Result<WrittenFile>>
  /** Removes the partial file. */
  readonly discard: () => Promise<void>
}

export type Files = {
  /** Opens a partial file beside `path`; the name itself appears only with `finish`. */
  readonly create: (path: string) => Promise<Result<FileWriter>>
  /** Null when there is no file of this name. */
  readonly sizeOf: (path: string) => Promise<number | null>
  /**
   * Removes a file that is unchanged since it was written, unless it is the file at `butNot` with other letter case. `left`:
   * the file was changed, or cannot be removed.
   */
  readonly removeWritten: (
    path: string,
    written: Pick<WrittenFile, 'sizeBytes' | 'sha256'>,
    butNot: string,
  ) => Promise<'removed' | 'gone' | 'left'>
}

/** Reads files that a face was given. */
export type FileReader = {
  readonly hash: (path: string) => Promise<Result<{ readonly sizeBytes: number; readonly sha256: string }>>
  /** As UTF-8; empty for a file beyond the limit. */
  readonly text: (path: string, limitBytes: number) => Promise<Result<string>>
  /** Null for a file beyond the limit. */
  readonly bytes: (path: string, limitBytes: number) => Promise<Result<Uint8Array | null>>
}
