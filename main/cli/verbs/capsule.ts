import { basename, resolve, sep } from 'node:path'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Core } from '../../core.ts'
import type { Gate } from '../../gate/gate.ts'
import { invalid } from '../commandLine.ts'
import { readDamaged, sayDamaged } from '../damaged.ts'
import { exactDelivery } from '../exactDelivery.ts'
import { jsonText, plain } from '../words/plain.ts'
import { runJob } from '../runJob.ts'
import { withCore } from '../session.ts'
import { readStage } from '../words/stageText.ts'
import { readStored } from '../storedStage.ts'
import type { Context, Verb } from '../verb.ts'

/** `path` as given in --out. */
type SavedCapsule = {
  readonly path: string
  readonly stage: StageGuid
  readonly rows: number
  readonly sha256: string
}

type OpenedCapsule = {
  readonly stage: StageGuid
  readonly name: string
  readonly categories: number
  readonly rows: number
}

/** Columns are a stranger's; a list of them stays readable. */
const shownColumns = 12

/** Senders of a stage file should know which personal data it contains. */
const sayPersonal = async ({ output }: Context, gate: Gate, stage: StageGuid): Promise<void> => {
  const looked = await gate.call('results:preflight', { stage, format: 'csv', offset: 0, limit: 0 })
  if (!looked.ok || looked.value.personal.length === 0) return
  const names = looked.value.personal.map(({ column }) => plain(column))
  const more = names.length > shownColumns ? ` and ${names.length - shownColumns} more` : ''
  const listed = names.slice(0, shownColumns).join(', ') + more
  await output.say(`Besides name, sex, club and city the file contains personal data: ${listed}.\n`)
}

const save = async (context: Context, gate: Gate, stage: StageGuid, out: string): Promise<Result<SavedCapsule>> => {
  const areDamagedLeftOut = context.line.has('allow-partial')
  const stored = await readStored(gate, stage)
  if (!stored.ok) return stored
  await sayPersonal(context, gate, stage)
  if (areDamagedLeftOut) {
    const damaged = await readDamaged(gate, stage, undefined)
    if (damaged.ok) await sayDamaged(context, damaged.value)
  }
  const job = await runJob(
    context,
    gate,
    () => gate.call('capsule:save', { stage, areDamagedLeftOut }),
    ({ done, total }) => context.output.progress(`${done} of ${total} rows`),
  )
  context.output.endProgress()
  if (!job.ok) return job
  const { error, file } = job.value
  // Replies found damaged while writing are left out of the next try and named.
  if (error?.kind === 'damaged-replies' && areDamagedLeftOut) return await save(context, gate, stage, out)
  if (error !== null || file === null) return { ok: false, error: error ?? { kind: 'cancelled' } }
  return { ok: true, value: { path: out, stage, rows: file.rows, sha256: file.sha256 } }
}

const capsuleVerb: Verb = {
  words: 'capsule',
  synopsis: 'STAGE [--allow-partial] --out FILE.racestage',
  summary: 'save all stored data of a stage as one stage file, without keys',
  options: { out: { type: 'string' }, 'allow-partial': { type: 'boolean' } },
  positionals: ['STAGE'],
  run: async (context) => {
    const stage = readStage(context.line.positionals[0] ?? '')
    if (!stage.ok) return stage
    const out = context.line.text('out')
    if (out === undefined) return invalid('--out', 'missing')
    if (out.endsWith('/') || out.endsWith(sep)) return invalid('--out', 'names a folder')
    const { delivery, next } = exactDelivery(context.cwd)
    next(out)
    const saved = await withCore(context, { delivery }, ({ gate }) => save(context, gate, stage.value, out))
    if (!saved.ok) return saved
    const { rows, sha256 } = saved.value
    const text = context.isJson ? jsonText(saved.value) : `${plain(out)}: ${rows} rows, SHA-256 ${sha256}`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

const open = async (context: Context, { gate, giveFile }: Core, given: string): Promise<Result<OpenedCapsule>> => {
  const { ticket } = giveFile(resolve(context.cwd, given))
  let stage: StageGuid | null = null
  const job = await runJob(
    context,
    gate,
    async () => {
      const begun = await gate.call('capsule:open', { ticket, name: basename(given) })
      if (begun.ok) stage = begun.value.stage
      return begun
    },
    ({ done, total }) => context.output.progress(`${done} of ${total} bytes`),
  )
  context.output.endProgress()
  if (!job.ok) return job
  if (job.value.state !== 'done' || stage === null) {
    return { ok: false, error: job.value.error ?? { kind: 'cancelled' } }
  }
  const tree = await gate.call('stage:tree', { stage })
  if (!tree.ok) return tree
  const { guid, name, categories, rows } = tree.value.stage
  return { ok: true, value: { stage: guid, name, categories, rows } }
}

const openVerb: Verb = {
  words: 'open',
  synopsis: 'FILE.racestage',
  summary: 'open a stage file, read-only; a downloaded stage is never overwritten',
  options: {},
  positionals: ['FILE'],
  run: async (context) => {
    const given = context.line.positionals[0] ?? ''
    const opened = await withCore(context, {}, (core) => open(context, core, given))
    if (!opened.ok) return opened
    const { stage, name, categories, rows } = opened.value
    const text = context.isJson
      ? jsonText(opened.value)
      : `${plain(name)} (${stage}): ${rows} rows in ${categories} categories`
    const printed = await context.output.print([`${text}\n`])
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}

export const capsuleVerbs: readonly Verb[] = [capsuleVerb, openVerb]
