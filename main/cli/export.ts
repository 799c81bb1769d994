import { resolve, sep } from 'node:path'
import type { CsvPreset, Result, ResultsQuery, StageGuid } from '../../preload/contract.ts'
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

/** Exactly the path the user gave, whatever name is suggested. */
const deliverTo = (path: string, given: string): Delivery => ({
  choose: async () => ({ ok: true, value: { path, finish: () => ({ path: given, download: null }) } }),
})

type Wanted = { readonly stage: StageGuid; readonly preset: CsvPreset; readonly out: string }

const readWanted = ({ line }: Context): Result<Wanted> => {
  const stage = readStage(line.positionals[0] ?? '')
  if (!stage.ok) return stage
  const format = line.text('format')
  if (format === undefined) return invalid('--format', 'missing')
  if (format !== 'csv') return invalid('--format', 'one of: csv')
  const preset = line.text('preset') ?? 'en'
  if (!isPreset(preset)) return invalid('--preset', `one of: ${presets.join(', ')}`)
  const out = line.text('out')
  if (out === undefined) return invalid('--out', 'missing')
  // `resolve` would take the slash away and write a file of that name.
  if (out.endsWith('/') || out.endsWith(sep)) return invalid('--out', 'names a folder')
  return { ok: true, value: { stage: stage.value, preset, out } }
}

const exportWith = async (context: Context, gate: Gate, wanted: Wanted): Promise<Result<ExportAnswer>> => {
  const { stage, preset, out } = wanted
  const tree = await gate.call('stage:tree', { stage })
  if (!tree.ok) return tree
  const categories = selectCategories(tree.value, context.line.texts('category'))
  if (!categories.ok) return categories
  const query: ResultsQuery = {
    stage,
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
    const wanted = readWanted(context)
    if (!wanted.ok) return wanted
    const delivery = deliverTo(resolve(context.cwd, wanted.value.out), wanted.value.out)
    const written = await withCore(context, { delivery }, ({ gate }) => exportWith(context, gate, wanted.value))
    if (!written.ok) return written
    const { rows, sha256, path: given } = written.value
    const text = context.isJson ? jsonText(written.value) : `${plain(given)}: ${rows} rows, SHA-256 ${sha256}`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
