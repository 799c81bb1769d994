import type { RowAt, SelectGesture, TableSelection } from './tableTypes.ts'

const idsBetween = (first: number, last: number, rowAt: RowAt): string[] => {
  const ids: string[] = []
  for (let index = first; index <= last; index += 1) {
    const id = rowAt(index)?.id
    if (id !== undefined) ids.push(id)
  }
  return ids
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selection after a gesture, as far as the loaded rows tell; unchanged when the row meant is not loaded. */
export const nextSelection = (
  selection: TableSelection,
  gesture: SelectGesture,
  rowAt: RowAt,
  rowCount: number,
): TableSelection => {
  if (gesture.kind === 'all') {
    return { activeId: selection.activeId, selectedIds: new Set(idsBetween(0, rowCount - 1, rowAt)) }
  }
  const id = rowAt(gesture.index)?.id
  if (id === undefined) return selection
  if (gesture.kind === 'only') return { activeId: id, selectedIds: new Set([id]) }
  if (gesture.kind === 'toggle') return { activeId: id, selectedIds: toggled(selection.selectedIds, id) }
  const first = Math.min(gesture.anchorIndex, gesture.index)
  const last = Math.max(gesture.anchorIndex, gesture.index)
  return { activeId: id, selectedIds: new Set(idsBetween(first, last, rowAt)) }
}

/** Index of the loaded row with this id, looked for near `hint` first; -1 when it is not among the loaded rows. */
export const findRow = (id: string, hint: number, rowAt: RowAt, rowCount: number): number => {
  for (let distance = 0; distance <= rowCount; distance += 1) {
    const above = hint - distance
    const below = hint + distance
    if (above < 0 && below >= rowCount) return -1
    if (above >= 0 && above < rowCount && rowAt(above)?.id === id) return above
    if (below >= 0 && below < rowCount && rowAt(below)?.id === id) return below
  }
  return -1
}
