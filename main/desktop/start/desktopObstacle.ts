import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Env } from './electronBinary.ts'

/** Facts that decide whether Electron's window can open here, with its sandbox. */
type DesktopSurroundings = {
  readonly platform: string
  readonly env: Env
  readonly args: readonly string[]
  /** Null where the system has no user ids. */
  readonly uid: number | null
  /** The setuid program beside Electron's, or null without one. */
  readonly sandboxHelper: { readonly path: string; readonly uid: number; readonly mode: number } | null
  /** Whether an ordinary process may make user namespaces, Chromium's other sandbox. */
  readonly hasUserNamespaces: boolean
}

export type Obstacle = { readonly problem: string; readonly remedy: string }

const setuidAndExecutable = 0o4001

/** Why the window cannot open, or null. The sandbox is never switched off here; a user may pass --no-sandbox and mean it. */
export function desktopObstacle(surroundings: DesktopSurroundings): Obstacle | null {
  const { platform, env, args, uid, sandboxHelper, hasUserNamespaces } = surroundings
  if (platform !== 'linux') return null
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return {
      problem: 'No display found (DISPLAY and WAYLAND_DISPLAY are unset).',
      remedy: 'Start it from a desktop session.',
    }
  }
  // Electron counts the variable as the switch, whatever its value (shell/app/electron_main_delegate.cc).
  if (args.includes('--no-sandbox') || env['ELECTRON_DISABLE_SANDBOX'] !== undefined) return null
  if (uid === 0) {
    return { problem: 'Electron does not sandbox its pages when run by root.', remedy: rootRemedy }
  }
  const isHelperUsable =
    sandboxHelper !== null &&
    sandboxHelper.uid === 0 &&
    (sandboxHelper.mode & setuidAndExecutable) === setuidAndExecutable
  if (hasUserNamespaces || isHelperUsable) return null
  return {
    problem: 'Electron cannot create its sandbox: user namespaces are off and its helper is not set up.',
    remedy: sandboxRemedy(sandboxHelper?.path ?? 'chrome-sandbox'),
  }
}

export const rootRemedy =
  'Start it as an ordinary user. Where root is the only user, as in a container: npm start -- --no-sandbox.'

/** Works both where user namespaces are off and where AppArmor restricts them (Ubuntu 23.10 and later). */
export const sandboxRemedy = (helper: string): string => {
  const quoted = `'${helper.replaceAll("'", String.raw`'\''`)}'`
  return `Run once: sudo chown root:root ${quoted} && sudo chmod 4755 ${quoted}`
}

/** Where Chromium looks for its setuid helper. */
export const sandboxHelperOf = (binaryPath: string): string => join(dirname(binaryPath), 'chrome-sandbox')

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

/** Whether the kernel's settings let an ordinary process make user namespaces; a setting that is not there does not forbid. */
export function allowsUserNamespaces(read: (path: string) => string | null): boolean {
  return (
    read('/proc/sys/kernel/unprivileged_userns_clone') !== '0' &&
    read('/proc/sys/user/max_user_namespaces') !== '0' &&
    read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') !== '1'
  )
}

export function lookAround(binaryPath: string, env: Env, args: readonly string[]): DesktopSurroundings {
  const path = sandboxHelperOf(binaryPath)
  const found = statSync(path, { throwIfNoEntry: false })
  return {
    platform: process.platform,
    env,
    args,
    uid: process.getuid?.() ?? null,
    sandboxHelper: found === undefined ? null : { path, uid: found.uid, mode: found.mode },
    hasUserNamespaces: allowsUserNamespaces(readText),
  }
}
