import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { vi } from 'vitest'
import { answerSaveDialog, launchedAs } from './electronLaunch.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')

/** The desktop face in a profile folder of its own, its sandbox on unless root runs it. */
export const openElectron = async (executablePath: string, language: string, args: readonly string[] = []) => {
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
    saveFile: (press: () => Promise<void>) => saveInto(app, join(dataDir, 'saved'), press),
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type RunningElectron = Awaited<ReturnType<typeof openElectron>>

/** The save dialog, which nobody can press, answers with a folder of the test's. */
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
