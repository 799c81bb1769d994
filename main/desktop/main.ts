import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, nativeTheme, powerMonitor, screen, type BrowserWindow, type OpenDialogOptions } from 'electron'
import type { Instant } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { Settings } from '../../preload/contract/settings.ts'
import { createCore, type Core } from '../core.ts'
import { defaultDataDir } from '../dataDir.ts'
import { createScreenHost } from '../serve/screens/screenHost.ts'
import { showContextMenus } from './window/contextMenu.ts'
import { once } from '../kernel/once.ts'
import { createDialogDelivery, type SaveDialogOptions } from './delivery.ts'
import { createFailedStart } from './failedStart.ts'
import { createFolderMemory } from './window/folderMemory.ts'
import { connectWindow } from './ipc.ts'
import { showMenu } from './window/menu.ts'
import { keepCrashes, keptCrashes, offerReload } from './crashes.ts'
import { isStageFile } from './givenFile.ts'
import { hangQuestion } from './leaving.ts'
import { offerToOpen } from './openExternal.ts'
import { createPageNews } from './pageNews.ts'
import { createWindowPreviews } from './print/previews.ts'
import { registerScheme, servePreviews, serveRenderer } from './protocol.ts'
import { leaveInOrder, type Quitting } from './quitting.ts'
import { hasLostSandbox, noSandboxSwitch, sandboxQuestion, shouldEnableSandbox } from './sandboxLoss.ts'
import { confinePages, createSession } from './session.ts'
import { loadShellTexts, type MenuChoice } from './shellTexts.ts'
import { thrownOf } from './startFailure.ts'
import { dataDirOf, takeKeys } from './startOptions.ts'
import { createSystemNotices, type SystemNotices } from './systemNotices.ts'
import { hearSystemOpens } from './systemOpens.ts'
import { createSystemRoutes } from './systemRoutes.ts'
import { createDesktopUpdater } from './updates/desktopUpdater.ts'
import { bringBack, createWindow, loadApp, reloadAfterCrash, showAgain } from './window/window.ts'
import { isLockHeld, makeWindowFolder } from './window/windowFolder.ts'
import { createWindowMemory } from './window/windowMemory.ts'
import { backgroundColor, themeSource, windowIcon } from './window/windowOptions.ts'
import { createWindowShell } from './window/windowShell.ts'
import type { Rectangle } from './window/windowState.ts'

const isDevelopment = !app.isPackaged
const outDir = join(app.getAppPath(), 'out')
const ownDataDir = defaultDataDir(process.platform, process.env, homedir())
const dataDir = dataDirOf(process.argv.slice(1), process.cwd()) ?? ownDataDir
/** Set once the app is ready. */
let windowDir = ''
const crashDir = (): string => join(windowDir, 'crashes')

let window: BrowserWindow | null = null
let core: Core | null = null
let notices: SystemNotices | null = null
/** Kept for the time while the core closes. */
let noteBug: Core['noteBug'] | null = null

/** `--lang` comes before the system's languages, as in Chromium. */
const systemLanguage = (): string =>
  app.commandLine.getSwitchValue('lang') || (app.getPreferredSystemLanguages()[0] ?? app.getLocale())

const failedStart = createFailedStart({ dataDir, secrets: takeKeys(process.env), language: systemLanguage })

const news = createPageNews(() => (window === null || core === null ? null : { window, core }))

/** Loaded with the first page that is printed. */
const printing = once(async () => (await import('./print/printing.ts')).createWindowPrinting(() => window))

/** Loaded with the first screen that is shown in a window. */
const boards = once(async () =>
  (await import('./window/boardWindows.ts')).createBoardWindows(() => window, readTexts, core?.gate),
)

async function readSettings(): Promise<Settings | null> {
  const settings = (await core?.gate.call('app:settings', {})) ?? null
  return settings?.ok === true ? settings.value : null
}

const textsOf = (settings: Settings | null) => loadShellTexts(settings?.language ?? 'system', systemLanguage())
const readTexts = async () => await textsOf(await readSettings())

async function askForPath(options: SaveDialogOptions): Promise<string | null> {
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options)
  return canceled || filePath === '' ? null : filePath
}

async function askForFolder({ defaultPath }: Pick<SaveDialogOptions, 'defaultPath'>): Promise<string | null> {
  const options: OpenDialogOptions = { defaultPath, properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options)
  return canceled ? null : (filePaths[0] ?? null)
}

/** Carries out an item of the native menu. */
function choose(choice: MenuChoice): void {
  if (choice === 'open') void askForStageFile()
  else news.tell({ kind: 'command', command: choice })
}

async function askForStageFile(): Promise<void> {
  const filters = [{ name: (await readTexts()).stageFile, extensions: ['racestage'] }]
  const asking = window
  if (asking === null) return
  const { filePaths } = await dialog.showOpenDialog(asking, { filters, properties: ['openFile'] })
  for (const path of filePaths) if (isStageFile(path)) news.tell({ kind: 'file', path })
}

/** Falls back to the home folder: Electron throws where Windows moved the folder to a place that is gone (electron/electron#21142). */
function documentsDir(): string {
  try {
    return app.getPath('documents')
  } catch {
    return homedir()
  }
}

/** Work areas of all monitors, the main one first. */
const workAreas = (): readonly Rectangle[] =>
  [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)

const launch = {
  platform: process.platform,
  uid: process.getuid?.() ?? null,
  hasNoSandboxSwitch: app.commandLine.hasSwitch(noSandboxSwitch),
  isPackaged: app.isPackaged,
  env: process.env,
}

async function mayStart(): Promise<boolean> {
  if (!hasLostSandbox(launch)) return true
  const { response } = await dialog.showMessageBox(sandboxQuestion(await textsOf(null)))
  return response === 1
}

async function open(quitting: Quitting): Promise<void> {
  if (failedStart.hasFailed()) return
  // Just before `ready`, Electron installs its own signal handlers, which ask the user. Node takes a signal back with its first
  // listener, so none may be added earlier.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quitting.quitUnasked)
  if (!(await mayStart())) return app.quit()
  const delivery = createDialogDelivery({
    ask: askForPath,
    askFolder: askForFolder,
    memory: createFolderMemory(windowDir),
    firstFolder: documentsDir(),
  })
  const previews = createWindowPreviews()
  const screenHost = createScreenHost({ rendererDir: join(outDir, 'renderer') })
  const session = createSession(isDevelopment)
  const routes = createSystemRoutes((url) => session.resolveProxy(url))
  const created = await createCore({
    face: 'desktop',
    dataDir,
    env: process.env,
    systemLanguage: systemLanguage(),
    delivery,
    chooseFolder: delivery.chooseFolder,
    previews,
    printing: {
      print: async (html, signal) => (await printing()).print(html, signal),
      toPdf: async (html) => (await printing()).toPdf(html),
    },
    screenHost,
    routesOf: routes.to,
    forgetRoutes: routes.forget,
    shell: createWindowShell(
      () => window,
      readTexts,
      (text) => notices?.tell(text),
      async (id, url) => (await boards()).show(id, url),
      async () => await keptCrashes(crashDir()),
    ),
    updater: createDesktopUpdater({
      letEnd: quitting.letEnd,
      platform: process.platform,
      isPackaged: app.isPackaged,
      resourcesPath: process.resourcesPath,
      env: process.env,
    }),
    version: app.getVersion(),
  })
  if (!created.ok) return failedStart.fail(thrownOf(created.error), true)
  core = created.value
  noteBug = core.noteBug
  const { gate, warn } = core
  screenHost.attach(core)
  powerMonitor.on('suspend', () => core?.pause())
  powerMonitor.on('resume', () => core?.resume())
  powerMonitor.on('shutdown', quitting.endWithTheSystem)
  const settings = await readSettings()
  const theme = settings?.theme ?? 'system'
  nativeTheme.themeSource = themeSource(theme)
  await serveRenderer(session, join(outDir, 'renderer'))
  servePreviews(session, previews.claim)
  const icon = windowIcon(process.platform)
  const opened = createWindow({
    session,
    preloadPath: join(outDir, 'preload/preload.cjs'),
    backgroundColor: backgroundColor(theme, nativeTheme.shouldUseDarkColors),
    iconPath: icon === null ? null : join(app.getAppPath(), 'main/desktop/resources/icons', icon),
    isDevelopment,
    memory: createWindowMemory(windowDir),
    workAreas: workAreas(),
  })
  window = opened
  screen.on('display-removed', () => {
    if (window !== null) bringBack(window, workAreas())
  })
  const disconnect = connectWindow(opened, gate)
  opened.on('close', (event) => {
    if (quitting.isAgreed()) return
    event.preventDefault()
    app.quit()
  })
  opened.on('session-end', quitting.quitUnasked)
  notices = createSystemNotices({
    window: opened,
    // Chromium writes its choice to its own command line (ui/linux/display_server_utils.cc).
    isWayland: app.commandLine.getSwitchValue('ozone-platform') === 'wayland',
    readTexts,
    fallBack: (job, reason) => {
      warn('noticeNotShown', { reason })
      news.tell({ kind: 'unannounced', job })
    },
  })
  const announce = async (job: Job): Promise<void> => {
    // Until the question about notices is answered, jobs are announced.
    if ((await readSettings())?.notices?.includes('job') !== false) await notices?.tellJob(job)
  }
  const unfollow = gate.listen((event) => {
    if (event.name === 'settings:changed') void followSettings(event.data)
    if (event.name === 'job:finished') void announce(event.data)
  })
  opened.once('closed', () => {
    unfollow()
    disconnect()
    window = null
    notices = null
  })
  showContextMenus(opened, readTexts)
  reloadAfterCrash(
    opened,
    () => news.tell({ kind: 'reloaded', at: new Date().toISOString() as Instant }),
    () => void readTexts().then((texts) => dialog.showErrorBox('Racedesk', texts.crashed)),
  )
  offerReload(opened, async (signal) => {
    const question = hangQuestion(await readTexts())
    return !signal.aborted && (await dialog.showMessageBox(opened, { ...question, signal })).response === 1
  })
  // The page does not listen before that.
  opened.webContents.on('did-finish-load', news.tellWaiting)
  // The menu is built while the page loads, so that it delays nothing and does not depend on the window being shown.
  const buildMenu = async (): Promise<void> =>
    showMenu(process.platform, await textsOf(settings), isDevelopment, choose)
  await Promise.all([loadApp(opened), buildMenu()])
}

/** Applies the theme and the language to what the system draws: title bar, dialogs, menu. */
async function followSettings(settings: Settings): Promise<void> {
  nativeTheme.themeSource = themeSource(settings.theme)
  showMenu(process.platform, await textsOf(settings), isDevelopment, choose)
}

/** Without a listener Electron would show the stack to the user. The core logs the error and informs the page; the app keeps running. */
function hearBug(thrown: unknown): void {
  if (noteBug === null) failedStart.fail(thrown)
  else noteBug(thrown)
}

function releaseCore(): Core | null {
  const released = core
  core = null
  return released
}

function run(): void {
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) process.on(name, hearBug)
  // Electron refuses a folder that does not exist yet.
  const made = makeWindowFolder({ dataDir, lockDir: join(ownDataDir, 'locks'), platform: process.platform })
  windowDir = made.folder
  app.setPath('userData', made.userData)
  app.setPath('sessionData', windowDir)
  // One process per data folder: a second one hands over to the first.
  if (!app.requestSingleInstanceLock()) {
    if (isLockHeld(made.userData, process.platform, process.pid)) app.quit()
    else failedStart.fail(new Error(`No lock could be made in ${made.userData}`), true)
    return
  }
  if (shouldEnableSandbox(launch)) app.enableSandbox()
  keepCrashes(crashDir())
  registerScheme()
  confinePages((url) => {
    const asking = window
    if (asking !== null) void readTexts().then((texts) => offerToOpen(asking, url, texts))
  })
  const quitting = leaveInOrder({ core: () => core, releaseCore, window: () => window, readTexts })
  hearSystemOpens(news.tell, () => {
    if (window !== null) showAgain(window)
  })
  if (process.platform === 'win32' && app.isPackaged) {
    // Windows shows notices only of the app that its menu entry names: `appId` of electron-builder.yml.
    app.setAppUserModelId('org.racedesk.app')
  }
  app.on('window-all-closed', () => app.quit())
  void app
    .whenReady()
    .then(() => open(quitting))
    .catch(failedStart.fail)
}

try {
  run()
} catch (thrown) {
  failedStart.fail(thrown)
}
