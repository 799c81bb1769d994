import { chooseShown } from '../../blocks/rules/blockTypes.ts'

/** How many stored replies and lists are kept. */
export type Retention = {
  /** Number of newest replies of a category that stay at any age, so that a user can go back to them. */
  readonly replies: number
  /** Most replies of a category. */
  readonly mostReplies: number
  /** From this reply on they stay at any number up to the most. */
  readonly firstYoung: number
  /** Newest bodies of an order, block type lists by profile and kind, race years by profile. */
  readonly looks: number
  readonly lists: number
}

/** Automatic upkeep: all replies stay for a month, the newest for ever. */
export const usualRetention = (firstYoung: number): Retention => ({
  replies: 10,
  mostReplies: 1_000,
  firstYoung,
  looks: 100,
  lists: 50,
})

/** On request of a user: only the shown reply and one to go back to stay. */
export const leastRetention: Retention = { replies: 2, mostReplies: 2, firstYoung: Infinity, looks: 1, lists: 2 }

export type StoredReply = {
  readonly id: number
  readonly hasRows: boolean
  /** The reply from which this one is stored as a difference. */
  readonly base: number | null
  /** True when the reply is shown, is the last one, was set aside by going back, or has a receipt. */
  readonly isNeeded: boolean
}

/** Removable replies of a category, dependent ones first. `stored`: the newest first. */
export const surplusReplies = (
  stored: readonly StoredReply[],
  { replies, mostReplies, firstYoung }: Pick<Retention, 'replies' | 'mostReplies' | 'firstYoung'>,
): readonly number[] => {
  const kept = new Set(stored.slice(0, replies).map(({ id }) => id))
  for (const { id } of stored.filter(({ hasRows }) => hasRows).slice(0, replies)) kept.add(id)
  for (const [at, { id, isNeeded }] of stored.entries()) {
    if (isNeeded || (at < mostReplies && id >= firstYoung)) kept.add(id)
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

/** Removable block type lists of a profile: neither new nor shown; replies with fewer types are never shown. `stored`: the newest first. */
export const surplusLists = (stored: readonly StoredList[], { lists }: Pick<Retention, 'lists'>): readonly number[] => {
  const kept = new Set<StoredList | null>([chooseShown(stored)])
  for (const ofDepth of Map.groupBy(stored, ({ depth }) => depth).values()) {
    kept.add(chooseShown(ofDepth))
    for (const one of ofDepth.slice(0, lists)) kept.add(one)
  }
  return stored.filter((one) => !kept.has(one)).map(({ id }) => id)
}
