import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { vi } from 'vitest'
import type { AppEvent } from '../../../preload/contract.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { createDialogDelivery } from '../../../main/desktop/delivery.ts'
import { createFolderMemory } from '../../../main/desktop/window/folderMemory.ts'
import { createWindowPreviews } from '../../../main/desktop/print/previews.ts'
import { createDesktopUpdater } from '../../../main/desktop/updates/desktopUpdater.ts'
import type { AppOptions, OpenApp, SavedFile } from '../appFaces.ts'
import { createScreenHost } from '../../../main/serve/screens/screenHost.ts'
import { openBridgePage, rendererDir, toChromium } from './bridgePage.ts'
import { createMortalDemo } from '../services/mortalDemo.ts'
import { openCore } from '../openCore.ts'
import type { Printing, Shell } from '../../../main/kernel/face.ts'

export type Asked = {
  readonly printed: readonly string[]
  readonly dragged: readonly string[]
  /** `file PATH` or `folder PATH`, as the page asked to see it. */
  readonly shown: readonly string[]
  readonly filledScreen: readonly boolean[]
}

export type BridgeApp = OpenApp & {
  readonly asked: Asked
  readonly chosenFolder: string
  readonly tell: (event: AppEvent) => Promise<void>
}

/** The files of the folder by name, once there are so many: one that is still written has a name with a dot in front. */
const savedIn = async (folder: string, count: number): Promise<readonly SavedFile[]> => {
  const written = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  const names = await vi.waitUntil(
    async () => {
      const found = await written()
      return found.length >= count && found
    },
    { timeout: 20_000 },
  )
  return await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })))
}

/** Lays pages out in separate Chromium pages, as the desktop face does in hidden windows; no print dialog is shown. */
const createBridgePrinting = (browser: Browser, printed: string[]): Printing => ({
  print: (html) => {
    printed.push(html)
    return Promise.resolve({ ok: true, value: null })
  },
  toPdf: async (html) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    try {
      await context.route('**/*', (route) => route.abort())
      const page = await context.newPage()
      await page.setContent(html)
      return await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true })
    } finally {
      await context.close()
    }
  },
})

/**
 * The desktop face without Electron: its core, dialogs and policies, and its renderer in a Chromium that knows the core by the
 * bridge alone. The user agrees to every dialog.
 */
export const openBridgeApp = async (browser: Browser, options: AppOptions): Promise<BridgeApp> => {
  const root = await mkdtemp(join(tmpdir(), 'racedesk-bridge-'))
  const dataDir = options.dataDir ?? join(root, 'data')
  const chosenFolder = join(root, 'chosen')
  for (const folder of [dataDir, chosenFolder]) await mkdir(folder, { recursive: true })
  await options.fill?.(dataDir)
  let savingIn = chosenFolder
  const delivery = createDialogDelivery({
    ask: ({ defaultPath }) => Promise.resolve(join(savingIn, basename(defaultPath))),
    askFolder: () => Promise.resolve(chosenFolder),
    memory: createFolderMemory(dataDir),
    firstFolder: chosenFolder,
  })
  const previews = createWindowPreviews()
  const [printed, dragged, shown, filledScreen]: [string[], string[], string[], boolean[]] = [[], [], [], []]
  const shell: Shell = {
    fillScreen: (isFull) => filledScreen.push(isFull),
    dragOut: (path) => Promise.resolve(dragged.push(path) > 0),
    showFile: (path, as) => Promise.resolve(shown.push(`${as} ${path}`) > 0),
    tell: () => undefined,
    showSite: (url) => Promise.resolve(void shown.push(`site ${url}`)),
    showScreen: (_id, url) => Promise.resolve(void shown.push(`screen ${url}`)),
    confirmTrust: () => Promise.resolve(true),
    stayAwake: () => undefined,
    crashes: () => Promise.resolve([]),
  }
  const demo = createMortalDemo(options.demoRace)
  const screenHost = createScreenHost({ rendererDir })
  const core = await openCore({
    face: 'desktop',
    dataDir,
    env: {},
    systemLanguage: options.language,
    delivery,
    chooseFolder: delivery.chooseFolder,
    previews: { publish: (html) => toChromium(previews.publish(html)) },
    printing: createBridgePrinting(browser, printed),
    shell,
    screenHost,
    updater: createDesktopUpdater({
      platform: process.platform,
      isPackaged: false,
      resourcesPath: undefined,
      env: {},
      letEnd: () => undefined,
    }),
    // Tests must not write into the developer's keychain.
    outside: { demo, keychain: createMemoryKeychain(), ...options.outside },
  })
  screenHost.attach(core.core)
  await options.prepare?.(core)
  // Every opening has a storage of its own, as the session in memory of the desktop face.
  const context = await browser.newContext({
    locale: options.language,
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const { page, complaints, tell, stop } = await openBridgePage(context, core.core.gate, previews.claim)
  const saveFiles = async (count: number, press: () => Promise<void>) => {
    savingIn = await mkdtemp(join(root, 'saved-'))
    await press()
    return await savedIn(savingIn, count)
  }
  return {
    page,
    core,
    asked: { printed, dragged, shown, filledScreen },
    chosenFolder,
    tell,
    stopDemo: demo.stop,
    saveFile: async (press) => {
      const [file] = await saveFiles(1, press)
      if (file === undefined) throw new Error('no file was saved')
      return file
    },
    saveFiles,
    complaints,
    close: async () => {
      stop()
      await context.close()
      await core.close()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
