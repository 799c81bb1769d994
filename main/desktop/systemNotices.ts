import { Notification, type BrowserWindow } from 'electron'
import type { Job } from '../../preload/contract/jobs.ts'
import { finishedNotice, isUnseen, type SystemNotice } from './notices.ts'
import type { ShellTexts } from './shellTexts.ts'
import { showAgain } from './window/window.ts'

type SystemNoticesParts = {
  readonly window: BrowserWindow
  readonly isWayland: boolean
  readonly readTexts: () => Promise<ShellTexts>
  /** Called when the system shows no notification of a job; `reason` is the system's, null where it has no notifications. */
  readonly fallBack: (job: Job, reason: string | null) => void
}

const keptNotices = 20

export type SystemNotices = {
  readonly tellJob: (job: Job) => Promise<void>
  /** The sentence stands as the title, since it may hold names: see `finishedNotice`. */
  readonly tell: (text: string) => void
}

/** Shows notifications of the system while the window is hidden or minimized, or, on Wayland, has lost the focus. */
export function createSystemNotices(parts: SystemNoticesParts): SystemNotices {
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
  const isHidden = (): boolean =>
    !window.isDestroyed() &&
    isUnseen({ isVisible: window.isVisible(), isMinimized: window.isMinimized(), hasLostFocus, isWayland })
  const show = (notice: SystemNotice, notShown: (reason: string | null) => void): void => {
    /** Asks for attention in the dock or task bar, too, until the window has the focus. */
    const flash = (reason: string | null): void => {
      if (!window.isDestroyed()) window.flashFrame(true)
      notShown(reason)
    }
    if (!Notification.isSupported()) return flash(null)
    const shown = new Notification(notice)
    notices = [...notices.slice(1 - keptNotices), shown]
    shown.once('click', () => {
      if (!window.isDestroyed()) showAgain(window)
    })
    // macOS refuses every notification of a build without a signature (Electron's docs/api/notification.md, since 42).
    shown.once('failed', (_event, reason) => flash(reason))
    shown.show()
  }
  return {
    tellJob: async (job) => {
      if (!isHidden()) return
      const notice = finishedNotice(job, await readTexts())
      if (notice !== null && !window.isDestroyed()) show(notice, (reason) => fallBack(job, reason))
    },
    // The page shows it anyway, so nothing is lost where the system shows nothing.
    tell: (text) => {
      if (isHidden()) show({ title: text, body: '' }, () => undefined)
    },
  }
}
