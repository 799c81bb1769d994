import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { AppEvent, EventName } from '../../../preload/contract.ts'
import type { Diagnostics } from '../../../preload/contract/diagnostics.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { ensureBuilt } from '../appFaces.ts'
import { temporaryFolder } from '../atEnd.ts'
import { putEmptyDatabase } from '../files/emptyDatabase.ts'
import { createElectronDouble } from './electronDouble.ts'
import { AppEnded } from './electronDouble/app.ts'
import type { DoubleOptions, WindowDouble } from './electronDouble/world.ts'

export const projectDir = join(import.meta.dirname, '..', '..', '..')

export type Started = Awaited<ReturnType<typeof startDesktop>>
export type Opened = Started & { readonly window: WindowDouble }

export const askAs = async <T>({ invoke, window }: Opened, operation: string, input: unknown): Promise<Result<T>> => {
  const { webContents } = window
  return (await invoke({ sender: webContents, senderFrame: webContents.mainFrame }, operation, input)) as Result<T>
}

export const callAs = async <T>(shell: Opened, operation: string, input: unknown = {}): Promise<T> => {
  const result = await askAs<T>(shell, operation, input)
  if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`)
  return result.value
}

export const endOfJob = async (shell: Opened, id: string | null): Promise<Job> =>
  await vi.waitUntil(
    async () =>
      (await callAs<readonly Job[]>(shell, 'job:list')).find((job) => job.id === id && job.state !== 'running'),
    { timeout: 20_000 },
  )

/** Saves a small file by the dialog; resolves with the ID of its job once that has ended. */
export const saveFile = async (shell: Opened): Promise<string> => {
  const gathered = await callAs<Diagnostics>(shell, 'app:diagnostics')
  const { jobId } = await callAs<Diagnostics>(shell, 'app:diagnostics', { save: gathered.id })
  return (await endOfJob(shell, jobId)).id
}

/** The stage of the demo race, which is not downloaded yet. */
export const addDemo = async (shell: Opened): Promise<string> => {
  await callAs(shell, 'profile:save', { demo: true })
  const [stage] = await callAs<readonly { readonly guid: string }[]>(shell, 'stage:list')
  return stage?.guid ?? ''
}

export const heardBy = ({ window }: { readonly window: WindowDouble }, name: EventName): readonly AppEvent[] =>
  window.webContents.sent.map(({ message }) => message as AppEvent).filter((event) => event.name === name)

export const toldOf = ({ told }: Pick<Started, 'told'>, pattern: RegExp): readonly string[] =>
  told.filter((what) => pattern.test(what))

export const shownWindow = ({ windows }: Pick<Started, 'windows'>): Promise<WindowDouble> =>
  vi.waitUntil(() => windows.find(({ isShown }) => isShown), { timeout: 20_000 })

type Hear = (...given: readonly unknown[]) => void
export const uncaughtNames = ['uncaughtException', 'unhandledRejection'] as const
export const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const listenersOf = (name: string): readonly Hear[] => process.rawListeners(name) as Hear[]
const names = [...uncaughtNames, ...signals]
let others: ReadonlySet<Hear> = new Set()
export const hearersOf = (name: (typeof names)[number]): readonly Hear[] =>
  listenersOf(name).filter((hear) => !others.has(hear))

/** Runs `act`, in which the process may end: nothing after that is run. */
const endingProcess = (act: () => void): void => {
  try {
    act()
  } catch (thrown) {
    if (!(thrown instanceof AppEnded)) throw thrown
  }
}

/** Replaces Electron by a new double for the modules that are imported from now on. */
export const mockElectron = (options: Partial<DoubleOptions> = {}) => {
  const double = createElectronDouble({ appPath: projectDir, documents: temporaryFolder(), ...options })
  vi.resetModules()
  vi.doMock('electron', () => double.module)
  return double
}

const startDesktop = async (args: readonly string[], options: Partial<DoubleOptions>) => {
  const dataDir = temporaryFolder()
  const double = mockElectron({ documents: dataDir, args, ...options })
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
  return {
    ...double,
    dataDir,
    becomeReady: (): void => endingProcess(double.becomeReady),
    quit: (): Promise<number> => {
      double.answers.push(1)
      double.module.app.quit()
      return double.ended
    },
  }
}

/** Runs the whole entry file on a new double each time, and ends it after each test. */
export const useDesktop = () => {
  const running: Started[] = []
  beforeAll(ensureBuilt, 120_000)

  const start = async (args: readonly string[] = [], options: Partial<DoubleOptions> = {}): Promise<Started> => {
    const started = await startDesktop(args, options)
    running.push(started)
    return started
  }

  // A browser of the same worker listens too, once it has started.
  beforeEach(() => {
    others = new Set(names.flatMap(listenersOf))
  })

  afterEach(async () => {
    for (const started of running.splice(0)) if (started.windows.length > 0) await started.quit()
    vi.doUnmock('electron')
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    for (const name of names) for (const hear of hearersOf(name)) process.off(name, hear)
  })

  return {
    start,
    open: async (args: readonly string[] = [], options: Partial<DoubleOptions> = {}): Promise<Opened> => {
      const started = await start(args, options)
      putEmptyDatabase(started.dataDir)
      started.becomeReady()
      return { ...started, window: await shownWindow(started) }
    },
    /** A start that fails: its exit code is 5. Resolves with the text of its one dialog. */
    fail: async (started: Started): Promise<string> => {
      started.becomeReady()
      expect(await started.ended).toBe(5)
      expect(started.errors).toHaveLength(1)
      return started.errors[0] ?? ''
    },
  }
}
