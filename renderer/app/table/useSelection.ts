import { useCallback, useRef, useState } from 'react'
import type { SelectGesture, TableSelection } from '../../components/dataTable/tableTypes.ts'

/** Rows by pages, as far as a selection needs them. */
type RowSource = {
  readonly total: number | null
  /** All rows between two indexes, both included, loaded or not. Rejects with the problem. */
  readonly loadRange: (first: number, last: number) => Promise<readonly { readonly id: string }[]>
}

const nothing: TableSelection = { activeId: null, selectedIds: new Set() }

/** The index range a gesture means, when some of it may not be loaded. */
const rangeOf = (gesture: SelectGesture, total: number): readonly [number, number] | null => {
  if (gesture.kind === 'all') return total === 0 ? null : [0, total - 1]
  if (gesture.kind !== 'extend') return null
  return [Math.min(gesture.anchorIndex, gesture.index), Math.max(gesture.anchorIndex, gesture.index)]
}

type Selecting = {
  readonly selection: TableSelection
  readonly select: (next: TableSelection, gesture: SelectGesture) => void
  readonly setOnly: (id: string) => void
  readonly clear: () => void
}

/** Selected rows by their ids, so that they survive a refresh; rows that are not loaded are added as soon as they are. */
export const useSelection = (results: RowSource): Selecting => {
  const [selection, setSelection] = useState(nothing)
  const latest = useRef(selection)
  const change = useCallback((next: TableSelection): void => {
    latest.current = next
    setSelection(next)
  }, [])
  const setOnly = useCallback((id: string): void => change({ activeId: id, selectedIds: new Set([id]) }), [change])
  const clear = useCallback((): void => change(nothing), [change])
  const complete = async (next: TableSelection, first: number, last: number): Promise<void> => {
    const rows = await results.loadRange(first, last)
    if (latest.current === next) change({ ...next, selectedIds: new Set(rows.map(({ id }) => id)) })
  }
  return {
    selection,
    select: (next, gesture) => {
      change(next)
      const range = rangeOf(gesture, results.total ?? 0)
      if (range === null || next.selectedIds.size > range[1] - range[0]) return
      // Unloadable rows stay unselected; the table shows the problem.
      complete(next, ...range).catch(() => undefined)
    },
    setOnly,
    clear,
  }
}
