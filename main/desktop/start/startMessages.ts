import type { Obstacle } from './desktopObstacle.ts'
import type { FailedAttempt } from './electronDownload.ts'

type Unobtainable = {
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
  const remedy = remedyFor(version, attempt)
  return `${named} is not at ${path}${tried}.\nTo fix it, ${remedy}. Opening the browser face instead.`
}

/** Without an attempt, either the `electron` package is missing or ELECTRON_OVERRIDE_DIST_PATH names another folder. */
function remedyFor(version: string | null, attempt: FailedAttempt | null): string {
  if (version === null) return 'run npm ci'
  const override = 'ELECTRON_OVERRIDE_DIST_PATH to a folder with Electron unpacked'
  if (attempt === null) return `set ${override}, or unset it to have Electron downloaded`
  const proxy = attempt.proxy === null ? 'HTTPS_PROXY to the proxy of your network, ' : ''
  return `set ${proxy}ELECTRON_MIRROR to a mirror within reach or ${override}`
}

/** After the lines of the build itself. */
export const unbuilt = 'Racedesk could not be built: the lines above say why. `npm ci` installs what the build needs.'

/** Two lines: why the window cannot open, and what to do; a command stands at the end, where it is easily copied. */
export const sayObstacle = ({ problem, remedy }: Obstacle): string =>
  `${problem} Opening the browser face instead.\n${remedy}`

/** The window was there and is gone; `how` is a signal or a code. */
export const sayCrash = (how: string): string => `The window crashed (${how}). Stored data is kept. Start it again.`
