import type { StageScreens } from '../../../preload/contract/screens/layout.ts'
import type { ShellTexts } from '../shellTexts.ts'
import type { Rectangle } from './windowState.ts'

const alone = { width: 1280, height: 720 }

export type BoardPlace = Partial<Rectangle> & {
  readonly width: number
  readonly height: number
  readonly isFull: boolean
}

/** Where a screen's window begins: filling the first monitor that does not have the app's window, else a usual window beside it. */
export const boardPlace = (monitors: readonly Rectangle[], app: Rectangle | null): BoardPlace => {
  if (app === null) return { ...alone, isFull: false }
  const middle = { x: app.x + app.width / 2, y: app.y + app.height / 2 }
  const hasApp = ({ x, y, width, height }: Rectangle): boolean =>
    middle.x >= x && middle.x < x + width && middle.y >= y && middle.y < y + height
  const other = monitors.some(hasApp) ? monitors.find((monitor) => !hasApp(monitor)) : undefined
  return other === undefined ? { ...alone, isFull: false } : { ...other, isFull: true }
}

/** A screen's page may ask its own server only, at the address that main was given. A `data:` URL asks nobody. */
export const isBoardRequest = (url: string, shown: string): boolean => {
  const asked = URL.parse(url)
  return asked?.protocol === 'data:' || asked?.origin === URL.parse(shown)?.origin
}

/** Where the screen is served now, if that is another address than the one shown; null: the window stays as it is. */
export const movedTo = (id: string, shown: string, { served }: Pick<StageScreens, 'served'>): string | null => {
  if (served === null || served.trouble?.kind === 'gone') return null
  const url = served.screens.find((screen) => screen.id === id)?.url
  return url === undefined || url === shown ? null : url
}

/** Shown in place of a screen that does not answer. */
export const waitingPage = ({ screenUnreachable }: Pick<ShellTexts, 'screenUnreachable'>): string => {
  const style = 'margin:20vh 10vw;font:4vmin system-ui,sans-serif;color:#f2f6f5;background:#000'
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Racedesk</title><body style="${style}"><p role="status">${screenUnreachable}</p>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`
}
