import { chipGap } from './tableTypes.ts'

/** Shows the full text of a cut cell beside it while the keyboard stands on it; the mouse gets a title instead. */
type CellPeek = {
  readonly show: (cell: HTMLElement, topPx: number) => void
  readonly hide: () => void
}

export const isCut = (cell: HTMLElement): boolean => cell.scrollWidth > cell.clientWidth

/** The text of a cell; chips have nothing between them. */
export const saidBy = (cell: HTMLElement): string =>
  cell.childElementCount === 0 ? cell.textContent : Array.from(cell.children, (chip) => chip.textContent).join(chipGap)

/** The element lives in `host`, whose origin is that of the rows. It repeats the cell's text, so it is hidden from assistive technology. */
export const createCellPeek = (host: HTMLElement): CellPeek => {
  const element = document.createElement('div')
  element.className = 'data-table-peek'
  element.setAttribute('aria-hidden', 'true')
  return {
    show: (cell, topPx) => {
      element.textContent = saidBy(cell)
      element.style.left = `${cell.offsetLeft}px`
      element.style.top = `${topPx}px`
      host.append(element)
    },
    hide: () => element.remove(),
  }
}
