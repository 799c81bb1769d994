import type { Instant } from '../../../../preload/contract/ids.ts'

/** `ms`: race time, 0 for a result that is no time. `at`: when it was learned; null if the first download brought it. */
export type LearnedFinish = { readonly ms: number; readonly at: Instant | null }

/**
 * Newest first. Within a distance by race time, equal times by when they were learned. Distances may have started at different
 * times, so among them a finish counts as learned no later than the first news of anyone who was slower.
 */
export const newestFinishes = <F extends LearnedFinish>(distances: Iterable<readonly F[]>): readonly F[] => {
  const all: { readonly finish: F; readonly newsAt: string; readonly ms: number; readonly at: string }[] = []
  for (const finishes of distances) {
    let newsOfSlower: string | null = null
    const slowestFirst = finishes.toSorted((a, b) => b.ms - a.ms)
    for (const [, equal] of Map.groupBy(slowestFirst, ({ ms }) => ms)) {
      let first: string | null = newsOfSlower
      for (const finish of equal) {
        const at = finish.at ?? ''
        all.push({ finish, newsAt: newsOfSlower === null || at < newsOfSlower ? at : newsOfSlower, ms: finish.ms, at })
        if (first === null || at < first) first = at
      }
      newsOfSlower = first
    }
  }
  return all
    .toSorted((a, b) => compareTexts(b.newsAt, a.newsAt) || b.ms - a.ms || compareTexts(b.at, a.at))
    .map(({ finish }) => finish)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
