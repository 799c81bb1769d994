import type { ChangesPage } from '../../../preload/contract/changes.ts'

/** Where the page after one that began at `offset` begins; undefined after the last. */
export const nextOffset = (page: Pick<ChangesPage, 'total'>, offset: number, step: number): number | undefined =>
  offset + step < page.total ? offset + step : undefined

/** Pages one after the other as one; what arrives between two answers moves rows on, so that some come twice. */
export const joinPages = (pages: readonly ChangesPage[]): ChangesPage | undefined => {
  const [first] = pages
  if (first === undefined || pages.length === 1) return first
  const byId = new Map(pages.flatMap(({ changes }) => changes).map((change) => [change.id, change]))
  return { ...first, changes: [...byId.values()] }
}
