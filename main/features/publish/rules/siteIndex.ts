import { searchKey, wordsOf } from './searchKey.ts'

/** Tells every key by which a person is found; `SiteIndexPiece` says which they are. */
export const keyMaker = (): ((name: string, bib: string, key: string) => readonly string[]) => {
  /** A field of people has far fewer words than names. */
  const known = new Map<string, string>()
  const keyOf = (word: string): string => {
    const key = known.get(word) ?? searchKey(word)
    known.set(word, key)
    return key
  }
  return (name, bib, own) => {
    const words = wordsOf(name)
      .map(keyOf)
      .filter((word) => word !== '')
    const keys = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
    const others = new Set([bib, own].map(searchKey))
    return [...new Set([...keys, ...others])].filter((key) => key !== '')
  }
}

type IndexPiece = { readonly firstKey: string; readonly people: readonly number[] }

/** A packed piece of so many people weighs 10 to 20 KB. */
const leastKeys = 300
const mostKeys = 600
/** One key in so many may begin a piece, whatever other keys there are, so that most pieces stay when a few people change. */
const cutEvery = 128

/** Cuts the index into pieces. `people`: the keys of person 0, of person 1 and so on. */
export const cutIndex = (people: Iterable<readonly string[]>): readonly IndexPiece[] => {
  const keys: string[] = []
  const owners: number[] = []
  let person = 0
  for (const own of people) {
    for (const key of own) {
      keys.push(key)
      owners.push(person)
    }
    person += 1
  }
  const pieces: IndexPiece[] = []
  let firstKey = ''
  let before = ''
  let members = new Set<number>()
  let count = 0
  for (const at of inOrder(keys)) {
    const key = keys[at] ?? ''
    const isFull = count >= mostKeys || (count >= leastKeys && hashOf(key) % cutEvery === 0)
    if (isFull && key !== before) {
      pieces.push({ firstKey, people: [...members] })
      firstKey = shortestAbove(before, key)
      members = new Set()
      count = 0
    }
    members.add(owners[at] ?? 0)
    count += 1
    before = key
  }
  if (members.size > 0) pieces.push({ firstKey, people: [...members] })
  return pieces
}

/** Keys that begin alike are sorted together: one long list would take twice the time. */
const sortedLetters = 3

/** The positions of the keys, sorted. */
function* inOrder(keys: readonly string[]): Iterable<number> {
  const parts = new Map<string, number[]>()
  for (const [at, key] of keys.entries()) {
    const beginning = key.slice(0, sortedLetters)
    const part = parts.get(beginning)
    if (part === undefined) parts.set(beginning, [at])
    else part.push(at)
  }
  for (const beginning of [...parts.keys()].sort()) {
    yield* (parts.get(beginning) ?? []).sort((a, b) => {
      const [one = '', other = ''] = [keys[a], keys[b]]
      return one < other ? -1 : one > other ? 1 : a - b
    })
  }
}

/** The shortest beginning of `key` that comes after `before`. */
const shortestAbove = (before: string, key: string): string => {
  let length = 1
  while (key.slice(0, length) <= before) length += 1
  return key.slice(0, length)
}

/** FNV-1a. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
