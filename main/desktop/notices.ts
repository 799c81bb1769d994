import type { Job } from '../../preload/contract.ts'
import type { ShellTexts } from './shellTexts.ts'

export type Notice = { readonly title: string; readonly body: string }

export type WindowSight = {
  readonly isVisible: boolean
  readonly isMinimized: boolean
  /** It had the focus, and another window has it. */
  readonly hasLostFocus: boolean
  /** Whether windows are drawn by Wayland, where a window never learns that it is minimized. */
  readonly isWayland: boolean
}

/** Whether the window is hidden or minimized; on Wayland, whether it has lost the focus (Electron's docs/api/base-window.md, `minimize`). */
export const isUnseen = ({ isVisible, isMinimized, hasLostFocus, isWayland }: WindowSight): boolean =>
  !isVisible || isMinimized || (isWayland && hasLostFocus)

/** The notification of a finished job; null for one that the user cancelled or that still runs. */
export function finishedNotice({ state, title }: Job, texts: ShellTexts): Notice | null {
  switch (state) {
    case 'done':
      return { title: texts.done, body: title }
    case 'partial':
      return { title: texts.donePartly, body: title }
    case 'failed':
    case 'interrupted':
      return { title: texts.notDone, body: title }
    case 'running':
    case 'cancelled':
      return null
  }
}
