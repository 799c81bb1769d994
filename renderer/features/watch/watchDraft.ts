import type { Input } from '../../../preload/contract.ts'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'

/** Fields of the watch form, as typed. */
export type WatchDraft = {
  readonly every: string
  readonly budget: string
  readonly isAll: boolean
  readonly chosen: readonly CategoryId[]
}

export const draftOf = (watch: WatchState | null, scoped: readonly CategoryId[] | null): WatchDraft => ({
  every: String(watch?.everyS ?? 30),
  budget: String(watch?.budgetMbPerHour ?? 200),
  isAll: watch === null ? true : watch.categories === null,
  chosen: watch?.categories ?? scoped ?? [],
})

const wholeNumber = (text: string, least: number, most: number): number | null => {
  const trimmed = text.trim()
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN
  return value >= least && value <= most ? value : null
}

/** `least` below 5 s is for services of this machine, which may be asked so often. */
export const everyOf = (draft: WatchDraft, least: number): number | null => wholeNumber(draft.every, least, 86_400)

export const budgetOf = (draft: WatchDraft): number | null => wholeNumber(draft.budget, 1, 1_000_000)

/** Null while something in the form cannot be. */
export const wishOf = (stage: StageGuid, draft: WatchDraft, least: number): Input<'stage:watch'> | null => {
  const everyS = everyOf(draft, least)
  const budgetMbPerHour = budgetOf(draft)
  if (everyS === null || budgetMbPerHour === null || (!draft.isAll && draft.chosen.length === 0)) return null
  return { stage, everyS, budgetMbPerHour, ...(draft.isAll ? {} : { categories: draft.chosen }) }
}

/** Adds or takes away some categories, in the order of the tree. */
export const withChosen = (
  draft: WatchDraft,
  tree: StageTree,
  ids: readonly CategoryId[],
  isChosen: boolean,
): WatchDraft => {
  const changed = new Set(ids)
  const all = tree.distances.flatMap(({ categories }) => categories.map(({ id }) => id))
  return {
    ...draft,
    isAll: false,
    chosen: all.filter((id) => (changed.has(id) ? isChosen : draft.chosen.includes(id))),
  }
}
