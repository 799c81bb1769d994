/** From the first to behind the last character. */
type TextRange = { readonly start: number; readonly end: number }

/** Shorter values would blot out ordinary words. */
export const shortestSecret = 6
/** Levels of escapes within escapes, such as percent-encoded JSON in a JSON string. */
const mostLevels = 6
/** Size of a search window in characters, which limits the memory of decoding. */
const windowLength = 1024 * 1024
/** The most characters that one character of a secret takes, escaped twice. */
const longestForm = 32

/**
 * Escapes that can stand for a letter, a digit, `-`, `_` or for the beginning of another escape. Those that services write for
 * quotes, ampersands and brackets are none of them.
 */
const hidingEscapes = new RegExp(
  [
    String.raw`(?:\\u00|%)(?:2d|3\d|[46][1-9a-f]|[57][0-9a]|5f|25(?=[2-7\\%&])|26(?=#|amp;|\\u0023|%23)|5c(?=[u\\%&]))`,
    String.raw`&(?:amp;)*#0*(?:3[78]|4[589]|5[0-7]|6[5-9]|[78]\d|9[0-25789]|1[01]\d|12[0-2]);`,
    String.raw`&(?:amp;)*#x0*(?:2[56d]|3\d|[46][1-9a-f]|[57][0-9a]|5[cf]);`,
  ].join('|'),
  'i',
)

/** Letters, digits, - and _ are the characters that most encodings leave as they are. */
export const longestPlainRun = (secret: string): string =>
  (secret.match(/[\w-]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '')

/** False when the text contains none of the secrets with these longest plain runs, in any form. Cheap. */
export const mayHold = (text: string, plainRuns: readonly string[]): boolean =>
  plainRuns.some((run) => text.includes(run)) || hasHidingEscapes(text)

export const hasHidingEscapes = (text: string): boolean => hidingEscapes.test(text)

/**
 * Where the secrets stand in the text, each character as itself or in any mix of these forms: JSON (`\u0041`, `\/`, `\"`, also JSON
 * within JSON), percent-encoding, HTML character references. Sorted, without overlaps. Backslashes at the ends of a secret may
 * be left out. One whose own letters read as escapes, and that comes to under six by them ("%aaaaaa"), is found as it is only.
 */
export const findSecrets = (text: string, secrets: readonly string[]): readonly TextRange[] => {
  const needles = [...new Set(secrets.flatMap(needlesOf))].filter(({ length }) => length >= shortestSecret)
  const plainRuns = secrets.map(longestPlainRun)
  const reach = longestForm * secrets.reduce((longest, { length }) => Math.max(longest, length), 0)
  const found: TextRange[] = []
  for (let from = 0; from < text.length; from += windowLength) {
    const window = text.slice(from, from + windowLength + reach)
    if (!mayHold(window, plainRuns)) continue
    for (const { start, end } of findInWindow(window, needles)) found.push({ start: from + start, end: from + end })
  }
  return withoutOverlaps(found)
}

/** Replaces each range of the text. */
export const replaceRanges = (text: string, ranges: readonly TextRange[], replacement: string): string => {
  let at = 0
  const pieces: string[] = []
  for (const { start, end } of ranges) {
    pieces.push(text.slice(at, start), replacement)
    at = end
  }
  return pieces.join('') + text.slice(at)
}

/** A secret may look like an escape itself. How many backslashes it has depends on how it was escaped: none counts. */
const needlesOf = (secret: string): readonly string[] => {
  let level = levelOf(secret)
  for (let depth = 0; depth < mostLevels; depth += 1) level = decoded(level) ?? level
  const plain = secret.replaceAll('\\', '')
  // CSV doubles quotes.
  return [plain, plain.replaceAll('"', '""'), textOf(level)]
}

const findInWindow = (window: string, needles: readonly string[]): readonly TextRange[] => {
  const found: TextRange[] = []
  let level: Level | null = levelOf(window)
  for (let depth = 0; level !== null && depth <= mostLevels; depth += 1) {
    const text = textOf(level)
    for (const needle of needles) {
      for (const at of placesOf(needle, text)) {
        found.push({ start: level.starts[at] ?? 0, end: level.ends[at + needle.length - 1] ?? 0 })
      }
    }
    level = decoded(level)
  }
  return found
}

const placesOf = (needle: string, text: string): readonly number[] => {
  // Forms encode a space as a plus.
  const isForm = needle.includes(' ')
  const wanted = isForm ? needle.replaceAll('+', ' ') : needle
  const searched = isForm ? text.replaceAll('+', ' ') : text
  const places: number[] = []
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

/** A text after so many rounds of decoding: its UTF-16 code units, and where each began and ended in the text as it came. */
type Level = { readonly codes: Uint16Array; readonly starts: Uint32Array; readonly ends: Uint32Array }

const levelOf = (text: string): Level => {
  const level = emptyLevel(text.length)
  for (let at = 0; at < text.length; at += 1) {
    level.codes[at] = text.charCodeAt(at)
    level.starts[at] = at
    level.ends[at] = at + 1
  }
  return level
}

const emptyLevel = (length: number): Level => ({
  codes: new Uint16Array(length),
  starts: new Uint32Array(length),
  ends: new Uint32Array(length),
})

const textOf = ({ codes }: Level): string => new TextDecoder('utf-16le', { ignoreBOM: true }).decode(codes)

const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26
const afterBackslash = new Set(['"', "'", '/'].map((character) => character.charCodeAt(0)))
const htmlNames = new Map([
  ['amp;', 0x26],
  ['lt;', 0x3c],
  ['gt;', 0x3e],
  ['quot;', 0x22],
  ['apos;', 0x27],
])

/** Decodes one level; null when there is nothing to decode. */
const decoded = (level: Level): Level | null => {
  const { codes, starts, ends } = level
  const next = emptyLevel(codes.length)
  let length = 0
  const put = (code: number, from: number, last: number): void => {
    next.codes[length] = code
    next.starts[length] = starts[from] ?? 0
    next.ends[length] = ends[last] ?? 0
    length += 1
  }
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    const isEscape = code === backslash || code === percent || code === ampersand
    const escape = isEscape ? escapeAt(codes, at) : null
    if (escape === null) put(code, at, at)
    else {
      if (escape.code !== null) put(escape.code, at, escape.last)
      at = escape.last
    }
  }
  if (length === codes.length) return null
  return {
    codes: next.codes.subarray(0, length),
    starts: next.starts.subarray(0, length),
    ends: next.ends.subarray(0, length),
  }
}

/** `last`: the place of its last character. `code` null: it stands for nothing. */
type Escape = { readonly code: number | null; readonly last: number }

const escapeAt = (codes: Uint16Array, at: number): Escape | null => {
  const first = codes[at]
  if (first === backslash) return backslashesAt(codes, at)
  if (first === percent) {
    const code = hexAt(codes, at + 1)
    return code === null ? null : { code, last: at + 2 }
  }
  return referenceAt(codes, at)
}

const backslashesAt = (codes: Uint16Array, at: number): Escape => {
  let next = at
  while (codes[next] === backslash) next += 1
  const code = codes[next] ?? 0
  if (afterBackslash.has(code)) return { code, last: next }
  const isUnicode = code === 0x75 && codes[next + 1] === 0x30 && codes[next + 2] === 0x30
  const escaped = isUnicode ? hexAt(codes, next + 3) : null
  return escaped === null ? { code: null, last: next - 1 } : { code: escaped, last: next + 4 }
}

const referenceAt = (codes: Uint16Array, at: number): Escape | null => {
  if (codes[at + 1] !== 0x23) {
    const name = String.fromCharCode(...codes.subarray(at + 1, at + 6)).toLowerCase()
    for (const [known, code] of htmlNames) if (name.startsWith(known)) return { code, last: at + known.length }
    return null
  }
  let next = at + 2
  const isHex = ((codes[next] ?? 0) | 0x20) === 0x78
  if (isHex) next += 1
  while (codes[next] === 0x30) next += 1
  const digits = /^([0-9a-f]{1,3});/i.exec(String.fromCharCode(...codes.subarray(next, next + 4)))?.[1]
  if (digits === undefined) return null
  const code = isHex ? Number.parseInt(digits, 16) : Number(digits)
  return code >= 0x20 && code <= 0xff ? { code, last: next + digits.length } : null
}

/** The code of two hex digits; null unless it is a printable character. */
const hexAt = (codes: Uint16Array, at: number): number | null => {
  const code = hexDigit(codes[at]) * 16 + hexDigit(codes[at + 1])
  return code >= 0x20 && code <= 0xff ? code : null
}

/** Far below any sum that counts where it is none. */
const hexDigit = (code = 0): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1000
}

const withoutOverlaps = (found: readonly TextRange[]): readonly TextRange[] => {
  const merged: TextRange[] = []
  for (const range of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start >= last.end) merged.push(range)
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
  }
  return merged
}
