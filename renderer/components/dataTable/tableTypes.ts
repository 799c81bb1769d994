import type { MenuPoint } from '../menuPoint.ts'

/** A table column; `number` and `time` are right-aligned with tabular numerals, `json` is monospaced. */
export type TableColumn = {
  readonly id: string
  readonly title: string
  readonly kind: 'text' | 'number' | 'time' | 'json'
  /**
   * CSS pixels. Without it, the width is fitted once to the first loaded rows; a column of numbers, times or a known `longest`
   * grows with each wider text.
   */
  readonly widthPx?: number
  /** Characters of the longest text of all rows, loaded or not. */
  readonly longest?: number
  /** Instead, where the table is as narrow as a phone. */
  readonly narrowPx?: number
  /** Tooltip of the header, if not the title. */
  readonly hint?: string
  /** The header shows a star; its cells are as narrow as that and act when they are clicked. */
  readonly isStar?: boolean
  /** Cells hold several texts, joined by `chipGap`, each of which is shown as a chip. */
  readonly areChips?: boolean
}

export const chipGap = ' · '

/** A note on a cell: `tone` is its style, `words` are for the tooltip and screen readers. */
export type CellNote = {
  readonly tone: string
  readonly words?: string
  /** Age of a fading tone, in seconds. */
  readonly ageS?: number
}

/** `cells` holds the text to show, one for each column in the columns' order; `notes`, where there are any, likewise. */
export type TableRow = {
  readonly id: string
  readonly cells: readonly string[]
  readonly notes?: readonly (CellNote | undefined)[]
}

/** `undefined`: not loaded yet, shown as a skeleton. */
export type RowAt = (index: number) => TableRow | undefined

export type TableSort = { readonly column: string; readonly isDescending: boolean }

export type TableSelection = { readonly activeId: string | null; readonly selectedIds: ReadonlySet<string> }

/**
 * A selection gesture, in row indexes. Rows that are not loaded are missing from the selection passed with it; the
 * owner can complete `extend` and `all` from the indexes.
 */
export type SelectGesture =
  | { readonly kind: 'only'; readonly index: number }
  | { readonly kind: 'toggle'; readonly index: number }
  | { readonly kind: 'extend'; readonly anchorIndex: number; readonly index: number }
  | { readonly kind: 'all' }

/** Result of a copy: rows on the clipboard, and selected rows that were not loaded. */
export type CopyOutcome = { readonly isCopied: boolean; readonly rows: number; readonly missingRows: number }

/** A request for the context menu of a row, which is selected. */
export type TableMenuRequest = MenuPoint & {
  readonly index: number
  /** Selected rows, this one included. */
  readonly rows: number
  readonly copyRows: () => void
  /** Null where several rows are selected or the cell is empty. */
  readonly copyCell: (() => void) | null
}

export type TableTexts = {
  /** Read with each column header: which keys sort, resize and move. */
  readonly headerHint: string
  readonly columnResized: (title: string, widthPx: number) => string
  /** `position` counts from 1. */
  readonly columnMoved: (title: string, position: number, columns: number) => string
  readonly copied: (outcome: CopyOutcome) => string
}

/** Where a row stands on screen: `offsetPx` from the lower edge of the header to the row's top. */
export type RowPlace = { readonly index: number; readonly id: string | null; readonly offsetPx: number }

export type TableHandle = {
  /** Scrolls as little as needed, or so that the row's top is `offsetPx` below the header. */
  readonly scrollToRow: (index: number, offsetPx?: number) => void
  readonly focus: () => void
  /** The active row if it is on screen, else the first row on screen; null without rows. Take it before a re-sort, go back after it. */
  readonly place: () => RowPlace | null
}
