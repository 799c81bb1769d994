import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { startBundle, type BundleOptions, type Report, type RunningBundle } from '../../support/desktop/bundleRig.ts'

/** `out/main/desktop.js`, as it is packed, run from its first line to its end on the double of Electron, with the preload bundle. */

type Opened = RunningBundle & {
  readonly dataDir: string
  readonly until: (holds: (report: Report) => boolean) => Promise<Report>
  readonly call: <Value>(operation: string, input: unknown) => Promise<Value>
}

const folders: string[] = []
const running: RunningBundle[] = []
beforeAll(ensureBuilt, 120_000)
afterEach(async () => {
  for (const bundle of running.splice(0)) {
    bundle.kill()
    await bundle.ended
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bundle-'))
  folders.push(folder)
  return folder
}

type Start = Partial<BundleOptions> & { readonly dataDir?: string }

const start = async ({ dataDir = makeFolder(), args = [], ...options }: Start = {}): Promise<Opened> => {
  const bundle = await startBundle({ documents: dataDir, args: [`--data=${dataDir}`, ...args], ...options })
  running.push(bundle)
  return {
    ...bundle,
    dataDir,
    until: (holds) =>
      vi.waitUntil(
        async () => {
          const report = await bundle.report()
          return holds(report) ? report : null
        },
        { timeout: 30_000 },
      ),
    call: async <Value>(operation: string, input: unknown): Promise<Value> => {
      const result = await bundle.ask<Result<Value>>({ act: 'call', operation, input })
      if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`)
      return result.value
    },
  }
}

/** Starts the bundle and waits for its visible window. */
const open = async (options: Start = {}): Promise<Opened> => {
  const bundle = await start(options)
  await bundle.ask({ act: 'becomeReady' })
  await bundle.until(({ windows }) => windows.some(({ isShown, globals }) => isShown && globals.includes('racedesk')))
  return bundle
}

const finished = async ({ call }: Opened, id: string): Promise<Job> =>
  await vi.waitUntil(
    async () => (await call<readonly Job[]>('job:list', {})).find((job) => job.id === id && job.state !== 'running'),
    { timeout: 60_000, interval: 100 },
  )

const takeDemo = async (bundle: Opened): Promise<{ readonly stage: string; readonly jobId: string }> => {
  await bundle.call('profile:save', { demo: true })
  const [first] = await bundle.call<readonly Stage[]>('stage:list', {})
  const stage = first?.guid ?? ''
  const { jobId } = await bundle.call<{ readonly jobId: string }>('stage:take', { stage })
  return { stage, jobId }
}

const expectClosedStore = (dataDir: string): void => {
  const files = readdirSync(dataDir)
  expect(files).toContain('racedesk.db')
  expect(files.filter((name) => name.endsWith('-wal'))).toEqual([])
}

describe('the bundle', () => {
  it('opens its window over its own scheme, with its preload script, and quits with 0 and a closed store', async () => {
    const bundle = await open()
    const { windows, told, menu, errors } = await bundle.until((report) => report.menu.length > 0)
    expect(windows).toMatchObject([{ url: 'app://racedesk/', globals: ['localStorage', 'racedesk'], lost: [] }])
    expect(told).toContain('window.loadURL app://racedesk/')
    expect([menu.length > 1, errors]).toEqual([true, []])
    await bundle.ask({ act: 'quit' })
    expect(await bundle.ended).toBe(0)
    expectClosedStore(bundle.dataDir)
    expect(bundle.complaints()).toBe('')
  })

  it('downloads the demo race over the bridge, sends its events to the page, and exports to the path of the dialog', async () => {
    const savePath = join(makeFolder(), 'Results.csv')
    const bundle = await open({ savePath })
    const { stage, jobId } = await takeDemo(bundle)
    expect(await finished(bundle, jobId)).toMatchObject({ state: 'done' })
    const exported = await bundle.call<{ readonly jobId: string }>('results:export', { stage, format: 'csv' })
    expect(await finished(bundle, exported.jobId)).toMatchObject({ state: 'done', file: { path: savePath } })
    expect(readFileSync(savePath, 'utf8').split('\n').length).toBeGreaterThan(100)
    const hasEnded = ({ heard }: Report): boolean => heard.some(({ name }) => name === 'job:finished')
    const { heard, windows } = await bundle.until(hasEnded)
    expect(heard.map(({ name }) => name)).toEqual(expect.arrayContaining(['job:progressed', 'job:finished']))
    expect(windows[0]?.lost).toEqual([])
    await bundle.ask({ act: 'quit' })
    expect(await bundle.ended).toBe(0)
    expectClosedStore(bundle.dataDir)

    // The next start has it all, without a network.
    const again = await open({ dataDir: bundle.dataDir })
    expect(await again.call('results:page', { stage, offset: 0, limit: 1 })).toMatchObject({ rows: [{}] })
    await again.ask({ act: 'closeWindow' })
    expect(await again.ended).toBe(0)
  })

  it('ends when another process has locked its folder', async () => {
    const first = await open()
    const second = await start({ dataDir: first.dataDir, lock: 'held' })
    expect(await second.ended).toBe(0)
    expect(await first.call('profile:list', {})).toEqual([])
  })

  it.each(['shutDown', 'logOut'] as const)(
    'closes the store without a question when the system ends it by %s',
    async (act) => {
      const bundle = await open()
      await takeDemo(bundle)
      const isHeld = await bundle.ask({ act })
      if (act === 'shutDown') expect(isHeld).toBe(true)
      expect(await bundle.ended).toBe(0)
      expectClosedStore(bundle.dataDir)
    },
  )

  it.skipIf(process.platform === 'win32')('closes the store at SIGTERM during a download', async () => {
    const bundle = await open()
    await takeDemo(bundle)
    process.kill(bundle.pid, 'SIGTERM')
    expect(await bundle.ended).toBe(0)
    expectClosedStore(bundle.dataDir)
  })

  it('exits with 5 when its data folder cannot be created, and says why on stderr', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'file'), '')
    const bundle = await start({ args: [`--data=${join(folder, 'file', 'inner')}`] })
    await expect(bundle.ask({ act: 'becomeReady' })).rejects.toThrow('ENOTDIR')
    expect(await bundle.ended).toBe(5)
  })
})
