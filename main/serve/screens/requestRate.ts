import type { Clock } from '../../kernel/clock.ts'

export type RateLimits = {
  /** Requests of one address: at once after a pause, and each second from then on. */
  readonly burst: number
  readonly perSecond: number
  /** The same of its searches. */
  readonly searchBurst: number
  readonly searchesPerSecond: number
  /** Searches of one address, and of all the crew or all others, at the same time: each asks the store. */
  readonly searchesOfOne: number
  readonly searches: number
}

type Bucket = { left: number; atMs: number }

/** False where an address comes too often. */
const createAllowance = (clock: Clock, burst: number, perSecond: number) => {
  const buckets = new Map<string, Bucket>()
  const forgetRested = (now: number): void => {
    for (const [from, { atMs }] of buckets) if (now - atMs > 60_000) buckets.delete(from)
  }
  return (from: string): boolean => {
    const now = clock()
    if (buckets.size > 1_000) forgetRested(now)
    const known = buckets.get(from) ?? { left: burst, atMs: now }
    const left = Math.min(burst, known.left + (Math.max(0, now - known.atMs) / 1000) * perSecond) - 1
    buckets.set(from, { left: Math.max(0, left), atMs: now })
    return left >= 0
  }
}

/** Limits how much a device may ask: one that asks more is refused until it asks less, and delays no other. */
export const createRequestRate = (clock: Clock, limits: RateLimits) => {
  const { searchesOfOne, searches } = limits
  const allowSearch = createAllowance(clock, limits.searchBurst, limits.searchesPerSecond)
  const searching = new Map<string, number>()
  const all = { crew: 0, public: 0 }
  return {
    /** False where the address asks too much. */
    allow: createAllowance(clock, limits.burst, limits.perSecond),
    /** Null where the address searches too often, or too many searches are under way. */
    search: async <T>(from: string, who: keyof typeof all, find: () => Promise<T>): Promise<T | null> => {
      const own = searching.get(from) ?? 0
      if (own >= searchesOfOne || all[who] >= searches || !allowSearch(from)) return null
      searching.set(from, own + 1)
      all[who] += 1
      try {
        return await find()
      } finally {
        all[who] -= 1
        const left = (searching.get(from) ?? 1) - 1
        if (left === 0) searching.delete(from)
        else searching.set(from, left)
      }
    },
  }
}
