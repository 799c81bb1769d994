import type { Instant } from '../../preload/contract/ids.ts'

export type StoredBody = {
  /** As received, after decoding. Where the bytes are neither UTF-8 nor in the charset they name, a lossy reading for display. */
  readonly text: string
  /** Not a lossy reading. */
  readonly isText: boolean
  readonly sizeBytes: number
  readonly sha256: string
  readonly status: number
  readonly contentType: string
  readonly fetchedAt: Instant
  readonly url: string
}
