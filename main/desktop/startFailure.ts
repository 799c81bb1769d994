import type { AppError } from '../../preload/contract/result.ts'

const longestMessage = 600

/** Turns an error value of the core into an `Error` that can be shown and logged. */
export function thrownOf(error: AppError): Error {
  const { kind, ...facts } = error
  const message = 'reason' in facts && typeof facts.reason === 'string' ? facts.reason : JSON.stringify(facts)
  return Object.assign(new Error(message), { name: kind })
}

/** Name and message, without the stack, of any thrown value; masked before it is cut, which could leave half of a secret. */
export function causeOf(thrown: unknown, mask = (text: string): string => text): string {
  const cause = mask(textOf(thrown))
  return cause.length > longestMessage ? `${cause.slice(0, longestMessage)}…` : cause
}

function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  } catch {
    // An object without a text: a throw here would leave the app without a window or an error message.
    return typeof thrown
  }
}

type StartFailure = {
  /** From `causeOf`. */
  readonly cause: string
  readonly dataDir: string
  /** Path of the log that has the stack; null when none could be written. */
  readonly logPath: string | null
  /** Another data folder may help. */
  readonly isFolderAtFault: boolean
}

/** Text of the box that says why the app could not start. `language`: a tag such as `ru-RU`. */
export function startFailureText(failure: StartFailure, language: string): string {
  const { cause, dataDir, logPath, isFolderAtFault } = failure
  const words = language.toLowerCase().startsWith('ru') ? russian : english
  const parts = [words.title, cause, words.folder(dataDir), ...(isFolderAtFault ? [words.otherFolder] : [])]
  return [...parts, logPath === null ? words.noLog : words.log(logPath)].join('\n\n')
}

const english = {
  title: 'Racedesk could not start.',
  folder: (path: string) => `Data folder: ${path}`,
  otherFolder: 'Check that this folder can be written, or start Racedesk with another one: --data FOLDER',
  log: (path: string) => `Details are in the log: ${path}`,
  noLog: 'No log could be written. Details are in the output of the program (stderr).',
}

const russian: typeof english = {
  title: 'Не удалось запустить Racedesk.',
  folder: (path) => `Папка данных: ${path}`,
  otherFolder: 'Проверьте, что запись в эту папку разрешена, или запустите Racedesk с другой: --data ПАПКА',
  log: (path) => `Подробности в журнале: ${path}`,
  noLog: 'Записать журнал не удалось. Подробности в выводе Racedesk (stderr).',
}
