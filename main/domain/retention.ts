import type { Instant } from '../../preload/contract.ts'
import { chooseShown } from './blockTypes.ts'

/** How much of what was stored is kept. */
export type Retention = {
  /** Newest replies of a category that stay whatever their age: a user can go back to them. */
  readonly replies: number
  /** Of a category, at most. */
  readonly mostReplies: number
  /** Others go once they are older. */
  readonly before: Instant
  /** Newest bodies of an order, block type lists by profile and kind, race years by profile. */
  readonly looks: number
  readonly lists: number
}

const day = 24 * 60 * 60_000

/** What nobody asked to remove: a season's replies stay for a month, and what a user can go back to for ever. */
export const usualRetention = (nowMs: number): Retention => ({
  replies: 10,
  mostReplies: 1_000,
  before: new Date(nowMs - 30 * day).toISOString() as Instant,
  looks: 100,
  lists: 50,
})

/** A user asked for room: what is shown, and one to go back to. */
export const leastRetention = (nowMs: number): Retention => ({
  replies: 2,
  mostReplies: 2,
  before: new Date(nowMs).toISOString() as Instant,
  looks: 1,
  lists: 2,
})

export type StoredReply = {
  readonly id: number
  readonly hasRows: boolean
  readonly fetchedAt: Instant
  /** The one that it is stored as a difference from. */
  readonly base: number | null
  /** It is shown, was the last one, a user went back from it, or somebody has a receipt for it. */
  readonly isNeeded: boolean
}

/** Replies of a category that can go, those that build on others first. `stored`: the newest first. */
export const surplusReplies = (
  stored: readonly StoredReply[],
  { replies, mostReplies, before }: Retention,
): readonly number[] => {
  const kept = new Set(stored.slice(0, replies).map(({ id }) => id))
  for (const { id } of stored.filter(({ hasRows }) => hasRows).slice(0, replies)) kept.add(id)
  for (const [at, { id, fetchedAt, isNeeded }] of stored.entries()) {
    if (isNeeded || (at < mostReplies && fetchedAt >= before)) kept.add(id)
  }
  for (const { id, base } of stored) if (base !== null && kept.has(id)) kept.add(base)
  return stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
}

export type StoredList = {
  readonly id: number
  readonly depth: string
  readonly types: number
  readonly total: number
}

/** Block type lists of a profile that can go: neither new nor shown, as which replies with fewer types do not count. `stored`: the newest first. */
export const surplusLists = (stored: readonly StoredList[], { lists }: Pick<Retention, 'lists'>): readonly number[] => {
  const kept = new Set<StoredList | null>([chooseShown(stored)])
  for (const ofDepth of Map.groupBy(stored, ({ depth }) => depth).values()) {
    kept.add(chooseShown(ofDepth))
    for (const one of ofDepth.slice(0, lists)) kept.add(one)
  }
  return stored.filter((one) => !kept.has(one)).map(({ id }) => id)
}
