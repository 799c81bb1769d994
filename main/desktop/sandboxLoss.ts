import type { Question } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

export type Launch = {
  readonly isPackaged: boolean
  readonly args: readonly string[]
  readonly env: { readonly [name: string]: string | undefined }
}

/**
 * Whether the app has lost its sandbox without anybody's wish: the script that starts an AppImage adds the switch by itself
 * where the system lets a program that is not installed make no user namespaces. Elsewhere a user passes it and means it.
 */
export const hasLostSandbox = ({ isPackaged, args, env }: Launch): boolean =>
  isPackaged && Boolean(env['APPIMAGE']) && args.includes('--no-sandbox')

/** Asked then, before anything is opened. Button 1 means: start anyway. */
export const sandboxQuestion = (texts: ShellTexts): Question => ({
  type: 'question',
  message: texts.noSandbox,
  detail: texts.noSandboxEffect,
  buttons: [texts.quit, texts.startAnyway],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
