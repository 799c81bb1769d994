import type { MouseEvent } from 'react'

/** Place of a context menu, in CSS pixels of the window. */
export type MenuPoint = {
  readonly x: number
  readonly y: number
  /** The Menu key or Shift+F10 asked for it. */
  readonly isKeyboard: boolean
}

/**
 * Keys fire `contextmenu` on the focused element, with button -1 in Chromium and 0 in Firefox; Ctrl+click on macOS and a long
 * press have button 0, too.
 */
export const isFromKeys = ({ button, ctrlKey, nativeEvent }: MouseEvent): boolean =>
  button !== 2 &&
  !ctrlKey &&
  !(nativeEvent instanceof PointerEvent && ['touch', 'pen'].includes(nativeEvent.pointerType))

/** The mouse; after a key, the lower edge of `element`. */
export const menuPoint = (event: MouseEvent, element: Element): MenuPoint => {
  if (!isFromKeys(event)) return { x: event.clientX, y: event.clientY, isKeyboard: false }
  const { left, bottom } = element.getBoundingClientRect()
  return { x: Math.max(left, 0) + 16, y: bottom, isKeyboard: true }
}
