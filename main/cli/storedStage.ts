import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Stage, StageTree } from '../../preload/contract/stages.ts'
import type { Gate } from '../gate/gate.ts'
import { notFound } from '../kernel/result.ts'
import { renameIssues } from './commandLine.ts'
import type { Context } from './verb.ts'
import { unnamedText } from './words/preflightWords.ts'

/** The tree of a stage that was taken. One that is only saved, since its links never came, is `not-found`. */
export const readStored = async (gate: Gate, stage: StageGuid): Promise<Result<StageTree>> => {
  const tree = await gate.call('stage:tree', { stage })
  if (!tree.ok) return tree
  const { linksFetchedAt, distances } = tree.value
  return linksFetchedAt === null && distances.length === 0 ? notFound('stage') : tree
}

/** Names the stage as `--title` says. */
export const nameStage = async ({ line }: Context, gate: Gate, stage: StageGuid): Promise<Result<unknown>> => {
  const name = line.text('title')
  if (name === undefined) return { ok: true, value: null }
  return renameIssues(await gate.call('stage:rename', { stage, name }), { name: '--title' })
}

export const sayUnnamed = async ({ output }: Context, { isNamed }: Stage): Promise<void> => {
  if (!isNamed) await output.say(`${unnamedText}\n`)
}
