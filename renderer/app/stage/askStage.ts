import type { QueryClient } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import type { StageViewId } from '../address.ts'
import { memoryQuery, treeQuery } from '../state/queries.ts'
import { recallPlace, type DeskPlace } from './deskMemory.ts'
import { scopeQuery } from './scope.ts'
import { toQuerySort } from '../../features/results/sorting.ts'
import { byRow, pageQuery } from './useResults.ts'

/** The rows shown at an address of the stage. */
export const rowsAt = (stage: StageGuid, { scope, search, filters, sort, isByPerson }: DeskPlace): ResultsQuery => ({
  ...scopeQuery(stage, scope),
  ...(isByPerson && scope.kind !== 'category' ? { isByPerson: true } : {}),
  ...(search === '' ? {} : { search }),
  ...(filters.length === 0 ? {} : { filters }),
  ...toQuerySort(sort),
})

/** Asks for the stage and its first rows side by side, before anything of it is rendered. */
export const askStage = (client: QueryClient, stage: StageGuid, view: StageViewId): void => {
  void client.prefetchQuery(treeQuery(stage))
  void client.prefetchQuery(memoryQuery(stage))
  const place = recallPlace(stage)
  if (view !== 'results') return
  const rows = rowsAt(stage, { ...place, search: place.search.trim() })
  void client.prefetchQuery(pageQuery(byRow(rows), 0))
  void client.prefetchQuery(pageQuery(rows, 0))
}
