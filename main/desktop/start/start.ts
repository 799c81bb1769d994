import { spawn } from 'node:child_process'
import { bundleApp } from '../../bundleApp.mjs'
import { withoutKeys } from '../startOptions.ts'
import { openBrowserFace } from './browserFace.ts'
import { isBuildStale } from './buildAge.ts'
import { desktopObstacle, lookAround } from './desktopObstacle.ts'
import type { DownloadMessage } from './downloadMessage.ts'
import { electronVersion, findElectron } from './electronBinary.ts'
import type { Env } from './electronBinary.ts'
import { downloadElectron } from './electronDownload.ts'
import { createProgress } from './progress.ts'
import { sayObstacle, sayUnobtainable } from './startMessages.ts'

export type StartOptions = {
  readonly projectDir: string
  /** Folder of the `electron` package. */
  readonly electronDir: string
  readonly env: Env
  /** For the face: `--data DIR`. */
  readonly args: readonly string[]
  readonly silenceLimitMs: number
}

/** Shared libraries are missing, or the program is for another system. */
const cannotRunCodes: ReadonlySet<number> = new Set([126, 127])

/** Opens the desktop face, or says in two lines why not and opens the browser face. Resolves with the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const { projectDir, env, args } = options
  // Only the browser face takes keys from the environment.
  const keyless = { ...options, env: withoutKeys(env) }
  if (isBuildStale(projectDir)) {
    console.error('Building Racedesk ...')
    const code = await bundleApp(projectDir, { ...keyless.env })
    if (code !== 0) return 5
  }
  const binaryPath = await obtainElectron(keyless)
  const obstacle = binaryPath === null ? null : desktopObstacle(lookAround(binaryPath, env, args))
  if (obstacle !== null) console.error(sayObstacle(obstacle))
  if (binaryPath !== null && obstacle === null) {
    const code = await openDesktopFace(binaryPath, keyless)
    if (!cannotRunCodes.has(code)) return code
    const problem = `Electron is at ${binaryPath}, but this system cannot run it (see above).`
    console.error(sayObstacle({ problem, remedy: 'Install the libraries that it names.' }))
  }
  return openBrowserFace(projectDir, env, args)
}

/** Path of Electron's program, downloaded when it is missing; null, and said so, when it cannot be had. */
async function obtainElectron({ electronDir, env, silenceLimitMs }: StartOptions): Promise<string | null> {
  const binary = findElectron(electronDir, process.platform, env)
  if (binary.isPresent) return binary.path
  const version = electronVersion(electronDir)
  if (binary.isOverridden || version === null) {
    console.error(sayUnobtainable({ path: binary.path, version, attempt: null }))
    return null
  }
  const showProgress = createProgress(version, process.stderr)
  const onMessage = (message: DownloadMessage): void => showProgress(message)
  const outcome = await downloadElectron({ electronDir, env, silenceLimitMs, onMessage })
  const found = findElectron(electronDir, process.platform, env)
  if (outcome.ok && found.isPresent) return found.path
  const attempt = outcome.ok ? { host: null, reason: 'the archive has no program in it' } : outcome
  console.error(sayUnobtainable({ path: binary.path, version, attempt }))
  return null
}

function openDesktopFace(binaryPath: string, { projectDir, env, args }: StartOptions): Promise<number> {
  const child = spawn(binaryPath, [projectDir, ...args], { env: { ...env }, stdio: 'inherit' })
  // Ctrl-C reaches Electron by itself; what is sent to us alone is handed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(126)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
