import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Env = { readonly [name: string]: string | undefined }

type ElectronBinary = {
  readonly path: string
  readonly isPresent: boolean
  /** Named by ELECTRON_OVERRIDE_DIST_PATH: a download would not end up there. */
  readonly isOverridden: boolean
}

const defaultNames: ReadonlyMap<string, string> = new Map([
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
  ['win32', 'electron.exe'],
])

/** Path of the program inside Electron's folder where the package's own path.txt says nothing. */
export const defaultBinaryName = (platform: string): string => defaultNames.get(platform) ?? 'electron'

/** Looks for the program itself; asking the `electron` package instead would start a download. */
export function findElectron(electronDir: string, platform: string, env: Env): ElectronBinary {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  const path = join(override || join(electronDir, 'dist'), readPathFile(electronDir) || defaultBinaryName(platform))
  return { path, isPresent: existsSync(path), isOverridden: override !== '' }
}

function readPathFile(electronDir: string): string {
  try {
    return readFileSync(join(electronDir, 'path.txt'), 'utf8').trim()
  } catch {
    return ''
  }
}

/** Version of the installed `electron` package, or null without one. */
export function electronVersion(electronDir: string): string | null {
  try {
    const packageJson: unknown = JSON.parse(readFileSync(join(electronDir, 'package.json'), 'utf8'))
    const version = (packageJson as { readonly version?: unknown }).version
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

/**
 * The environment for Electron's program. A terminal inside an Electron app, such as an editor, may pass on
 * ELECTRON_RUN_AS_NODE, which makes any Electron run as plain Node; Windows reads it in any casing.
 */
export const electronEnv = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'ELECTRON_RUN_AS_NODE'))
