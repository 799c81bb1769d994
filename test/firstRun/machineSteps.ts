import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launchedAs } from '../support/desktop/electronLaunch.ts'
import {
  isStoreClosed,
  jobEnd,
  listWidth,
  saved,
  startArgumentsOf,
  takeDemo,
  until,
  valueOf,
  widenList,
  type Desk,
  type Place,
} from './desk.ts'
import { probeCertificates, probeEncodings, probeSqlite, probeZstd, versionsOf } from './probes.ts'
import { failed, passed, skipped, type Facts, type MachineStep, type StepResult } from './step.ts'

const start = async (place: Place): Promise<StepResult> => {
  const desk = await place.shown()
  const facts = await desk.app.evaluate(({ app, screen }): Facts => ({
    app: app.getVersion(),
    packed: app.isPackaged,
    platform: app.commandLine.getSwitchValue('ozone-platform') || null,
    sandbox: !app.commandLine.hasSwitch('no-sandbox'),
    locale: app.getLocale(),
    compositing: app.getGPUFeatureStatus().gpu_compositing,
    screens: screen
      .getAllDisplays()
      .map(({ size, scaleFactor }) => `${size.width}x${size.height}@${scaleFactor}`)
      .join(' '),
  }))
  const isVisible = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  )
  return isVisible.join() === 'true' ? passed(facts) : failed(`visible windows: ${isVisible.join()}`, facts)
}

const demo = async (place: Place): Promise<StepResult> => {
  const { rows } = await takeDemo(await place.shown())
  return rows > 0 ? passed({ rows }) : failed('no rows')
}

const keychain = async (place: Place): Promise<StepResult> => {
  const { keychain: found } = await valueOf(await place.shown(), 'keys:status', {})
  const reason = found.state === 'unavailable' ? found.reason : null
  const facts = { state: found.state, reason }
  return reason === 'no-module' ? failed('the keychain module does not load; the log says why', facts) : passed(facts)
}

/** Kinds of routes only: an address may be a secret of the network. */
const proxy = async (place: Place): Promise<StepResult> => {
  const { app } = await place.shown()
  const routes = await app.evaluate(({ session }) => session.defaultSession.resolveProxy('https://example.com/'))
  const kinds = routes.split(';').map((route) => route.trim().split(' ')[0] ?? '')
  const known = kinds.filter((kind) => /^(?:DIRECT|PROXY|HTTPS?|SOCKS[45]?|QUIC)$/u.test(kind))
  return known.length === kinds.length ? passed({ routes: kinds.join(', ') }) : failed('an unknown kind of route')
}

const pdf = async (place: Place): Promise<StepResult> => {
  const desk = await place.shown()
  const { stage } = await takeDemo(desk)
  const file = await saved(desk, async () => {
    const started = await valueOf(desk, 'results:export', { stage, format: 'pdf' })
    if (started === null) throw new Error('the save dialog was closed')
    await jobEnd(desk, started.jobId)
  })
  const facts = { bytes: file.length }
  return file.subarray(0, 5).toString('latin1') === '%PDF-' ? passed(facts) : failed('the file is no PDF', facts)
}

const printers = async (place: Place): Promise<StepResult> => {
  const { app } = await place.shown()
  const count = await app.evaluate(async ({ BrowserWindow }) => {
    const list = await BrowserWindow.getAllWindows()[0]?.webContents.getPrintersAsync()
    return list?.length ?? null
  })
  return count === null ? failed('there is no window') : passed({ printers: count })
}

/** Restores the person's clipboard afterwards, if it was text. */
const clipboard = async (place: Place): Promise<StepResult> => {
  const { app, page } = await place.shown()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
  const before = await app.evaluate(({ clipboard: shared }) => shared.readText())
  await page.evaluate(() => navigator.clipboard.writeText('Ёлкина 214'))
  const read = await app.evaluate(({ clipboard: shared }) => shared.readText())
  await app.evaluate(({ clipboard: shared }, text) => shared.writeText(text), before)
  return read === 'Ёлкина 214' ? passed() : failed('the page copied, and another text was read')
}

const notices = async (place: Place): Promise<StepResult> => {
  const { app } = await place.shown()
  const isSupported = await app.evaluate(({ Notification }) => Notification.isSupported())
  return passed({ supported: isSupported })
}

const secondStart = async (place: Place): Promise<StepResult> => {
  const desk = await place.shown()
  const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
  const { chromiumSandbox, env } = launchedAs(process.getuid?.() ?? null, process.env)
  const args = [
    ...(chromiumSandbox ? [] : ['--no-sandbox']),
    ...startArgumentsOf(desk.dataDir),
    `racedesk://stage/${stage}`,
  ]
  const second = spawn(place.electronPath, args, { cwd: place.projectDir, env, stdio: 'ignore' })
  const [code] = (await once(second, 'exit')) as [number | null]
  await desk.page.getByText(stage).first().waitFor({ timeout: 10_000 })
  await desk.page.keyboard.press('Escape')
  const windows = desk.app.windows().length
  if (code !== 0) return failed(`the second start ended with ${code}`)
  return windows === 1 ? passed() : failed(`${windows} windows`)
}

const crash = async (place: Place): Promise<StepResult> => {
  const { app } = await place.open()
  const shows = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    // Until Electron knows of the crash, calls of the page never return.
    const isBack = new Promise((resolve) => contents?.once('did-finish-load', () => resolve(null)))
    contents?.forcefullyCrashRenderer()
    await isBack
    return (await contents?.executeJavaScript("document.title !== ''")) === true
  })
  return shows ? passed() : failed('the page did not come back')
}

const sizeOf = ({ app }: Desk): Promise<readonly number[]> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize() ?? [])

const windowSize = async (place: Place): Promise<StepResult> => {
  const first = await place.open()
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1010, 720))
  await until('the new size', async () => ((await sizeOf(first)).join() === '1010,720' ? true : null))
  await endBy(first, closeWindow)
  const size = (await sizeOf(await place.open(first.dataDir))).join('x')
  return size === '1010x720' ? passed() : failed(`1010x720 became ${size}`)
}

/** Closes the window at once, so that unsaved values must be saved on leaving. */
const remembered = async (place: Place): Promise<StepResult> => {
  const first = await place.open()
  const { stage } = await takeDemo(first)
  const wider = await widenList(first, stage)
  await endBy(first, closeWindow)
  const again = await listWidth(await place.open(first.dataDir), stage)
  return again === wider ? passed() : failed(`${wider} px came back as ${again} px`)
}

const closeWindow = async ({ app }: Desk): Promise<void> => {
  // Playwright must get its answer before the window is gone.
  await app.evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()))
}

const chooseQuit = async ({ app }: Desk): Promise<void> => {
  const choose = (): Promise<true | null> =>
    app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      const quit = items.find(({ role }) => role === 'quit')
      if (quit === undefined) return null
      setImmediate(() => void Reflect.apply(quit.click, quit, []))
      return true
    })
  await until('a menu with Quit', choose)
}

const endBy = async (desk: Desk, quit: (desk: Desk) => Promise<void> | void): Promise<StepResult> => {
  await quit(desk)
  const code = await desk.ended
  if (code !== 0) return failed(`the app ended with ${code}`)
  return isStoreClosed(desk.dataDir) ? passed() : failed('the store was not closed')
}

const packedPrograms = [
  'linux-unpacked/racedesk',
  'win-unpacked/Racedesk.exe',
  'mac-arm64/Racedesk.app',
  'mac/Racedesk.app',
]

const fuses = async ({ projectDir }: Place): Promise<StepResult> => {
  const program = packedPrograms.map((path) => join(projectDir, 'dist', path)).find(existsSync)
  if (program === undefined) return skipped('nothing is packed: npm run dist')
  const script = join(projectDir, 'main/desktop/resources/readFuses.mjs')
  const run = promisify(execFile)(process.execPath, [script, program])
  const { stdout } = await run.catch((thrown: { readonly stdout?: string }) => ({ stdout: thrown.stdout ?? '' }))
  const differing = stdout.split('\n').filter((line) => line.startsWith('DIFFERS'))
  if (!stdout.includes('as stated')) return failed('no fuses can be read')
  return differing.length === 0 ? passed() : failed(differing.join('; '))
}

const step = (id: string, title: string, run: (place: Place) => Promise<StepResult>): MachineStep<Place> => ({
  by: 'machine',
  id,
  title,
  run,
})

const probe = (id: string, title: string, find: () => StepResult): MachineStep<Place> =>
  step(id, title, async (place) => (await place.shown()).app.evaluate(find))

export const machineSteps: readonly MachineStep<Place>[] = [
  step('fuses', 'Fuses of the packed program', fuses),
  { ...step('start', 'The app starts and shows its window', start), isGround: true },
  step('versions', 'Versions', async (place) => passed(await (await place.shown()).app.evaluate(versionsOf))),
  step('sqlite', 'SQLite', async (place) => {
    const { app, dataDir } = await place.shown()
    return await app.evaluate(probeSqlite, dataDir)
  }),
  probe('zstd', 'zstd with a dictionary', probeZstd),
  probe('encodings', 'Charsets and the order of letters', probeEncodings),
  probe('certificates', 'Certificates of the system', probeCertificates),
  step('keychain', 'Keychain', keychain),
  step('proxy', 'Proxy of the system', proxy),
  step('demo', 'Download of the demo race', demo),
  step('pdf', 'Export as PDF', pdf),
  step('printers', 'Printers', printers),
  step('clipboard', 'Copying out of the page', clipboard),
  step('notices', 'Notifications', notices),
  step('second-start', 'A second start with a link', secondStart),
  step('crash', 'A crash of the page', crash),
  step('window-size', 'Size of the window after a restart', windowSize),
  step('remembered', 'Width of a list after a restart', remembered),
  step('quit-window', 'Quit by closing the window', async (place) => endBy(await place.open(), closeWindow)),
  step('quit-menu', 'Quit by the menu', async (place) =>
    process.platform === 'darwin'
      ? skipped('macOS itself carries out Quit; a question asks for it')
      : endBy(await place.open(), chooseQuit),
  ),
  step('quit-signal', 'Quit by a signal', async (place) =>
    process.platform === 'win32'
      ? skipped('Windows has no signals')
      : endBy(await place.open(), ({ app }) => void app.process().kill('SIGTERM')),
  ),
]
