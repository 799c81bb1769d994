import type { RowPlace } from '../../../preload/contract/ids.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import { fetchValue } from '../state/queries.ts'
import { toLoadedRow, type LoadedRow } from './useResults.ts'

/** The most rows that one question answers, and that one change of favourites takes. */
export const CHUNK_ROWS = 1_000

/** Places of rows, as the core accepts them. */
export const placesOf = (rows: readonly RowPlace[]): readonly RowPlace[] =>
  rows.map(({ category, index }) => ({ category, index }))

/** The selected rows of a query, fetched now: rows that the table has loaded may have moved. Rejects with the problem. */
export const loadSelectedRows = async (
  query: ResultsQuery,
  isChosen: (row: LoadedRow, at: number) => boolean,
  most: number,
): Promise<readonly LoadedRow[]> => {
  const rows: LoadedRow[] = []
  let total = 1
  for (let offset = 0; offset < total && rows.length < most; offset += CHUNK_ROWS) {
    const page = await fetchValue('results:page', { ...query, offset, limit: CHUNK_ROWS })
    total = page.total
    rows.push(...page.rows.map(toLoadedRow).filter((row, at) => isChosen(row, offset + at)))
  }
  return rows
}
