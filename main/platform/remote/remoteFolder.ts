import type { Result } from '../../../preload/contract/result.ts'
import { fail, type Failure } from '../../kernel/result.ts'

export type RemoteFile = { readonly path: string; readonly sizeBytes: number }

export type WriteOptions = {
  readonly contentType: string
  readonly cacheControl: string
  /**
   * Absent: whatever is there is replaced. Null: only where nothing is there. A version: only in place of that one. A version is
   * an ETag, or a hash where the place has none.
   */
  readonly expects?: string | null
}

/** False: `expects` did not hold, and nothing was changed. */
export type Written = { readonly written: true; readonly version: string } | { readonly written: false }

/** Bytes of the largest file that is compared before it is replaced. */
export const largestReplaced = 64_000_000

/** Entries of a folder, or of an answer, before a host is taken for one that never ends: a site has some hundreds. */
export const mostListed = 100_000

/** A folder that holds, or claims to hold, more than `mostListed`. */
export const crowded = (host: string, code: string): Failure =>
  fail({ kind: 'place-refused', reason: 'crowded', act: 'list', host, code, message: '' })

/** All that several found, or the first failure. */
export const foundByAll = async <T>(works: readonly Promise<Result<readonly T[]>>[]): Promise<Result<readonly T[]>> => {
  const found: (readonly T[])[] = []
  for (const result of await Promise.all(works)) {
    if (!result.ok) return result
    found.push(result.value)
  }
  return { ok: true, value: found.flat() }
}

/** A folder on some other computer or on this one, for files that others read. Never throws. */
export type RemoteFolder = {
  /**
   * Files directly in these folders of it ('' for itself), by their relative paths with `/`, without partial ones of
   * interrupted writes. What others have beside is not looked at. A folder that is not there yet is empty.
   */
  readonly list: (folders: readonly string[], signal: AbortSignal) => Promise<Result<readonly RemoteFile[]>>
  /** Null: there is none. */
  readonly read: (
    path: string,
    limitBytes: number,
    signal: AbortSignal,
  ) => Promise<Result<{ readonly body: Buffer; readonly version: string } | null>>
  /** A reader sees the file whole or not at all, and the earlier one until then. */
  readonly write: (
    path: string,
    body: Uint8Array,
    options: WriteOptions,
    signal: AbortSignal,
  ) => Promise<Result<Written>>
  /** Missing ones count as removed. */
  readonly remove: (paths: readonly string[], signal: AbortSignal) => Promise<Result<null>>
  readonly close: () => Promise<void>
}
