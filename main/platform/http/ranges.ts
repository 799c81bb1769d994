/** Lower-case names. */
export type ReplyHeaders = { readonly [name: string]: string }

/** The received part of a body; counts are bytes as transferred, before decoding. */
export type ReceivedPart = {
  readonly headers: ReplyHeaders
  readonly receivedBytes: number
  /** Null when the reply does not give it. */
  readonly totalBytes: number | null
}

/** RFC 9110 8.8.2.2: a second change within the same second would keep the same Last-Modified. */
const strongAfterMs = 1000

/**
 * The validator for If-Range (RFC 9110 13.1.5), or null where the rest of the body cannot be requested safely. Last-Modified
 * counts for unencoded bodies only: a body compressed on the fly may differ from one reply to the next.
 */
export const resumeValidator = (headers: ReplyHeaders): string | null => {
  const units = (headers['accept-ranges'] ?? '').toLowerCase().split(',')
  if (!units.some((unit) => unit.trim() === 'bytes')) return null
  const etag = headers['etag']
  if (etag !== undefined) return /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null
  const lastModified = headers['last-modified'] ?? ''
  if (!/^[A-Z][ -~]+$/.test(lastModified) || codingOf(headers) !== '') return null
  const ageMs = Date.parse(headers['date'] ?? '') - Date.parse(lastModified)
  return ageMs >= strongAfterMs ? lastModified : null
}

/**
 * Size of the whole body if the 206 reply continues exactly where the part ends, in the same representation and up to the end;
 * else null.
 */
export const totalOfRest = (headers: ReplyHeaders, part: ReceivedPart): number | null => {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(headers['content-range']?.trim() ?? '')
  const [first = 0, last = 0, total = 0] = range?.slice(1).map(Number) ?? []
  if (range === null || first !== part.receivedBytes || last !== total - 1 || first > last) return null
  if (part.totalBytes !== null && part.totalBytes !== total) return null
  const isSame = (name: string): boolean => headers[name] === undefined || headers[name] === part.headers[name]
  // RFC 9110 15.3.7: a 206 reply has the ETag of the whole reply. A service that ignores If-Range may leave it out.
  const isSameBody =
    headers['etag'] === part.headers['etag'] && isSame('last-modified') && codingOf(headers) === codingOf(part.headers)
  return isSameBody ? total : null
}

const codingOf = (headers: ReplyHeaders): string => {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  return coding === 'identity' ? '' : coding
}
