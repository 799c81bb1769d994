/** Moves the focus to the next or previous thing to open in the list; false when there is none. */
export const moveFocus = (list: HTMLElement, by: 1 | -1): boolean => {
  const stops = [...list.querySelectorAll<HTMLElement>('.change-open')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? stops[by === 1 ? 0 : stops.length - 1] : stops[at + by]
  if (next === undefined) return false
  next.focus()
  return true
}
