import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import type { Operation, Operations } from '../../preload/contract.ts'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import { answerSaveDialog, launchedAs } from '../support/desktop/electronLaunch.ts'

const projectDir = join(import.meta.dirname, '..', '..')

export type Desk = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly dataDir: string
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
}

export type Shown = Pick<Desk, 'page'>

export type Place = {
  readonly electronPath: string
  readonly projectDir: string
  /** Opens another app, in a new data folder unless one is given. */
  readonly open: (dataDir?: string) => Promise<Desk>
  /** The app that the person sees, with the demo race; opened if it is not open. */
  readonly shown: () => Promise<Desk>
  readonly close: () => Promise<void>
}

export const startArgumentsOf = (dataDir: string): readonly string[] => ['.', `--data=${dataDir}`]

export const createPlace = (electronPath: string): Place => {
  const folders: string[] = []
  const opened: Desk[] = []
  let shown: Promise<Desk> | null = null
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'racedesk-first-run-'))
    folders.push(folder)
    return folder
  }
  const shownFolder = newFolder()

  const open = async (dataDir = newFolder()): Promise<Desk> => {
    const app = await _electron
      .launch({
        executablePath: electronPath,
        cwd: projectDir,
        args: [...startArgumentsOf(dataDir)],
        ...launchedAs(process.getuid?.() ?? null, process.env),
      })
      .catch((thrown: unknown) => {
        throw new Error(`Electron did not start. ${lastWords(thrown)}`)
      })
    let hasEnded = false
    const ended = new Promise<number | null>((resolve) => {
      app.process().once('exit', (code) => {
        hasEnded = true
        resolve(code)
      })
    })
    const desk = { app, page: await app.firstWindow(), dataDir, ended, hasEnded: () => hasEnded }
    opened.push(desk)
    await desk.page.locator('main').first().waitFor()
    return desk
  }

  const openShown = async (): Promise<Desk> => {
    const desk = await open(shownFolder)
    await takeDemo(desk)
    return desk
  }

  return {
    electronPath,
    projectDir,
    open,
    shown: async () => {
      const current = (await shown?.catch(() => null)) ?? null
      if (current !== null && !current.hasEnded()) return current
      shown = openShown()
      return await shown
    },
    close: async () => {
      for (const desk of opened) if (!desk.hasEnded()) await endDesk(desk)
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The last stderr lines of the program, from Playwright's error message. */
const lastWords = (thrown: unknown): string => {
  const message = thrown instanceof Error ? stripVTControlCharacters(thrown.message) : String(thrown)
  const words = message.split('\n').flatMap((line) => /\[err\] (.+)$/u.exec(line)?.[1] ?? [])
  return words.length === 0 ? (message.split('\n')[0] ?? '') : words.slice(-5).join('; ')
}

/** An app that does not answer is ended by the system. */
const exitLimitMs = 5_000

/** Ends the app without asking it. On Windows Playwright's process is a shell, which would leave the app behind with its files open. */
export const endDesk = async ({ app, ended }: Pick<Desk, 'app' | 'ended'>, limitMs = exitLimitMs): Promise<void> => {
  // The answer is lost with the app.
  const exited = app.evaluate((electron) => electron.app.exit()).catch(() => undefined)
  await Promise.race([exited.then(() => ended), after(limitMs)])
  app.process().kill('SIGKILL')
  await ended
}

/** The value of an operation, asked through the page's bridge as the pages do; throws an error with the kind when it is refused. */
export const valueOf = async <K extends Operation>(
  { page }: Shown,
  operation: K,
  input: Operations[K]['input'],
): Promise<Operations[K]['value']> => {
  const asked = [operation, input] as const
  const reply: unknown = await page.evaluate(([name, given]) => window.racedesk?.call(name, given), asked)
  const result = reply as Result<Operations[K]['value']>
  if (!result.ok) throw new Error(`${operation} answers ${result.error.kind}`)
  return result.value
}

export const until = async <T>(what: string, find: () => Promise<T | null> | T | null): Promise<T> => {
  for (let tries = 600; tries > 0; tries -= 1) {
    const found = await find()
    if (found !== null) return found
    await after(100)
  }
  throw new Error(`waited in vain for ${what}`)
}

export const takeDemo = async (desk: Shown): Promise<{ readonly stage: StageGuid; readonly rows: number }> => {
  const profiles = await valueOf(desk, 'profile:list', {})
  if (!profiles.some(({ kind }) => kind === 'demo')) {
    await valueOf(desk, 'profile:save', { demo: true })
    // The first-run page does not leave by itself.
    await desk.page.reload()
  }
  const stage = await until('a stage of the demo race', async () => (await valueOf(desk, 'stage:list', {}))[0] ?? null)
  const rowsOf = async (): Promise<number> =>
    (await valueOf(desk, 'results:page', { stage: stage.guid, offset: 0, limit: 1 })).total
  if ((await rowsOf()) > 0) return { stage: stage.guid, rows: await rowsOf() }
  const { jobId } = await valueOf(desk, 'stage:take', { stage: stage.guid })
  await jobEnd(desk, jobId)
  return { stage: stage.guid, rows: await rowsOf() }
}

export const jobEnd = async (desk: Shown, jobId: string): Promise<void> => {
  const job = await until('the end of a job', async () => {
    const found = (await valueOf(desk, 'job:list', {})).find(({ id }) => id === jobId)
    return found === undefined || found.state === 'running' ? null : found
  })
  if (job.state !== 'done')
    throw new Error(`the job ended as ${job.state}${job.error === null ? '' : `: ${job.error.kind}`}`)
}

export const listWidth = async ({ page }: Shown, stage: StageGuid): Promise<number> => {
  await page.evaluate((guid) => {
    window.location.hash = `#/stages/${guid}`
  }, stage)
  await page.getByRole('grid').first().waitFor()
  const list = page.locator('.list-pane').first()
  return await list.evaluate((element) => Math.round(element.getBoundingClientRect().width))
}

export const widenList = async (desk: Shown, stage: StageGuid): Promise<number> => {
  const before = await listWidth(desk, stage)
  await desk.page.locator('.list-pane').first().getByRole('separator').press('ArrowRight')
  return await until('a wider list', async () => {
    const width = await listWidth(desk, stage)
    return width === before ? null : width
  })
}

/** The file that the app saves: its dialog answers with a folder of the walk's. */
export const saved = async (desk: Desk, save: () => Promise<void>): Promise<Buffer> => {
  const folder = mkdtempSync(join(desk.dataDir, 'saved-'))
  await answerSaveDialog(desk.app, folder, save)
  const name = await until('the saved file', () => readdirSync(folder).find((one) => !one.startsWith('.')) ?? null)
  return readFileSync(join(folder, name))
}

export const isStoreClosed = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'racedesk.db')) && !existsSync(join(dataDir, 'racedesk.db-wal'))
