import type { ScreenSettings } from '../../../../preload/contract/screens/layout.ts'

/** As many lines as a large screen has room for. */
const usualRows = 10

/**
 * How many first pages of each category fit into the time of a round; null: all of them. One page of each is always shown,
 * however long that takes, so that nobody's category is left out. `categoryRows`: of each category that takes turns.
 */
export const pagesOfRound = (
  categoryRows: readonly number[],
  { roundMinutes, seconds, rows }: Pick<ScreenSettings, 'roundMinutes' | 'seconds' | 'rows'>,
): number | null => {
  if (roundMinutes === null) return null
  const room = Math.floor((roundMinutes * 60) / seconds)
  const pagesOf = categoryRows.map((count) => Math.ceil(count / (rows ?? usualRows)))
  const takes = (most: number): number => pagesOf.reduce((sum, pages) => sum + Math.min(pages, most), 0)
  if (takes(Infinity) <= room) return null
  let pages = 1
  while (takes(pages + 1) <= room) pages += 1
  return pages
}
