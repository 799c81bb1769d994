import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, vi } from 'vitest'
import { createMemoryKeychain } from '../../main/platform/keychain/memoryKeychain.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { ScreenNetwork } from '../../preload/contract/screens/layout.ts'
import { createDownloads } from '../../main/serve/downloads.ts'
import { createPreviews, createPrints } from '../../main/serve/previews.ts'
import { createScreenHost } from '../../main/serve/screens/screenHost.ts'
import { startServer } from '../../main/serve/server.ts'
import { openBridgeApp, type BridgeApp } from './desktop/bridgeApp.ts'
import { launchChromium } from './chromium.ts'
import { openElectron } from './desktop/electronApp.ts'
import { findElectron, windowSuites } from './desktop/electronLaunch.ts'
import { createMortalDemo } from './services/mortalDemo.ts'
import { openCore, type OpenCore } from './openCore.ts'
import { findChromium } from './requirements.ts'

/** One run of the app in its own data folder, whatever the face. */
export type RunningApp = {
  readonly page: Page
  /** The core behind the page; null where the face keeps it to itself. */
  readonly core: OpenCore | null
  /** Ends the demo race's service, as a lost network would; null where the face keeps it to itself. */
  readonly stopDemo: (() => Promise<void>) | null
  /** The file that `press` makes the app save, whichever way the face saves one. */
  readonly saveFile: (press: () => Promise<void>) => Promise<SavedFile>
  /** Errors of the page so far: uncaught ones and what the policy of the page refused. */
  readonly complaints: readonly string[]
  readonly close: () => Promise<void>
}

export type SavedFile = { readonly name: string; readonly bytes: Buffer }

export type AppOptions = {
  readonly language: 'en-US' | 'ru-RU'
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Bridge: a folder of the test's, which stays when the app is closed. */
  readonly dataDir?: string
  /** Browser face and bridge: puts data into the folder before the app opens it. */
  readonly fill?: (dataDir: string) => Promise<void>
  /** Browser face and bridge: what the core takes for the outside, such as the time. */
  readonly outside?: CoreOptions['outside']
  /** Browser face: addresses of the computer that screens may be shown at. */
  readonly networks?: readonly ScreenNetwork[]
}

/** A face whose core runs in the test's own process. */
export type OpenFace = { readonly name: string; readonly open: (options: AppOptions) => Promise<OpenApp> }

export type OpenApp = RunningApp & {
  readonly core: OpenCore
  /** As many files as `press` makes the app save, by name. */
  readonly saveFiles: (count: number, press: () => Promise<void>) => Promise<readonly SavedFile[]>
}

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

/** One for all apps of a test file, each in a context of its own. */
let browser: Promise<Browser> | null = null
afterAll(async () => {
  await (await browser)?.close()
})

const sharedBrowser = (executablePath: string): Promise<Browser> => (browser ??= launchChromium(executablePath))

const savedAs = async (download: Download): Promise<SavedFile> => ({
  name: download.suggestedFilename(),
  bytes: await readFile(await download.path()),
})

const openBrowserApp = async (executablePath: string, options: AppOptions): Promise<OpenApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'racedesk-e2e-'))
  await options.fill?.(dataDir)
  const demo = createMortalDemo()
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
    systemLanguage: options.language,
    delivery: downloads,
    previews,
    prints,
    screenHost,
    // Tests must not write into the developer's keychain.
    outside: { demo, keychain: createMemoryKeychain(), ...options.outside },
  })
  screenHost.attach(core.core)
  const server = await startServer({
    gate: core.core.gate,
    rendererDir,
    port: 0,
    tickets: downloads,
    previews,
    prints,
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  const context = await (
    await sharedBrowser(executablePath)
  ).newContext({
    locale: options.language,
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1280, height: 800 },
    // A menu that fades out beside the next one is two menus for a moment, and longer on a busy machine.
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  const complaints = listenForComplaints(page)
  await page.goto(server.value.url)
  return {
    page,
    core,
    stopDemo: demo.stop,
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
    close: async () => {
      await context.close()
      await server.value.close()
      await core.close()
      await downloads.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const openElectronApp = async (executablePath: string, options: AppOptions): Promise<RunningApp> => {
  const { page, saveFile, close } = await openElectron(executablePath, options.language)
  await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light', reducedMotion: 'reduce' })
  // A window may be no larger than the screen of whatever machine this runs on; the page does not mind.
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 800 })
  return { page, core: null, stopDemo: null, saveFile, complaints: listenForComplaints(page), close }
}

/** The desktop face in Chromium, with all that a test can ask of it. */
export const openBridge = async (options: AppOptions): Promise<BridgeApp> =>
  await openBridgeApp(await sharedBrowser(findChromium() ?? ''), options)

/** The app as `npm run serve` serves it, in Chromium. */
export const browserFace: OpenFace = {
  name: 'browser face',
  open: (options) => openBrowserApp(findChromium() ?? '', options),
}

/** The faces that Chromium shows. */
export const chromiumFaces = (): readonly OpenFace[] =>
  findChromium() === null ? [] : [browserFace, { name: 'bridge', open: openBridge }]

/** The faces with a screen that can run here. */
export const appFaces = (): readonly AppFace[] => {
  const electronPath = findElectron()
  return [
    ...chromiumFaces(),
    ...(electronPath === null
      ? []
      : [{ name: windowSuites.face, open: (options: AppOptions) => openElectronApp(electronPath, options) }]),
  ]
}
