import * as z from 'zod'
import { limit, offset, search } from './bounds.ts'
import { categoryIds, instant, rowPlace, stageGuid, type CategoryId, type Instant, type StageGuid } from './ids.ts'
import { operation, type Parsed } from './operation.ts'

/**
 * Type of a ledger entry. `mass-recalculation` is a headline over the entries of a category in which more than a fifth
 * of the rows changed at once; the last three types are about a category, not a row.
 */
export type ChangeType = Parsed<typeof changeType>
const changeType = () =>
  z.enum([
    'new',
    'result',
    'place',
    'status',
    'name',
    'club',
    'moved',
    'vanished',
    'mass-recalculation',
    'drift',
    'problem',
    'recovered',
  ])

/** One thing that a later body of a category says otherwise than the one before it. Texts as received. */
export type Change = {
  /** Rises with time. */
  readonly id: number
  /** When the body came that brought it. */
  readonly at: Instant
  readonly type: ChangeType
  readonly category: CategoryId
  readonly distanceName: string
  readonly categoryName: string
  readonly bib: string | null
  readonly name: string | null
  /** Null when there was nothing; of a moved finisher the categories' names; with another bib, bib and name together. */
  readonly before: string | null
  readonly after: string | null
  /** Index of the finisher's current row; null without one. */
  readonly index: number | null
  /** The headline that it is a detail of. */
  readonly headline: number | null
  /** Rows changed under a headline, and rows before; without details when rows have no identity. */
  readonly count?: number
  readonly of?: number
  /** The finisher was known and has a result from now on. */
  readonly isFirstResult?: boolean
}

/** The newest change that the user has seen, printed or exported. */
export type ChangeMark = Parsed<typeof changeMark>
export const changeMark = () => z.enum(['looked', 'printed', 'exported'])

const changeId = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/**
 * Which changes of a stage. Details stand behind their headline: they come only with `headline`, `person` or `search`, or
 * when `isFlat` asks for them as entries of their own. A mark that was never set counts as the beginning.
 */
export type ChangesQuery = Parsed<typeof changesQuery>
export const changesQuery = () =>
  z.strictObject({
    stage: stageGuid(),
    types: z.array(changeType()).max(20).exactOptional(),
    categories: categoryIds().exactOptional(),
    search: search().exactOptional(),
    since: z.union([changeMark(), instant()]).exactOptional(),
    /** Only changes of this row's person, in every category of the stage. */
    person: rowPlace().exactOptional(),
    headline: changeId().exactOptional(),
    isFlat: z.boolean().exactOptional(),
    /** True: only first results; false: neither these nor new rows nor people who have set off. */
    areFinishes: z.boolean().exactOptional(),
  })

/** When each mark was set; for exports and prints, when the rows were read. Changes are counted by id, not by this time. */
export type ChangeMarks = { readonly [K in ChangeMark]: Instant | null }

export type ChangesPage = {
  /** Matching changes before offset and limit. */
  readonly total: number
  /** Id of the newest change of the stage that the page knows; 0 without changes. */
  readonly lastId: number
  readonly marks: ChangeMarks
  /** Counts of all matches, ignoring `types`. */
  readonly counts: { readonly [K in ChangeType]?: number }
  /** Who the matches are about; a person who changed in three categories counts once. */
  readonly people: number
  /** How many changes `areFinishes: false` leaves out; absent without it. */
  readonly arrivals?: number
  /** Newest first; with `afterId` oldest first. */
  readonly changes: readonly Change[]
}

export const changesOperations = {
  /** The ledger of the stage. `afterId`: only later ones, oldest first. */
  'results:changes': operation<ChangesPage>()(() =>
    changesQuery().extend({ afterId: changeId().exactOptional(), offset: offset(), limit: limit(1_000) }),
  ),
  /**
   * Marks the changes up to `lastId` (of a page) as seen, or all stored changes without it. Exports and prints of results
   * set their own marks.
   */
  'results:markChanges': operation<ChangeMarks>()(() =>
    z.strictObject({ stage: stageGuid(), mark: changeMark(), lastId: changeId().exactOptional() }),
  ),
}

export type ChangesEvents = {
  /** Changes of the stage were written, `lastId` is the last of them; at most twice a second for a stage. */
  'ledger:changed': { readonly stage: StageGuid; readonly count: number; readonly lastId: number }
}
