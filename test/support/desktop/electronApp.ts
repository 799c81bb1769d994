import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { vi } from 'vitest'
import { answerSaveDialog, launchedAs } from './electronLaunch.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')

export type RunningElectron = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly dataDir: string
  /** The save dialog, which nobody can press, answers with a folder of the test's. */
  readonly saveFile: (press: () => Promise<void>) => Promise<{ readonly name: string; readonly bytes: Buffer }>
  readonly close: () => Promise<void>
}

/** The desktop face in a profile folder of its own, its sandbox on unless root runs it. */
export const openElectron = async (
  executablePath: string,
  language: string,
  args: readonly string[] = [],
): Promise<RunningElectron> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'racedesk-e2e-'))
  const app = await _electron.launch({
    executablePath,
    cwd: projectDir,
    args: ['.', `--lang=${language}`, `--data=${dataDir}`, ...args],
    ...launchedAs(process.getuid?.() ?? null, { ...process.env, LANGUAGE: language.slice(0, 2) }),
  })
  const page = await app.firstWindow()
  return {
    app,
    page,
    dataDir,
    saveFile: (press) => saveInto(app, join(dataDir, 'saved'), press),
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const saveInto = async (app: ElectronApplication, root: string, press: () => Promise<void>) => {
  const folder = await mkdir(root, { recursive: true }).then(() => mkdtemp(join(root, 'file-')))
  let name = ''
  await answerSaveDialog(app, folder, async () => {
    await press()
    const find = async () => (await readdir(folder)).find((one) => !one.startsWith('.'))
    name = await vi.waitUntil(find, { timeout: 20_000 })
  })
  return { name, bytes: await readFile(join(folder, name)) }
}
