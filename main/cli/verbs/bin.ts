import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { RemovedStage, Stage } from '../../../preload/contract/stages.ts'
import type { Gate } from '../../gate/gate.ts'
import { renameIssues } from '../commandLine.ts'
import { withCore } from '../session.ts'
import type { Context, Verb } from '../verb.ts'
import { jsonText, tableLines } from '../words/plain.ts'
import { readStage } from '../words/stageText.ts'

const stageLines = (stages: readonly (Stage | RemovedStage)[]): readonly string[] => {
  const areRemoved = stages.some((stage) => 'removedAt' in stage)
  return tableLines(
    ['guid', 'name', 'rows', 'downloaded', ...(areRemoved ? ['removed', 'deleted from'] : [])],
    stages.map((stage) => [
      stage.guid,
      stage.name,
      String(stage.rows),
      stage.confirmedAt ?? 'never',
      ...('removedAt' in stage ? [stage.removedAt, stage.deletedFrom] : []),
    ]),
  )
}

const answer = async <T>(
  context: Context,
  ask: (gate: Gate) => Promise<Result<T>>,
  lines: (value: T) => readonly string[],
): ReturnType<Verb['run']> => {
  const asked = await withCore(context, {}, ({ gate }) => ask(gate))
  if (!asked.ok) return asked
  const printed = await context.output.print(context.isJson ? [`${jsonText(asked.value)}\n`] : lines(asked.value))
  return printed.ok ? { ok: true, value: 0 } : printed
}

const listVerb: Verb = {
  words: 'stages',
  synopsis: '[--removed]',
  summary: 'list the stored stages, or those in the bin',
  options: { removed: { type: 'boolean' } },
  positionals: [],
  run: async (context) =>
    context.line.has('removed')
      ? await answer(context, (gate) => gate.call('stage:removed', {}), stageLines)
      : await answer(context, (gate) => gate.call('stage:list', {}), stageLines),
}

/** Does something with one stage and prints it. */
const stageVerb = (
  words: string,
  summary: string,
  ask: (gate: Gate, stage: StageGuid) => Promise<Result<Stage | RemovedStage>>,
): Verb => ({
  words,
  synopsis: 'STAGE',
  summary,
  options: {},
  positionals: ['STAGE'],
  run: async (context) => {
    const stage = readStage(context.line.positionals[0] ?? '')
    if (!stage.ok) return stage
    return await answer(
      context,
      (gate) => ask(gate, stage.value),
      (done) => stageLines([done]),
    )
  },
})

const remove = async (gate: Gate, stage: StageGuid): Promise<Result<RemovedStage>> => {
  const removed = await gate.call('stage:remove', { stage })
  if (!removed.ok) return removed
  const bin = await gate.call('stage:removed', {})
  if (!bin.ok) return bin
  const found = bin.value.find(({ guid }) => guid === stage)
  return found === undefined ? { ok: false, error: { kind: 'not-found', what: 'stage' } } : { ok: true, value: found }
}

const renameVerb: Verb = {
  words: 'rename',
  synopsis: 'STAGE NAME',
  summary: 'name a stage, for its screens, its website and its files',
  options: {},
  positionals: ['STAGE', 'NAME'],
  run: async (context) => {
    const [text = '', name = ''] = context.line.positionals
    const stage = readStage(text)
    if (!stage.ok) return stage
    return await answer(
      context,
      async (gate) => renameIssues(await gate.call('stage:rename', { stage: stage.value, name }), { name: 'NAME' }),
      (renamed) => stageLines([renamed]),
    )
  },
}

const removeVerb = stageVerb('remove', 'move a stage to the bin, which keeps it for 30 days', remove)

const restoreVerb = stageVerb('restore', 'take a stage out of the bin', (gate, stage) =>
  gate.call('stage:restore', { stage }),
)

const emptyVerb: Verb = {
  words: 'bin empty',
  synopsis: '[STAGE]',
  summary: 'delete the stages in the bin, or one of them, for good',
  options: {},
  positionals: ['STAGE?'],
  run: async (context) => {
    const [text] = context.line.positionals
    const stage = text === undefined ? null : readStage(text)
    if (stage?.ok === false) return stage
    return await answer(
      context,
      (gate) => gate.call('stage:emptyBin', stage === null ? {} : { stage: stage.value }),
      ({ deleted }) => [`${deleted} ${deleted === 1 ? 'stage' : 'stages'} deleted for good\n`],
    )
  },
}

export const binVerbs: readonly Verb[] = [listVerb, renameVerb, removeVerb, restoreVerb, emptyVerb]
