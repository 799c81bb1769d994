import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Download, Page } from 'playwright-core'
import { vi } from 'vitest'
import { createMemoryKeychain } from '../../main/platform/keychain/memoryKeychain.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { ResultsFile } from '../../main/demo/resultsFile.ts'
import type { ScreenNetwork } from '../../preload/contract/screens/layout.ts'
import { en } from '../../renderer/text/en/en.ts'
import { ru } from '../../renderer/text/ru/ru.ts'
import { createDownloads } from '../../main/serve/downloads.ts'
import { createPreviews, createPrints } from '../../main/serve/previews.ts'
import { createScreenHost } from '../../main/serve/screens/screenHost.ts'
import { startServer } from '../../main/serve/server.ts'
import { closing } from './atEnd.ts'
import { openBridgeApp, type BridgeApp } from './desktop/bridgeApp.ts'
import { sharedChromium } from './chromium.ts'
import { putEmptyDatabase } from './files/emptyDatabase.ts'
import { openElectron } from './desktop/electronApp.ts'
import { findElectron, windowSuites } from './desktop/electronLaunch.ts'
import { createMortalDemo } from './services/mortalDemo.ts'
import { openCore, type OpenCore } from './openCore.ts'
import { button } from './pages.ts'
import { findChromium } from './requirements.ts'
import { timed } from './timings.ts'

export type SavedFile = { readonly name: string; readonly bytes: Buffer }

type ShownPage = {
  readonly page: Page
  /** The file that `press` makes the app save, whichever way the face saves one. */
  readonly saveFile: (press: () => Promise<void>) => Promise<SavedFile>
  /** Errors of the page so far: uncaught ones and what the policy of the page refused. */
  readonly complaints: readonly string[]
}

/** One run of the app in its own data folder, whatever the face. The end of a test closes what the test opened. */
export type RunningApp = ShownPage & {
  /** The core behind the page; null where the face keeps it to itself. */
  readonly core: OpenCore | null
  /** Ends the demo race's service, as a lost network would; null where the face keeps it to itself. */
  readonly stopDemo: (() => Promise<void>) | null
  readonly close: () => Promise<void>
}

export type OpenPage = ShownPage & {
  /** As many files as `press` makes the app save, by name. */
  readonly saveFiles: (count: number, press: () => Promise<void>) => Promise<readonly SavedFile[]>
}

export type OpenApp = RunningApp & OpenPage & { readonly core: OpenCore; readonly stopDemo: () => Promise<void> }

export type ViewOptions = {
  readonly language: 'en-US' | 'ru-RU'
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

export type AppOptions = ViewOptions & {
  /** The demo's organization; only Electron's window downloads its race, too. */
  readonly hasDemo?: boolean
  /** Browser face and bridge: what the demo has in place of its thousands of rows. */
  readonly demoRace?: ResultsFile
  /** Browser face and bridge: a folder of the test's, which stays when the app is closed. */
  readonly dataDir?: string
  /** Browser face and bridge: puts data into the folder before the app opens it. */
  readonly fill?: (dataDir: string) => Promise<void>
  /** Browser face and bridge: uses the core before it has a page. */
  readonly prepare?: (core: OpenCore) => Promise<void>
  /** Browser face and bridge: what the core takes for the outside, such as the time. */
  readonly outside?: CoreOptions['outside']
  /** Browser face: addresses of the computer that screens may be shown at. */
  readonly networks?: readonly ScreenNetwork[]
}

/** A face whose core runs in the test's own process. */
export type OpenFace = { readonly name: string; readonly open: (options: AppOptions) => Promise<OpenApp> }

export type AppFace = { readonly name: string; readonly open: (options: AppOptions) => Promise<RunningApp> }

const projectDir = join(import.meta.dirname, '..', '..')
const rendererDir = join(projectDir, 'out', 'renderer')

/** The pages and bundles, made when a suite runs without `npm test`. */
export const ensureBuilt = async (): Promise<void> => {
  if (existsSync(join(rendererDir, 'index.html')) && existsSync(join(projectDir, 'out', 'main', 'cli.js'))) return
  // Windows starts npm through its shell only.
  const shell = process.platform === 'win32'
  await promisify(execFile)('npm', ['run', '-s', 'bundle'], { cwd: projectDir, shell })
}

const listenForComplaints = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

const savedAs = async (download: Download): Promise<SavedFile> => ({
  name: download.suggestedFilename(),
  bytes: await readFile(await download.path()),
})

const openServedPage = async (browser: Browser, url: string, options: ViewOptions) => {
  const context = await browser.newContext({
    locale: options.language,
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1280, height: 800 },
    // A menu that fades out beside the next one is two menus for a moment, and longer on a busy machine.
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  const complaints = listenForComplaints(page)
  await timed('page start', page.goto(url))
  const shown: OpenPage = {
    page,
    saveFile: async (press) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return await savedAs(download)
    },
    saveFiles: async (count, press) => {
      const downloads: Download[] = []
      page.on('download', (download) => downloads.push(download))
      await press()
      await vi.waitUntil(() => downloads.length >= count, { timeout: 20_000 })
      return (await Promise.all(downloads.map(savedAs))).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    complaints,
  }
  return { ...shown, close: () => context.close() }
}

/** The app as `npm run serve` serves it, for any number of pages. */
const startServedApp = async (options: Omit<AppOptions, keyof ViewOptions>, language: string) => {
  await ensureBuilt()
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'racedesk-e2e-')))
  await options.fill?.(dataDir)
  if (options.dataDir === undefined) putEmptyDatabase(dataDir)
  const demo = createMortalDemo(options.demoRace)
  const downloads = createDownloads({ folder: join(dataDir, 'downloads') })
  const previews = createPreviews()
  const prints = createPrints()
  const { networks } = options
  const screenHost = createScreenHost({
    rendererDir,
    ...(networks === undefined ? {} : { networks: () => networks }),
  })
  const core = await openCore({
    face: 'browser',
    dataDir,
    env: {},
    systemLanguage: language,
    delivery: downloads,
    previews,
    prints,
    screenHost,
    // Tests must not write into the developer's keychain.
    outside: { demo, keychain: createMemoryKeychain(), ...options.outside },
  })
  screenHost.attach(core.core)
  if (options.hasDemo === true) await core.call('profile:save', { demo: true })
  await options.prepare?.(core)
  const server = await startServer({
    gate: core.core.gate,
    rendererDir,
    port: 0,
    tickets: downloads,
    previews,
    prints,
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  const { url } = server.value
  const closers: (() => Promise<void>)[] = []
  return {
    core,
    stopDemo: demo.stop,
    /** A page in a browser context of its own. */
    openPage: async (view: ViewOptions) => {
      const shown = closing(await openServedPage(await sharedChromium(), url, view))
      closers.push(shown.close)
      if (options.hasDemo === true) await shown.page.locator('.stage-row').first().waitFor()
      return shown
    },
    close: async () => {
      for (const close of closers) await close()
      await server.value.close()
      await core.close()
      await downloads.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type ServedApp = Awaited<ReturnType<typeof startServedApp>>

export const serveApp = async (options: Omit<AppOptions, keyof ViewOptions> = {}): Promise<ServedApp> =>
  closing(await timed('app start', startServedApp(options, 'en-US')))

const openBrowserApp = async (options: AppOptions): Promise<OpenApp> => {
  const served = await startServedApp(options, options.language)
  return { ...served, ...(await served.openPage(options)), close: served.close }
}

const openElectronApp = async (executablePath: string, options: AppOptions): Promise<RunningApp> => {
  await ensureBuilt()
  const { page, saveFile, close } = await openElectron(executablePath, options.language)
  await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light', reducedMotion: 'reduce' })
  // A window may be no larger than the screen of whatever machine this runs on; the page does not mind.
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 800 })
  if (options.hasDemo === true) {
    await button(page, (options.language === 'ru-RU' ? ru : en)['first.demo']).click()
    await page.getByRole('gridcell').first().waitFor({ timeout: 60_000 })
  }
  return { page, core: null, stopDemo: null, saveFile, complaints: listenForComplaints(page), close }
}

export const openBridge = async (options: AppOptions): Promise<BridgeApp> => {
  const browser = await sharedChromium()
  await ensureBuilt()
  return closing(await timed('app start', openBridgeApp(browser, options)))
}

export const browserFace: OpenFace = {
  name: 'browser face',
  open: async (options) => {
    await sharedChromium()
    return closing(await timed('app start', openBrowserApp(options)))
  },
}

export const bridgeFace: OpenFace = { name: 'bridge', open: openBridge }

/** The faces that Chromium shows, for what they do differently: files, printing, previews, storage and events of the window. */
export const chromiumFaces = (): readonly OpenFace[] => (findChromium() === null ? [] : [browserFace, bridgeFace])

const windowFaces = (): readonly AppFace[] => {
  const electronPath = findElectron()
  if (electronPath === null) return []
  const open = async (options: AppOptions) => closing(await openElectronApp(electronPath, options))
  return [{ name: windowSuites.face, open }]
}

/** The browser face and Electron's window, for journeys that are the same in each. */
export const appFaces = (): readonly AppFace[] => [...chromiumFaces().slice(0, 1), ...windowFaces()]

export const everyFace = (): readonly AppFace[] => [...chromiumFaces(), ...windowFaces()]
