/** A message of the downloading process to the one that waits for it. */
export type DownloadMessage =
  /** `proxy` is the host and port of the proxy in between, or null. */
  | { readonly kind: 'asking'; readonly host: string; readonly proxy: string | null }
  /** `totalBytes` is null when the mirror does not say. */
  | { readonly kind: 'bytes'; readonly receivedBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'unpacking' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
