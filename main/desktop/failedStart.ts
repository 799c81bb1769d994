import { app, dialog } from 'electron'
import { logFailedStart } from '../ground.ts'
import { createSecretMask } from '../kernel/secretMask.ts'
import { causeOf, startFailureText } from './startFailure.ts'

type FailedStartParts = {
  readonly dataDir: string
  /** Values that must not be shown or logged. */
  readonly secrets: readonly string[]
  readonly language: () => string
}

type FailedStart = {
  readonly hasFailed: () => boolean
  /** Logs `thrown` with its stack, writes it to stderr, tells the user, and ends the app with exit code 5; once. */
  readonly fail: (thrown: unknown, isFolderAtFault?: boolean) => void
}

export function createFailedStart({ dataDir, secrets, language }: FailedStartParts): FailedStart {
  const { add, mask } = createSecretMask()
  for (const secret of secrets) add(secret)
  let hasFailed = false
  return {
    hasFailed: () => hasFailed,
    fail: (thrown, isFolderAtFault = false) => {
      if (hasFailed) return
      hasFailed = true
      const logPath = logFailedStart(dataDir, thrown, mask)
      process.stderr.write(`${mask(stackOf(thrown))}\n`)
      const tell = (): void => {
        const failure = { cause: causeOf(thrown, mask), dataDir, logPath, isFolderAtFault }
        dialog.showErrorBox('Racedesk', startFailureText(failure, language()))
        app.exit(5)
      }
      // Before the app is ready, Linux shows no boxes, and Electron does not know the system's language.
      if (app.isReady()) tell()
      else app.once('ready', tell)
    },
  }
}

const stackOf = (thrown: unknown): string => (thrown instanceof Error && thrown.stack) || causeOf(thrown)
