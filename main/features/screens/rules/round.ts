import type { CategoryId, Instant } from '../../../../preload/contract/ids.ts'
import type { ScreenSettings } from '../../../../preload/contract/screens/layout.ts'

export type Turn = { readonly id: CategoryId; readonly rows: number; readonly fetchedAt: Instant | null }

/** What takes turns: `pages` of each at most; null: all of it. */
export type Round = { readonly ids: ReadonlySet<CategoryId>; readonly pages: number | null }

/** As many lines as a large screen has room for. */
const usualRows = 10

/**
 * What fits into the time of a round: everything, else the same number of first pages of each category, else one page of those
 * whose results came last.
 */
export const roundOf = (
  turns: readonly Turn[],
  { roundMinutes, seconds, rows }: Pick<ScreenSettings, 'roundMinutes' | 'seconds' | 'rows'>,
): Round => {
  const all = new Set(turns.map(({ id }) => id))
  if (roundMinutes === null) return { ids: all, pages: null }
  const room = Math.max(1, Math.floor((roundMinutes * 60) / seconds))
  const pagesOf = turns.map((turn) => Math.ceil(turn.rows / (rows ?? usualRows)))
  const takes = (most: number): number => pagesOf.reduce((sum, pages) => sum + Math.min(pages, most), 0)
  if (takes(Infinity) <= room) return { ids: all, pages: null }
  if (turns.length > room) {
    const newest = turns.toSorted((a, b) => ((a.fetchedAt ?? '') < (b.fetchedAt ?? '') ? 1 : -1))
    return { ids: new Set(newest.slice(0, room).map(({ id }) => id)), pages: 1 }
  }
  let pages = 1
  while (takes(pages + 1) <= room) pages += 1
  return { ids: all, pages }
}
