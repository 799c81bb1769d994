import type { AppError } from '../../preload/contract.ts'
import type { Core } from '../core.ts'
import { sentenceOf } from './sentence.ts'

/** What a command does about errors that nobody caught. */
export type Faults = {
  /** The error of a command that ends by one; never settles for a command that goes on. */
  readonly ending: Promise<AppError>
  /** From now on the core logs them; a command that `goesOn` says each on stderr. */
  readonly follow: (core: Pick<Core, 'noteBug'>, goesOn: boolean) => void
  readonly dispose: () => void
}

const names = ['uncaughtException', 'unhandledRejection'] as const

/** A fault without its stack, which is nothing for people. */
export const faultOf = (words: string, thrown: unknown): AppError => {
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  return { kind: 'internal', reference: `terminal ${words}: ${name}` }
}

/** Without it Node would print a stack and end the process, whatever the command was doing. */
export const listenForFaults = (words: string, say: (text: string) => Promise<void>): Faults => {
  const { promise: ending, resolve: end } = Promise.withResolvers<AppError>()
  let core: Pick<Core, 'noteBug'> | null = null
  let isGoingOn = false
  const hear = (thrown: unknown): void => {
    const error: AppError =
      core === null ? faultOf(words, thrown) : { kind: 'internal', reference: core.noteBug(thrown) }
    if (isGoingOn) void say(`${sentenceOf(error)} Racedesk goes on.\n`)
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
