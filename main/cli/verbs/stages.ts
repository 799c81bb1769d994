import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { AskedCategory, Job } from '../../../preload/contract/jobs.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Category, Incomplete, SetAside, Shrunk, StageTree } from '../../../preload/contract/stages.ts'
import type { Core } from '../../core.ts'
import { placedCategories } from '../categorySelection.ts'
import { readInteger } from '../commandLine.ts'
import { jsonText, plain, tableLines } from '../words/plain.ts'
import { chooseProfile, readProfileFlags, type ProfileFlags } from '../profileChoice.ts'
import { replyNotes } from '../words/replyWords.ts'
import { runJob } from '../runJob.ts'
import { sentenceOf } from '../words/sentence.ts'
import { withCore } from '../session.ts'
import { nameStage, sayUnnamed } from '../storedStage.ts'
import { profileOptions, profileSynopsis, type Context, type Verb } from '../verb.ts'

export type TakenCategory = {
  readonly distance: string
  readonly category: string
  readonly guid: string
  readonly outcome: 'done' | 'unchanged' | 'no-rows' | 'failed'
  /** Rows stored now, whatever the outcome. */
  readonly rows: number
  readonly error?: AppError
  readonly incomplete?: Incomplete
  /** The last reply, when it is not used: it has no results, or a user went back from it. */
  readonly setAside?: SetAside
  /** Present when the table shrank with its last reply. */
  readonly shrunk?: Shrunk
  /** Not requested: an interrupted download had stored the reply at this time. */
  readonly keptFrom?: Instant
}

export type TakeAnswer = {
  readonly stage: StageGuid
  readonly categories: readonly TakenCategory[]
  readonly rows: number
  readonly tookMs: number
}

/** The answer of `take`: the listed categories with their outcomes. */
export const takeAnswer = (tree: StageTree, tookMs: number, asked: readonly AskedCategory[] = []): TakeAnswer => {
  const own = new Map(asked.map((answer) => [answer.category, answer]))
  const listed = placedCategories(tree).filter(({ category }) => category.isListed)
  const categories = listed.map(({ distance, category }): TakenCategory => {
    const answered = own.get(category.id)
    const { outcome, error } = answered ?? leftAsItWas(category)
    const isKept = answered === undefined && category.outcome !== 'never' && category.checkedAt !== null
    return {
      distance,
      category: category.name,
      guid: category.guid,
      outcome,
      rows: category.rows,
      ...(error === null ? {} : { error }),
      ...(category.incomplete === null ? {} : { incomplete: category.incomplete }),
      ...(category.setAside === undefined ? {} : { setAside: category.setAside }),
      ...(category.shrunk === undefined ? {} : { shrunk: category.shrunk }),
      ...(isKept ? { keptFrom: category.checkedAt } : {}),
    }
  })
  const rows = categories.reduce((sum, category) => sum + category.rows, 0)
  return { stage: tree.stage.guid, categories, rows, tookMs }
}

/** A category that was skipped because an interrupted download had stored it; one never reached is `cancelled`. */
const leftAsItWas = ({
  outcome,
  error,
}: Category): Pick<TakenCategory, 'outcome'> & { readonly error: AppError | null } =>
  outcome === 'never' ? { outcome: 'failed', error: { kind: 'cancelled' } } : { outcome, error }

const lines = (answer: TakeAnswer): readonly string[] => [
  ...tableLines(
    ['distance', 'category', 'outcome', 'rows', 'problem'],
    answer.categories.map(({ distance, category, outcome, rows, error, incomplete }) => [
      distance,
      category,
      outcome,
      String(rows),
      error !== undefined
        ? sentenceOf(error)
        : incomplete
          ? `the service sent ${incomplete.rows} of ${incomplete.total} rows`
          : '',
    ]),
  ),
  `${answer.rows} rows in ${answer.categories.length} categories, ${(answer.tookMs / 1000).toFixed(1)} s\n`,
]

/** Once the links are known a failed job has outcomes to show, unless this computer failed. */
const jobError = (job: Job): AppError | null => {
  if (job.state === 'cancelled' || job.state === 'interrupted') return { kind: 'cancelled' }
  return job.state === 'failed' ? job.error : null
}

const progressText = ({ done, total, failed, transfer }: Job): string => {
  if (total === 0) return 'downloading the links'
  const problems = failed === 0 ? '' : `, ${failed} failed`
  const bytes = transfer === undefined ? '' : `, ${sizeText(transfer.receivedBytes)}, ${sizeText(transfer.bytesPerS)}/s`
  return `${done} of ${total} categories${problems}${bytes}`
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const keptText = ({ categories, since }: NonNullable<Job['kept']>): string =>
  `${categories} ${categories === 1 ? 'category was' : 'categories were'} stored by the unfinished download (${since} or later) and not downloaded again\n`

const takeWith = async (context: Context, core: Core, flags: ProfileFlags): Promise<Result<TakeAnswer>> => {
  const profile = await chooseProfile(core, flags)
  if (!profile.ok) return profile
  const started = performance.now()
  const text = context.line.positionals[0] ?? ''
  const stage = await core.gate.call('stage:add', { profileId: profile.value.id, text, isChecked: true })
  if (!stage.ok) return stage
  const { guid } = stage.value
  const named = await nameStage(context, core.gate, guid)
  if (!named.ok) return named
  const job = await runJob(
    context,
    core.gate,
    () => core.gate.call('stage:take', { stage: guid }),
    (progress) => context.output.progress(progressText(progress)),
  )
  context.output.endProgress()
  if (!job.ok) return job
  if (job.value.kept !== undefined) await context.output.say(keptText(job.value.kept))
  const error = jobError(job.value)
  if (error !== null) return { ok: false, error }
  const tree = await core.gate.call('stage:tree', { stage: guid })
  if (!tree.ok) return tree
  for (const note of replyNotes(tree.value)) await context.output.say(note)
  await sayUnnamed(context, tree.value.stage)
  return { ok: true, value: takeAnswer(tree.value, Math.round(performance.now() - started), job.value.outcomes) }
}

const downloadVerb: Verb = {
  words: 'download',
  synopsis: `STAGE ${profileSynopsis} [--parallel N] [--title TEXT]`,
  summary: 'download a stage; STAGE is a GUID or a results link',
  options: { ...profileOptions, parallel: { type: 'string' }, title: { type: 'string' } },
  positionals: ['STAGE'],
  run: async (context) => {
    const flags = readProfileFlags(context.line)
    if (!flags.ok) return flags
    const parallel = readInteger(context.line, 'parallel', { min: 1, max: 16 })
    if (!parallel.ok) return parallel
    const session = {
      ...(flags.value.unsaved === undefined ? {} : { unsaved: flags.value.unsaved }),
      ...(parallel.value === undefined ? {} : { parallelCalls: parallel.value }),
    }
    const taken = await withCore(context, session, (core) => takeWith(context, core, flags.value))
    if (!taken.ok) return taken
    const printed = await context.output.print(context.isJson ? [`${jsonText(taken.value)}\n`] : lines(taken.value))
    if (!printed.ok) return printed
    // A table cuts long cells, and the sentence says what to do.
    const problems = new Set(
      taken.value.categories.flatMap(({ error }) => (error === undefined ? [] : [sentenceOf(error)])),
    )
    for (const problem of problems) await context.output.say(`${plain(problem)}\n`)
    return { ok: true, value: taken.value.categories.some(({ outcome }) => outcome === 'failed') ? 1 : 0 }
  },
}

/** The older name, which scripts use. */
const takeVerb: Verb = { ...downloadVerb, words: 'take', summary: 'another name of download' }

export const stagesVerbs: readonly Verb[] = [downloadVerb, takeVerb]
