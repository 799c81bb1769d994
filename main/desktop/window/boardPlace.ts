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

/** A screen's page may ask its own server only, at the address that main was given. */
export const isBoardRequest = (url: string, shown: string): boolean =>
  URL.parse(url)?.origin === URL.parse(shown)?.origin
