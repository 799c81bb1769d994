import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { StageTree } from '../../preload/contract/stages.ts'
import type { Gate } from '../gate/gate.ts'
import { notFound } from '../kernel/result.ts'

/** The tree of a stage that was taken. One that is only saved, since its links never came, is `not-found`. */
export const readStored = async (gate: Gate, stage: StageGuid): Promise<Result<StageTree>> => {
  const tree = await gate.call('stage:tree', { stage })
  if (!tree.ok) return tree
  const { linksFetchedAt, distances } = tree.value
  return linksFetchedAt === null && distances.length === 0 ? notFound('stage') : tree
}
