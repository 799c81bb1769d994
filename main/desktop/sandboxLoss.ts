import type { Question } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

/** Chromium's switch for running without any sandbox. */
export const noSandboxSwitch = 'no-sandbox'

export type Launch = {
  readonly platform: string
  /** Null where the system knows no such numbers. */
  readonly uid: number | null
  /** Of Chromium: passed by the user or the script of an AppImage, or set for `ELECTRON_DISABLE_SANDBOX`. */
  readonly hasNoSandboxSwitch: boolean
  readonly isPackaged: boolean
  readonly env: { readonly [name: string]: string | undefined }
}

/**
 * Whether to call `app.enableSandbox()`, which takes the switch back (shell/browser/api/electron_api_app.cc). As root on Linux
 * every process that Electron starts without the switch aborts (shell/app/electron_main_delegate.cc), so that it stays.
 */
export const shouldEnableSandbox = ({
  platform,
  uid,
  hasNoSandboxSwitch,
}: Omit<Launch, 'isPackaged' | 'env'>): boolean => !(platform === 'linux' && uid === 0 && hasNoSandboxSwitch)

/**
 * Whether the app runs without its sandbox though nobody may have wished so: the script that starts an AppImage adds the switch by
 * itself where it can make no user namespaces, as in a container. Without root the switch is taken back, and the filter of
 * system calls then confines the pages, though not their namespaces (sandbox/policy/linux/sandbox_linux.cc). Outside of an AppImage a user passes the switch and means it.
 */
export const hasLostSandbox = (launch: Launch): boolean =>
  launch.isPackaged && Boolean(launch.env['APPIMAGE']) && !shouldEnableSandbox(launch)

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
