import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { bibKinds, bibQuery, type BibQuery } from './rules/bibQuery.ts'
import { queryWords } from './rules/queryWords.ts'
import {
  findRowsOf,
  gatherPostings,
  scanLines,
  tokenizeLines,
  type LineTokens,
  type Postings,
  type WordTokens,
} from './rules/searchIndex.ts'
import { scanText } from './rules/searchScan.ts'
import { hasBibLines, searchKeyOf } from '../columns/rules/searchText.ts'
import { canBeMistyped, inOtherLayout, partsOf } from '../../../preload/shared/similarWords.ts'
import { createTokenDictionary, type QueryWord, type TokenDictionary } from './rules/tokenDictionary.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { type Steps, runInTurns } from '../../kernel/turns.ts'
import type { StoredTable } from '../columns/tableStore.ts'

export type StageHits = {
  /** Rows numbered through the selected tables: those with a bib near the query, the nearest first, then the others. */
  readonly rows: readonly number[]
  /** The same apart, each part in order: by the nearness of their bibs, the others last. */
  readonly parts: readonly (readonly number[])[]
  /** As of `findSimilar`. */
  readonly areSimilar?: true
}

export type StageSearch = {
  /**
   * `tables` are all of the stage's in their order, `selected` some of them in the same order. Null when the query holds no
   * word. Bodies changed since the last search are indexed first, in turns with other work. `isPassing`: one of many stages that
   * are searched; its index evicts no other, and the stored text is scanned when the cache is full.
   */
  readonly find: (
    stage: StageGuid,
    tables: readonly StoredTable[],
    selected: readonly StoredTable[],
    query: string,
    isPassing?: boolean,
  ) => Promise<StageHits | null>
  /**
   * Rows for words that no row of the stage has, by the first of these that finds any: the same keys in the other layout of
   * the keyboard, a word that rows have in two, words with one wrong letter. Null when none does.
   */
  readonly findSimilar: StageSearch['find']
  /** Drops every finished index. */
  readonly forget: () => void
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
  isGathering: boolean
  /** Many of its tokens are of rows that are gone. */
  isStale: boolean
  /** When a table was read last, by the clock of this process. */
  changedAtMs: number
  /** One for every token, all zero. */
  flags: Uint8Array
}

/** Rows of stages whose indexes are kept at hand, about 150 bytes each. */
const rowsLimit = 500_000
/** An index with this many changes is rebuilt without unused tokens. */
const staleTokens = 50_000
/** Rows that may be outside of the postings before these are gathered anew; and a quarter of those within. */
const mostLoose = 2_000
/** While tables come faster than this, as during a take, postings would be gathered over and over for nothing. */
const restMs = 400

const emptyIndex = (): StageIndex => ({
  dictionary: createTokenDictionary(),
  lines: new Map(),
  gathered: null,
  isGathering: false,
  isStale: false,
  changedAtMs: Number.NEGATIVE_INFINITY,
  flags: new Uint8Array(0),
})

export const createStageSearch = (
  cache: Pick<CategoryRowsCache, 'load' | 'columns' | 'searchText'>,
  mostRows = rowsLimit,
): StageSearch => {
  /** The one used last comes last. */
  const indexes = new Map<StageGuid, StageIndex>()
  const building = new Map<StageGuid, Promise<unknown>>()

  function* readTables({ dictionary, lines }: StageIndex, tables: readonly StoredTable[]): Steps<readonly Indexed[]> {
    const read: Indexed[] = []
    for (const table of tables) {
      const known = lines.get(table.category)
      const { snapshot, roles } = table
      if (known !== undefined && isCurrent(known, table)) {
        read.push(known)
        continue
      }
      const columns = cache.columns(table)
      const key = searchKeyOf(columns)
      const tokens: LineTokens =
        known?.snapshot === snapshot && known.key === key
          ? // Other roles often leave the columns that are searched as they were.
            known.lines
          : yield* tokenizeLines(yield* cache.searchText(table), table.rows, hasBibLines(columns), dictionary)
      const indexed = { snapshot, roles, key, lines: tokens }
      lines.set(table.category, indexed)
      read.push(indexed)
      yield
    }
    yield* dictionary.prepare()
    const categories = new Set(tables.map(({ category }) => category))
    for (const category of lines.keys()) if (!categories.has(category)) lines.delete(category)
    return read
  }

  const makeRoom = (stage: StageGuid): void => {
    let rows = keptRows()
    for (const [oldest, index] of indexes) {
      if (rows <= mostRows) return
      if (oldest === stage || building.has(oldest)) continue
      rows -= rowsWithin(index)
      indexes.delete(oldest)
    }
  }

  const keptRows = (): number => [...indexes.values()].reduce((sum, index) => sum + rowsWithin(index), 0)

  /** The index is in the cache or fits into it. */
  const hasRoom = (stage: StageGuid, tables: readonly StoredTable[]): boolean => {
    if (indexes.has(stage) || building.has(stage)) return true
    // Indexes that are being built may still grow to any size.
    return building.size === 0 && keptRows() + tables.reduce((sum, { rows }) => sum + rows, 0) <= mostRows
  }

  const scanStored = async (selected: readonly StoredTable[], query: string): Promise<StageHits> => {
    const words = queryWords(query)
    const asked = bibQuery(query)
    const parts = noHits()
    let start = 0
    for (const table of selected) {
      const bib = hasBibLines(cache.columns(table)) ? asked : null
      const hits = await runInTurns(scanText(await runInTurns(cache.searchText(table)), table.rows, words, bib))
      for (const [at, row] of hits.rows.entries()) parts[hits.nearness[at] ?? bibKinds]?.push(start + row)
      start += table.rows
    }
    return { rows: parts.flat(), parts }
  }

  const indexOf = (stage: StageGuid): StageIndex => {
    const known = indexes.get(stage)
    const index = known === undefined || known.isStale ? emptyIndex() : known
    indexes.delete(stage)
    indexes.set(stage, index)
    return index
  }

  /** The tables' tokens, in the order of the tables. */
  const ready = async (
    stage: StageGuid,
    tables: readonly StoredTable[],
  ): Promise<{ readonly index: StageIndex; readonly current: readonly Indexed[] }> => {
    // The caller that started this build reports its failure.
    for (let under = building.get(stage); under !== undefined; under = building.get(stage)) {
      await under.catch(() => undefined)
    }
    const index = indexOf(stage)
    const known = tables.map(({ category }) => index.lines.get(category))
    if (known.every((indexed, place) => isCurrent(indexed, tables[place]))) {
      return { index, current: known.filter((indexed) => indexed !== undefined) }
    }
    const built = runInTurns(readTables(index, tables)).finally(() => building.delete(stage))
    building.set(stage, built)
    const current = await built
    index.changedAtMs = performance.now()
    makeRoom(stage)
    return { index, current }
  }

  /** The same of an index that is not kept. */
  const readOnce = async (tables: readonly StoredTable[]): ReturnType<typeof ready> => {
    const index = emptyIndex()
    return { index, current: await runInTurns(readTables(index, tables)) }
  }

  /** Gathers postings anew beside other work once too many rows are outside of them; until then those are scanned. */
  const gatherSoon = (index: StageIndex, current: readonly Indexed[]): void => {
    const within = new Set(index.gathered?.from)
    let kept = 0
    let loose = 0
    for (const indexed of current) {
      if (within.has(indexed)) kept += rowsOf(indexed)
      else loose += rowsOf(indexed)
    }
    const gone = (index.gathered?.postings.rowCount ?? 0) - kept
    if (index.isGathering || loose + gone <= mostLoose + kept / 4) return
    if (index.gathered !== null && performance.now() - index.changedAtMs < restMs) return
    index.isGathering = true
    const tokens = current.map(({ lines }) => lines)
    const known = index.dictionary.size()
    void runInTurns(gatherPostings(tokens, known)).then((postings) => {
      // Counts only tokens and postings of the same state; tables added meanwhile use others.
      index.isStale = known > 2 * postings.inUse + staleTokens
      index.gathered = { from: current, postings }
      index.isGathering = false
    })
  }

  return {
    find: async (stage, tables, selected, query, isPassing = false) => {
      const words = queryWords(query)
      if (words.length === 0) return null
      await cache.load()
      if (isPassing && !hasRoom(stage, tables)) return await scanStored(selected, query)
      const { index, current } = await ready(stage, tables)
      const tokens = words.map(index.dictionary.find)
      const hits = findHits(index, current, tokens)
      const near = nearTokens(index.dictionary, bibQuery(query), words, tokens)
      gatherSoon(index, current)
      return selectHits(hits, current, tables, selected, near)
    },
    findSimilar: async (stage, tables, selected, query, isPassing = false) => {
      await cache.load()
      const isKept = !isPassing || hasRoom(stage, tables)
      const { index, current } = isKept ? await ready(stage, tables) : await readOnce(tables)
      const words = queryWords(query)
      if (hasHits(findHits(index, current, words.map(index.dictionary.find)))) return null
      for (const meant of meantWords(index.dictionary, query, words)) {
        const hits = findHits(index, current, meant)
        if (hasHits(hits)) return { ...selectHits(hits, current, tables, selected, null), areSimilar: true }
      }
      return null
    },
    forget: () => {
      for (const stage of indexes.keys()) if (!building.has(stage)) indexes.delete(stage)
    },
  }
}

const rowsWithin = ({ lines }: StageIndex): number =>
  [...lines.values()].reduce((sum, indexed) => sum + rowsOf(indexed), 0)

const rowsOf = ({ lines }: Indexed): number => lines.starts.length - 1

const isCurrent = (indexed: Indexed | undefined, table: StoredTable | undefined): boolean =>
  indexed !== undefined && indexed.snapshot === table?.snapshot && indexed.roles === table.roles

/** Hits in a table: `rows` from `from` to `to`, each less `first`. */
type TableHits = {
  readonly rows: readonly number[]
  readonly from: number
  readonly to: number
  readonly first: number
}

/** Hits of every table, in order: from the postings where the table is within them. */
const findHits = (index: StageIndex, current: readonly Indexed[], tokens: WordTokens): readonly TableHits[] => {
  const { dictionary, gathered } = index
  const within = gathered === null ? new Map<Indexed, TableHits>() : splitHits(gathered, tokens)
  if (index.flags.length < dictionary.size()) index.flags = new Uint8Array(dictionary.size() * 2)
  return current.map((indexed) => {
    const known = within.get(indexed)
    if (known !== undefined) return known
    const rows = scanLines(indexed.lines, tokens, index.flags)
    return { rows, from: 0, to: rows.length, first: 0 }
  })
}

const hasHits = (hits: readonly TableHits[]): boolean => hits.some(({ from, to }) => to > from)

/** Tokens for what the words of a query may mean, the likeliest first. */
function* meantWords(
  dictionary: TokenDictionary,
  query: string,
  words: readonly QueryWord[],
): Generator<WordTokens, void> {
  const other = inOtherLayout(query)
  if (other !== null) yield queryWords(other).map(dictionary.find)
  const found = words.map(dictionary.find)
  for (const [place, { word }] of words.entries()) {
    if (!canBeMistyped(word)) continue
    for (const parts of partsOf(word)) {
      const [first, second] = parts.map(dictionary.numberOf)
      if (first !== undefined && second !== undefined) yield [...found.toSpliced(place, 1), [first], [second]]
    }
  }
  const near = words.map(({ word }) => dictionary.findNear(word))
  yield found.map((tokens, place) => (tokens.length > 0 ? tokens : (near[place] ?? [])))
  yield found.map((tokens, place) => [...tokens, ...(near[place] ?? [])])
}

const splitHits = ({ from, postings }: Gathered, tokens: WordTokens): ReadonlyMap<Indexed, TableHits> => {
  const rows = findRowsOf(postings, tokens)
  const hits = new Map<Indexed, TableHits>()
  let at = 0
  let first = 0
  for (const indexed of from) {
    const begin = at
    const end = first + rowsOf(indexed)
    while (at < rows.length && (rows[at] ?? 0) < end) at += 1
    hits.set(indexed, { rows, from: begin, to: at, first })
    first = end
  }
  return hits
}

/** The nearness plus one of each token that is a bib near the query; `isWithin`: the hits hold all such rows. */
type NearTokens = { readonly kinds: Uint8Array; readonly isWithin: boolean }

const nearTokens = (
  dictionary: TokenDictionary,
  { word, hasNeighbours, nearness }: BibQuery,
  words: readonly QueryWord[],
  tokens: WordTokens,
): NearTokens | null => {
  const isWithin = !hasNeighbours || (words.length === 1 && words[0]?.word === word)
  const wanted = dictionary.numberOf(word)
  const one = wanted === undefined ? [] : [wanted]
  const found = !hasNeighbours ? one : isWithin ? tokens[0] : dictionary.find({ word, spelled: word, script: null })
  let kinds: Uint8Array | null = null
  for (const token of found ?? []) {
    const near = nearness(dictionary.textOf(token))
    if (near === null) continue
    kinds ??= new Uint8Array(dictionary.size())
    kinds[token] = near + 1
  }
  return kinds === null ? null : { kinds, isWithin }
}

const noKinds = new Uint8Array(0)

/** The nearness plus one of each row's bib; 0 for others. */
const kindsOf = (bibs: Uint32Array, kinds: Uint8Array): Uint8Array => {
  const kindsOfRows = new Uint8Array(bibs.length)
  for (let row = 0; row < bibs.length; row += 1) kindsOfRows[row] = kinds[bibs[row] ?? 0] ?? 0
  return kindsOfRows
}

const noHits = (): number[][] => Array.from({ length: bibKinds + 1 }, () => [])

/** Hits of a whole stage as rows of the selected tables, and the rows whose bibs are near. */
const selectHits = (
  hits: readonly TableHits[],
  current: readonly Indexed[],
  tables: readonly StoredTable[],
  selected: readonly StoredTable[],
  near: NearTokens | null,
): StageHits => {
  const chosen = new Set(selected.map(({ category }) => category))
  const parts = noHits()
  const others = parts[bibKinds] ?? []
  /** Where a table's rows begin among those of the selected ones. */
  let start = 0
  for (const [place, { category, rows }] of tables.entries()) {
    const found = hits[place]
    if (found === undefined || !chosen.has(category)) continue
    const bibs = near === null ? null : (current[place]?.lines.bibs ?? null)
    const kinds = near === null || bibs === null || near.isWithin ? noKinds : kindsOf(bibs, near.kinds)
    let next = kinds === noKinds ? rows : 0
    for (let at = found.from; at < found.to; at += 1) {
      const hit = (found.rows[at] ?? 0) - found.first
      for (; next < hit; next += 1) if (kinds[next] !== 0) parts[(kinds[next] ?? 0) - 1]?.push(start + next)
      const kind = near === null || bibs === null ? 0 : (near.kinds[bibs[hit] ?? 0] ?? 0)
      ;(kind === 0 ? others : parts[kind - 1])?.push(start + hit)
      next = Math.max(next, hit + 1)
    }
    for (; next < rows; next += 1) if (kinds[next] !== 0) parts[(kinds[next] ?? 0) - 1]?.push(start + next)
    start += rows
  }
  return { rows: parts.flat(), parts }
}
