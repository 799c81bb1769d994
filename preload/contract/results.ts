import type { ChangeMark, ChangeType } from './changes.ts'
import type { Column, ColumnRole } from './columns.ts'
import type { CategoryId, Cell, Instant, StageGuid } from './ids.ts'

/** The first places of a category as the service gives them; never ranked here. Equal places share one. */
export type Podium = {
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  readonly fetchedAt: Instant
  readonly rows: readonly {
    readonly index: number
    readonly place: number
    readonly bib: string
    readonly name: string
    readonly club: string
    /** As received. */
    readonly result: string
  }[]
}

/** Of a finisher. `unknown`: no result yet, and the body does not say why. DNF, DNS, DSQ, OTL and NC only when it says so. */
export type Status = 'OK' | 'DNF' | 'DNS' | 'DSQ' | 'OTL' | 'NC' | 'on course' | 'unknown'

export type Row = {
  readonly category: CategoryId
  /** Index in the category's stored rows, in the order received. */
  readonly index: number
  /** Same for the same finisher of a category in a later snapshot, as far as a bib tells. */
  readonly identity: string
  /** One cell for each of the page's columns. */
  readonly cells: readonly Cell[]
  readonly status: Status
  /** In the category's reply; null without one. */
  readonly place: number | null
  /** Where the cell of the name is blank: the name from the column that has one there. */
  readonly otherName?: string
  readonly isFavourite?: boolean
  /** The last that the ledger tells of the row, within the last 10 minutes. */
  readonly change?: { readonly type: ChangeType; readonly at: Instant }
}

/** What rows have by the roles of their columns, and by where they stand. */
export type RowRole = ColumnRole | 'distance' | 'category'

/**
 * By a column as it is named, or by what columns mean, whatever each table calls them. Blanks and sentinels go last in either
 * direction; equal rows stand by their place, then in the order received.
 */
export type Sort = ({ readonly column: string } | { readonly role: RowRole }) & { readonly isDescending?: boolean }

/**
 * Rows that have any of the values, folded and trimmed; '' is a row without one. The role `status` means the derived status,
 * `name` the composed name. `isFavourite`: people the user marked in the stage. `changedSince`: rows of which the ledger tells.
 */
export type Filter =
  | { readonly role: RowRole; readonly values: readonly string[] }
  | { readonly column: string; readonly values: readonly string[] }
  | { readonly isFavourite: true }
  | { readonly changedSince: Instant | ChangeMark }

/** Which rows: all of a stage, or of one distance or category, that match every word of `search`. */
export type ResultsQuery = {
  readonly stage: StageGuid
  readonly distance?: string
  readonly categories?: readonly CategoryId[]
  readonly search?: string
  /** All of them must hold. */
  readonly filters?: readonly Filter[]
  readonly sort?: readonly Sort[]
}

/** The values of one role or column among the rows that everything else of a query selects. */
export type Facet = ({ readonly role: RowRole } | { readonly column: string }) & {
  /** The most frequent first, at most 300; texts as first met. */
  readonly values: readonly { readonly value: string; readonly count: number }[]
  /** Distinct values, those left out included. */
  readonly total: number
}

/** By `key` a person is the same one in other categories and later snapshots of the stage. */
export type Favourite = {
  readonly key: string
  readonly name: string
  readonly bib: string
  readonly addedAt: Instant
}

/** One stored row, by its place in its category. */
export type RowPlace = { readonly category: CategoryId; readonly index: number }

/** What a table shows and how, to come back to; `columns` are the user's order, hidden ones and widths. */
export type ViewOfResults = Omit<ResultsQuery, 'stage'> & {
  readonly columns?: ColumnsOfView
}

export type ColumnsOfView = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Shown columns among those that are hidden by default. */
  readonly shown?: readonly string[]
  readonly widths: readonly { readonly column: string; readonly widthPx: number }[]
}

export type SavedView = { readonly name: string; readonly view: ViewOfResults; readonly savedAt: Instant }

export type ResultsPage = {
  /** Matching rows before offset and limit. */
  readonly total: number
  readonly offset: number
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

/** A row of any stage. */
export type FoundRow = {
  readonly stage: StageGuid
  readonly stageName: string
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  readonly index: number
  /** '' without one, like name, club and result, which stands as received. */
  readonly bib: string
  readonly name: string
  readonly club: string
  readonly result: string
  readonly place: number | null
  readonly status: Status
}

export type Found = {
  /** Hits before the limit. */
  readonly total: number
  readonly rows: readonly FoundRow[]
}

export type ResultsOperations = {
  'results:page': {
    readonly input: ResultsQuery & { readonly offset: number; readonly limit: number }
    readonly value: ResultsPage
  }
  /** Over all stages: rows whose bib is exactly what is searched for first, then stage by stage. */
  'results:find': { readonly input: { readonly search: string; readonly limit: number }; readonly value: Found }
  /** Categories whose rows have places, in their order. */
  'results:podium': { readonly input: { readonly stage: StageGuid }; readonly value: readonly Podium[] }
  /** Without `roles` and `columns`: what people are usually chosen by. `find`: only values that hold this text. */
  'results:facets': {
    readonly input: ResultsQuery & {
      readonly roles?: readonly RowRole[]
      readonly columns?: readonly string[]
      readonly find?: string
    }
    readonly value: readonly Facet[]
  }
  /** The people marked in a stage, by name; `add` and `remove` name any row of a person. */
  'stage:favourites': {
    readonly input: {
      readonly stage: StageGuid
      readonly add?: readonly RowPlace[]
      readonly remove?: readonly (RowPlace | { readonly key: string })[]
    }
    readonly value: readonly Favourite[]
  }
  /** The views saved for a stage, by name; `save` takes the place of one of that name, `remove` with it makes a renaming. */
  'stage:views': {
    readonly input: {
      readonly stage: StageGuid
      readonly save?: { readonly name: string; readonly view: ViewOfResults }
      readonly remove?: string
    }
    readonly value: readonly SavedView[]
  }
}

export type ResultsEvents = {
  'favourites:changed': { readonly stage: StageGuid }
  'views:changed': { readonly stage: StageGuid }
}
