import { lstat } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'
import type { CsvPreset, FileReason, Result, ResultsQuery } from '../../preload/contract.ts'
import type { Gate } from '../gate/gate.ts'
import type { Delivery } from '../services/ports.ts'
import { selectCategories } from './categorySelection.ts'
import { invalid } from './commandLine.ts'
import { jsonText, plain } from './plain.ts'
import { runJob } from './runJob.ts'
import { withCore } from './session.ts'
import { readStage } from './stageText.ts'
import type { Context, Verb } from './verb.ts'

export type ExportAnswer = {
  /** As given in --out. */
  readonly path: string
  readonly rows: number
  readonly sha256: string
}

const presets: readonly CsvPreset[] = ['ru', 'en', 'import', 'tsv']

const isPreset = (text: string): text is CsvPreset => presets.some((preset) => preset === text)

/** Not by `join` or `resolve`, which take `..` and a trailing slash out before links are followed. */
const absolutePath = (cwd: string, path: string): string => (isAbsolute(path) ? path : `${cwd}${sep}${path}`)

/** Exactly the path the user gave, whatever name is suggested. */
const deliverTo = (path: string, given: string): Delivery => ({
  choose: async () => ({ ok: true, value: { path, finish: () => ({ path: given, download: null }) } }),
})

const refuse = (reason: FileReason, path: string): Result<never> => ({
  ok: false,
  error: { kind: 'file', reason, path },
})

/** What is there is replaced by a rename: a folder cannot be, and a device or pipe must not be. */
const checkTarget = async (path: string, given: string): Promise<Result<null>> => {
  const there = await lstat(path).catch(() => null)
  if (there?.isDirectory() === true) return refuse('exists', given)
  if (there !== null && !there.isFile() && !there.isSymbolicLink()) return refuse('denied', given)
  // A slash at the end names a folder, and there is none.
  if (path.endsWith('/') || path.endsWith(sep)) return refuse('missing', given)
  return { ok: true, value: null }
}

type Wanted = { readonly preset: CsvPreset; readonly out: string }

const readFlags = ({ line }: Context): Result<Wanted> => {
  const format = line.text('format')
  if (format === undefined) return invalid('--format', 'missing')
  if (format !== 'csv') return invalid('--format', 'one of: csv')
  const preset = line.text('preset') ?? 'en'
  if (!isPreset(preset)) return invalid('--preset', `one of: ${presets.join(', ')}`)
  const out = line.text('out')
  return out === undefined ? invalid('--out', 'missing') : { ok: true, value: { preset, out } }
}

const exportWith = async (context: Context, gate: Gate, { preset, out }: Wanted): Promise<Result<ExportAnswer>> => {
  const stage = readStage(context.line.positionals[0] ?? '')
  if (!stage.ok) return stage
  const tree = await gate.call('stage:tree', { stage: stage.value })
  if (!tree.ok) return tree
  const categories = selectCategories(tree.value, context.line.texts('category'))
  if (!categories.ok) return categories
  const query: ResultsQuery = {
    stage: stage.value,
    ...(categories.value === undefined ? {} : { categories: categories.value }),
  }
  const job = await runJob(
    gate,
    () => gate.call('results:export', { ...query, format: 'csv', preset }),
    ({ done, total }) => context.output.progress(`${done} of ${total} rows`),
  )
  context.output.endProgress()
  if (!job.ok) return job
  const { state, error, file } = job.value
  if (error !== null) return { ok: false, error }
  if (state !== 'done' || file === null) return { ok: false, error: { kind: 'cancelled' } }
  return { ok: true, value: { path: out, rows: file.rows, sha256: file.sha256 } }
}

export const exportVerb: Verb = {
  words: 'export',
  synopsis: 'STAGE --format csv [--preset ru|en|import|tsv] [--category NAME|GUID|DISTANCE/NAME] --out PATH',
  summary: 'write stored rows to a file, replacing what is at PATH',
  options: {
    format: { type: 'string' },
    preset: { type: 'string' },
    category: { type: 'string', multiple: true },
    out: { type: 'string' },
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const wanted = readFlags(context)
    if (!wanted.ok) return wanted
    const path = absolutePath(context.cwd, wanted.value.out)
    const target = await checkTarget(path, wanted.value.out)
    if (!target.ok) return target
    const delivery = deliverTo(path, wanted.value.out)
    const written = await withCore(context, { delivery }, ({ gate }) => exportWith(context, gate, wanted.value))
    if (!written.ok) return written
    const { rows, sha256, path: given } = written.value
    const text = context.isJson ? jsonText(written.value) : `${plain(given)}: ${rows} rows, SHA-256 ${sha256}`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
