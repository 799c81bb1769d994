import { letterProfiles, type LetterProfile } from './charsetLetters.ts'

/**
 * The charset of bytes that are neither UTF-8 nor said to be in another one, decided by what they would say: letters as a language
 * has them, words of one script, capitals only where words begin, characters of several bytes that are whole. Null for bytes
 * that read like no text in any of them, as those of a picture do.
 */
export const guessCharset = (body: Uint8Array): string | null => {
  const wide = wideCharset(body)
  if (wide !== null) return hasWideText(body, wide) ? wide : null
  if (hasControls(body)) return null
  const chunks = chunksOf(body)
  if (chunks.length === 0 || isBrokenUtf8(chunks)) return null
  const bytes = chunks.reduce((sum, chunk) => sum + bytesBeyondAscii(chunk), 0)
  const sample = joined(chunks)
  const scored = candidates.flatMap((charset) => {
    const text = tryDecode(sample, charset)
    return text === null ? [] : [{ charset, score: (scoreOf(text, charset) + (leanings.get(charset) ?? 0)) / bytes }]
  })
  scored.sort((a, b) => b.score - a.score)
  return scored.find(({ score, charset }) => score > leastScore && tryDecode(body, charset) !== null)?.charset ?? null
}

const candidates = [...new Set(letterProfiles.flatMap(({ charsets }) => charsets))]

/** Decides between charsets in which a text is the same: the more usual one is named. */
const leanings: ReadonlyMap<string, number> = new Map([
  ['windows-1252', 2],
  ['windows-1250', 1],
  ['windows-1251', 1],
  ['shift_jis', 0.5],
  ['windows-1254', -1],
  ['windows-1257', -1],
  ['windows-1253', -4],
  ['iso-8859-7', -5],
])

/** A byte beyond ASCII in text that no language would write. */
const leastScore = -6.5

/** UTF-16 without its mark: every other byte of separators, digits and Latin letters is 0. */
const wideCharset = (body: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const start = body.subarray(0, 4096)
  if (body.length % 2 !== 0 || start.length < 8) return null
  const zeros = [0, 0]
  for (let at = 0; at < start.length; at += 1) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = Math.max(8, start.length / 16)
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : null
}

const hasWideText = (body: Uint8Array, charset: string): boolean => {
  const text = tryDecode(body, charset)
  return text !== null && !/[\p{Cn}\p{Co}]/u.test(text)
}

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12

const hasControls = (body: Uint8Array): boolean => {
  // Old spreadsheets end with this byte.
  const end = body.at(-1) === 0x1a ? body.length - 1 : body.length
  for (let at = 0; at < end; at += 1) if (isControl(body[at] ?? 0)) return true
  return false
}

const mostChunks = 2_500
const longestChunk = 400

/** Punctuation, blanks and separators: no character of several bytes holds one of them. */
const isBetween = (byte: number): boolean => byte < 0x30 || (byte > 0x39 && byte < 0x40)

/** Distinct words with bytes beyond ASCII, from the whole body. */
const chunksOf = (body: Uint8Array): readonly Uint8Array[] => {
  const chunks = new Map<string, Uint8Array>()
  let start = 0
  let isAscii = true
  for (let at = 0; at <= body.length && chunks.size < mostChunks; at += 1) {
    const byte = at === body.length ? 0 : (body[at] ?? 0)
    if (byte >= 0x80) isAscii = false
    if (!isBetween(byte)) continue
    if (!isAscii && at - start <= longestChunk) {
      const chunk = body.subarray(start, at)
      chunks.set(String.fromCharCode(...chunk), chunk)
    }
    start = at + 1
    isAscii = true
  }
  return [...chunks.values()]
}

const bytesBeyondAscii = (chunk: Uint8Array): number => chunk.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0)

const joined = (chunks: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length + 1, 0)).fill(0x20)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length + 1
  }
  return all
}

const lenientUtf8 = new TextDecoder('utf-8')

/** UTF-8 in which some bytes are damaged or cut off. */
const isBrokenUtf8 = (chunks: readonly Uint8Array[]): boolean => {
  let damaged = 0
  let whole = 0
  for (const chunk of chunks) {
    for (const character of lenientUtf8.decode(chunk)) {
      if (character === '\uFFFD') damaged += 1
      else if (character > '\u007F') whole += 1
    }
  }
  return whole > damaged
}

const tryDecode = (bytes: Uint8Array, charset: string): string | null => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Natural logarithms of how probable a letter is; a letter that the language does not have. */
const strange = -10

const costsOf = ({ script, letters }: LetterProfile): ReadonlyMap<string, number> => {
  const distinct = [...new Set(letters)]
  const slope = script === 'east' ? 0 : 3.5 / distinct.length
  const sum = distinct.reduce((all, _, rank) => all + Math.exp(-slope * rank), 0)
  return new Map(distinct.map((letter, rank) => [letter, -slope * rank - Math.log(sum)]))
}

const profiles = letterProfiles.map((profile) => ({ ...profile, costs: costsOf(profile) }))

/** How probable the text is in the language that suits it best, as a logarithm. */
const scoreOf = (text: string, charset: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) if (character > '\u007F') counts.set(character, (counts.get(character) ?? 0) + 1)
  const shape = shapeScore(text)
  const scores = profiles
    .filter(({ charsets }) => charsets.includes(charset))
    .map(({ script, costs }) => {
      let score = shape
      for (const [character, count] of counts) score += count * characterScore(character, script, costs)
      return score
    })
  return Math.max(...scores)
}

const characterScore = (
  character: string,
  script: LetterProfile['script'],
  costs: ReadonlyMap<string, number>,
): number => {
  const known = costs.get(character) ?? costs.get(character.toLowerCase())
  if (known !== undefined) return known
  if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(character)) return -20
  if (/[\u2500-\u25FF]/u.test(character)) return -14
  if (script === 'east') return eastScore(character)
  if (/[«»„“”‘’–—…№°ºª·\u00A0]/u.test(character)) return -5
  return /\p{L}/u.test(character) ? strange : -9
}

const eastScore = (character: string): number => {
  if (/[\uFF61-\uFF9F]/u.test(character)) return -6
  if (/[\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303F\uFF00-\uFF60ー]/u.test(character)) return -6
  if (/\p{sc=Hangul}/u.test(character)) return -8
  return /\p{sc=Han}/u.test(character) ? -10 : -14
}

const shapes: readonly (readonly [RegExp, number])[] = [
  // Lower case before upper case is typical of a wrong charset for the same script.
  [/\p{Ll}(?=\p{Lu})/gu, -4],
  [/[\p{sc=Cyrillic}\p{sc=Greek}](?=[A-Za-z])|[A-Za-z](?=[\p{sc=Cyrillic}\p{sc=Greek}])/gu, -6],
  [
    /[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}\p{sc=Hiragana}](?=[A-Za-z])|[A-Za-z](?=[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}\p{sc=Hiragana}])/gu,
    -5,
  ],
  // 1º and 5ª, also when decoded in other charsets.
  [/\p{N}(?=[ºª])/gu, 4],
  [/\p{N}(?=[\u00C0-\u024F])/gu, -8],
  // Adjacent letters with diacritics are rare.
  [/[\u00AA-\u024F](?=[\u00AA-\u024F])/gu, -1.5],
  [/([\u0080-\uFFFF])(?=\1\1)/gu, -12],
  [/[\u00A1-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF](?=[A-Za-z])/gu, -3],
]

const shapeScore = (text: string): number =>
  shapes.reduce((sum, [pattern, cost]) => sum + cost * (text.match(pattern)?.length ?? 0), 0)
