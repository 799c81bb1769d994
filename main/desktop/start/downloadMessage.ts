/** What the downloading process tells the one that waits for it. */
export type DownloadMessage =
  | { readonly kind: 'asking'; readonly host: string }
  /** `totalBytes` is null when the mirror does not say. */
  | { readonly kind: 'bytes'; readonly receivedBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'unpacking' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
