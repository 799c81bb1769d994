import type { CategoryId, Instant, StageGuid } from './ids.ts'

/**
 * What a ledger entry tells. `mass-recalculation` is a headline over entries of a category that changed for more than a
 * fifth of its rows at once; the last three are about a category, not about a row.
 */
export type ChangeType =
  | 'new'
  | 'result'
  | 'place'
  | 'status'
  | 'name'
  | 'club'
  | 'moved'
  | 'vanished'
  | 'mass-recalculation'
  | 'drift'
  | 'problem'
  | 'recovered'

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
  /** Of the finisher's row as stored now; null when there is none. */
  readonly index: number | null
  /** The headline that it is a detail of. */
  readonly headline: number | null
  /** Of a headline: rows that changed, and rows that were there; without details when its rows cannot be told apart. */
  readonly count?: number
  readonly of?: number
  /** The finisher was known and has a result from now on. */
  readonly isFirstResult?: boolean
}

/** The newest change that the user has seen, printed or exported. */
export type ChangeMark = 'looked' | 'printed' | 'exported'

/** When each mark was set; for exports and prints, when the rows were read. Changes are counted by id, not by this time. */
export type ChangeMarks = { readonly [K in ChangeMark]: Instant | null }

/**
 * Which changes of a stage. Details stand behind their headline: they come only with `headline`, `person` or `search`, or
 * when `isFlat` asks for them as entries of their own. A mark that was never set counts as the beginning.
 */
export type ChangesQuery = {
  readonly stage: StageGuid
  readonly types?: readonly ChangeType[]
  readonly categories?: readonly CategoryId[]
  readonly search?: string
  readonly since?: Instant | ChangeMark
  /** Of the person of this row, in every category of the stage. */
  readonly person?: { readonly category: CategoryId; readonly index: number }
  readonly headline?: number
  readonly isFlat?: boolean
  /** True: only what brought somebody's first result; false: all but these. */
  readonly areFinishes?: boolean
}

export type ChangesPage = {
  /** Matching changes before offset and limit. */
  readonly total: number
  /** Id of the newest change of the stage that the page knows; 0 without changes. */
  readonly lastId: number
  readonly marks: ChangeMarks
  /** Of what matches apart from `types`. */
  readonly counts: { readonly [K in ChangeType]?: number }
  /** Newest first; with `afterId` oldest first. */
  readonly changes: readonly Change[]
}

export type ChangesOperations = {
  /** The ledger of the stage. `afterId`: only later ones, oldest first. */
  'results:changes': {
    readonly input: ChangesQuery & { readonly afterId?: number; readonly offset: number; readonly limit: number }
    readonly value: ChangesPage
  }
  /**
   * Marks the changes up to `lastId` (of a page) as seen, or all stored changes without it. Exports and prints of results
   * set their own marks.
   */
  'results:markChanges': {
    readonly input: { readonly stage: StageGuid; readonly mark: ChangeMark; readonly lastId?: number }
    readonly value: ChangeMarks
  }
}

export type ChangesEvents = {
  /** Changes of the stage were written, `lastId` is the last of them; at most twice a second for a stage. */
  'ledger:changed': { readonly stage: StageGuid; readonly count: number; readonly lastId: number }
}
