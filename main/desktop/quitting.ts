import { app, dialog, type BrowserWindow } from 'electron'
import type { Core } from '../core.ts'
import { quitQuestion } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

type QuittingParts = {
  readonly core: () => Core | null
  /** Gives the core and forgets it, so that it is closed once. */
  readonly releaseCore: () => Core | null
  readonly window: () => BrowserWindow | null
  readonly readTexts: () => Promise<ShellTexts>
}

export type Quitting = {
  /** Whether the app may quit without asking: the user agreed, or the system ends the session. */
  readonly isAgreed: () => boolean
  /** Quits without a question: the session or the process is being ended, and the user may not be there to answer. */
  readonly quitUnasked: () => void
  /** For the system's `shutdown` on Linux and macOS; Windows tells the window. */
  readonly endWithTheSystem: (event?: { readonly preventDefault: () => void }) => void
  /** Lets the process end before the store is closed: the system's own updater ends it. */
  readonly letEnd: () => void
}

/** Asks before running jobs are cut short, and closes the store once before the process ends, however it was ended. */
export function leaveInOrder({ core, releaseCore, window, readTexts }: QuittingParts): Quitting {
  let isAgreed = false
  /** The question whether to quit, while it waits for its answer. */
  let asking: Promise<boolean> | null = null
  let isClosing = false
  let mayEnd = false
  /** The system may end the process at any moment. */
  let isHurried = false

  const mayQuit = async ({ gate }: Core, parent: BrowserWindow): Promise<boolean> => {
    const jobs = await gate.call('job:list', {})
    const question = jobs.ok ? quitQuestion(jobs.value, await readTexts()) : null
    if (question === null) return true
    return (await dialog.showMessageBox(parent, question)).response === 1
  }

  app.on('before-quit', (event) => {
    const [running, parent] = [core(), window()]
    if (isAgreed || running === null || parent === null) return
    event.preventDefault()
    if (asking !== null) return
    asking = mayQuit(running, parent).finally(() => {
      asking = null
    })
    void asking.then((isAllowed) => {
      // A signal or log-out meanwhile needs no answer.
      isAgreed ||= isAllowed
      if (isAllowed) app.quit()
    })
  })
  app.on('will-quit', (event) => {
    if (mayEnd) return
    const closing = releaseCore()
    if (closing !== null) {
      isClosing = true
      void closing.close(isHurried).finally(() => {
        mayEnd = true
        app.quit()
      })
    }
    if (isClosing) event.preventDefault()
  })

  const quitUnasked = (): void => {
    isAgreed = true
    isHurried = true
    app.quit()
  }
  return {
    isAgreed: () => isAgreed,
    quitUnasked,
    endWithTheSystem: (event) => {
      // The typings omit the event; preventing it makes the system wait for the store.
      event?.preventDefault()
      quitUnasked()
    },
    letEnd: () => {
      mayEnd = true
    },
  }
}
