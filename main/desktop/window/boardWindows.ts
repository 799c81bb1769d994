import { BrowserWindow, powerSaveBlocker, screen, session, type Session } from 'electron'
import { boardPlace, isBoardRequest } from './boardPlace.ts'
import { reloadAfterCrash, revealOnce } from './window.ts'
import { webPreferences } from './windowOptions.ts'

/**
 * Windows that show a screen of the venue, as any other device of the network would see it: each has a session of its own, which
 * reaches nothing but the screen's server. Escape leaves the full screen, and closes the window when it does not fill one.
 */
export function createBoardWindows(app: () => BrowserWindow | null) {
  const open = new Map<string, { readonly window: BrowserWindow; url: string }>()
  const create = async (id: string, url: string): Promise<{ readonly window: BrowserWindow; url: string }> => {
    const monitors = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
    const { isFull, ...place } = boardPlace(monitors, app()?.getNormalBounds() ?? null)
    const { preload: _, ...preferences } = webPreferences('', false)
    const own = await createBoardSession(id, () => shown.url)
    const window = new BrowserWindow({
      title: 'Racedesk',
      ...place,
      show: false,
      backgroundColor: '#000000',
      autoHideMenuBar: true,
      webPreferences: { ...preferences, session: own },
    })
    const shown = { window, url }
    open.set(id, shown)
    window.setMenu(null)
    revealOnce(window, false)
    window.once('show', () => {
      if (isFull) window.setFullScreen(true)
    })
    // A screen is looked at for hours and touched by nobody.
    const awake = powerSaveBlocker.start('prevent-display-sleep')
    window.once('closed', () => {
      powerSaveBlocker.stop(awake)
      open.delete(id)
    })
    const stayDark = (): void => undefined
    reloadAfterCrash(window, stayDark, stayDark, () => window.loadURL(shown.url))
    window.webContents.on('before-input-event', (event, { type, key }) => {
      if (type !== 'keyDown' || (key !== 'Escape' && key !== 'F11')) return
      event.preventDefault()
      if (key === 'F11' || window.isFullScreen()) window.setFullScreen(!window.isFullScreen())
      else window.close()
    })
    return shown
  }
  return {
    show: async (id: string, url: string): Promise<void> => {
      const shown = open.get(id) ?? (await create(id, url))
      shown.url = url
      // A page that cannot be reached says so itself, and is tried again when the screen is opened again.
      await shown.window.loadURL(url).catch(() => undefined)
      if (!shown.window.isDestroyed()) shown.window.focus()
    },
  }
}

/** The server is in the own network, so no proxy is asked. */
const createBoardSession = async (id: string, shown: () => string): Promise<Session> => {
  const own = session.fromPartition(`board-${id}`, { cache: false })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isBoardRequest(url, shown()) }))
  await own.setProxy({ mode: 'direct' })
  return own
}
