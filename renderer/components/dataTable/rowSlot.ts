import type { SoughtWord } from '../marks/matches.ts'
import { mark, unmark } from './highlight.ts'
import type { CellBox, ColumnLayout } from './columnLayout.ts'
import { chipGap, type CellNote, type TableColumn, type TableRow } from './tableTypes.ts'

/** One recycled row: its elements, and what they show now, so that only differences reach the DOM. */
export type Slot = {
  readonly element: HTMLElement
  readonly cells: readonly HTMLElement[]
  readonly texts: readonly Text[]
  /** Texts in which hits are marked: not times, in which digits of a bib often occur. */
  readonly searched: readonly Text[]
  /** Cells whose texts are shown as chips. */
  readonly chips: readonly (HTMLElement | null)[]
  readonly shown: string[]
  /** Null as long as no cell of the row has had one. */
  notes: readonly (CellNote | undefined)[] | null
  /** Cells whose text is wider than they are. */
  readonly isCut: boolean[]
  /** Row index, -1 while unused. */
  index: number
  id: string | null
  isLoaded: boolean
  isSelected: boolean
  isActive: boolean
  marks: readonly AbstractRange[]
}

const starClass = 'data-table-cell is-star'
const chipsClass = 'data-table-cell is-chips'

const cellClass: { readonly [K in TableColumn['kind']]: string } = {
  text: 'data-table-cell',
  number: 'data-table-cell is-number',
  time: 'data-table-cell is-number is-time',
  json: 'data-table-cell is-json',
}

const showCut = (slot: Slot, column: number, layout: ColumnLayout): void => {
  const isCut = !layout.fits(slot.shown[column] ?? '', column)
  if (slot.isCut[column] === isCut) return
  slot.isCut[column] = isCut
  slot.cells[column]?.classList.toggle('is-cut', isCut)
}

/** Takes the widths over, through the CSSOM, which a content security policy without unsafe-inline allows. */
export const layCells = (slot: Slot, layout: ColumnLayout): void => {
  for (let column = 0; column < slot.cells.length; column += 1) {
    const cell = slot.cells[column]
    const box = layout.boxes()[column]
    if (cell === undefined || box === undefined) continue
    cell.style.width = `${box.widthPx}px`
    showCut(slot, column, layout)
  }
}

/** An empty row, hidden until it stands for one. */
export const makeTemplate = (columns: readonly TableColumn[], boxes: readonly CellBox[]): HTMLElement => {
  const row = document.createElement('div')
  row.className = 'data-table-row'
  row.setAttribute('role', 'row')
  row.setAttribute('aria-selected', 'false')
  row.hidden = true
  columns.forEach((column, index) => {
    const cell = document.createElement('div')
    cell.className = column.isStar === true ? starClass : column.areChips === true ? chipsClass : cellClass[column.kind]
    cell.setAttribute('role', 'gridcell')
    const box = boxes[index]
    if (box !== undefined) cell.style.width = `${box.widthPx}px`
    cell.append(document.createTextNode(''))
    row.append(cell)
  })
  return row
}

export const makeSlot = (element: HTMLElement): Slot => {
  const cells = [...element.children].filter((child) => child instanceof HTMLElement)
  const texts = cells.map((cell) => cell.firstChild).filter((node) => node instanceof Text)
  return {
    element,
    cells,
    texts,
    searched: texts.filter((node) => node.parentElement?.classList.contains('is-time') !== true),
    chips: cells.map((cell) => (cell.classList.contains('is-chips') ? cell : null)),
    shown: texts.map(() => ''),
    notes: null,
    isCut: texts.map(() => false),
    index: -1,
    id: null,
    isLoaded: true,
    isSelected: false,
    isActive: false,
    marks: [],
  }
}

/** Beside the cell's own text, which stays empty. */
const showChips = (cell: HTMLElement, text: string): void => {
  const names = text === '' ? [] : text.split(chipGap)
  while (cell.childElementCount > names.length) cell.lastElementChild?.remove()
  for (const [at, name] of names.entries()) {
    const chip = cell.children[at] ?? cell.appendChild(document.createElement('span'))
    chip.textContent = name
  }
}

const showTexts = (slot: Slot, cells: readonly string[], layout: ColumnLayout): void => {
  for (let column = 0; column < slot.texts.length; column += 1) {
    const text = cells[column] ?? ''
    const node = slot.texts[column]
    if (node === undefined || slot.shown[column] === text) continue
    const chips = slot.chips[column]
    if (chips === undefined || chips === null) node.data = text
    else showChips(chips, text)
    slot.shown[column] = text
    showCut(slot, column, layout)
  }
}

const noCells: readonly string[] = []
const noNotes: readonly (CellNote | undefined)[] = []

const showNote = (cell: HTMLElement, note: CellNote | undefined): void => {
  if (note === undefined) {
    delete cell.dataset['tone']
    cell.removeAttribute('aria-description')
    return
  }
  cell.dataset['tone'] = note.tone
  if (note.words === undefined) cell.removeAttribute('aria-description')
  else cell.setAttribute('aria-description', note.words)
  if (note.ageS !== undefined) cell.style.setProperty('--note-age', `${-note.ageS}s`)
}

const showNotes = (slot: Slot, notes: readonly (CellNote | undefined)[]): void => {
  const shown = slot.notes ?? noNotes
  if (shown === notes) return
  for (let column = 0; column < Math.max(shown.length, notes.length); column += 1) {
    const cell = slot.cells[column]
    if (cell !== undefined && shown[column] !== notes[column]) showNote(cell, notes[column])
  }
  slot.notes = notes.length === 0 ? null : notes
}

/** Shows a row, or a skeleton for one that is not loaded. */
export const showRow = (
  slot: Slot,
  row: TableRow | undefined,
  words: readonly SoughtWord[],
  layout: ColumnLayout,
): void => {
  unmark(slot.marks)
  showTexts(slot, row === undefined ? noCells : row.cells, layout)
  const notes = row?.notes ?? noNotes
  if (slot.notes !== null || notes.length > 0) showNotes(slot, notes)
  slot.marks = words.length === 0 || row === undefined ? [] : slot.searched.flatMap((node) => mark(node, words))
  slot.id = row === undefined ? null : row.id
  const isLoaded = row !== undefined
  if (slot.isLoaded === isLoaded) return
  slot.isLoaded = isLoaded
  slot.element.classList.toggle('is-loading', !isLoaded)
}

/** Makes the slot stand for a row; `showRow` writes what is in it. */
export const nameSlot = (slot: Slot, index: number): void => {
  if (slot.index === index) return
  if (slot.index < 0) slot.element.hidden = false
  slot.index = index
  // The header is row 1 of the grid.
  slot.element.setAttribute('aria-rowindex', String(index + 2))
}

export const hideSlot = (slot: Slot): void => {
  if (slot.index < 0) return
  unmark(slot.marks)
  slot.marks = []
  slot.index = -1
  slot.id = null
  slot.element.hidden = true
}

export const showSelected = (slot: Slot, isSelected: boolean): void => {
  if (slot.isSelected === isSelected) return
  slot.isSelected = isSelected
  slot.element.classList.toggle('is-selected', isSelected)
  slot.element.setAttribute('aria-selected', String(isSelected))
}

export const showActive = (slot: Slot, isActive: boolean): void => {
  if (slot.isActive === isActive) return
  slot.isActive = isActive
  slot.element.classList.toggle('is-active', isActive)
}
