import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, nativeTheme, Notification, powerMonitor, screen } from 'electron'
import type { BrowserWindow, OpenDialogOptions } from 'electron'
import type { AppError, AppEvent, AppLink, Instant, Settings } from '../../preload/contract.ts'
import { createCore } from '../core.ts'
import type { Core } from '../core.ts'
import { defaultDataDir } from '../dataDir.ts'
import { linkFromArgs, parseLink } from '../domain/appLinks.ts'
import { createDialogDelivery } from './delivery.ts'
import { showContextMenus } from './contextMenu.ts'
import { createFolderMemory } from './folderMemory.ts'
import type { SaveDialogOptions } from './delivery.ts'
import { isStageFile, stageFileFromArgs } from './givenFile.ts'
import { connectWindow } from './ipc.ts'
import { isWorthReloading, quitQuestion } from './leaving.ts'
import { showMenu } from './menu.ts'
import { finishedNotice } from './notices.ts'
import { offerToOpen } from './openExternal.ts'
import { createWindowPreviews } from './previews.ts'
import { createWindowPrinting } from './printing.ts'
import { registerScheme, servePreviews, serveRenderer } from './protocol.ts'
import { hasLostSandbox, sandboxQuestion } from './sandboxLoss.ts'
import { confinePages, createSession } from './session.ts'
import { shellTexts } from './shellTexts.ts'
import { dataDirOf, keyVariables, startFailure } from './startOptions.ts'
import { createSystemRoutes } from './systemRoutes.ts'
import { createDesktopUpdater } from './updates/desktopUpdater.ts'
import { bringBack, createWindow, loadApp, showAgain } from './window.ts'
import { makeWindowFolder } from './windowFolder.ts'
import { createWindowMemory } from './windowMemory.ts'
import { backgroundColor, themeSource } from './windowOptions.ts'
import { createWindowShell } from './windowShell.ts'
import type { Rectangle } from './windowState.ts'

const keptNotices = 20
const isDevelopment = !app.isPackaged
const outDir = join(app.getAppPath(), 'out')
const dataDir =
  dataDirOf(process.argv.slice(1), process.cwd()) ?? defaultDataDir(process.platform, process.env, homedir())
/** Set once the app is ready. */
let windowDir = ''

let window: BrowserWindow | null = null
let core: Core | null = null
/** Also while the core closes, when nothing else is to be asked of it. */
let noteBug: Core['noteBug'] | null = null
/** Nobody is asked any more whether to quit. */
let isAgreed = false
/** The question whether to quit, while it waits for its answer. */
let asking: Promise<boolean> | null = null
let isClosing = false
/** Nothing keeps the process any more: all is closed, or the system's own updater ends it. */
let mayEnd = false
/** What came before there was a page to hear it; of each kind the last. */
let untold: readonly AppEvent[] = []
/** A file that the system handed over before there was a core to keep it. */
let givenPath = stageFileFromArgs(process.argv.slice(1), process.cwd())
const isUnconfined = hasLostSandbox({ isPackaged: app.isPackaged, args: process.argv, env: process.env })
/** The process may be ended from outside at any moment. */
let isHurried = false
/** The last ones: Electron keeps none alive, and the click on one that is collected would be lost. */
let notices: readonly Notification[] = []

/** Chromium too speaks what `--lang` says, before what the system prefers. */
const systemLanguage = (): string =>
  app.commandLine.getSwitchValue('lang') || (app.getPreferredSystemLanguages()[0] ?? app.getLocale())

async function readSettings(): Promise<Settings | null> {
  const settings = (await core?.gate.call('app:settings', {})) ?? null
  return settings?.ok === true ? settings.value : null
}

const readTexts = async () => shellTexts((await readSettings())?.language ?? 'system', systemLanguage())

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

/** Of all monitors, the main one first. */
const workAreas = (): readonly Rectangle[] =>
  [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)

/** Null: the data folder cannot be made, or something happened that never should. */
function failToStart(error: AppError | null): void {
  dialog.showErrorBox(
    'Racedesk',
    startFailure(error ?? { kind: 'storage', reason: 'unknown' }, dataDir, app.getLocale()),
  )
  app.exit(5)
}

async function mayStart(): Promise<boolean> {
  if (!isUnconfined) return true
  const { response } = await dialog.showMessageBox(sandboxQuestion(shellTexts('system', systemLanguage())))
  return response === 1
}

async function open(): Promise<void> {
  // Just before it is ready, Electron takes the signals for itself, and would ask. Node takes one back with the first
  // listener it gets, so that there must be none before.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quitUnasked)
  if (!(await mayStart())) return app.quit()
  const delivery = createDialogDelivery({
    ask: askForPath,
    askFolder: askForFolder,
    memory: createFolderMemory(windowDir),
    firstFolder: app.getPath('documents'),
  })
  const previews = createWindowPreviews()
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
    printing: createWindowPrinting(() => window),
    routesOf: routes.to,
    forgetRoutes: routes.forget,
    shell: createWindowShell(() => window, readTexts),
    updater: createDesktopUpdater({
      letEnd: () => {
        mayEnd = true
      },
      platform: process.platform,
      isPackaged: app.isPackaged,
      resourcesPath: process.resourcesPath,
      env: process.env,
    }),
    version: app.getVersion(),
  })
  if (!created.ok) return failToStart(created.error)
  core = created.value
  noteBug = core.noteBug
  const { gate } = core
  if (givenPath !== null) openFile(givenPath)
  powerMonitor.on('suspend', () => core?.pause())
  powerMonitor.on('resume', () => core?.resume())
  powerMonitor.on('shutdown', endWithTheSystem)
  const theme = (await readSettings())?.theme ?? 'system'
  nativeTheme.themeSource = themeSource(theme)
  await serveRenderer(session, join(outDir, 'renderer'))
  servePreviews(session, previews.claim)
  const opened = createWindow({
    session,
    preloadPath: join(outDir, 'preload/preload.cjs'),
    backgroundColor: backgroundColor(theme, nativeTheme.shouldUseDarkColors),
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
    if (isAgreed) return
    event.preventDefault()
    app.quit()
  })
  opened.on('session-end', quitUnasked)
  const unfollow = gate.listen((event) => void follow(event, opened))
  opened.once('closed', () => {
    unfollow()
    disconnect()
    window = null
  })
  opened.once('show', () => void readTexts().then((texts) => showMenu(process.platform, texts, isDevelopment)))
  showContextMenus(opened, readTexts)
  reloadAfterCrash(opened)
  // Before that nobody would hear of it.
  opened.webContents.on('did-finish-load', tellAll)
  await loadApp(opened)
}

/** What the system shows beside the page. */
async function follow(event: AppEvent, followed: BrowserWindow): Promise<void> {
  if (event.name === 'settings:changed') {
    nativeTheme.themeSource = themeSource(event.data.theme)
    showMenu(process.platform, await readTexts(), isDevelopment)
  }
  if (event.name !== 'job:finished' || (followed.isVisible() && !followed.isMinimized())) return
  const notice = finishedNotice(event.data, await readTexts())
  if (notice === null || !Notification.isSupported()) return
  const shown = new Notification(notice)
  notices = [...notices.slice(1 - keptNotices), shown]
  shown.once('click', () => showAgain(followed))
  shown.show()
}

function tellAll(): void {
  if (window === null) return
  const events = untold
  untold = []
  for (const event of events) window.webContents.send('racedesk:event', event)
}

/** To the page, now or as soon as it listens. */
function tell(event: AppEvent): void {
  untold = [...untold.filter(({ name }) => name !== event.name), event]
  if (window !== null && !window.webContents.isLoadingMainFrame() && !window.webContents.isCrashed()) tellAll()
}

function openLink(link: AppLink | null): void {
  if (link !== null) tell({ name: 'app:linked', data: link })
}

/** Only main knows the path; the page gets a ticket for it. */
function openFile(path: string): void {
  if (core === null) givenPath = path
  else tell({ name: 'app:fileGiven', data: core.giveFile(path) })
}

function openAgain(args: readonly string[], workingDir: string): void {
  if (window !== null) showAgain(window)
  openLink(linkFromArgs(args))
  const path = stageFileFromArgs(args.slice(1), workingDir)
  if (path !== null) openFile(path)
}

/** The core goes on with what it does; only the page is made anew. */
function reloadAfterCrash(crashing: BrowserWindow): void {
  const crashedAtMs: number[] = []
  const giveUp = (): void => void readTexts().then((texts) => dialog.showErrorBox('Racedesk', texts.crashed))
  crashing.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    if (!isWorthReloading(crashedAtMs, Date.now())) return giveUp()
    crashedAtMs.push(Date.now())
    untold = [...untold, { name: 'app:reloaded', data: { at: new Date().toISOString() as Instant } }]
    loadApp(crashing).catch(giveUp)
  })
}

/** Work under way is not cut short without a word; the store is closed before the process ends, once, however that came about. */
function leaveInOrder(): void {
  app.on('before-quit', (event) => {
    if (isAgreed || core === null || window === null) return
    event.preventDefault()
    if (asking !== null) return
    asking = mayQuit(core, window).finally(() => {
      asking = null
    })
    void asking.then((isAllowed) => {
      // Whoever ends the app meanwhile needs no answer.
      isAgreed ||= isAllowed
      if (isAllowed) app.quit()
    })
  })
  app.on('will-quit', (event) => {
    if (mayEnd) return
    if (core !== null) {
      isClosing = true
      void core.close(isHurried).finally(() => {
        mayEnd = true
        app.quit()
      })
      core = null
    }
    if (isClosing) event.preventDefault()
  })
}

/** The system ends the session, or whoever started the app ends it: there is nobody to answer. */
function quitUnasked(): void {
  isAgreed = true
  isHurried = true
  app.quit()
}

/** Linux and macOS; Windows tells the window. The typings leave out the event, which has the system wait for the store. */
function endWithTheSystem(event?: { readonly preventDefault: () => void }): void {
  event?.preventDefault()
  quitUnasked()
}

async function mayQuit({ gate }: Core, asking: BrowserWindow): Promise<boolean> {
  const jobs = await gate.call('job:list', {})
  const question = jobs.ok ? quitQuestion(jobs.value, await readTexts()) : null
  if (question === null) return true
  return (await dialog.showMessageBox(asking, question)).response === 1
}

/** Without a listener Electron would show the stack to the user. The core logs the error and informs the page; the app keeps running. */
function hearBug(thrown: unknown): void {
  if (noteBug === null) failToStart(null)
  else noteBug(thrown)
}

function run(): void {
  for (const name of keyVariables) delete process.env[name]
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) process.on(name, hearBug)
  // Electron refuses a folder that does not exist yet.
  const made = makeWindowFolder(dataDir)
  windowDir = made.folder
  app.setPath('userData', made.userData)
  app.setPath('sessionData', windowDir)
  // One process per data folder: a second one hands over to the first.
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  app.enableSandbox()
  registerScheme()
  confinePages((url) => {
    const asking = window
    if (asking !== null) void readTexts().then((texts) => offerToOpen(asking, url, texts))
  })
  leaveInOrder()
  openLink(linkFromArgs(process.argv))
  app.on('second-instance', (_event, args, workingDir) => openAgain(args, workingDir))
  // macOS hands links and files over in its own way, also before the app is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (window !== null) showAgain(window)
    openLink(parseLink(url))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    if (window !== null) showAgain(window)
    if (isStageFile(path)) openFile(path)
  })
  if (process.platform === 'win32' && app.isPackaged) {
    // Windows shows notices only of the app that its menu entry names: `appId` of electron-builder.yml.
    app.setAppUserModelId('org.racedesk.app')
  }
  app.on('window-all-closed', () => app.quit())
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
