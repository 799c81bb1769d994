import { BrowserWindow, powerSaveBlocker, screen, session, type Session } from 'electron'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Gate } from '../../gate/gate.ts'
import type { ShellTexts } from '../shellTexts.ts'
import { boardPlace, isBoardRequest, movedTo, waitingPage } from './boardPlace.ts'
import { reloadAfterCrash, revealOnce } from './window.ts'
import { webPreferences } from './windowOptions.ts'

/**
 * Windows that show a screen of the venue, as any other device of the network would see it: each has a session of its own, which
 * reaches nothing but the screen's server. A window whose screen does not answer says so, and asks again until it does. Escape
 * leaves the full screen, and closes the window when it does not fill one.
 */
export function createBoardWindows(
  app: () => BrowserWindow | null,
  readTexts: () => Promise<ShellTexts>,
  gate: Pick<Gate, 'call' | 'listen'> | undefined,
) {
  const open = new Map<string, BoardWindow>()
  const create = async (id: string, url: string): Promise<BoardWindow> => {
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
    const shown: BoardWindow = { window, session: own, url, timer: null }
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
      if (shown.timer !== null) clearTimeout(shown.timer)
      open.delete(id)
    })
    const stayDark = (): void => undefined
    reloadAfterCrash(window, stayDark, stayDark, () => load(shown))
    window.webContents.on('before-input-event', (event, { type, key }) => {
      if (type !== 'keyDown' || (key !== 'Escape' && key !== 'F11')) return
      event.preventDefault()
      if (key === 'F11' || window.isFullScreen()) window.setFullScreen(!window.isFullScreen())
      else window.close()
    })
    return shown
  }
  const load = async (shown: BoardWindow): Promise<void> => {
    const { window, session: own, url } = shown
    if (shown.timer !== null) clearTimeout(shown.timer)
    const isCurrent = (): boolean => !window.isDestroyed() && shown.url === url
    const isThere = (): Promise<boolean> =>
      own.fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(againMs) }).then(
        ({ ok }) => ok,
        () => false,
      )
    const wait = (): void => {
      shown.timer = setTimeout(() => {
        void isThere().then((isBack) => {
          if (isCurrent()) return isBack ? load(shown) : wait()
        })
      }, againMs)
    }
    if ((await isThere()) && (await isLoaded(window, url))) return
    if (isCurrent()) await isLoaded(window, waitingPage(await readTexts()))
    if (isCurrent()) wait()
  }
  /** Goes where the screens of the stage are served now. */
  const follow = async (stage: StageGuid): Promise<void> => {
    const screens = await gate?.call('screens:read', { stage })
    if (screens?.ok !== true) return
    for (const [id, shown] of open) {
      const url = movedTo(id, shown.url, screens.value)
      if (url === null) continue
      shown.url = url
      void load(shown)
    }
  }
  gate?.listen((event) => {
    if (event.name === 'screens:changed' && open.size > 0) void follow(event.data.stage)
  })
  return {
    show: async (id: string, url: string): Promise<void> => {
      const shown = open.get(id) ?? (await create(id, url))
      shown.url = url
      await load(shown)
      if (!shown.window.isDestroyed()) shown.window.focus()
    },
  }
}

type BoardWindow = {
  readonly window: BrowserWindow
  readonly session: Session
  url: string
  timer: NodeJS.Timeout | null
}

const againMs = 3_000

const isLoaded = (window: BrowserWindow, url: string): Promise<boolean> =>
  window.loadURL(url).then(
    () => true,
    () => false,
  )

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
