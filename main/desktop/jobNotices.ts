import { Notification, type BrowserWindow } from 'electron'
import type { Job } from '../../preload/contract/jobs.ts'
import { finishedNotice, isUnseen } from './notices.ts'
import type { ShellTexts } from './shellTexts.ts'
import { showAgain } from './window/window.ts'

type JobNoticesParts = {
  readonly window: BrowserWindow
  readonly isWayland: boolean
  readonly readTexts: () => Promise<ShellTexts>
  /** Called when the system shows no notification; `reason` is the system's, null where it has no notifications. */
  readonly fallBack: (job: Job, reason: string | null) => void
}

const keptNotices = 20

/**
 * Shows a notification of the system for each job that finishes while the window is hidden or minimized, or, on Wayland, has lost
 * the focus.
 */
export function createJobNotices(parts: JobNoticesParts): (job: Job) => Promise<void> {
  const { window, isWayland, readTexts, fallBack } = parts
  /** The last ones are kept: Electron keeps none alive, and a click on a collected one would be lost. */
  let notices: readonly Notification[] = []
  let hasLostFocus = false
  window.on('blur', () => {
    hasLostFocus = true
  })
  window.on('focus', () => {
    hasLostFocus = false
    window.flashFrame(false)
  })
  /** Asks for attention in the dock or task bar, too, until the window has the focus. */
  const notShown = (job: Job, reason: string | null): void => {
    if (!window.isDestroyed()) window.flashFrame(true)
    fallBack(job, reason)
  }
  return async (job) => {
    const [isVisible, isMinimized] = [window.isVisible(), window.isMinimized()]
    if (!isUnseen({ isVisible, isMinimized, hasLostFocus, isWayland })) return
    const notice = finishedNotice(job, await readTexts())
    if (notice === null || window.isDestroyed()) return
    if (!Notification.isSupported()) return notShown(job, null)
    const shown = new Notification(notice)
    notices = [...notices.slice(1 - keptNotices), shown]
    shown.once('click', () => {
      if (!window.isDestroyed()) showAgain(window)
    })
    // macOS refuses every notification of a build without a signature (Electron's docs/api/notification.md, since 42).
    shown.once('failed', (_event, reason) => notShown(job, reason))
    shown.show()
  }
}
