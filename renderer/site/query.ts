import type { SiteDirectory, SiteFound } from '../../preload/contract/publish/site.ts'
import { searchKey, wordsOf } from '../../preload/shared/searchKey.ts'
import { canBeMistyped, isNear } from '../../preload/shared/similarWords.ts'

/** The search without a server: which pieces of the index to fetch, and who of them is meant. */

export type Query = {
  /** As typed, for bibs. */
  readonly text: string
  readonly words: readonly QueryWord[]
}

type QueryWord = {
  readonly key: string
  /** Of the last word: its key without letters that the next one typed may change; else the key. */
  readonly stem: string
}

export const mostPieces = 3
/** Fetched when nobody is found: the wrong letter may be any. */
const mostSimilarPieces = 8
export const mostShown = 50

/** Letters that stand for others together with the next one typed: `s` may become `sh`, `i` `ia`. */
const openEnd = /[sczhtkgi]+$/
const shortestStem = 2

export const readQuery = (text: string): Query => {
  const keys = wordsOf(text)
    .map(searchKey)
    .filter((key) => key !== '')
  return {
    text: text.trim(),
    words: keys.map((key, at) => ({ key, stem: at === keys.length - 1 ? stemOf(key) : key })),
  }
}

const stemOf = (key: string): string => key.slice(0, Math.max(shortestStem, key.replace(openEnd, '').length))

/** The paths of the pieces that may hold keys with this beginning. */
const piecesFrom = (index: SiteDirectory['index'], beginning: string): readonly string[] =>
  index
    .filter(([firstKey], at) => {
      const next = index[at + 1]?.[0]
      return (next === undefined || next > beginning) && (firstKey <= beginning || firstKey.startsWith(beginning))
    })
    .map(([, path]) => path)

export type ChosenPieces = {
  readonly paths: readonly string[]
  /** Others may be found once more is typed. */
  readonly isPartial: boolean
}

/** The fewest pieces that hold everybody whom the query means, or as good a choice of them as there is. */
export const choosePieces = (index: SiteDirectory['index'], { words }: Query): ChosenPieces => {
  const whole = words.map(({ stem }) => piecesFrom(index, stem)).sort((one, other) => one.length - other.length)[0]
  if (whole === undefined) return { paths: [], isPartial: false }
  if (whole.length <= mostPieces) return { paths: whole, isPartial: false }
  // Whole words that follow each other in a name are one key.
  const together = ordersOf(words.slice(0, 3))
    .filter((order) => order.length > 1)
    .map((order) => piecesFrom(index, order.map(({ key }) => key).join(' ')))
  const narrow = words
    .flatMap(({ key, stem }) => [piecesFrom(index, stem), piecesFrom(index, key)])
    .reduce((one, other) => (other.length < one.length ? other : one), whole)
  const paths = new Set(together.reduce((all, some) => all.concat(some), []).concat(narrow))
  return { paths: [...paths].slice(0, mostPieces), isPartial: true }
}

/** The pieces of people with similar names: as many as may be fetched of those that begin as a word does. */
export const chooseSimilar = (index: SiteDirectory['index'], { words }: Query): readonly string[] => {
  const choices = words.map(({ key }) => {
    for (let length = 0; length < key.length; length += 1) {
      const paths = piecesFrom(index, key.slice(0, length))
      if (paths.length <= mostSimilarPieces) return paths
    }
    return []
  })
  return choices.reduce((one, other) => (other.length > one.length ? other : one), [])
}

const ordersOf = (words: readonly QueryWord[]): readonly (readonly QueryWord[])[] =>
  words.length < 2
    ? [words]
    : words.flatMap((word, at) =>
        ordersOf([...words.slice(0, at), ...words.slice(at + 1)]).map((rest) => [word, ...rest]),
      )

/**
 * 0: the very bib; 1: but for zeros in front; 2: every word is one of the name; 3: every word begins one; 4: nearly; 5: with a wrong
 * letter, where that is asked for; null: somebody else.
 */
const rankOf = ({ text, words }: Query, [, name, bib]: SiteFound, areSimilar: boolean): number | null => {
  if (bib !== '' && bib === text) return 0
  const keys = wordsOf(name).map(searchKey)
  const bibKey = searchKey(bib)
  let rank = words[0]?.key === bibKey ? 1 : 2
  for (const { key, stem } of words) {
    if (keys.includes(key) || key === bibKey) continue
    if (keys.some((own) => own.startsWith(key)) || bibKey.startsWith(key)) rank = Math.max(rank, 3)
    else if (keys.some((own) => own.startsWith(stem) && mayGoOn(key, own.slice(stem.length)))) rank = Math.max(rank, 4)
    else if (areSimilar && canBeMistyped(key) && keys.some((own) => isNear(key, own))) rank = 5
    else return null
  }
  return rank
}

/** Whether the letters after the stem may be what the end of `key` becomes. */
const mayGoOn = (key: string, rest: string): boolean =>
  key.endsWith('i') ? /^[sczhtkgiaeu]/.test(rest) : openEnd.test(key) && /^[sczhtkg]/.test(rest)

export type Hits = { readonly shown: readonly SiteFound[]; readonly total: number }

/** `areSimilar`: a word may have one wrong letter. */
export const findPeople = (query: Query, people: Iterable<SiteFound>, areSimilar = false): Hits => {
  if (query.words.length === 0) return { shown: [], total: 0 }
  const ranked = new Map<string, readonly [rank: number, person: SiteFound]>()
  for (const person of people) {
    if (ranked.has(person[0])) continue
    const rank = rankOf(query, person, areSimilar)
    if (rank !== null) ranked.set(person[0], [rank, person])
  }
  const { compare } = new Intl.Collator('ru', { numeric: true })
  const order = [...ranked.values()].sort(
    ([rank, [key, name, bib]], [otherRank, [otherKey, otherName, otherBib]]) =>
      rank - otherRank || compare(name, otherName) || compare(bib, otherBib) || compare(key, otherKey),
  )
  return { shown: order.slice(0, mostShown).map(([, person]) => person), total: order.length }
}
