import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Favourite, SavedView } from '../../../preload/contract/results.ts'

/** What a user keeps of a stage beside its data; small writes that are on the disk when they return. */
export type FavouriteStore = {
  /** By name. */
  readonly favourites: (stage: StageGuid) => readonly Favourite[]
  /** Removed first, by key. Somebody added again keeps the time of the first marking. */
  readonly changeFavourites: (stage: StageGuid, added: readonly Favourite[], removed: readonly string[]) => void
  /** By name. */
  readonly savedViews: (stage: StageGuid) => readonly SavedView[]
  readonly changeViews: (stage: StageGuid, saved: SavedView | null, removed: string | null) => void
}
