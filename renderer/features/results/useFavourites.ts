import { useCallback } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { call, type Problem } from '../../api.ts'
import { CHUNK_ROWS, placesOf } from '../../app/stage/loadSelectedRows.ts'
import type { LoadedRow } from '../../app/stage/useResults.ts'

/** Marks people (`isOn`) or unmarks them; without `isOn` they are unmarked only if all are marked. */
export type ToggleFavourites = (rows: readonly LoadedRow[], isOn?: boolean) => void

/** The rows learn of the change by an event. */
export const useFavourites = (stage: StageGuid, onProblem: (problem: Problem | null) => void): ToggleFavourites =>
  useCallback(
    (rows, isOn = !rows.every(({ isFavourite }) => isFavourite)) => {
      if (rows.length === 0) return
      const change = async (): Promise<void> => {
        let problem: Problem | null = null
        for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
          const places = placesOf(rows.slice(from, from + CHUNK_ROWS))
          const answer = await call('stage:favourites', { stage, ...(isOn ? { add: places } : { remove: places }) })
          if (!answer.ok) problem ??= answer.error
        }
        onProblem(problem)
      }
      void change()
    },
    [stage, onProblem],
  )
