import type { CategoryId, StageGuid } from '../../preload/contract/ids.ts'
import type { ReplyPlace, Result } from '../../preload/contract/result.ts'
import type { Gate } from '../gate/gate.ts'
import { plain } from './words/plain.ts'
import { damagedSentence } from './words/sentence.ts'
import type { Context } from './verb.ts'

/** Chosen categories whose rows are left out because their stored reply is damaged. Call it after the rows were read, since reading finds the damage. */
export const readDamaged = async (
  gate: Gate,
  stage: StageGuid,
  chosen: readonly CategoryId[] | undefined,
): Promise<Result<readonly ReplyPlace[]>> => {
  const tree = await gate.call('stage:tree', { stage })
  if (!tree.ok) return tree
  const damaged = tree.value.distances.flatMap(({ name: distanceName, categories }) =>
    categories
      .filter(({ id, isDamaged }) => isDamaged === true && (chosen === undefined || chosen.includes(id)))
      .map(({ name: categoryName }) => ({ distanceName, categoryName })),
  )
  return { ok: true, value: damaged }
}

export const sayDamaged = async ({ output }: Context, damaged: readonly ReplyPlace[]): Promise<void> => {
  if (damaged.length > 0) await output.say(`${plain(damagedSentence(damaged))}\n`)
}

/** The field `damaged` of a JSON answer; absent without damaged replies. */
export const damagedJson = (
  damaged: readonly ReplyPlace[],
): { readonly damaged?: readonly { readonly distance: string; readonly category: string }[] } =>
  damaged.length === 0
    ? {}
    : { damaged: damaged.map(({ distanceName, categoryName }) => ({ distance: distanceName, category: categoryName })) }
