import type { Job } from '../../preload/contract/jobs.ts'
import type { ShellTexts } from './shellTexts.ts'

export type SystemNotice = { readonly title: string; readonly body: string }

type WindowSight = {
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

/**
 * The notification of a finished job; null for one that the user cancelled or that still runs. Names of a service stand in the
 * title only: Electron hands the body to Linux unescaped, where it is read as markup and a `&` may empty it
 * (shell/browser/notifications/linux/libnotify_notification.cc).
 */
export function finishedNotice({ state, title }: Job, texts: ShellTexts): SystemNotice | null {
  switch (state) {
    case 'done':
      return { title, body: texts.done }
    case 'partial':
      return { title, body: texts.donePartly }
    case 'failed':
    case 'interrupted':
      return { title, body: texts.notDone }
    case 'running':
    case 'cancelled':
      return null
  }
}
