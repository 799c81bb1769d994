import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { FoundResult } from '../../../preload/contract/screens/state.ts'
import type { Gate } from '../../gate/gate.ts'
import { screenRowReader } from './rows.ts'

/** People with the same bib in several distances. */
const mostFound = 5

/** The people with this bib, and no more of them than a screen shows. */
export const findResults = async (
  gate: Pick<Gate, 'call'>,
  stage: StageGuid,
  bib: string,
): Promise<Result<readonly FoundResult[]>> => {
  const page = await gate.call('results:page', {
    stage,
    filters: [{ role: 'bib', values: [bib] }],
    isByPerson: true,
    offset: 0,
    limit: mostFound,
  })
  // A stage without bibs has nobody to find.
  if (!page.ok) return page.error.kind === 'invalid-input' ? { ok: true, value: [] } : page
  const read = screenRowReader(page.value.columns)
  const found: FoundResult[] = []
  for (const row of page.value.rows) {
    const card = await gate.call('results:person', { category: row.category, index: row.index })
    if (!card.ok) return card
    const { name, club, result, status } = read(row)
    found.push({
      bib,
      name,
      club,
      result,
      status,
      distance: card.value.distanceName,
      placings: card.value.placings.map(({ categoryName, place, finishers, status: own }) => ({
        category: categoryName,
        place: own === 'DSQ' ? null : place,
        finishers,
      })),
      splits: card.value.splits.flatMap(({ label, totalMs }) => (totalMs === null ? [] : [{ label, totalMs }])),
    })
  }
  return { ok: true, value: found }
}
