import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { AppError, Result } from '../../preload/contract/result.ts'
import { defaultDataDir } from '../dataDir.ts'
import { hasFlag, invalid, readCommandLine } from './commandLine.ts'
import { auditVerb } from './verbs/audit.ts'
import { blocksVerbs } from './verbs/blocks.ts'
import { callVerb } from './verbs/calls.ts'
import { capsuleVerbs } from './verbs/capsule.ts'
import { columnsVerb } from './verbs/columns.ts'
import { demoServiceVerb } from './verbs/demoService.ts'
import { exitCodeOf, type ExitCode } from './exitCode.ts'
import { exportVerb } from './verbs/export.ts'
import { faultOf, listenForFaults } from './words/faults.ts'
import { ordersVerbs } from './verbs/orders.ts'
import { createOutput, type Output } from './output.ts'
import { didYouMean } from './words/nearWords.ts'
import { jsonText, plain } from './words/plain.ts'
import { organizationsVerbs } from './verbs/organizations.ts'
import { presetsVerb } from './verbs/presets.ts'
import { promoSetVerb } from './verbs/promo.ts'
import { repliesVerb } from './verbs/replies.ts'
import { resultsVerb } from './verbs/results.ts'
import { sentenceOf } from './words/sentence.ts'
import { boardVerb } from './verbs/board.ts'
import { publishVerb } from './verbs/publish.ts'
import { serveVerb } from './verbs/serve.ts'
import { builtRendererDir, readVersion } from './session.ts'
import { binVerbs } from './verbs/bin.ts'
import { startListVerb } from './verbs/startList.ts'
import { stagesVerbs } from './verbs/stages.ts'
import { usage, verbHelp, verbUsage } from './words/usage.ts'
import type { Context, Surroundings, Verb } from './verb.ts'
import { verifyVerb } from './verbs/verify.ts'
import { watchVerb } from './verbs/watch.ts'

export const verbs: readonly Verb[] = [
  ...stagesVerbs,
  ...binVerbs,
  startListVerb,
  watchVerb,
  resultsVerb,
  columnsVerb,
  repliesVerb,
  auditVerb,
  exportVerb,
  presetsVerb,
  ...capsuleVerbs,
  verifyVerb,
  ...ordersVerbs,
  callVerb,
  ...organizationsVerbs,
  ...blocksVerbs,
  promoSetVerb,
  serveVerb,
  boardVerb,
  publishVerb,
  demoServiceVerb,
]

/** The default second word of a group of verbs. */
const defaultWords: ReadonlyMap<string, string> = new Map([['profiles', 'profiles list']])

type Command = { readonly verb: Verb; readonly rest: readonly string[] }

const findVerb = (words: string): Verb | undefined => verbs.find((verb) => verb.words === words)

const readCommand = (args: readonly string[]): Result<Command> => {
  const [first, second] = args
  if (first === undefined || first.startsWith('-')) return invalid('VERB', 'missing')
  const single = findVerb(first)
  if (single !== undefined) return { ok: true, value: { verb: single, rest: args.slice(1) } }
  const isPlain = second === undefined || second.startsWith('-')
  const verb = findVerb(isPlain ? (defaultWords.get(first) ?? '') : `${first} ${second}`)
  if (verb !== undefined) return { ok: true, value: { verb, rest: args.slice(isPlain ? 1 : 2) } }
  const words = verbs.map((known) => known.words)
  const isGroup = words.some((known) => known.startsWith(`${first} `))
  const said = isGroup && !isPlain ? `${first} ${second}` : first
  return invalid('VERB', [`unknown: ${said}`, didYouMean(said, words)].filter((part) => part !== '').join('; '))
}

/** The whole list would push the problem off the screen. */
const shortUsage = 'Usage: racedesk VERB …\nVerbs: racedesk --help\n'

const shortVerbUsage = (verb: Verb): string => `${verbUsage(verb)}Options: racedesk ${verb.words} --help\n`

const fail = async (output: Output, isJson: boolean, error: AppError, help: string): Promise<ExitCode> => {
  if (isJson) await output.print([`${jsonText({ ok: false, error })}\n`])
  await output.say(`${plain(sentenceOf(error))}\n${error.kind === 'invalid-input' ? help : ''}`)
  return exitCodeOf(error)
}

/** Help for one verb, for a group by its first word, or for all verbs. */
const helpOf = ([first = '', second = '']: readonly string[]): string => {
  const named = findVerb(first) ?? findVerb(`${first} ${second}`)
  const group = named === undefined ? verbs.filter(({ words }) => words.startsWith(`${first} `)) : [named]
  return group.length === 0 ? usage(verbs) : group.map(verbHelp).join('\n')
}

const print = async (output: Output, text: string): Promise<ExitCode> => {
  const printed = await output.print([text])
  return printed.ok ? 0 : exitCodeOf(printed.error)
}

/** Those of the process that runs this code. */
export const ownSurroundings = (): Surroundings => ({
  env: process.env,
  cwd: () => process.cwd(),
  home: homedir,
  // `Intl` would take 16 ms of every start.
  systemLanguage: navigator.language,
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
  rendererDir: builtRendererDir,
})

const runVerb = async (
  around: Surroundings & Pick<Context, 'output' | 'isJson'>,
  { verb, rest }: Command,
): Promise<Result<ExitCode>> => {
  const line = readCommandLine(rest, verb)
  if (!line.ok) return line
  const cwd = around.cwd()
  const dataDir = resolve(cwd, line.value.text('data') ?? defaultDataDir(process.platform, around.env, around.home()))
  const faults = listenForFaults(verb.words, around.output.say)
  const run = verb
    .run({ ...around, line: line.value, cwd, dataDir, faults })
    // The core, which owns the log, is already closed.
    .catch((thrown: unknown): Result<ExitCode> => ({ ok: false, error: faultOf(verb.words, thrown) }))
    .finally(faults.dispose)
  return await Promise.race([run, faults.ending.then((error): Result<ExitCode> => ({ ok: false, error }))])
}

/** Runs one command (`args` begin with its verb) and resolves with its exit code once all output has left the process. */
export const runCli = async (args: readonly string[], around: Surroundings = ownSurroundings()): Promise<ExitCode> => {
  const output = createOutput(around.stdout, around.stderr)
  const isJson = hasFlag(args, '--json')
  const isHelp = hasFlag(args, '--help')
  if (args[0]?.startsWith('-') === true && hasFlag(args, '--version')) {
    const version = readVersion()
    return print(output, `${isJson ? jsonText({ version }) : version}\n`)
  }
  const asked = args[0] === 'help' ? args.slice(1) : args
  const command = readCommand(asked)
  if (isHelp || asked !== args) return print(output, isJson ? `${jsonText({ usage: helpOf(asked) })}\n` : helpOf(asked))
  if (!command.ok) return fail(output, isJson, command.error, args.length === 0 ? usage(verbs) : shortUsage)
  const ended = await runVerb({ ...around, output, isJson }, command.value)
  return ended.ok ? ended.value : fail(output, isJson, ended.error, shortVerbUsage(command.value.verb))
}
