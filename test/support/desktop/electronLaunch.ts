import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { electronEnv, findElectron as findBinary, type Env } from '../../../main/desktop/start/electronBinary.ts'

/** Suites that open a window of Electron have one of these in their names. */
export const windowSuites = { shell: 'in Electron', face: 'desktop face' }

/** Electron's program, if it has been downloaded; requiring the package would try to download it. */
export const findElectron = (): string | null => {
  const electronDir = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const { path, isPresent } = findBinary(electronDir, process.platform, process.env)
  return isPresent ? path : null
}

/**
 * As whom Electron is launched; `uid` is null on Windows. Without its sandbox only for root: Playwright then passes --no-sandbox
 * on Linux, and Chromium aborts as root without that switch.
 */
export const launchedAs = (uid: number | null, env: Env) => ({
  chromiumSandbox: uid !== 0,
  env: withoutUndefined(electronEnv(env)),
})

const withoutUndefined = (env: Env): { [name: string]: string } =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** While `save` runs, the save dialog, which nobody can press, answers with the suggested name in `folder`. */
export const answerSaveDialog = async (app: ElectronApplication, folder: string, save: () => Promise<void>) => {
  await app.evaluate(({ dialog }, path) => {
    const answer = (...asked: readonly unknown[]) => {
      const { defaultPath = 'file' } = asked.at(-1) as { readonly defaultPath?: string }
      return Promise.resolve({ canceled: false, filePath: `${path}/${defaultPath.split(/[/\\]/u).at(-1)}` })
    }
    Reflect.set(dialog, 'showSaveDialogOfElectron', dialog.showSaveDialog)
    Object.assign(dialog, { showSaveDialog: answer })
  }, folder)
  try {
    await save()
  } finally {
    await app.evaluate(({ dialog }) => {
      Object.assign(dialog, { showSaveDialog: Reflect.get(dialog, 'showSaveDialogOfElectron') as unknown })
    })
  }
}
