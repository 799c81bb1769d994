import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { goTo } from '../route.ts'
import { createStore } from '../state/store.ts'

/** One row of a stage, by its place in its category's stored rows. */
type RowPlace = { readonly stage: StageGuid; readonly category: CategoryId; readonly index: number }

/** `isCardOnly`: its card alone is wanted, and the table stays as it is. */
type WantedRow = RowPlace & { readonly isCardOnly: boolean }

/** The row that the results view is to open next; it takes the wish away once it follows it. */
export const wantedRow = createStore<WantedRow | null>(null)

/** Shows the stage's results with this row chosen and its person open, from wherever the user is. */
export const openRow = (place: RowPlace): void => {
  wantedRow.set({ ...place, isCardOnly: false })
  goTo({ screen: 'stage', stage: place.stage })
}

/** What the bib lookup is to search next; it takes the words away once it shows them. */
export const wantedAtDesk = createStore<string | null>(null)

/** Shows the stage's bib lookup with these words in it. */
export const openAtDesk = (stage: StageGuid, words: string): void => {
  wantedAtDesk.set(words)
  goTo({ screen: 'stage', stage, view: 'desk' })
}

/** Opens the person of this row beside the table that is shown; its search, filters and sorting stay. */
export const openCard = (place: RowPlace): void => wantedRow.set({ ...place, isCardOnly: true })
