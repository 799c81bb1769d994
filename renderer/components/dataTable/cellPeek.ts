/** Shows the full text of a cut cell beside it while the keyboard stands on it; the mouse gets a title instead. */
type CellPeek = {
  readonly show: (cell: HTMLElement, topPx: number) => void
  readonly hide: () => void
}

export const isCut = (cell: HTMLElement): boolean => cell.scrollWidth > cell.clientWidth

/** The element lives in `host`, whose origin is that of the rows. It repeats the cell's text, so it is hidden from assistive technology. */
export const createCellPeek = (host: HTMLElement): CellPeek => {
  const element = document.createElement('div')
  element.className = 'data-table-peek'
  element.setAttribute('aria-hidden', 'true')
  return {
    show: (cell, topPx) => {
      element.textContent = cell.textContent
      element.style.left = `${cell.offsetLeft}px`
      element.style.top = `${topPx}px`
      host.append(element)
    },
    hide: () => element.remove(),
  }
}
