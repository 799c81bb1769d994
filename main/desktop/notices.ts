import type { Job } from '../../preload/contract.ts'
import type { ShellTexts } from './shellTexts.ts'

export type Notice = { readonly title: string; readonly body: string }

export type WindowSight = {
  readonly isVisible: boolean
  readonly isMinimized: boolean
  readonly isFocused: boolean
  /** Whether windows are drawn by Wayland, which has no minimised state: a window there never learns that it is. */
  readonly isWayland: boolean
}

/** Whether nobody sees the window; on Wayland, whether nobody works in it (Electron's docs/api/base-window.md, `minimize`). */
export const isUnseen = ({ isVisible, isMinimized, isFocused, isWayland }: WindowSight): boolean =>
  !isVisible || isMinimized || (isWayland && !isFocused)

/** What the system says of a finished job while nobody sees the window; null for one that the user ended. */
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
