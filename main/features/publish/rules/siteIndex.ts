import type { SiteFound } from '../../../../preload/contract/publish/site.ts'
import { searchKeys } from './searchKeys.ts'

type IndexPiece = { readonly firstKey: string; readonly people: readonly number[] }

/** A packed piece of so many people weighs 10 to 20 KB. */
const leastKeys = 300
const mostKeys = 600
/** One key in so many may begin a piece, whatever other keys there are, so that most pieces stay when a few people change. */
const cutEvery = 128

/** Cuts the index into pieces. `people`: person 0, person 1 and so on. */
export const cutIndex = (people: Iterable<SiteFound>): readonly IndexPiece[] => {
  const keys = searchKeys(people)
  const pieces: IndexPiece[] = []
  let firstKey = ''
  let members = new Set<number>()
  let count = 0
  for (let at = 0; at < keys.size; at += 1) {
    const isFull = count >= mostKeys || (count >= leastKeys && keys.hash(at) % cutEvery === 0)
    if (isFull && !keys.isSame(at, at - 1)) {
      pieces.push({ firstKey, people: [...members] })
      firstKey = shortestAbove(keys.text(at - 1), keys.text(at))
      members = new Set()
      count = 0
    }
    members.add(keys.person(at))
    count += 1
  }
  if (members.size > 0) pieces.push({ firstKey, people: [...members] })
  return pieces
}

/** The shortest beginning of `key` that comes after `before`. */
const shortestAbove = (before: string, key: string): string => {
  let length = 1
  while (key.slice(0, length) <= before) length += 1
  return key.slice(0, length)
}
