import { Notification } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Job } from '../../preload/contract.ts'
import { finishedNotice } from './notices.ts'
import type { ShellTexts } from './shellTexts.ts'
import { showAgain } from './window.ts'

export type JobNoticesParts = {
  readonly window: BrowserWindow
  readonly readTexts: () => Promise<ShellTexts>
  /** Called when the system shows no notification; `reason` is its own, null where it has none at all. */
  readonly fallBack: (job: Job, reason: string | null) => void
}

const keptNotices = 20

/** Has the system announce finished jobs while nobody sees the window. */
export function createJobNotices({ window, readTexts, fallBack }: JobNoticesParts): (job: Job) => Promise<void> {
  /** The last ones: Electron keeps none alive, and the click on one that is collected would be lost. */
  let notices: readonly Notification[] = []
  return async (job) => {
    if (window.isVisible() && !window.isMinimized()) return
    const notice = finishedNotice(job, await readTexts())
    if (notice === null || window.isDestroyed()) return
    if (!Notification.isSupported()) return fallBack(job, null)
    const shown = new Notification(notice)
    notices = [...notices.slice(1 - keptNotices), shown]
    shown.once('click', () => showAgain(window))
    // macOS refuses every notification of a build without a signature (Electron's docs/api/notification.md, since 42).
    shown.once('failed', (_event, reason) => fallBack(job, reason))
    shown.show()
  }
}

/** Asks for attention in the dock or task bar until the window has the focus. */
export function askForAttention(window: BrowserWindow): void {
  window.flashFrame(true)
  window.once('focus', () => window.flashFrame(false))
}
