import type { EventEmitter } from 'node:events'
import type { Result } from '../../preload/contract/result.ts'
import type { CoreOptions } from '../coreOptions.ts'
import type { CommandLine, CommandSpec, OptionSpecs } from './commandLine.ts'
import type { ExitCode } from './exitCode.ts'
import type { Faults } from './words/faults.ts'
import type { Output, TextStream } from './output.ts'

export type Environment = { readonly [name: string]: string | undefined }

/** Bytes that are piped in, or typed in a terminal. */
export type Input = AsyncIterable<Uint8Array> & Partial<Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode'>>

/** The parts of the process that a command uses. */
export type Surroundings = {
  readonly env: Environment
  readonly cwd: () => string
  /** The user's folder. */
  readonly home: () => string
  /** Language tag of the operating system, e.g. `ru-RU`. */
  readonly systemLanguage: string
  readonly stdin: () => Input
  readonly stdout: TextStream
  readonly stderr: TextStream
  /** Emits SIGINT and SIGTERM. */
  readonly signals: Pick<EventEmitter, 'on' | 'off'>
  /** Folder of the built pages. */
  readonly rendererDir: string
  /** Absent outside of tests. */
  readonly outside?: CoreOptions['outside']
}

/** The parts of the process and the command line that a verb may use. */
export type Context = Omit<Surroundings, 'cwd' | 'home' | 'stdout' | 'stderr'> & {
  readonly line: CommandLine
  readonly isJson: boolean
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly dataDir: string
  readonly output: Output
  readonly faults: Faults
}

/**
 * One command of the terminal. It prints its answer itself, as its last act that can fail: an error it gives back
 * is printed by the caller, and --json promises one value.
 */
export type Verb = CommandSpec & {
  /** The words typed, e.g. `profiles add`. */
  readonly words: string
  /** Arguments and flags as the usage shows them. */
  readonly synopsis: string
  readonly summary: string
  readonly run: (context: Context) => Promise<Result<ExitCode>>
}

/** Flags of every verb that calls the service. */
export const profileOptions: OptionSpecs = {
  profile: { type: 'string' },
  'base-url': { type: 'string' },
  'results-url': { type: 'string' },
}

export const profileSynopsis = '[--profile NAME | --base-url URL --results-url URL]'
