import { bundleApp } from '../../bundleApp.mjs'
import { withoutKeys } from '../startOptions.ts'
import { browserArgs, openBrowserFace } from './browserFace.ts'
import { isBuildStale } from './buildAge.ts'
import { runElectron } from './desktopFace.ts'
import { desktopObstacle, lookAround } from './desktopObstacle.ts'
import type { DownloadMessage } from './downloadMessage.ts'
import { electronEnv, electronVersion, findElectron, type Env } from './electronBinary.ts'
import { downloadElectron } from './electronDownload.ts'
import { judgeEnd } from './electronEnd.ts'
import { createProgress } from './progress.ts'
import { sayCrash, sayObstacle, sayUnobtainable, unbuilt } from './startMessages.ts'

type StartOptions = {
  readonly projectDir: string
  /** Folder of the `electron` package. */
  readonly electronDir: string
  readonly env: Env
  /** For the face: `--data DIR`, and for the window switches of Chromium. */
  readonly args: readonly string[]
  readonly silenceLimitMs: number
}

/** Opens the desktop face, or says in two lines why not and opens the browser face. Resolves with the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const { projectDir, env, args } = options
  // Only the browser face takes keys from the environment.
  const keyless = { ...options, env: withoutKeys(env) }
  if (isBuildStale(projectDir)) {
    console.error('Building Racedesk ...')
    const code = await bundleApp(projectDir, { ...keyless.env })
    if (code !== 0) {
      console.error(unbuilt)
      return 5
    }
  }
  const binaryPath = await obtainElectron(keyless)
  const obstacle = binaryPath === null ? null : desktopObstacle(lookAround(binaryPath, env, args))
  if (obstacle !== null) console.error(sayObstacle(obstacle))
  if (binaryPath !== null && obstacle === null) {
    const end = await runElectron(binaryPath, [projectDir, ...args], electronEnv(keyless.env))
    const verdict = judgeEnd(end, binaryPath)
    if (verdict.kind === 'crashed') console.error(sayCrash(verdict.how))
    if (verdict.kind !== 'cannot-run') return verdict.exitCode
    console.error(sayObstacle(verdict.obstacle))
  }
  return openBrowserFace(projectDir, env, browserArgs(args))
}

/** Path of Electron's program, downloaded when it is missing; null, with a message, when that fails. */
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
  const attempt = outcome.ok ? { host: null, proxy: null, reason: 'the archive has no program in it' } : outcome
  console.error(sayUnobtainable({ path: binary.path, version, attempt }))
  return null
}
