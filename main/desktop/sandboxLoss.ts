import type { Question } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

/** Chromium's switch for running without any sandbox. */
export const noSandboxSwitch = 'no-sandbox'

type Launch = {
  readonly platform: string
  /** Null where the system knows no such numbers. */
  readonly uid: number | null
  /** Chromium's switch: passed by the user or by an AppImage's start script, or set by Electron for `ELECTRON_DISABLE_SANDBOX`. */
  readonly hasNoSandboxSwitch: boolean
  readonly isPackaged: boolean
  readonly env: { readonly [name: string]: string | undefined }
}

/**
 * Whether to call `app.enableSandbox()`, which removes the switch (shell/browser/api/electron_api_app.cc). For root on Linux the
 * switch stays: without it every process of Electron aborts (shell/app/electron_main_delegate.cc).
 */
export const shouldEnableSandbox = ({
  platform,
  uid,
  hasNoSandboxSwitch,
}: Omit<Launch, 'isPackaged' | 'env'>): boolean => !(platform === 'linux' && uid === 0 && hasNoSandboxSwitch)

/**
 * Whether the app runs without its sandbox though the user may not have asked for that: an AppImage's start script adds the
 * switch where user namespaces are off, as in a container. For other users than root the switch is removed; the filter of system
 * calls then still confines the pages, though namespaces do not (sandbox/policy/linux/sandbox_linux.cc). Outside an AppImage
 * the user has passed the switch.
 */
export const hasLostSandbox = (launch: Launch): boolean =>
  launch.isPackaged && Boolean(launch.env['APPIMAGE']) && !shouldEnableSandbox(launch)

/** The question before anything is opened without the sandbox. Button 1: start anyway. */
export const sandboxQuestion = (texts: ShellTexts): Question => ({
  type: 'question',
  message: texts.noSandbox,
  detail: texts.noSandboxEffect,
  buttons: [texts.quit, texts.startAnyway],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
