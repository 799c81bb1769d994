export type RetryRules = {
  /** Further tries after the first. */
  readonly maxRetries: number
  /** The first wait lasts up to this long, each further one up to twice the one before. */
  readonly baseMs: number
  /** Bound of all that Retry-After makes one call wait. */
  readonly maxWaitMs: number
}

/** Outcome of one attempt: a reply or a connection error. */
export type TryEnd =
  | { readonly kind: 'lost' }
  | { readonly kind: 'replied'; readonly status: number; readonly retryAfterS: number | null }

const alwaysRetried: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Seconds from `nowMs` that a Retry-After header asks for (delta seconds or an HTTP date); null without a readable one. */
export function parseRetryAfterS(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text))
  if (!/^[a-z]{3}/i.test(text)) return null
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) || Number.isNaN(nowMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

/**
 * Milliseconds to wait before a read is tried again, or null when its end stands.
 * `random` in [0, 1) gives full jitter; `waitedMs` is what the call has waited so far.
 */
export function nextWaitMs(
  end: TryEnd,
  retries: number,
  waitedMs: number,
  random: number,
  rules: RetryRules,
): number | null {
  if (retries >= rules.maxRetries) return null
  const jitterMs = random * rules.baseMs * 2 ** retries
  if (end.kind === 'lost') return jitterMs
  const isRetried = alwaysRetried.has(end.status) || (end.status === 406 && end.retryAfterS !== null)
  if (!isRetried) return null
  if (end.retryAfterS === null) return jitterMs
  const askedMs = end.retryAfterS * 1000
  return waitedMs + askedMs > rules.maxWaitMs ? null : Math.max(askedMs, jitterMs)
}

/** A try that received fewer bytes than this counts as one without progress. */
const progressBytes = 16 * 1024

/** Retries that count against the limit: a try with progress restarts the count. */
export function retriesAfter(retries: number, gainedBytes: number): number {
  return gainedBytes >= progressBytes ? 0 : retries
}
