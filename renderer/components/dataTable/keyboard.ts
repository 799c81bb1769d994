/** The facts of a key press; `isCommand` is Ctrl, or Cmd on a Mac. */
export type KeyPress = { readonly key: string; readonly isCommand: boolean; readonly isShift: boolean }

/** `row` -1: no row is active yet; `column` -1: the whole row is meant, not one cell of it. */
export type Cursor = { readonly row: number; readonly column: number }

type GridSize = {
  readonly rows: number
  readonly columns: number
  /** Whole rows that fit on screen. */
  readonly pageRows: number
  /** Where a cursor without a row begins. */
  readonly firstVisible: number
}

export type GridAction =
  | { readonly kind: 'row'; readonly row: number; readonly isExtending: boolean }
  | { readonly kind: 'column'; readonly column: number }
  | { readonly kind: 'open'; readonly row: number }
  | { readonly kind: 'toggle'; readonly row: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'header' }

const rowTarget = (press: KeyPress, cursor: Cursor, size: GridSize): number | null => {
  const isOnRow = cursor.column < 0
  const from = cursor.row
  switch (press.key) {
    case 'ArrowDown':
      return press.isCommand ? size.rows - 1 : from + 1
    case 'ArrowUp':
      return press.isCommand ? 0 : from - 1
    case 'PageDown':
      return from + size.pageRows
    case 'PageUp':
      return from - size.pageRows
    case 'Home':
      return press.isCommand || isOnRow ? 0 : null
    case 'End':
      return press.isCommand || isOnRow ? size.rows - 1 : null
    default:
      return null
  }
}

const columnTarget = (press: KeyPress, cursor: Cursor, size: GridSize): number | null => {
  const last = size.columns - 1
  switch (press.key) {
    case 'ArrowRight':
      return press.isCommand ? last : Math.min(cursor.column + 1, last)
    case 'ArrowLeft':
      return press.isCommand ? Math.min(cursor.column, 0) : Math.max(cursor.column - 1, -1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Action of a key in the grid body (ARIA grid pattern, rows first); null: not handled. */
export const gridAction = (press: KeyPress, cursor: Cursor, size: GridSize): GridAction | null => {
  if (press.isCommand && press.key.toLowerCase() === 'a') return { kind: 'all' }
  if (size.rows === 0) return press.key === 'ArrowUp' ? { kind: 'header' } : null
  if (press.key === 'ArrowUp' && !press.isCommand && cursor.row <= 0) return { kind: 'header' }
  if (press.key === ' ' && press.isCommand) return cursor.row < 0 ? null : { kind: 'toggle', row: cursor.row }
  if (press.key === 'Enter' || press.key === ' ') return cursor.row < 0 ? null : { kind: 'open', row: cursor.row }
  const row = rowTarget(press, cursor, size)
  if (row !== null) {
    const isFirst = cursor.row < 0 && (press.key === 'ArrowDown' || press.key.startsWith('Page'))
    const target = isFirst ? size.firstVisible : row
    return { kind: 'row', row: Math.min(Math.max(target, 0), size.rows - 1), isExtending: press.isShift }
  }
  const column = columnTarget(press, cursor, size)
  return column === null ? null : { kind: 'column', column }
}

type HeaderAction =
  | { readonly kind: 'sort'; readonly isAdditional: boolean }
  | { readonly kind: 'resize'; readonly byPx: number }
  | { readonly kind: 'move'; readonly by: -1 | 1 }
  | { readonly kind: 'focus'; readonly column: number }
  | { readonly kind: 'body' }

const stepPx = 16

/** Action of a key on the header of `column`. */
export const headerAction = (press: KeyPress, column: number, columns: number): HeaderAction | null => {
  if (press.key === 'Enter' || press.key === ' ') return { kind: 'sort', isAdditional: press.isShift }
  if (press.key === 'ArrowDown') return { kind: 'body' }
  if (press.key === 'Home') return { kind: 'focus', column: 0 }
  if (press.key === 'End') return { kind: 'focus', column: columns - 1 }
  if (press.key !== 'ArrowLeft' && press.key !== 'ArrowRight') return null
  const by = press.key === 'ArrowLeft' ? -1 : 1
  if (press.isCommand && press.isShift) return { kind: 'move', by }
  if (press.isShift) return { kind: 'resize', byPx: by * stepPx }
  return { kind: 'focus', column: Math.min(Math.max(column + by, 0), columns - 1) }
}
