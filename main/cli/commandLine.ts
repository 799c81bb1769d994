import { parseArgs } from 'node:util'
import type { Result } from '../../preload/contract/result.ts'
import { invalidInput } from '../kernel/result.ts'

export type OptionSpecs = {
  readonly [name: string]: {
    readonly type: 'string' | 'boolean'
    /** May be given several times. */
    readonly multiple?: boolean
    /** Text only: the empty text is a value too. */
    readonly canBeEmpty?: boolean
  }
}

export type CommandSpec = {
  readonly options: OptionSpecs
  /** Names of the arguments without a flag, in order; a trailing `?` marks those that may be left out, `…` the last one that may be repeated. */
  readonly positionals: readonly string[]
}

export type CommandLine = {
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
  readonly positionals: readonly string[]
}

export const invalid = (path: string, message: string): Result<never> => invalidInput(path, message)

const commonOptions: OptionSpecs = {
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
}

/** Whether a flag stands among the arguments, whatever is wrong with the others. */
export const hasFlag = (args: readonly string[], flag: string): boolean => {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes(flag)
}

const parse = (args: readonly string[], options: OptionSpecs) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, multiple }]) => [name, { type, multiple: multiple ?? false }]),
    ),
    allowPositionals: true,
    strict: true,
    tokens: true,
  })

type Parsed = ReturnType<typeof parse>

/** Values are never quoted in a message: a key typed in the wrong place must not be repeated. */
const firstIssue = ({ tokens, positionals }: Parsed, options: OptionSpecs, spec: CommandSpec): Result<null> => {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (option === undefined) continue
    if (seen.has(token.name) && option.multiple !== true) return invalid(token.rawName, 'given more than once')
    if (token.value === '' && option.canBeEmpty !== true) return invalid(token.rawName, 'empty')
    seen.add(token.name)
  }
  const isOpenEnded = spec.positionals.at(-1)?.endsWith('…') === true
  if (positionals.length > spec.positionals.length && !isOpenEnded)
    return invalid('', 'more arguments than the command takes')
  const missing = spec.positionals.slice(positionals.length).find((name) => !name.endsWith('?'))
  if (missing !== undefined) return invalid(missing, 'missing')
  const empty = positionals.indexOf('')
  if (empty !== -1) return invalid(spec.positionals[empty] ?? '', 'empty')
  return { ok: true, value: null }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Node's sentence without its advice, which is for programmers. */
const inWords = (message: string): string =>
  (message.split('\n', 1)[0] ?? '')
    .replace(/ To specify a positional argument .*$/u, '')
    .replace(/^Option '(-[^' ]+)' argument is ambiguous\.$/u, '$1: needs a value, not another option')
    .replace(/^Option '(?:-\w, )?(--[^' ]+) <value>' argument missing$/u, '$1: needs a value')

/** Reads the arguments after the verb. Every problem is `invalid-input`. */
export const readCommandLine = (args: readonly string[], spec: CommandSpec): Result<CommandLine> => {
  const options: OptionSpecs = { ...commonOptions, ...spec.options }
  let parsed: Parsed
  try {
    parsed = parse(args, options)
  } catch (error) {
    return invalid('', error instanceof Error ? inWords(error.message) : '')
  }
  const issue = firstIssue(parsed, options, spec)
  if (!issue.ok) return issue
  const values: { readonly [name: string]: unknown } = parsed.values
  const texts = (name: string): readonly string[] => {
    const value = values[name]
    if (Array.isArray(value)) return value.filter(isText)
    return isText(value) ? [value] : []
  }
  return {
    ok: true,
    value: {
      text: (name) => texts(name).at(-1),
      texts,
      has: (name) => values[name] === true,
      positionals: parsed.positionals,
    },
  }
}

type IntegerRange = { readonly min: number; readonly max?: number }

/** A whole number in decimal digits, or undefined when the flag was not given. Without `max` any number of digits will do. */
export const readInteger = (
  line: CommandLine,
  name: string,
  { min, max }: IntegerRange,
): Result<number | undefined> => {
  const text = line.text(name)
  if (text === undefined) return { ok: true, value: undefined }
  const number = /^[0-9]+$/u.test(text) ? Number(text) : Number.NaN
  const isInRange = number >= min && number <= (max ?? Number.POSITIVE_INFINITY)
  if (isInRange) return { ok: true, value: Math.min(number, Number.MAX_SAFE_INTEGER) }
  return invalid(`--${name}`, max === undefined ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`)
}

/** The same failure with the places of its issues as the command line calls them. */
export const renameIssues = <T>(result: Result<T>, names: { readonly [path: string]: string }): Result<T> => {
  if (result.ok || result.error.kind !== 'invalid-input') return result
  const issues = result.error.issues.map(({ path, message }) => ({ path: names[path] ?? path, message }))
  return { ok: false, error: { kind: 'invalid-input', issues } }
}
