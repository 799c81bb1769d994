import { fold } from '../../../../kernel/fold.ts'
import { once } from '../../../../kernel/once.ts'
import { headerRules } from './headerRules.ts'
import { headerWords, type Part } from './headerWords.ts'
import type { Claim } from '../roles/claim.ts'

type Meaning = ReadonlySet<Part>

const meanings = once((): ReadonlyMap<string, Meaning> => {
  const byWord = new Map<string, Set<Part>>()
  for (const [part, languages] of Object.entries(headerWords)) {
    for (const words of Object.values(languages)) {
      for (const word of fold(words).replaceAll(' ', '').split('|')) {
        const known = byWord.get(word)
        if (known === undefined) byWord.set(word, new Set([part as Part]))
        else known.add(part as Part)
      }
    }
  }
  return byWord
})

/** Words between the parts of a header; the first of them also of a glued one: rankbycat. */
const gluedJoints = new Set(['by', 'of', 'per', 'de', 'di'])
const joints = new Set([
  ...gluedJoints,
  ...'in for the and und et y e i a w v po do na af av van och og ja en si es в по на и среди с'.split(' '),
])
const mostPieces = 5
const mostWords = 5
/** Shorter pieces occur in words by chance. */
const leastPiece = 3
const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const shortPieces = new Set(['no', 'nr', 'ag', 'ak', 'rk', 'pl', 'oa'])

/** The meaning of each part of a header, in the fewest parts that it can be read as; null when some part is unknown. */
export const readPieces = (words: readonly string[]): readonly Meaning[] | null => {
  if (words.length > mostWords) return null
  const pieces = fewestPieces(words.length, (start, end) =>
    end - start === 1 ? piecesOfWord(words[start] ?? '') : pieceOf(words.slice(start, end).join('')),
  )
  const said = pieces?.filter((meaning) => !meaning.has('filler')) ?? []
  return said.length === 0 || said.length > mostPieces ? null : said
}

const pieceOf = (word: string): readonly Meaning[] | null => {
  const meaning = meanings().get(word)
  return meaning === undefined ? null : [meaning]
}

const piecesOfWord = (word: string): readonly Meaning[] | null => {
  const whole = pieceOf(word)
  if (whole !== null) return whole
  if (joints.has(word)) return []
  return splitGlued(word)
}

const splitGlued = (word: string): readonly Meaning[] | null =>
  splitWord(word, (text) => meanings().has(text))?.flatMap((text) => pieceOf(text) ?? []) ?? null

/** Whether a word of a header speaks of this, by itself. */
export const isMeant = (word: string, part: Part): boolean => meanings().get(word)?.has(part) === true

/** Longest glued word; splitting costs the square of the length. */
const longestGlued = 40

/** The fewest known words that a word consists of, without joining letters; null for none. */
export const splitWord = (word: string, isKnown: (text: string) => boolean): readonly string[] | null => {
  if (word.length > longestGlued) return null
  return fewestPieces(word.length, (start, end) => {
    const text = word.slice(start, end)
    if (start > 0 && end < word.length && gluedJoints.has(text)) return []
    const isTooShort = text.length < leastPiece && alphabetic.test(text) && !shortPieces.has(text)
    return isTooShort || !isKnown(text) ? null : [text]
  })
}

/** The fewest pieces that `length` units can be cut into; null where some part is none. */
const fewestPieces = <T>(
  length: number,
  piecesOf: (start: number, end: number) => readonly T[] | null,
): readonly T[] | null => {
  const best: (readonly T[] | null)[] = [[]]
  for (let end = 1; end <= length; end += 1) {
    let found: readonly T[] | null = null
    for (let start = 0; start < end; start += 1) {
      const before = best[start] ?? null
      const pieces = before === null ? null : piecesOf(start, end)
      if (before === null || pieces === null) continue
      if (found === null || before.length + pieces.length < found.length) found = [...before, ...pieces]
    }
    best[end] = found
  }
  return best[length] ?? null
}

type Rule = { readonly claim: Claim; readonly needs: readonly Part[]; readonly may: ReadonlySet<Part> }

const rules = once((): readonly Rule[] =>
  headerRules.flatMap(([role, strength, choices, may = '']) =>
    choices.split('|').map((needs): Rule => {
      const needed = needs.split(' ') as Part[]
      return { claim: { role, strength }, needs: needed, may: new Set([...needed, ...(may.split(' ') as Part[])]) }
    }),
  ),
)

/** The roles that parts may have together, by the rules they fulfil; the strongest claim of each role. */
export const claimsOfPieces = (pieces: readonly Meaning[]): readonly Claim[] => {
  const claims: Claim[] = []
  for (const { claim, needs, may } of rules()) {
    if (pieces.length < needs.length || claims.some(({ role }) => role === claim.role)) continue
    if (pieces.every((meaning) => [...meaning].some((part) => may.has(part))) && covers(pieces, needs))
      claims.push(claim)
  }
  return claims
}

/** Every needed part is meant by a piece of its own. */
const covers = (pieces: readonly Meaning[], needs: readonly Part[]): boolean => {
  const [first, ...rest] = needs
  if (first === undefined) return true
  return pieces.some((meaning, at) => meaning.has(first) && covers(pieces.toSpliced(at, 1), rest))
}
