import type { Obstacle } from './desktopObstacle.ts'
import type { FailedAttempt } from './electronDownload.ts'

export type Unobtainable = {
  /** Where the program was looked for. */
  readonly path: string
  readonly version: string | null
  /** How the download ended, or null when none was tried. */
  readonly attempt: FailedAttempt | null
}

/** Two lines: what was tried, and how to fix it. */
export function sayUnobtainable({ path, version, attempt }: Unobtainable): string {
  const named = version === null ? 'Electron' : `Electron ${version}`
  const from = attempt === null || attempt.host === null ? '' : ` from ${attempt.host}`
  const through = attempt === null || attempt.proxy === null ? '' : ` through the proxy ${attempt.proxy}`
  const tried = attempt === null ? '' : `, and downloading it${from}${through} failed: ${attempt.reason}`
  const proxyHint = attempt !== null && attempt.proxy === null ? 'HTTPS_PROXY to the proxy of your network, ' : ''
  return [
    `${named} is not at ${path}${tried}.`,
    `To fix it, set ${proxyHint}ELECTRON_MIRROR to a mirror within reach or ELECTRON_OVERRIDE_DIST_PATH to a folder with Electron unpacked. Opening the browser face instead.`,
  ].join('\n')
}

/** Two lines: why the window cannot open, and what to do; a command stands at the end, where it is easily copied. */
export const sayObstacle = ({ problem, remedy }: Obstacle): string =>
  `${problem} Opening the browser face instead.\n${remedy}`

/** The window was there and is gone; `how` is a signal or a code. */
export const sayCrash = (how: string): string => `The window crashed (${how}). Stored data is kept. Start it again.`
