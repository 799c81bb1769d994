import { sep } from 'node:path'
import type { Input } from '../../../preload/contract.ts'
import type {
  CsvPreset,
  ExportedFile,
  ExportFormat,
  ExportOptions,
  Preflight,
  PreflightProblem,
  ResultsChoice,
} from '../../../preload/contract/files.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import {
  builtInPresets,
  type ExportPreset,
  type ProtocolHead,
  type StageMemory,
} from '../../../preload/contract/settings.ts'
import type { Gate } from '../../gate/gate.ts'
import { placedCategories } from '../categorySelection.ts'
import { invalid, renameIssues, type CommandLine } from '../commandLine.ts'
import { sayDamaged } from '../damaged.ts'
import { exactDelivery } from '../exactDelivery.ts'
import { splitPaths } from '../exportNames.ts'
import { choiceOfPreset, readSaved } from '../exportPresets.ts'
import { jsonText, plain } from '../words/plain.ts'
import { problemLines, remedies, respellingLines, warningLines } from '../words/preflightWords.ts'
import { rowsWord } from '../words/replyWords.ts'
import { readChoice, readQuery } from '../rowQuery.ts'
import { runJob } from '../runJob.ts'
import { sentenceOf } from '../words/sentence.ts'
import { withCore } from '../session.ts'
import { readStage } from '../words/stageText.ts'
import type { Context, Verb } from '../verb.ts'

/** One file; `receipt` is the path of the receipt beside it. */
export type WrittenFile = {
  readonly path: string
  readonly rows: number
  readonly sha256: string
  readonly receipt?: string
}

export type ExportAnswer = Omit<WrittenFile, 'sha256'> & {
  /** Null where the rows were split among several files. */
  readonly sha256: string | null
  /** Rows that the format did not take. */
  readonly leftOut?: number
  /** Rows with a proposed spelling in the file. */
  readonly respelled?: number
  readonly files?: readonly (WrittenFile & { readonly distance: string; readonly category: string })[]
}

/** PDF is laid out by a window, which the terminal has none of. */
const formats: readonly ExportFormat[] = [
  ...(['csv', 'xlsx', 'json', 'ndjson', 'html'] as const),
  ...(['iof', 'itra', 'ultrasignup', 'protocol'] as const),
]
const presets: readonly (CsvPreset | 'raw')[] = ['ru', 'en', 'import', 'tsv', 'raw']
const languages = ['en', 'ru'] as const
/** Each time all rows are read. */
const problemsAtATime = 20_000

/** A saved CSV preset belongs to the saved format. */
const savedFor = (format: ExportFormat, saved: ExportPreset['options']): Partial<ExportOptions> => {
  const { preset: _, ...others } = saved
  return format === saved.format ? saved : others
}

const oneOf = <T extends string>(line: CommandLine, flag: string, known: readonly T[]): Result<T | undefined> => {
  const text = line.text(flag)
  if (text === undefined) return { ok: true, value: undefined }
  const found = known.find((name) => name === text)
  return found === undefined ? invalid(`--${flag}`, `one of: ${known.join(', ')}`) : { ok: true, value: found }
}

type Wanted = {
  readonly stage: StageGuid
  readonly options: ExportOptions
  readonly out: string
  readonly isSplit: boolean
  readonly head: ProtocolHead
  readonly saved: ExportPreset | null
}

/** How files are written, by the flags of `export`; `saved`: what they leave open. */
export const readExportOptions = (line: CommandLine, saved?: ExportPreset['options']): Result<ExportOptions> => {
  const flag = oneOf(line, 'format', formats)
  if (!flag.ok) return flag
  const format = flag.value ?? saved?.format
  if (format === undefined) return invalid('--format', 'missing')
  if (!formats.includes(format)) return invalid('--preset', 'is for PDF, which only the desktop app writes')
  const preset = saved === undefined ? oneOf(line, 'preset', presets) : { ok: true as const, value: undefined }
  if (!preset.ok) return preset
  const language = oneOf(line, 'language', languages)
  if (!language.ok) return language
  const birthDates = oneOf(line, 'birth-dates', ['full', 'year'] as const)
  if (!birthDates.ok) return birthDates
  return {
    ok: true,
    value: {
      ...(saved === undefined ? {} : savedFor(format, saved)),
      format,
      ...(preset.value === undefined ? {} : { preset: preset.value }),
      ...(language.value === undefined ? {} : { language: language.value }),
      ...(birthDates.value === undefined ? {} : { birthDates: birthDates.value }),
      ...(line.has('landscape') ? { orientation: 'landscape' } : {}),
      ...(line.text('columns') === 'all' ? { areAllSent: true } : {}),
      isFinal: line.has('final'),
      withReceipt: line.has('receipt') || saved?.withReceipt === true,
      areProblemsLeftOut: line.has('allow-partial'),
      isTransliterated: line.has('transliterate'),
      areFractionsCut: line.has('cut-fractions'),
      isWorkbook: /\.xlsx$/i.test(line.text('out') ?? ''),
      isPage: /\.html?$/i.test(line.text('out') ?? ''),
    },
  }
}

const readWanted = ({ line }: Context, saved: ExportPreset | null): Result<Wanted> => {
  const stage = readStage(line.positionals[0] ?? '')
  if (!stage.ok) return stage
  const options = readExportOptions(line, saved?.options)
  if (!options.ok) return options
  const splitBy = oneOf(line, 'split-by', ['category'])
  if (!splitBy.ok) return splitBy
  const out = line.text('out')
  if (out === undefined) return invalid('--out', 'missing')
  // `resolve` would take the slash away and write a file of that name.
  if (out.endsWith('/') || out.endsWith(sep)) return invalid('--out', 'names a folder')
  const head = readHead(line, options.value)
  if (!head.ok) return head
  const isSplit = splitBy.value !== undefined
  // Another format may know no lines of people.
  const isOther = saved !== null && saved.options.format !== options.value.format
  const fitting = isOther ? { ...saved, isByPerson: false } : saved
  return {
    ok: true,
    value: { stage: stage.value, options: options.value, out, isSplit, head: head.value, saved: fitting },
  }
}

/** One file to come: its rows, and where it goes, as given. */
type Part = {
  readonly query: ResultsQuery
  readonly columns?: readonly string[]
  readonly path: string
  readonly distance: string
  readonly category: string
}

const choiceOf = ({ query, columns }: Part): ResultsChoice => ({
  ...query,
  ...(columns === undefined ? {} : { columns }),
})

/** The whole choice as one part, or a part for each of its categories that has rows, in the stage's order. */
const readParts = async (gate: Gate, line: CommandLine, wanted: Wanted): Promise<Result<readonly Part[]>> => {
  const { stage, out, isSplit, saved } = wanted
  const question = await readQuery(gate, line, stage)
  if (!question.ok) return question
  const choice = await readChoice(gate, line, stage)
  if (!choice.ok) return choice
  const preset = await choiceOfPreset(gate, saved, question.value.tree, line.texts('category').length > 0)
  if (!preset.ok) return preset
  const { columns: ofSaved, ...ofPreset } = preset.value
  const columns = line.text('columns') === undefined ? ofSaved : columnsIn(line)
  const byPerson = line.has('people') ? ({ isByPerson: true } as const) : {}
  const query: ResultsQuery = { ...question.value.query, ...ofPreset, ...choice.value, ...byPerson }
  const shown = columns === undefined ? {} : { columns }
  if (!isSplit) return { ok: true, value: [{ query, ...shown, path: out, distance: '', category: '' }] }
  const chosen = query.categories
  const found: Omit<Part, 'path'>[] = []
  for (const { distance, category } of placedCategories(question.value.tree)) {
    if (chosen !== undefined && !chosen.includes(category.id)) continue
    const own: ResultsQuery = { ...query, categories: [category.id] }
    const page = await gate.call('results:page', { ...own, offset: 0, limit: 0 })
    if (!page.ok) return page
    if (page.value.total > 0) found.push({ query: own, ...shown, distance, category: category.name })
  }
  const paths = splitPaths(out, found)
  return { ok: true, value: found.map((part, at) => ({ ...part, path: paths[at] ?? out })) }
}

/** Those that --columns names; undefined where it names none, or `all`. */
const columnsIn = (line: CommandLine): readonly string[] | undefined => {
  const names = line.text('columns')
  return names === undefined || names === 'all' ? undefined : names.split(',')
}

type Checked = Pick<Preflight, 'rows' | 'taken' | 'respelled'>

/** Reports on stderr what the format leaves out of a part, what it misses, and what it changes. */
const tellPreflight = async (
  context: Context,
  gate: Gate,
  part: Part,
  options: ExportOptions,
): Promise<Result<Checked>> => {
  const seen: PreflightProblem[] = []
  for (let offset = 0; ; offset += problemsAtATime) {
    const asked: Input<'results:preflight'> = { ...choiceOf(part), ...options, offset, limit: problemsAtATime }
    const found = await gate.call('results:preflight', asked)
    if (!found.ok) return found
    const { rows, taken, respelled, problems, refusal, damaged } = found.value
    if (refusal !== null) return { ok: false, error: refusal }
    if (damaged.length > 0 && options.areProblemsLeftOut !== true) {
      return { ok: false, error: { kind: 'damaged-replies', categories: damaged } }
    }
    if (offset === 0) {
      await sayDamaged(context, damaged)
      const first = [...warningLines(found.value), ...respellingLines(found.value)]
      await context.output.say(first.map((line) => `${plain(line)}\n`).join(''))
    }
    await context.output.say(
      problemLines(problems.items)
        .map((line) => `${plain(line)}\n`)
        .join(''),
    )
    seen.push(...problems.items)
    if (seen.length >= problems.total || problems.items.length === 0) {
      const isRefused = taken < rows && options.areProblemsLeftOut !== true
      if (isRefused) await context.output.say(`${remedies(seen).join('; ')}.\n`)
      return { ok: true, value: { rows, taken, respelled } }
    }
  }
}

const writePart = async (
  context: Context,
  gate: Gate,
  part: Part,
  options: ExportOptions,
): Promise<Result<ExportedFile>> => {
  const job = await runJob(
    context,
    gate,
    () => gate.call('results:export', { ...choiceOf(part), ...options }),
    ({ done, total }) => context.output.progress(`${done} of ${total} rows`),
  )
  context.output.endProgress()
  if (!job.ok) return job
  const { state, error, file } = job.value
  if (error !== null) return { ok: false, error }
  if (state !== 'done' || file === null) return { ok: false, error: { kind: 'cancelled' } }
  const { unrecorded } = file
  if (unrecorded !== undefined)
    await context.output.say(`Exported, but not recorded: ${plain(sentenceOf(unrecorded))}\n`)
  return { ok: true, value: file }
}

type Next = (given: string) => void

const headFields = ['date', 'venue', 'weather', 'judge', 'secretary'] as const

/** The head of a protocol by its flags, as NAME=VALUE. */
const readHead = (line: CommandLine, { format }: ExportOptions): Result<ProtocolHead> => {
  const given = line.texts('field')
  if (given.length > 0 && format !== 'protocol') return invalid('--field', 'of a protocol only')
  const head: { -readonly [K in keyof ProtocolHead]: ProtocolHead[K] } = {}
  for (const text of given) {
    const at = text.indexOf('=')
    const field = headFields.find((name) => name === text.slice(0, at))
    if (field === undefined) return invalid('--field', `NAME=VALUE, NAME one of: ${headFields.join(', ')}`)
    head[field] = text.slice(at + 1).trim()
  }
  return { ok: true, value: head }
}

/** Kept with the stage, as the page does. */
const keepHead = async (gate: Gate, { stage, head }: Wanted): Promise<Result<unknown>> => {
  if (Object.keys(head).length === 0) return { ok: true, value: null }
  const known = await gate.call('memory:read', { stage })
  if (!known.ok) return known
  const { protocol } = known.value as StageMemory
  const saved = await gate.call('memory:save', { stage, protocol: { ...protocol, ...head } })
  return renameIssues(saved, Object.fromEntries(headFields.map((name) => [`protocol.${name}`, `--field ${name}`])))
}

const exportWith = async (context: Context, gate: Gate, wanted: Wanted, next: Next): Promise<Result<ExportAnswer>> => {
  const { options, out, isSplit } = wanted
  const parts = await readParts(gate, context.line, wanted)
  if (!parts.ok) return parts
  const kept = await keepHead(gate, wanted)
  if (!kept.ok) return kept
  let rows = 0
  let taken = 0
  let respelled = 0
  // All of them before the first is written, so that a refusal leaves no file.
  for (const part of parts.value) {
    const checked = await tellPreflight(context, gate, part, options)
    if (!checked.ok) return checked
    rows += checked.value.rows
    taken += checked.value.taken
    respelled += checked.value.respelled
  }
  const notTaken = rows - taken
  if (notTaken > 0 && options.areProblemsLeftOut !== true) {
    return { ok: false, error: { kind: 'preflight-refused', rows, notTaken } }
  }
  const files: NonNullable<ExportAnswer['files']>[number][] = []
  for (const part of parts.value) {
    next(part.path)
    const file = await writePart(context, gate, part, options)
    if (!file.ok) {
      // Replies found damaged while writing are left out of the next try and named.
      const isLeftOut = file.error.kind === 'damaged-replies' && options.areProblemsLeftOut === true
      return isLeftOut ? await exportWith(context, gate, wanted, next) : file
    }
    const { rows: count, sha256, receipt } = file.value
    const { path, distance, category } = part
    const left = receipt?.path === undefined || receipt.path === null ? {} : { receipt: receipt.path }
    files.push({ path, rows: count, sha256, ...left, distance, category })
  }
  const [only] = files
  const counts = { ...(notTaken === 0 ? {} : { leftOut: notTaken }), ...(respelled === 0 ? {} : { respelled }) }
  if (isSplit || only === undefined) {
    const written = files.reduce((sum, file) => sum + file.rows, 0)
    return { ok: true, value: { path: out, rows: written, sha256: null, ...counts, files } }
  }
  const { distance: _, category: __, ...file } = only
  return { ok: true, value: { ...file, ...counts } }
}

const answerText = ({ path, rows, sha256, leftOut, respelled, files }: ExportAnswer): string => {
  const written = files ?? (sha256 === null ? [] : [{ path, rows, sha256 }])
  const lines = written.map((file) => `${plain(file.path)}: ${rowsWord(file.rows)}, SHA-256 ${file.sha256}\n`)
  if (leftOut !== undefined) lines.push(`${rowsWord(leftOut)} left out\n`)
  if (respelled !== undefined) lines.push(`${rowsWord(respelled)} spelt as proposed\n`)
  return lines.join('')
}

/** Issues as the command line calls their places. */
const places = {
  format: '--format',
  preset: '--preset',
  filters: '--filter',
  columns: '--columns',
  sort: '--sort',
  birthDates: '--birth-dates',
  isByPerson: '--people',
}

export const exportVerb: Verb = {
  words: 'export',
  synopsis:
    'STAGE --format csv|xlsx|json|ndjson|html|iof|itra|ultrasignup|protocol [--preset ru|en|import|tsv|raw|NAME] ' +
    '[--category NAME|GUID|DISTANCE/NAME]… [--filter ROLE|COLUMN=VALUE]… [--search TEXT] [--sort ROLE|COLUMN[:desc]]… ' +
    '[--people] [--columns all|NAME,…] [--split-by category] [--receipt] [--final] [--language en|ru] [--birth-dates full|year] [--landscape] ' +
    '[--field date|venue|weather|judge|secretary=TEXT]… [--allow-partial] [--transliterate] [--cut-fractions] --out PATH',
  summary: 'write stored rows to a file, replacing what is at PATH',
  options: {
    format: { type: 'string' },
    preset: { type: 'string' },
    category: { type: 'string', multiple: true },
    filter: { type: 'string', multiple: true },
    search: { type: 'string', canBeEmpty: true },
    sort: { type: 'string', multiple: true },
    people: { type: 'boolean' },
    'split-by': { type: 'string' },
    field: { type: 'string', multiple: true },
    receipt: { type: 'boolean' },
    final: { type: 'boolean' },
    language: { type: 'string' },
    'birth-dates': { type: 'string' },
    landscape: { type: 'boolean' },
    columns: { type: 'string' },
    'allow-partial': { type: 'boolean' },
    transliterate: { type: 'boolean' },
    'cut-fractions': { type: 'boolean' },
    out: { type: 'string' },
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const name = context.line.text('preset')
    // Mistakes of a command line without a saved preset are told before a data folder is opened.
    const flags = name === undefined || builtInPresets.includes(name) ? readWanted(context, null) : null
    if (flags?.ok === false) return flags
    const { delivery, next } = exactDelivery(context.cwd)
    const written = await withCore(context, { delivery }, async ({ gate }) => {
      const saved = flags === null ? await readSaved(gate, name ?? '') : null
      if (saved?.ok === false) return saved
      const wanted = flags ?? readWanted(context, saved?.value ?? null)
      return wanted.ok ? await exportWith(context, gate, wanted.value, next) : wanted
    })
    if (!written.ok) return renameIssues(written, places)
    const printed = await context.output.print([
      context.isJson ? `${jsonText(written.value)}\n` : answerText(written.value),
    ])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
