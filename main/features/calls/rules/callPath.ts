import type { Result } from '../../../../preload/contract/result.ts'
import { invalidInput, type Failure } from '../../../kernel/result.ts'

const longestPath = 4_000
/** Proxies decode more than once; what still changes after so many rounds was written to deceive. */
const mostDecodings = 5
const apiStart = '/v3/'
const promoEnd = '/v3/promocodes/set'

/**
 * A path of a generic call as it may be sent, perhaps with a query behind it (interface.md, `call`). Refused as `invalid-input`
 * at `path`: absolute URLs, `//`, `..` and `.` as a folder, backslashes and control characters, however they are percent-encoded,
 * and anything that does not begin with /v3/ unless `isAnyPathAllowed`. A query may hold what only a path must not.
 */
export const readCallPath = (text: string, isAnyPathAllowed: boolean): Result<string> => {
  if (text.length > longestPath) return refuse(`longer than ${longestPath} characters`)
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return refuse('holds a control character')
  if (!text.isWellFormed()) return refuse('holds half a character')
  if (text.includes('\\')) return refuse('holds a backslash')
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return refuse('is a whole URL; give the path alone, such as /v3/Races/Years')
  if (!text.startsWith('/')) return refuse('must begin with a slash')
  if (text.includes('#')) return refuse('holds a fragment (#), which is never sent')
  const path = pathPart(text)
  const readings = decodings(path)
  if (readings === null) return refuse('is percent-encoded in a way that cannot be read')
  for (const reading of readings) {
    const problem = problemOf(reading)
    if (problem !== null) return refuse(problem)
  }
  if (!isAnyPathAllowed && !path.startsWith(apiStart)) {
    return refuse('must begin with /v3/; the settings can allow other paths')
  }
  return { ok: true, value: text }
}

/** True for the path that sets promo codes, in any case and encoding and with whatever a server would look past. */
export const isPromoPath = (text: string): boolean =>
  (decodings(pathPart(text)) ?? [pathPart(text)]).some((reading) => plainSegments(reading).endsWith(promoEnd))

/** Key under which the user confirms a path once. */
export const samePathKey = (text: string): string => plainSegments(decodings(pathPart(text))?.at(-1) ?? pathPart(text))

const pathPart = (text: string): string => text.replace(/\?.*$/su, '')

/** The path as written and as each server on the way could read it; null when it is not percent-encoded UTF-8 or decodes without end. */
const decodings = (path: string): readonly string[] | null => {
  const readings = [path]
  for (let round = 0; round < mostDecodings; round += 1) {
    const last = readings.at(-1) ?? path
    const next = decodeOnce(last)
    // Decoding "%25" may yield invalid escapes, so only the path as written must decode.
    if (next === null) return round === 0 ? null : readings
    if (next === last) return readings
    readings.push(next)
  }
  return null
}

const decodeOnce = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const problemOf = (reading: string): string | null => {
  // Some servers take full-width dots and slashes for plain ones.
  const plain = reading.normalize('NFKC')
  if (/[\p{Cc}\u2028\u2029]/u.test(plain)) return 'holds a control character'
  if (plain.includes('\\')) return 'holds a backslash'
  if (plain.includes('//')) return 'holds two slashes in a row'
  if (plain.includes('..')) return 'holds two dots in a row'
  if (plain.split('/').includes('.')) return 'holds a folder named by a dot'
  return null
}

const plainSegments = (reading: string): string =>
  reading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[?#].*$/su, '')
    .split('/')
    .map((segment) => segment.replace(/;.*$/su, '').replace(/[.\s]+$/u, ''))
    .join('/')
    .replace(/\/+$/u, '')

const refuse = (message: string): Failure => invalidInput('path', message)
