import { useCallback } from 'react'
import type { StageGuid } from '../../../preload/contract.ts'
import type { Problem } from '../../api.ts'
import { call } from '../../api.ts'
import { CHUNK_ROWS, placesOf } from './loadSelectedRows.ts'
import type { LoadedRow } from './useResults.ts'

/** Marks people, or takes the mark from them when all of them have it; the rows hear of it by an event. */
export const useFavourites = (
  stage: StageGuid,
  onProblem: (problem: Problem | null) => void,
): ((rows: readonly LoadedRow[]) => void) =>
  useCallback(
    (rows) => {
      if (rows.length === 0) return
      const isAll = rows.every(({ isFavourite }) => isFavourite)
      const change = async (): Promise<void> => {
        let problem: Problem | null = null
        for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
          const places = placesOf(rows.slice(from, from + CHUNK_ROWS))
          const answer = await call('stage:favourites', { stage, ...(isAll ? { remove: places } : { add: places }) })
          if (!answer.ok) problem ??= answer.error
        }
        onProblem(problem)
      }
      void change()
    },
    [stage, onProblem],
  )
