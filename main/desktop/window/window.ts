import { BrowserWindow, type Session } from 'electron'
import { startUrl } from '../guards.ts'
import { isWorthReloading } from '../leaving.ts'
import { webPreferences } from './windowOptions.ts'
import type { WindowMemory } from './windowMemory.ts'
import { placeWindow, smallestWindow, type Rectangle } from './windowState.ts'

type WindowOptions = {
  readonly session: Session
  readonly preloadPath: string
  readonly backgroundColor: string
  /** Icon of the window where the system knows none for the app; else null. */
  readonly iconPath: string | null
  readonly isDevelopment: boolean
  readonly memory: WindowMemory
  /** Work areas of all monitors, the main one first. */
  readonly workAreas: readonly Rectangle[]
}

export function createWindow(options: WindowOptions): BrowserWindow {
  const { session, preloadPath, backgroundColor, iconPath, isDevelopment, memory, workAreas } = options
  const known = memory.recall()
  const window = new BrowserWindow({
    title: 'Racedesk',
    ...placeWindow(known, workAreas),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    backgroundColor,
    ...(iconPath === null ? {} : { icon: iconPath }),
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences(preloadPath, isDevelopment), session },
  })
  revealOnce(window, known?.isMaximized === true)
  window.on('close', () => memory.keep({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }))
  return window
}

const longestHiddenMs = 5_000

/**
 * Shows the window once, when its page can be seen, has loaded or has failed, or after 5 s: on Wayland `ready-to-show` may never
 * come for a hidden window (electron/electron#48859).
 */
export function revealOnce(window: BrowserWindow, isMaximized: boolean): void {
  const { webContents } = window
  let isDone = false
  const reveal = (): void => {
    if (isDone || window.isDestroyed()) return
    end()
    if (isMaximized) window.maximize()
    window.show()
  }
  const limit = setTimeout(reveal, longestHiddenMs)
  const end = (): void => {
    isDone = true
    clearTimeout(limit)
  }
  window.once('ready-to-show', reveal)
  webContents.once('did-finish-load', reveal)
  webContents.once('did-fail-load', reveal)
  window.once('closed', end)
}

/** Rejects when the page cannot be loaded; not when it crashes, which `reloadAfterCrash` handles, nor when its window is closed. */
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

/** Moves the window onto an existing monitor when its own is gone; the system does so itself for one that fills a monitor. */
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

/** Reloads a crashed page while the core keeps running; `giveUp` is called when reloading does not help. */
export function reloadAfterCrash(
  window: BrowserWindow,
  onReload: () => void,
  giveUp: () => void,
  load = () => loadApp(window),
): void {
  const crashedAtMs: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    if (!isWorthReloading(crashedAtMs, Date.now())) return giveUp()
    crashedAtMs.push(Date.now())
    onReload()
    load().catch(giveUp)
  })
}
