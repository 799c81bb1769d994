import { BrowserWindow } from 'electron'
import type { Session } from 'electron'
import { startUrl } from './guards.ts'
import { webPreferences } from './windowOptions.ts'

export type WindowOptions = {
  readonly session: Session
  readonly preloadPath: string
  readonly backgroundColor: string
  readonly isDevelopment: boolean
}

export function createWindow({ session, preloadPath, backgroundColor, isDevelopment }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Racedesk',
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 560,
    show: false,
    backgroundColor,
    webPreferences: { ...webPreferences(preloadPath, isDevelopment), session },
  })
  window.once('ready-to-show', () => window.show())
  return window
}

export const loadApp = (window: BrowserWindow): Promise<void> => window.loadURL(startUrl)

/** Brings a window that is open already before the user. */
export function showAgain(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}
