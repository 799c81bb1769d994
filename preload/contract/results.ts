import * as z from 'zod'
import { keyIssue, looksLikeKey } from '../shared/keyLike.ts'
import { columnName, limit, line, name, rowOffset, search, widthPx } from './bounds.ts'
import { changeMark, type ChangeType } from './changes.ts'
import type { Column } from './columns.ts'
import {
  categoryIds,
  instant,
  rowPlace,
  stageGuid,
  type CategoryId,
  type Cell,
  type Instant,
  type RowPlace,
  type StageGuid,
} from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import { rowRoles, type RowRole } from './roles.ts'

/**
 * The first places of a category as the service gives them; never ranked here. Equal places share one. A category without
 * places of its own has those by sex and by age group, one podium each, and the first by overall place.
 */
export type Podium = {
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  /** The sex or age group of a part of the category, as received; '' for the whole. */
  readonly group: string
  readonly fetchedAt: Instant
  readonly rows: readonly {
    readonly index: number
    readonly place: number
    readonly bib: string
    readonly name: string
    readonly club: string
    readonly team: string
    readonly city: string
    /** As received. */
    readonly result: string
  }[]
}

/** A person's finish of a distance. Texts as received, '' without one. */
export type Finish = {
  readonly bib: string
  readonly name: string
  readonly club: string
  readonly team: string
  readonly city: string
  readonly result: string
  readonly distanceName: string
  /** When a download first brought the result; null if the first one of the stage did. */
  readonly learnedAt: Instant | null
  /** Their rows in the distance; a row without a place of its own has its overall place and others, one entry each. */
  readonly placings: readonly (RowPlace & {
    readonly categoryName: string
    readonly role: keyof Pick<Placing, 'place' | 'placeOverall' | 'placeSex' | 'placeCategory'>
    readonly place: number | null
  })[]
}

/** `unknown`: no result yet and no reason in the body. DNF, DNS, DSQ, OTL and NC need a reason in the body. */
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
  /** By person: all rows of the person in the chosen categories, this one included. */
  readonly placesOfPerson?: readonly RowPlace[]
  /** The last change of the row within the last 10 minutes. */
  readonly change?: { readonly type: ChangeType; readonly at: Instant }
}

const rowRole = () => z.enum(rowRoles)

/**
 * By a column as it is named, or by what columns mean, whatever each table calls them. Blanks and sentinels go last in either
 * direction; equal rows stand by their place, then in the order received.
 */
export type Sort = Parsed<typeof sort>
const sort = () =>
  z.union([
    z.strictObject({ column: columnName(), isDescending: z.boolean().exactOptional() }),
    z.strictObject({ role: rowRole(), isDescending: z.boolean().exactOptional() }),
  ])

const filterValues = () => z.array(z.string().max(10_000)).min(1).max(1_000)

/**
 * Rows that have any of the values, folded and trimmed; '' is a row without one. The role `status` means the derived status,
 * `name` the composed name. `isFavourite`: people the user marked in the stage. `changedSince`: rows of which the ledger tells.
 */
export type Filter = Parsed<typeof filter>
const filter = () =>
  z.union([
    z.strictObject({ role: rowRole(), values: filterValues() }),
    z.strictObject({ column: columnName(), values: filterValues() }),
    z.strictObject({ isFavourite: z.literal(true) }),
    z.strictObject({ changedSince: z.union([changeMark(), instant()]) }),
  ])

/** Which rows: all of a stage, or of one distance or category, that match every word of `search`. */
export type ResultsQuery = Parsed<typeof resultsQuery>
export const resultsQuery = () =>
  z.strictObject({
    stage: stageGuid(),
    distance: line(200).exactOptional(),
    categories: categoryIds().exactOptional(),
    search: search().exactOptional(),
    /** All of them must hold. */
    filters: z.array(filter()).max(50).exactOptional(),
    sort: z.array(sort()).max(5).exactOptional(),
    /** One row for each person, by the rule of the person card: that in the largest category. */
    isByPerson: z.literal(true).exactOptional(),
  })

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

export type ColumnsOfView = Parsed<typeof columnsOfView>
export const columnsOfView = () =>
  z.strictObject({
    order: z.array(columnName()).max(5_000),
    hidden: z.array(columnName()).max(5_000),
    /** Shown columns among those that are hidden by default. */
    shown: z.array(columnName()).max(5_000).exactOptional(),
    widths: z.array(z.strictObject({ column: columnName(), widthPx: widthPx() })).max(5_000),
  })

/** A saved view; `columns` are the user's order, hidden columns and widths. */
export type ViewOfResults = Parsed<typeof viewOfResults>
const viewOfResults = () => resultsQuery().omit({ stage: true }).extend({ columns: columnsOfView().exactOptional() })

const keptView = () =>
  viewOfResults().extend({
    search: search()
      .refine((text) => !looksLikeKey(text), keyIssue)
      .exactOptional(),
  })

export type SavedView = { readonly name: string; readonly view: ViewOfResults; readonly savedAt: Instant }

export type ResultsPage = {
  /** Matching rows before offset and limit; by person the people that have any. */
  readonly total: number
  /** By person: matching rows of these people. */
  readonly totalRows?: number
  readonly offset: number
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** The words of the search are in no row of the stage; these rows hold similar ones. */
  readonly areSimilar?: true
}

export type PeopleCounts = {
  readonly people: number
  readonly rows: number
  /** By the GUID of the distance; those without people are left out. */
  readonly distances: { readonly [guid: string]: number }
}

/** A person of any stage, with the row in the largest category in which the words were found. */
export type FoundRow = {
  readonly stage: StageGuid
  readonly stageName: string
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  /** Names of all categories in which the person was found. */
  readonly categories: readonly string[]
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
  /** People before the limit; null when so many rows were found that not all were compared. */
  readonly total: number | null
  readonly rows: readonly FoundRow[]
  /** The words are in no stage; these people have similar ones. */
  readonly areSimilar?: true
}

/** By what rows of different categories, or of different times, are taken for the same person: the service's id, else bib with name, else the name. */
export type IdentityRule = 'id' | 'bib-and-name' | 'name'

/** One row of a person. Places and result as received; nothing is recalculated. */
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

/** `ms`: how far behind (positive) or ahead of (negative) another row, by results as received. */
export type PersonGap = Neighbour & { readonly ms: number }
/** `ms`: as of a gap; null where a result is missing, and across different numbers of laps. */
export type NearNeighbour = Neighbour & { readonly ms: number | null }

/** `times`: finishers by result · `arrivals`: finishers by the race's clock, which is the gun time where the body has one. */
export type PictureKind = Parsed<typeof pictureKind>
const pictureKind = () => z.enum(['times', 'arrivals'])

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
  /** People with a time; a person in several categories of a distance counts once. */
  readonly counted: number
  /** Rows that were looked at, and those of them without a time. */
  readonly rows: number
  readonly withoutTime: number
  readonly medianMs: number | null
  readonly person: {
    readonly ms: number
    readonly bin: number
    /** People with a shorter and with a longer time. */
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
  /** The row as received, pretty-printed. */
  readonly rawJson: string
}

/** One person: the row that was opened, all their rows in the stage, and those around them in the row's category. */
export type PersonCard = PersonView & {
  readonly name: string
  readonly bib: string
  readonly status: Status
  /** By which rule `placings` were found; null for a row without a person, which is then the only one. */
  readonly rule: IdentityRule | null
  /** Every row of the person in the stage, in the order of distances and categories; at most 100. */
  readonly placings: readonly Placing[]
  readonly splits: readonly PersonSplit[]
  /** To the first of the category and to those right before and behind in the order of places; null where `ms` would be. */
  readonly gaps: {
    readonly leader: PersonGap | null
    readonly ahead: PersonGap | null
    readonly behind: PersonGap | null
  }
  /** Up to two before and two behind in the order of places. */
  readonly before: readonly NearNeighbour[]
  readonly behind: readonly NearNeighbour[]
}

/** People of a distance who are on the course and soon expected at the finish, the next first; at most 200. */
export type ExpectedPeople = {
  readonly distanceName: string
  readonly columns: readonly Column[]
  readonly people: readonly {
    readonly row: Row
    /** The last point passed, as the service calls it. */
    readonly point: string
    readonly dueAt: Instant
    /** Half of the finishers came within so many ms around their expected time. */
    readonly spreadMs: number
  }[]
}

export const resultsOperations = {
  'results:page': operation<ResultsPage>()(() => resultsQuery().extend({ offset: rowOffset(), limit: limit(1_000) })),
  /** Over all stages, one line a person: exact bibs first, then hits in a name, then the others, each stage by stage. */
  'results:find': operation<Found>()(() => z.strictObject({ search: search(), limit: limit(200) })),
  'results:people': operation<PeopleCounts>()(() => z.strictObject({ stage: stageGuid() })),
  /** Categories whose rows have places, in their order. */
  'results:podium': operation<readonly Podium[]>()(() => z.strictObject({ stage: stageGuid() })),
  /**
   * The newest finishes first: in a distance by race time (gun time where rows have one), equal times by when they were learned;
   * distances side by side by when they were learned.
   */
  'results:finishes': operation<readonly Finish[]>()(() =>
    z.strictObject({
      stage: stageGuid(),
      distance: line(200).exactOptional(),
      categories: categoryIds().exactOptional(),
      limit: limit(200),
    }),
  ),
  /**
   * By the last point that people passed and the pace of the field from there; only distances where somebody has finished since
   * the first download, which tells when they started.
   */
  'results:expected': operation<readonly ExpectedPeople[]>()(() =>
    z.strictObject({
      stage: stageGuid(),
      distance: line(200).exactOptional(),
      categories: categoryIds().exactOptional(),
    }),
  ),
  /** Without `roles` and `columns`: what people are usually chosen by. `find`: only values that hold this text. */
  'results:facets': operation<readonly Facet[]>()(() =>
    resultsQuery().extend({
      roles: z.array(rowRole()).max(50).exactOptional(),
      columns: z.array(columnName()).max(50).exactOptional(),
      find: z.string().max(200).exactOptional(),
    }),
  ),
  /** The people marked in a stage, by name; `add` and `remove` name any row of a person. */
  'stage:favourites': operation<readonly Favourite[]>()(() =>
    z.strictObject({
      stage: stageGuid(),
      add: z.array(rowPlace()).max(1_000).exactOptional(),
      remove: z
        .array(z.union([rowPlace(), z.strictObject({ key: z.string().min(1).max(1_000) })]))
        .max(1_000)
        .exactOptional(),
    }),
  ),
  /** The views saved for a stage, by name; `save` takes the place of one of that name, `remove` with it makes a renaming. */
  'stage:views': operation<readonly SavedView[]>()(() =>
    z.strictObject({
      stage: stageGuid(),
      save: z.strictObject({ name: name(), view: keptView() }).exactOptional(),
      remove: line(200).exactOptional(),
    }),
  ),
  'results:person': operation<PersonCard>()(rowPlace),
  /** How the times of a distance, of categories or of the whole stage are spread; `person` is placed among them. */
  'results:picture': operation<Picture>()(() =>
    z.strictObject({
      stage: stageGuid(),
      distance: line(200).exactOptional(),
      categories: categoryIds().exactOptional(),
      kind: pictureKind(),
      person: rowPlace().exactOptional(),
    }),
  ),
}

export type ResultsEvents = {
  'favourites:changed': { readonly stage: StageGuid; readonly areAdded: boolean }
  'views:changed': { readonly stage: StageGuid }
}
