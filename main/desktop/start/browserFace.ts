import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { watchForLostParent } from '../../lostParent.ts'
import { withoutKeys } from '../startOptions.ts'
import { electronEnv, type Env } from './electronBinary.ts'

type BrowserCommand = { readonly command: string; readonly args: readonly string[] }

/** How to show an address in the user's browser; null without a display. */
export function browserCommand(platform: string, env: Env, isTerminal: boolean, url: string): BrowserCommand | null {
  if (!isTerminal) return null
  if (platform === 'darwin') return { command: 'open', args: [url] }
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] }
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [url] } : null
}

type ServedAddresses = {
  /** With the token that opens everything: for the user's own terminal only. */
  readonly url: string
  /** Opens the app once: every user of the machine can read the arguments of the program that gets it. */
  readonly openUrl: string | null
}

/** The addresses in the line that `serve --json` prints when it is ready; null for any other line. */
export function servedAddresses(line: string): ServedAddresses | null {
  try {
    const value: unknown = JSON.parse(line)
    const { url, openUrl } = (value ?? {}) as { readonly url?: unknown; readonly openUrl?: unknown }
    if (typeof url !== 'string') return null
    return { url, openUrl: typeof openUrl === 'string' ? openUrl : null }
  } catch {
    return null
  }
}

const valuedOptions = ['--data', '--port', '--live-speed']
const bareOptions = ['--json', '--demo', '--live']

/** The arguments that `serve` knows; others, such as --no-sandbox, are for the window. */
export function browserArgs(args: readonly string[]): readonly string[] {
  return args.filter((arg, index) => {
    const [name = ''] = arg.split('=', 1)
    if (valuedOptions.includes(name) || bareOptions.includes(arg)) return true
    return valuedOptions.includes(args[index - 1] ?? '')
  })
}

/** A child that does not end on being asked is ended. */
const endingGraceMs = 10_000

/** Serves the app to a browser until a signal asks it to end; resolves with its exit code. */
export function openBrowserFace(projectDir: string, env: Env, args: readonly string[]): Promise<number> {
  // The same flag as in the script `serve`: otherwise short-lived objects pile up during a large export.
  const program = ['--max-semi-space-size=16', join(projectDir, 'main/racedesk.mjs'), 'serve', '--json']
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own: Ctrl-C then reaches it once, through this process, and it ends cleanly.
    detached: process.platform !== 'win32',
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const served = servedAddresses(line)
    const isForPrograms = args.includes('--json')
    // The same failure is on stderr as text.
    if (!isForPrograms && line.startsWith('{"ok":false')) return
    console.log(served === null || isForPrograms ? line : `Racedesk is open at ${served.url}`)
    if (served !== null && served.openUrl !== null) showInBrowser(env, served.openUrl)
  })
  const end = (): void => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), endingGraceMs).unref()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let isEnding = false
  const endOnce = (): void => {
    if (!isEnding) end()
    isEnding = true
  }
  for (const signal of signals) process.on(signal, endOnce)
  watchForLostParent(endOnce)
  process.once('exit', () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(5))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

function showInBrowser(env: Env, url: string): void {
  const browser = browserCommand(process.platform, env, process.stdout.isTTY, url)
  if (browser === null) return
  // Some browsers are Electron apps too and would obey the variable.
  const browserEnv = { ...electronEnv(withoutKeys(env)) }
  const opened = spawn(browser.command, browser.args, { env: browserEnv, stdio: 'ignore', detached: true })
  opened.once('error', () => console.error('No browser could be opened; open the address by hand.'))
  opened.unref()
}
