import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, vi } from 'vitest'
import type { Result } from '../../../preload/contract/result.ts'
import { createElectronDouble, type ElectronDouble } from './electronDouble.ts'
import type { DoubleOptions, WindowDouble } from './electronDouble/world.ts'
import { AppEnded } from './electronDouble/app.ts'

export const projectDir = join(import.meta.dirname, '..', '..', '..')

export type Started = ElectronDouble & { readonly dataDir: string; readonly quit: () => Promise<number> }
export type Opened = Started & { readonly window: WindowDouble }

/** Calls the core as the page does. */
export const askAs = async <T>(
  { invoke, window }: Opened,
  operation: string,
  input: unknown,
  frame: unknown = window.webContents.mainFrame,
): Promise<Result<T>> =>
  (await invoke({ sender: window.webContents, senderFrame: frame }, operation, input)) as Result<T>

export const uncaughtNames = ['uncaughtException', 'unhandledRejection'] as const
type Hears = (thrown: unknown) => void
/** Listeners for uncaught errors and rejections, with the event's name. */
const hearing = () =>
  uncaughtNames.flatMap((name) => process.rawListeners(name).map((hear) => ({ name, hear: hear as Hears })))
const others = new Set(hearing().map(({ hear }) => hear))
export const ourHearing = () => hearing().filter(({ hear }) => !others.has(hear))

export const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const rawHearersOf = (signal: (typeof signals)[number]) =>
  process.rawListeners(signal).map((hear) => hear as () => void)
const otherHearers = new Set(signals.flatMap(rawHearersOf))
export const hearersOf = (signal: (typeof signals)[number]) =>
  rawHearersOf(signal).filter((hear) => !otherHearers.has(hear))

/** Runs `act`, in which the process may end: nothing after that is run. */
const endingProcess = (act: () => void): void => {
  try {
    act()
  } catch (thrown) {
    if (!(thrown instanceof AppEnded)) throw thrown
  }
}

/** Runs the whole entry file on a new double each time, and ends it after each test. */
export const useDesktop = () => {
  const folders: string[] = []
  const running: Started[] = []

  const start = async (args: readonly string[] = [], options: Partial<DoubleOptions> = {}): Promise<Started> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'racedesk-shell-'))
    folders.push(dataDir)
    const double = createElectronDouble({ appPath: projectDir, documents: dataDir, args, ...options })
    vi.resetModules()
    vi.doMock('electron', () => double.module)
    const argv = process.argv
    process.argv = ['racedesk', '.', `--data=${dataDir}`, ...args]
    try {
      await import('../../../main/desktop/main.ts')
    } catch (thrown) {
      // The process of the app would have ended there.
      if (!(thrown instanceof AppEnded)) throw thrown
    } finally {
      process.argv = argv
    }
    const started: Started = {
      ...double,
      dataDir,
      becomeReady: () => endingProcess(double.becomeReady),
      quit: () => {
        double.answers.push(1)
        double.module.app.quit()
        return double.ended
      },
    }
    running.push(started)
    return started
  }

  const open = async (args: readonly string[] = [], options: Partial<DoubleOptions> = {}): Promise<Opened> => {
    const started = await start(args, options)
    started.becomeReady()
    const window = await vi.waitUntil(() => started.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    return { ...started, window }
  }

  afterEach(async () => {
    for (const started of running.splice(0)) if (started.windows.length > 0) await started.quit()
    vi.doUnmock('electron')
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    for (const signal of signals) for (const hear of hearersOf(signal)) process.off(signal, hear)
    for (const { name, hear } of ourHearing()) process.off(name, hear)
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  return { start, open, folders }
}
