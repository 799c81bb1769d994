import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** One JSON reply, ready to be sent many times. */
export type ServedBody = {
  readonly bytes: Uint8Array
  /** Weak, since the compressed form has the same one. */
  readonly etag: string
  /** Compressed at the first call. */
  readonly gzip: () => Promise<Uint8Array>
}

/** A category and what its results link answers at a moment. */
export type ServedCategory = {
  readonly guid: string
  readonly name: string
  /** `nowMs`: milliseconds since the epoch. */
  readonly bodyAt: (nowMs: number) => ServedBody
}

export type ServedDistance = {
  readonly guid: string
  readonly name: string
  readonly categories: readonly ServedCategory[]
}

export type ServedStage = {
  readonly guid: string
  readonly name: string
  /** Name of the stage, a distance or category in the language of the moment; absent: as it is. */
  readonly shownName?: (name: string) => string
  readonly distances: readonly ServedDistance[]
}

const compress = promisify(gzip)

export function createBody(json: string): ServedBody {
  const bytes = Buffer.from(json)
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  let compressed: Promise<Uint8Array> | undefined
  return {
    bytes,
    etag,
    gzip: () => (compressed ??= compress(bytes, { level: 3 })),
  }
}

/** The envelope of the API document around rows that are JSON already. */
export function resultsBody(rowsJson: readonly string[]): ServedBody {
  return createBody(`{"isSuccess":true,"message":null,"data":[${rowsJson.join(',')}]}`)
}
