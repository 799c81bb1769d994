import type { Column } from './columns.ts'
import type { CategoryId, Instant, StageGuid } from './ids.ts'
import type { Row, RowPlace, Status } from './results.ts'

/** By what rows of different categories, or of different times, are taken for the same person: the service's id, else bib with name, else the name. */
export type IdentityRule = 'id' | 'bib-and-name' | 'name'

/** One row of a person. Places and result as the body says them; nothing is ranked anew. */
export type Placing = {
  readonly category: CategoryId
  readonly index: number
  readonly distanceName: string
  readonly categoryName: string
  readonly place: number | null
  readonly placeOverall: number | null
  readonly placeSex: number | null
  readonly placeCategory: number | null
  readonly status: Status
  /** As received; '' without one. */
  readonly result: string
  readonly resultMs: number | null
  /** Rows of the category. */
  readonly rows: number
  /** Rows of the category that have a result. */
  readonly finishers: number
}

export type PersonSplit = {
  readonly label: string
  readonly totalMs: number | null
  readonly lapMs: number | null
  /** Place at the point, as the service counts it. */
  readonly place: number | null
  /** By total time among the category's rows that have one here; equal times share a rank. */
  readonly rank: number | null
  readonly medianTotalMs: number | null
  readonly medianLapMs: number | null
  /** Rows of the category with a total (or, without totals, a lap) here. */
  readonly runners: number
}

/** Another row of the same category, named. */
export type Neighbour = {
  readonly category: CategoryId
  readonly index: number
  readonly place: number | null
  readonly bib: string
  readonly name: string
  readonly result: string
  readonly resultMs: number | null
  readonly status: Status
}

/** How far behind (positive) or ahead of (negative) another row, by results as received. */
export type PersonGap = Neighbour & { readonly ms: number }

/** `times`: finishers by result · `arrivals`: finishers by the race's clock, which is the gun time where the body has one. */
export type PictureKind = 'times' | 'arrivals'

export type PictureBin = {
  /** Null in a first bin that holds everything earlier. */
  readonly fromMs: number | null
  /** Excluded; null in a last bin that holds everything later. */
  readonly toMs: number | null
  readonly count: number
  /** Finishers up to the end of the bin. */
  readonly upTo: number
}

export type Picture = {
  readonly kind: PictureKind
  /** The role of the column whose times are counted: of the first of the categories that has any. */
  readonly time: 'result' | 'gunTime' | 'chipTime' | null
  readonly stepMs: number
  readonly bins: readonly PictureBin[]
  /** People with a time: whoever stands in several categories of a distance is counted once. */
  readonly counted: number
  /** Rows that were looked at, and those of them without a time. */
  readonly rows: number
  readonly withoutTime: number
  readonly medianMs: number | null
  readonly person: {
    readonly ms: number
    readonly bin: number
    /** Of those counted, how many have a shorter time, and how many a longer one. */
    readonly faster: number
    readonly slower: number
  } | null
  readonly categories: number
  /** When the oldest of the rows counted were fetched; null without rows. */
  readonly fetchedAt: Instant | null
}

export type PersonView = {
  readonly row: Row
  readonly columns: readonly Column[]
  readonly distanceName: string
  readonly categoryName: string
  readonly fetchedAt: Instant
  /** The row as it stands in the body, pretty-printed. */
  readonly rawJson: string
}

/** One person: the row that was opened, all their rows in the stage, and those around them in the row's category. */
export type PersonCard = PersonView & {
  readonly name: string
  readonly bib: string
  readonly status: Status
  /** By which rule `placings` were found; null when the row names nobody, and it stands there alone. */
  readonly rule: IdentityRule | null
  /** Every row of the person in the stage, in the order of distances and categories; at most 100. */
  readonly placings: readonly Placing[]
  readonly splits: readonly PersonSplit[]
  /** To the first of the category and to those right before and behind in the order of places; null where a result is missing. */
  readonly gaps: {
    readonly leader: PersonGap | null
    readonly ahead: PersonGap | null
    readonly behind: PersonGap | null
  }
  /** Up to two before and two behind in the order of places. */
  readonly before: readonly Neighbour[]
  readonly behind: readonly Neighbour[]
}

export type PersonOperations = {
  'results:person': {
    readonly input: { readonly category: CategoryId; readonly index: number }
    readonly value: PersonCard
  }
  /** How the times of a distance, of categories or of the whole stage are spread; `person` is placed among them. */
  'results:picture': {
    readonly input: {
      readonly stage: StageGuid
      readonly distance?: string
      readonly categories?: readonly CategoryId[]
      readonly kind: PictureKind
      readonly person?: RowPlace
    }
    readonly value: Picture
  }
}
