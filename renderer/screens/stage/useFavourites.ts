import { useCallback } from 'react'
import type { StageGuid } from '../../../preload/contract.ts'
import type { Problem } from '../../api.ts'
import { call } from '../../api.ts'
import type { LoadedRow } from './useResults.ts'

/** Marks people, or takes the mark from them when all of them have it; the rows hear of it by an event. */
export const useFavourites = (
  stage: StageGuid,
  onProblem: (problem: Problem | null) => void,
): ((rows: readonly LoadedRow[]) => void) =>
  useCallback(
    (rows) => {
      if (rows.length === 0) return
      const places = rows.map(({ category, index }) => ({ category, index }))
      const isAll = rows.every(({ isFavourite }) => isFavourite)
      void call('stage:favourites', { stage, ...(isAll ? { remove: places } : { add: places }) }).then((answer) =>
        onProblem(answer.ok ? null : answer.error),
      )
    },
    [stage, onProblem],
  )
