import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { runCli } from '../../main/cli/main.ts'
import { builtRendererDir } from '../../main/cli/session.ts'
import type { Keychain } from '../../main/platform/keychain/keychain.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { TakeAnswer } from '../../main/cli/verbs/stages.ts'
import { putEmptyDatabase } from './files/emptyDatabase.ts'
import { environmentKeys } from './openCore.ts'
import type { Ended, TerminalOptions } from './processes/terminal.ts'
import { startRaceWith, type Bodies } from './services/raceService.ts'

export type CommandOptions = Omit<TerminalOptions, 'launcher'> & {
  /** No keychain answers but one that is given here. */
  readonly outside?: CoreOptions['outside']
}

const unavailable = { kind: 'keychain-unavailable', reason: 'no-service' } as const
const refuse = () => Promise.resolve({ ok: false, error: unavailable } as const)
const noKeychain: Keychain = {
  probe: () => Promise.resolve({ ok: false, reason: unavailable.reason }),
  get: refuse,
  set: refuse,
  forget: refuse,
}

/** A stream in memory; `hear` gets all of its text so far. */
const collect = (hear: (text: string) => void): Writable => {
  let text = ''
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _, done) => {
      text += chunk
      hear(text)
      done()
    },
  })
}

/** Runs a command in the test's own process, on streams in memory. It reaches no keychain of the machine. */
export const openCommand = (home: string, args: readonly string[], options: CommandOptions = {}) => {
  const printed = { stdout: '', stderr: '' }
  const signals = new EventEmitter()
  let isStopped = false
  const first = Promise.withResolvers<string>()
  first.promise.catch(() => undefined)
  const ended = runCli(args, {
    env: { HOME: home, ...options.env },
    cwd: () => options.cwd ?? home,
    home: () => home,
    systemLanguage: 'en-US',
    stdin: () => Readable.from([Buffer.from(options.stdin ?? '')]),
    stdout: collect((text) => {
      printed.stdout = text
      if (text.includes('\n')) first.resolve(text.slice(0, text.indexOf('\n')))
    }),
    stderr: collect((text) => {
      printed.stderr = text
    }),
    signals,
    rendererDir: options.rendererDir ?? builtRendererDir,
    outside: { keychain: noKeychain, random: () => 0, ...options.outside },
  }).then((code) => {
    first.reject(new Error(`ended with ${code} before a line on stdout: ${printed.stderr}`))
    return { code, ...printed }
  })
  ended.catch(first.reject)
  return {
    firstLine: first.promise,
    printed: () => printed,
    /** Asks it to end, as Ctrl+C does or a service manager. */
    stop: (signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM') => {
      // A second signal would end the process.
      if (!isStopped) signals.emit(signal, signal)
      isStopped = true
      return ended
    },
    ended,
  }
}

export type Command = ReturnType<typeof openCommand>

export const runCommand = (home: string, args: readonly string[], options?: CommandOptions): Promise<Ended> =>
  openCommand(home, args, options).ended

export type Service = { readonly url: string; readonly resultsUrl: string }

export const flagsOf = ({ url, resultsUrl }: Service): readonly string[] => [
  '--base-url',
  url,
  '--results-url',
  resultsUrl,
]

type Answered<T> = Ended & { readonly answer: T }

/** Commands of all tests of a file in one user's folder, which is removed after the last. */
export const useTerminal = () => {
  let home = ''
  const opened: Command[] = []
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'racedesk-cli-'))
  })
  afterEach(async () => {
    for (const { stop } of opened.splice(0)) await stop()
  })
  afterAll(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  })
  const run = (args: readonly string[], options?: CommandOptions) => runCommand(home, args, options)
  /** The same with --json and its one value. */
  const ask = async <T>(args: readonly string[], options?: CommandOptions): Promise<Answered<T>> => {
    const ended = await run([...args, '--json'], options)
    return { ...ended, answer: JSON.parse(ended.stdout) as T }
  }
  /** Downloads a stage with the keys of `environmentKeys`; throws unless it exits with 0. */
  const take = async (service: Service & { readonly stage: string }, ...more: readonly string[]) => {
    const args = ['take', service.stage, ...flagsOf(service), ...more]
    const at = more.indexOf('--data')
    if (at !== -1) putEmptyDatabase(resolve(home, more[at + 1] ?? ''))
    const taken = await ask<TakeAnswer>(args, { env: environmentKeys })
    if (taken.code !== 0) throw new Error(taken.stdout)
    return taken
  }
  return {
    home: () => home,
    run,
    ask,
    take,
    /** Downloads a stage of these categories into a data folder; resolves with its GUID once the service is gone. */
    takeRows: async (data: string, bodies: Bodies) => {
      const race = await startRaceWith(bodies)
      await take(race, '--data', data)
      await race.close()
      return race.stage
    },
    /** For commands that run until they are stopped, after the test at the latest. */
    open: (args: readonly string[], options?: CommandOptions) => {
      const command = openCommand(home, args, options)
      opened.push(command)
      return command
    },
  }
}
