import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { PeopleCounts } from '../../../preload/contract/results.ts'
import { turn } from '../../kernel/turns.ts'
import type { Results } from './results.ts'

/** How many people a stage and each of its distances have; somebody who runs two distances counts in both. */
export const countPeople = async (select: Results['select'], stage: StageGuid): Promise<Result<PeopleCounts>> => {
  const selected = await select({ stage, isByPerson: true })
  if (!selected.ok) return selected
  const { total, totalRows, rowAt, placesOfPerson } = selected.value
  const distances = new Map<string, number>()
  for (let position = 0; position < total; position += 1) {
    if (position % 1_000 === 0) await turn()
    const { table, index } = rowAt(position)
    const own = new Set((placesOfPerson?.(table, index) ?? []).map((place) => place.table.distanceGuid))
    for (const distance of own) distances.set(distance, (distances.get(distance) ?? 0) + 1)
  }
  return { ok: true, value: { people: total, rows: totalRows, distances: Object.fromEntries(distances) } }
}
