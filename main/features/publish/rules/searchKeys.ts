import type { SiteFound } from '../../../../preload/contract/publish/site.ts'
import { hashOfText } from '../../results/rules/textHash.ts'
import { searchKey, wordsOf } from '../../../../preload/shared/searchKey.ts'

/** The keys of all people, sorted; by position. `SiteIndexPiece` says which they are. */
export type SearchKeys = {
  readonly size: number
  /** Number of the person. */
  readonly person: (at: number) => number
  readonly text: (at: number) => string
  /** Depends on the text alone. */
  readonly hash: (at: number) => number
  readonly isSame: (one: number, other: number) => boolean
}

/** A name of more is no person's: its first words find it. */
const mostWords = 16

/**
 * A key begins at each position of `runs` whose length is not 0: so many numbers of words. A name has its words twice, so that each
 * of them begins a key with those that follow it and then those before it.
 */
type Runs = {
  readonly runs: Uint32Array
  readonly lengths: Uint8Array
  readonly persons: Uint32Array
  /** By number, sorted: numbers are compared instead of words. */
  readonly words: readonly string[]
}

/** `people`: person 0, person 1 and so on. */
export const searchKeys = (people: Iterable<SiteFound>): SearchKeys => {
  const all = runsOf(people)
  const { runs, lengths, persons, words } = all
  const order = inOrder(all)
  const hashes = Uint32Array.from(words, hashOfText)
  return {
    size: order.length,
    person: (at) => persons[order[at] ?? 0] ?? 0,
    text: (at) => {
      const start = order[at] ?? 0
      return Array.from(runs.subarray(start, start + (lengths[start] ?? 0)), (word) => words[word]).join(' ')
    },
    hash: (at) => {
      const start = order[at] ?? 0
      const end = start + (lengths[start] ?? 0)
      let hash = 0
      for (let word = start; word < end; word += 1) hash = (Math.imul(hash, 31) + (hashes[runs[word] ?? 0] ?? 0)) | 0
      return hash >>> 0
    },
    isSame: (one, other) => {
      const [a = 0, b = 0] = [order[one], order[other]]
      const length = lengths[a] ?? 0
      if (length !== lengths[b]) return false
      for (let word = 0; word < length; word += 1) if (runs[a + word] !== runs[b + word]) return false
      return true
    },
  }
}

const runsOf = (people: Iterable<SiteFound>): Runs => {
  const numbers = new Map([['', 0]])
  /** A field of people has far fewer words than names. */
  const known = new Map<string, number>()
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size
    if (number === numbers.size) numbers.set(key, number)
    return number
  }
  const numberOfWord = (word: string): number => {
    const number = known.get(word) ?? numberOf(searchKey(word))
    known.set(word, number)
    return number
  }
  let runs = new Uint32Array(1 << 16)
  let lengths = new Uint8Array(runs.length)
  let persons = new Uint32Array(runs.length)
  let end = 0
  const grow = (): void => {
    const twice = ({ buffer }: { readonly buffer: ArrayBuffer }): ArrayBuffer => buffer.transfer(buffer.byteLength * 2)
    runs = new Uint32Array(twice(runs))
    lengths = new Uint8Array(twice(lengths))
    persons = new Uint32Array(twice(persons))
  }
  const add = (number: number, length: number, person: number): void => {
    if (end === runs.length) grow()
    runs[end] = number
    lengths[end] = length
    persons[end] = person
    end += 1
  }
  let person = 0
  for (const [key, name, bib] of people) {
    const own: number[] = []
    for (const word of wordsOf(name)) {
      if (own.length === mostWords) break
      const number = numberOfWord(word)
      if (number !== 0) own.push(number)
    }
    for (const number of own) add(number, own.length, person)
    for (let at = 0; at < own.length - 1; at += 1) add(own[at] ?? 0, 0, person)
    for (const text of bib === key ? [key] : [bib, key]) {
      const number = numberOf(searchKey(text))
      if (number !== 0) add(number, 1, person)
    }
    person += 1
  }
  const words = [...numbers.keys()].sort()
  const ranks = new Uint32Array(words.length)
  for (const [rank, word] of words.entries()) ranks[numbers.get(word) ?? 0] = rank
  for (let at = 0; at < end; at += 1) runs[at] = ranks[runs[at] ?? 0] ?? 0
  return { runs: runs.subarray(0, end), lengths: lengths.subarray(0, end), persons, words }
}

/** Where the keys begin, sorted by their last words first: each pass keeps the order of the one before, and compares no two keys. */
const inOrder = ({ runs, lengths, words }: Runs): Uint32Array => {
  let order = beginningsOf(lengths)
  let next = new Uint32Array(order.length)
  const places = new Uint32Array(words.length + 1)
  for (let word = lengths.reduce((most, length) => Math.max(most, length), 0) - 1; word >= 0; word -= 1) {
    // The empty word comes first, as a key does that ends before this one.
    const rankOf = (start: number): number => (word < (lengths[start] ?? 0) ? (runs[start + word] ?? 0) : 0)
    places.fill(0)
    for (const start of order) {
      const after = rankOf(start) + 1
      places[after] = (places[after] ?? 0) + 1
    }
    for (let rank = 1; rank < places.length; rank += 1) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0)
    for (const start of order) {
      const rank = rankOf(start)
      const place = places[rank] ?? 0
      next[place] = start
      places[rank] = place + 1
    }
    ;[order, next] = [next, order]
  }
  return order
}

const beginningsOf = (lengths: Uint8Array): Uint32Array<ArrayBuffer> => {
  const beginnings = new Uint32Array(lengths.length)
  let size = 0
  for (let at = 0; at < lengths.length; at += 1) if (lengths[at] !== 0) beginnings[size++] = at
  return beginnings.slice(0, size)
}
