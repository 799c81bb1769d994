import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { FoundResult, ScreenColumn } from '../../../preload/contract/screens/state.ts'
import { foldBib } from '../../features/columns/rules/searchText.ts'
import { bibQuery } from '../../features/results/rules/bibQuery.ts'
import type { Gate } from '../../gate/gate.ts'
import { screenRowReader } from './rows.ts'

/** `bib`: people with that bib, several in as many distances, then their team. `words`: people with them in the name or elsewhere. */
export type Asked =
  | { readonly bib: string; readonly limit: number }
  | { readonly words: string; readonly limit: number }

/** The people asked for, and no more of them than a screen shows. */
export const findResults = async (
  gate: Pick<Gate, 'call'>,
  stage: StageGuid,
  columns: readonly ScreenColumn[],
  asked: Asked,
): Promise<Result<readonly FoundResult[]>> => {
  const bib = 'bib' in asked ? bibQuery(asked.bib) : null
  const page = await gate.call('results:page', {
    stage,
    search: 'bib' in asked ? asked.bib : asked.words,
    isByPerson: true,
    offset: 0,
    limit: asked.limit,
  })
  if (!page.ok) return page
  const read = screenRowReader(page.value.columns, columns)
  const found: FoundResult[] = []
  for (const row of page.value.rows) {
    const card = await gate.call('results:person', { category: row.category, index: row.index })
    if (!card.ok) return card
    // Rows with such a bib come first.
    if (bib !== null && bib.nearness(foldBib(card.value.bib)) === null) break
    const { name, about, result, status } = read(row)
    found.push({
      bib: card.value.bib,
      name,
      about,
      result,
      status,
      distance: card.value.distanceName,
      placings: card.value.placings.map(({ categoryName, place, finishers, status: own }) => ({
        category: categoryName,
        place: own === 'DSQ' ? null : place,
        finishers,
      })),
      // The last of them is the time that does not count.
      splits:
        status === 'DSQ'
          ? []
          : card.value.splits.flatMap(({ label, totalMs }) => (totalMs === null ? [] : [{ label, totalMs }])),
      ...(page.value.areSimilar === true ? { isSimilar: true } : {}),
    })
  }
  return { ok: true, value: found }
}
