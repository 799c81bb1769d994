import type { MouseEvent } from 'react'
import type { MenuAction } from '../../components/ActionMenu.tsx'
import { isFromKeys, menuPoint, type MenuPoint } from '../../components/menuPoint.ts'
import { createStore } from '../state/store.ts'

export type OfferedMenu = MenuPoint & {
  /** Name of the element, where the selection does not show it. */
  readonly heading: string | null
  readonly actions: readonly MenuAction[]
  /** Counts up: each opening renders a new menu. */
  readonly opening: number
}

/** The context menu of the page; there is one at a time. */
export const offeredMenu = createStore<OfferedMenu | null>(null)

let openings = 0

export const offerMenu = (point: MenuPoint, heading: string | null, actions: readonly MenuAction[]): void => {
  openings += 1
  offeredMenu.set({ ...point, heading, actions, opening: openings })
}

const isSelected = (target: EventTarget | null): boolean => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && target instanceof Node && selection.containsNode(target, true)
}

/** macOS selects the word under a right click before `contextmenu` comes, so the press decides. */
let isPressOnSelection = false
window.addEventListener('pointerdown', ({ target }) => (isPressOnSelection = isSelected(target)), true)

/** Fields and selected text have the browser's menu, or the native one. */
const isForText = (event: MouseEvent): boolean =>
  (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) ||
  (isFromKeys(event) ? isSelected(event.target) : isPressOnSelection)

/** An `onContextMenu` that offers the actions of an element. */
export const menuOf =
  <E extends Element>(heading: string, actions: (element: E) => readonly MenuAction[]) =>
  (event: MouseEvent<E>): void => {
    if (event.defaultPrevented || isForText(event)) return
    const offered = actions(event.currentTarget)
    if (offered.length === 0) return
    event.preventDefault()
    offerMenu(menuPoint(event, event.currentTarget), heading, offered)
  }
