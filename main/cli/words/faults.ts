import type { AppError } from '../../../preload/contract/result.ts'
import type { Core } from '../../core.ts'
import { sentenceOf } from './sentence.ts'

/** How a command handles uncaught errors. */
export type Faults = {
  /** Resolves with the uncaught error that ends the command; never settles for a command that goes on. */
  readonly ending: Promise<AppError>
  /** From now on the core logs uncaught errors; a command that `goesOn` prints each to stderr. */
  readonly follow: (core: Pick<Core, 'noteBug'>, goesOn: boolean) => void
  readonly dispose: () => void
}

const names = ['uncaughtException', 'unhandledRejection'] as const

/** An uncaught error as users see it: without its stack. */
export const faultOf = (words: string, thrown: unknown): AppError => {
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  return { kind: 'internal', reference: `terminal ${words}: ${name}` }
}

/** Without a listener Node would print the stack and end the process at once. */
export const listenForFaults = (words: string, say: (text: string) => Promise<void>): Faults => {
  const { promise: ending, resolve: end } = Promise.withResolvers<AppError>()
  let core: Pick<Core, 'noteBug'> | null = null
  let isGoingOn = false
  const hear = (thrown: unknown): void => {
    const error: AppError =
      core === null ? faultOf(words, thrown) : { kind: 'internal', reference: core.noteBug(thrown) }
    if (isGoingOn) void say(`${sentenceOf(error)} Racedesk continues.\n`)
    else end(error)
  }
  for (const name of names) process.on(name, hear)
  return {
    ending,
    follow: (followed, goesOn) => {
      core = followed
      isGoingOn = goesOn
    },
    dispose: () => {
      for (const name of names) process.off(name, hear)
    },
  }
}
