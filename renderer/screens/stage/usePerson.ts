import { useState } from 'react'
import type { CategoryId } from '../../../preload/contract.ts'
import { call } from '../../api.ts'
import type { LoadedRow, Results } from './useResults.ts'
import { toLoadedRow } from './useResults.ts'

const findIndex = (results: Results, id: string, hint: number): number => {
  const total = results.total ?? 0
  for (let distance = 0; distance <= total; distance += 1) {
    if (results.rowAt(hint - distance)?.id === id) return hint - distance
    if (results.rowAt(hint + distance)?.id === id) return hint + distance
  }
  return -1
}

export type Person = {
  readonly row: LoadedRow
  /** Index in the table, -1 when the row is not among those found. */
  readonly at: number
}

/** The row in the panel: it follows the finisher through a refresh, and stays when a search no longer finds it. */
export const usePerson = (results: Results) => {
  const [opened, setOpened] = useState<Person | null>(null)
  const at = opened === null ? -1 : findIndex(results, opened.row.id, Math.max(0, opened.at))
  const now = at < 0 ? undefined : results.rowAt(at)
  if (opened !== null && now !== undefined && (opened.at !== at || opened.row !== now)) setOpened({ row: now, at })
  return { person: opened, open: setOpened, close: () => setOpened(null) }
}

/** A stored row by its place, whatever the table shows; null when it is not there. */
export const loadRow = async (category: CategoryId, index: number): Promise<LoadedRow | null> => {
  const answer = await call('results:person', { category, index })
  return answer.ok ? toLoadedRow(answer.value.row) : null
}
