import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBuildStale } from '../../../main/desktop/start/buildAge.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')
const bundle = join(projectDir, 'out', 'main', 'cli.js')

let cli = ''

/** The terminal face as it ships, which starts in a third of the time; its sources where the bundle may be another. */
const cliOfTests = (): string => {
  if (cli !== '') return cli
  const isBundled = !isBuildStale(projectDir)
  if (!isBundled) process.stderr.write('The terminal face runs from its sources: something is newer than its bundle.\n')
  cli = isBundled ? bundle : join(projectDir, 'main', 'cli', 'main.ts')
  return cli
}

const launcher = fileURLToPath(new URL('./terminalLauncher.ts', import.meta.url))

export const shippedLauncher = join(projectDir, 'main', 'racedesk.mjs')

export type TerminalOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly stdin?: string
  /** Pages for `serve`; else those that the bundle left in out/. */
  readonly rendererDir?: string
  /** Script that runs the terminal face; else one that leaves the end of the process to the process. */
  readonly launcher?: string
}

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export type Terminal = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly firstLine: Promise<string>
  readonly ended: Promise<Ended>
}

// No session bus, so that no test reaches the user's own keychain.
export const isolatedEnv = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  // Set for all tests, so that each command finds what another has compiled.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  CLI_OF_THE_TEST: pathToFileURL(cliOfTests()).href,
  DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/no-bus`,
})

/** Starts the terminal face in a process of its own; `home` stands for the user's folder. */
export const startTerminal = (home: string, args: readonly string[], options: TerminalOptions = {}): Terminal => {
  const pages = options.rendererDir === undefined ? {} : { PAGES_OF_THE_TEST: options.rendererDir }
  const child = spawn(process.execPath, [options.launcher ?? launcher, ...args], {
    cwd: options.cwd ?? home,
    env: { ...isolatedEnv(home), ...pages, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  let stdout = ''
  let stderr = ''
  let hasLine = false
  const first = Promise.withResolvers<string>()
  first.promise.catch(() => undefined)
  child.stdout.on('data', (text: string) => {
    const end = text.indexOf('\n')
    if (end !== -1 && !hasLine) first.resolve(`${stdout}${text.slice(0, end)}`)
    hasLine ||= end !== -1
    stdout += text
  })
  child.stderr.on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      first.reject(new Error(`ended with ${code} before a line on stdout: ${stderr}`))
      resolve({ code, stdout, stderr })
    })
  })
  return { child, firstLine: first.promise, ended }
}

/** How a command ends that was told to stop: in order, except on Windows, where it is ended without being asked. */
export const stoppedCode = process.platform === 'win32' ? null : 0

export const runTerminal = (home: string, args: readonly string[], options?: TerminalOptions): Promise<Ended> =>
  startTerminal(home, args, options).ended
