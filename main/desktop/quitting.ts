import { app, dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Core } from '../core.ts'
import { quitQuestion } from './leaving.ts'
import type { ShellTexts } from './shellTexts.ts'

export type QuittingParts = {
  readonly core: () => Core | null
  /** Gives the core and forgets it, so that it is closed once. */
  readonly releaseCore: () => Core | null
  readonly window: () => BrowserWindow | null
  readonly readTexts: () => Promise<ShellTexts>
}

export type Quitting = {
  /** Whether the app may quit without asking: the user agreed, or nobody is there to answer. */
  readonly isAgreed: () => boolean
  /** The system ends the session, or whoever started the app ends it: there is nobody to answer. */
  readonly quitUnasked: () => void
  /** For the system's `shutdown` on Linux and macOS; Windows tells the window. */
  readonly endWithTheSystem: (event?: { readonly preventDefault: () => void }) => void
  /** Nothing is waited for any more: the system's own updater ends the process. */
  readonly letEnd: () => void
}

/** Asks before work under way is cut short, and closes the store before the process ends, once, however that came about. */
export function leaveInOrder({ core, releaseCore, window, readTexts }: QuittingParts): Quitting {
  let isAgreed = false
  /** The question whether to quit, while it waits for its answer. */
  let asking: Promise<boolean> | null = null
  let isClosing = false
  let mayEnd = false
  /** The process may be ended from outside at any moment. */
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
      // Whoever ends the app meanwhile needs no answer.
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
      // The typings leave the event out; it has the system wait for the store.
      event?.preventDefault()
      quitUnasked()
    },
    letEnd: () => {
      mayEnd = true
    },
  }
}
