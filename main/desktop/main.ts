import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, Menu, nativeTheme } from 'electron'
import type { BrowserWindow } from 'electron'
import type { AppError } from '../../preload/contract.ts'
import { createCore } from '../core.ts'
import type { Core } from '../core.ts'
import { defaultDataDir } from '../dataDir.ts'
import { createDialogDelivery } from './delivery.ts'
import type { SaveDialogOptions } from './delivery.ts'
import { connectWindow } from './ipc.ts'
import { createWindowPreviews } from './previews.ts'
import { registerScheme, servePreviews, serveRenderer } from './protocol.ts'
import { confinePages, createSession } from './session.ts'
import { dataDirOf, startFailure } from './startOptions.ts'
import { createWindow, loadApp, showAgain } from './window.ts'
import { backgroundColor, menuRoles } from './windowOptions.ts'

const isDevelopment = !app.isPackaged
const outDir = join(app.getAppPath(), 'out')
const dataDir =
  dataDirOf(process.argv.slice(1), process.cwd()) ?? defaultDataDir(process.platform, process.env, homedir())

let window: BrowserWindow | null = null
let core: Core | null = null

async function askForPath(options: SaveDialogOptions): Promise<string | null> {
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options)
  return canceled || filePath === '' ? null : filePath
}

/** Null: the data folder cannot be made, or something happened that never should. */
function failToStart(error: AppError | null): void {
  dialog.showErrorBox(
    'Racedesk',
    startFailure(error ?? { kind: 'storage', reason: 'unknown' }, dataDir, app.getLocale()),
  )
  app.exit(5)
}

async function open(): Promise<void> {
  const systemLanguage = app.getPreferredSystemLanguages()[0] ?? app.getLocale()
  const delivery = createDialogDelivery({ ask: askForPath, firstFolder: app.getPath('documents') })
  const version = app.getVersion()
  const previews = createWindowPreviews()
  const created = await createCore({
    face: 'desktop',
    dataDir,
    env: process.env,
    systemLanguage,
    delivery,
    previews,
    version,
  })
  if (!created.ok) return failToStart(created.error)
  core = created.value
  const { gate } = core
  const settings = await gate.call('app:settings', {})
  const theme = settings.ok ? settings.value.theme : 'system'
  const session = createSession(isDevelopment)
  await serveRenderer(session, join(outDir, 'renderer'))
  servePreviews(session, previews.claim)
  const opened = createWindow({
    session,
    preloadPath: join(outDir, 'preload/preload.cjs'),
    backgroundColor: backgroundColor(theme, nativeTheme.shouldUseDarkColors),
    isDevelopment,
  })
  window = opened
  const disconnect = connectWindow(opened, gate)
  opened.once('closed', () => {
    disconnect()
    window = null
  })
  await loadApp(opened)
}

/** The store is closed before the process ends, once, however the end came about. */
function closeCoreBeforeQuitting(): void {
  app.on('will-quit', (event) => {
    if (core === null) return
    event.preventDefault()
    const closing = core.close()
    core = null
    void closing.finally(() => app.quit())
  })
}

function run(): void {
  // Electron refuses a folder that does not exist yet.
  const windowDir = join(dataDir, 'window')
  mkdirSync(windowDir, { recursive: true, mode: 0o700 })
  app.setPath('userData', dataDir)
  app.setPath('sessionData', windowDir)
  // One process per data folder: a second one hands over to the first.
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  app.enableSandbox()
  registerScheme()
  confinePages()
  closeCoreBeforeQuitting()
  const roles = menuRoles(process.platform)
  Menu.setApplicationMenu(roles.length === 0 ? null : Menu.buildFromTemplate(roles.map((role) => ({ role }))))
  app.on('second-instance', () => {
    if (window !== null) showAgain(window)
  })
  app.on('window-all-closed', () => app.quit())
  process.on('SIGTERM', () => app.quit())
  process.on('SIGINT', () => app.quit())
  app
    .whenReady()
    .then(open)
    .catch(() => failToStart(null))
}

try {
  run()
} catch {
  failToStart(null)
}
