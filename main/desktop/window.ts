import { BrowserWindow } from 'electron'
import type { Session } from 'electron'
import { startUrl } from './guards.ts'
import { webPreferences } from './windowOptions.ts'
import type { WindowMemory } from './windowMemory.ts'
import { placeWindow, smallestWindow, type Rectangle } from './windowState.ts'

export type WindowOptions = {
  readonly session: Session
  readonly preloadPath: string
  readonly backgroundColor: string
  readonly isDevelopment: boolean
  readonly memory: WindowMemory
  /** Of all monitors, the main one first. */
  readonly workAreas: readonly Rectangle[]
}

export function createWindow(options: WindowOptions): BrowserWindow {
  const { session, preloadPath, backgroundColor, isDevelopment, memory, workAreas } = options
  const known = memory.recall()
  const window = new BrowserWindow({
    title: 'Racedesk',
    ...placeWindow(known, workAreas),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    backgroundColor,
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences(preloadPath, isDevelopment), session },
  })
  window.once('ready-to-show', () => {
    if (known?.isMaximized === true) window.maximize()
    window.show()
  })
  window.on('close', () => memory.keep({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }))
  return window
}

/** Rejects when the page cannot be shown; one that crashes on its way is the business of whoever follows crashes, one that is closed nobody's. */
export async function loadApp(window: BrowserWindow): Promise<void> {
  const { webContents } = window
  let hasCrashed = false
  const note = (): void => {
    hasCrashed = true
  }
  webContents.once('render-process-gone', note)
  try {
    await window.loadURL(startUrl)
  } catch (thrown) {
    if (!hasCrashed && !window.isDestroyed() && !webContents.isCrashed()) throw thrown
  } finally {
    webContents.off('render-process-gone', note)
  }
}

/** Brings the window back onto a monitor that is there, when the one it was on is gone; the system does it with one that fills a monitor. */
export function bringBack(window: BrowserWindow, workAreas: readonly Rectangle[]): void {
  if (window.isMaximized() || window.isFullScreen()) return
  const place = placeWindow({ ...window.getNormalBounds(), isMaximized: false }, workAreas)
  if (place.x !== undefined) return
  window.setSize(place.width, place.height)
  window.center()
}

/** Brings a window that is open already before the user. */
export function showAgain(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}
