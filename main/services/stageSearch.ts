import type { CategoryId, StageGuid } from '../../preload/contract.ts'
import { queryWords } from '../domain/queryWords.ts'
import { findRowsOf, gatherPostings, tokenizeLines, type LineTokens, type Postings } from '../domain/searchIndex.ts'
import { foldBib, hasBibLines, searchKeyOf } from '../domain/searchText.ts'
import { createTokenDictionary, type TokenDictionary } from '../domain/tokenDictionary.ts'
import type { CategoryRowsCache } from './categoryRows.ts'
import type { StoredTable } from './ports.ts'
import { runInTurns } from './turns.ts'

export type StageHits = {
  /** Rows numbered through the selected tables: those whose bib the query is, then the others, each in order. */
  readonly rows: readonly number[]
  /** How many of them have the query for a bib. */
  readonly bibs: number
}

export type StageSearch = {
  /**
   * `tables` are all of the stage's in their order, `selected` some of them in the same order. Null when the query holds no
   * word. What changed since the last search is indexed first, giving way to other work.
   */
  readonly find: (
    stage: StageGuid,
    tables: readonly StoredTable[],
    selected: readonly StoredTable[],
    query: string,
  ) => Promise<StageHits | null>
}

/** A table's tokens, and what they were made of. */
type Indexed = {
  readonly snapshot: number
  readonly roles: number
  readonly key: string
  readonly lines: LineTokens
}

/** Postings, and the tables in order that they were gathered from. */
type Gathered = { readonly from: readonly Indexed[]; readonly postings: Postings }

type StageIndex = {
  readonly dictionary: TokenDictionary
  readonly lines: Map<CategoryId, Indexed>
  gathered: Gathered | null
}

/** Rows of stages whose indexes are kept at hand, about 150 bytes each. */
const rowsLimit = 500_000
/** An index that was changed this often over is made anew, without the tokens that nothing holds any more. */
const staleTokens = 50_000

const emptyIndex = (): StageIndex => ({ dictionary: createTokenDictionary(), lines: new Map(), gathered: null })

export const createStageSearch = (cache: Pick<CategoryRowsCache, 'columns' | 'searchText'>): StageSearch => {
  /** The one used last comes last. */
  const indexes = new Map<StageGuid, StageIndex>()
  const building = new Map<StageGuid, Promise<unknown>>()

  const gatheredOf = ({ gathered, lines }: StageIndex, tables: readonly StoredTable[]): Gathered | null => {
    if (gathered === null || gathered.from.length !== tables.length) return null
    const isSame = tables.every((table, place) => {
      const indexed = lines.get(table.category)
      return isCurrent(indexed, table) && indexed === gathered.from[place]
    })
    return isSame ? gathered : null
  }

  function* build(index: StageIndex, tables: readonly StoredTable[]): Generator<undefined, Gathered> {
    const { dictionary, lines } = index
    const from: Indexed[] = []
    for (const table of tables) {
      let indexed = lines.get(table.category)
      if (indexed === undefined || !isCurrent(indexed, table)) {
        const { snapshot, roles } = table
        const columns = cache.columns(table)
        const key = searchKeyOf(columns)
        // Other roles often leave the columns that are searched as they were.
        const isSameText = indexed?.snapshot === snapshot && indexed.key === key
        const read: LineTokens =
          indexed !== undefined && isSameText
            ? indexed.lines
            : yield* tokenizeLines(cache.searchText(table), table.rows, hasBibLines(columns), dictionary)
        indexed = { snapshot, roles, key, lines: read }
        lines.set(table.category, indexed)
      }
      from.push(indexed)
      yield
    }
    const categories = new Set(tables.map(({ category }) => category))
    for (const category of lines.keys()) if (!categories.has(category)) lines.delete(category)
    const postings = yield* gatherPostings(
      from.map(({ lines: read }) => read),
      dictionary.size(),
    )
    index.gathered = { from, postings }
    return index.gathered
  }

  const isStale = ({ dictionary, gathered }: StageIndex): boolean =>
    gathered !== null && dictionary.size() > 2 * gathered.postings.inUse + staleTokens

  const makeRoom = (stage: StageGuid): void => {
    let rows = 0
    for (const { gathered } of indexes.values()) rows += gathered?.postings.rowCount ?? 0
    for (const [oldest, { gathered }] of indexes) {
      if (rows <= rowsLimit) return
      if (oldest === stage || building.has(oldest)) continue
      rows -= gathered?.postings.rowCount ?? 0
      indexes.delete(oldest)
    }
  }

  const indexOf = (stage: StageGuid): StageIndex => {
    const known = indexes.get(stage)
    const index = known === undefined || isStale(known) ? emptyIndex() : known
    indexes.delete(stage)
    indexes.set(stage, index)
    return index
  }

  /** The index of just these tables. */
  const ready = async (
    stage: StageGuid,
    tables: readonly StoredTable[],
  ): Promise<{ readonly dictionary: TokenDictionary; readonly gathered: Gathered }> => {
    // Whoever asked for the build under way is told when it fails; here it is only waited for.
    for (let under = building.get(stage); under !== undefined; under = building.get(stage)) {
      await under.catch(() => undefined)
    }
    const index = indexOf(stage)
    const { dictionary } = index
    const known = gatheredOf(index, tables)
    if (known !== null) return { dictionary, gathered: known }
    const built = runInTurns(build(index, tables)).finally(() => building.delete(stage))
    building.set(stage, built)
    const gathered = await built
    makeRoom(stage)
    return { dictionary, gathered }
  }

  return {
    find: async (stage, tables, selected, query) => {
      const words = queryWords(query)
      if (words.length === 0) return null
      const { dictionary, gathered } = await ready(stage, tables)
      const hits = findRowsOf(gathered.postings, dictionary, words)
      return selectHits(hits, gathered.from, tables, selected, dictionary.numberOf(foldBib(query)))
    },
  }
}

const isCurrent = (indexed: Indexed | undefined, table: StoredTable): boolean =>
  indexed?.snapshot === table.snapshot && indexed.roles === table.roles

/** Hits of a whole stage as rows of the selected tables. `bib`: the number of the bib that the query may be. */
const selectHits = (
  hits: readonly number[],
  from: readonly Indexed[],
  tables: readonly StoredTable[],
  selected: readonly StoredTable[],
  bib: number | undefined,
): StageHits => {
  const chosen = new Set(selected.map(({ category }) => category))
  const bibs: number[] = []
  const others: number[] = []
  let at = 0
  /** Where a table's rows begin among those of all tables, and among those of the selected ones. */
  let first = 0
  let selectedFirst = 0
  for (const [place, { category, rows }] of tables.entries()) {
    const end = first + rows
    const isChosen = chosen.has(category)
    const bibsOf = bib === undefined ? null : (from[place]?.lines.bibs ?? null)
    for (let hit = hits[at]; hit !== undefined && hit < end; hit = hits[at]) {
      at += 1
      if (!isChosen) continue
      const index = hit - first
      if (bibsOf !== null && bibsOf[index] === bib) bibs.push(selectedFirst + index)
      else others.push(selectedFirst + index)
    }
    first = end
    if (isChosen) selectedFirst += rows
  }
  return { rows: bibs.length === 0 ? others : [...bibs, ...others], bibs: bibs.length }
}
