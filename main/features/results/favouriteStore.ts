import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Favourite, SavedView } from '../../../preload/contract/results.ts'

/** A user's favourites and saved views of a stage; writes are on disk when they return. */
export type FavouriteStore = {
  /** By name. */
  readonly favourites: (stage: StageGuid) => readonly Favourite[]
  /** Removed first, by key. A person added again keeps the time of the first marking. */
  readonly changeFavourites: (stage: StageGuid, added: readonly Favourite[], removed: readonly string[]) => void
  /** By name. */
  readonly savedViews: (stage: StageGuid) => readonly SavedView[]
  readonly changeViews: (stage: StageGuid, saved: SavedView | null, removed: string | null) => void
}
