import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { canBeMistyped, inOtherLayout, isNear, partsOf } from '../../../preload/shared/similarWords.ts'
import { runAtOnce } from '../../kernel/turns.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { hasBibLines } from '../columns/rules/searchText.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import type { RowNumbers } from './rowSelection.ts'
import { bibKinds, bibQuery } from './rules/bibQuery.ts'
import { queryWords } from './rules/queryWords.ts'
import {
  eachToken,
  linesOf,
  markEither,
  markToken,
  markWord,
  scanLines,
  type Mark,
  type SearchLines,
} from './rules/searchScan.ts'

export type StageHits = {
  /** Rows numbered through the selected tables, ascending: by the nearness of their bibs to the query, the others last. */
  readonly parts: readonly RowNumbers[]
  /** As of `findSimilar`. */
  readonly areSimilar?: true
}

export type StageSearch = {
  /**
   * `tables` are all of the stage's in their order, `selected` some of them in the same order. `isPassing`: one of many stages that
   * are searched; its texts drop no others, and are read again if they do not fit.
   */
  readonly find: (
    stage: StageGuid,
    tables: readonly StoredTable[],
    selected: readonly StoredTable[],
    query: string,
    isPassing?: boolean,
  ) => Promise<StageHits>
  /**
   * Rows for words that no row of the stage has, by the first of these that finds any: the same keys in the other layout of
   * the keyboard, a word that rows have in two, words with one wrong letter. Null when none does.
   */
  readonly findSimilar: (...asked: Parameters<StageSearch['find']>) => Promise<StageHits | null>
}

/** `createStageSearch` on a thread of its own. */
export type SearchStore = { readonly stageSearch: StageSearch }

/** A table's lines, and what they were made of. */
type TableLines = SearchLines & { readonly snapshot: number; readonly roles: number; readonly hasBibs: boolean }

/** Rows of stages whose texts are kept at hand, about 100 bytes each. */
const rowsLimit = 500_000

export const createStageSearch = (
  cache: Pick<CategoryRowsCache, 'load' | 'columns' | 'searchText'>,
  mostRows = rowsLimit,
): StageSearch => {
  /** The stage searched last comes last. */
  const stages = new Map<StageGuid, Map<CategoryId, TableLines>>()

  const keptRows = (): number => [...stages.values()].reduce((sum, known) => sum + rowsOf([...known.values()]), 0)

  const makeRoom = (stage: StageGuid): void => {
    for (const oldest of stages.keys()) if (oldest !== stage && keptRows() > mostRows) stages.delete(oldest)
  }

  const read = (table: StoredTable): TableLines => {
    const { snapshot, roles, rows } = table
    const hasBibs = hasBibLines(cache.columns(table))
    return { ...linesOf(runAtOnce(cache.searchText(table)), rows), snapshot, roles, hasBibs }
  }

  /** The lines of each table, read when its turn comes. */
  function* linesIn(
    stage: StageGuid,
    all: readonly StoredTable[],
    wanted: readonly StoredTable[],
    isPassing: boolean,
  ): Generator<TableLines, void> {
    const rows = all.reduce((sum, table) => sum + table.rows, 0)
    const isKept = !isPassing || stages.has(stage) || keptRows() + rows <= mostRows
    const known = stages.get(stage) ?? new Map<CategoryId, TableLines>()
    const listed = new Set(all.map(({ category }) => category))
    for (const category of known.keys()) if (!listed.has(category)) known.delete(category)
    for (const table of wanted) {
      const kept = known.get(table.category)
      const isCurrent = kept?.snapshot === table.snapshot && kept.roles === table.roles
      const lines = kept !== undefined && isCurrent ? kept : read(table)
      if (isKept) known.set(table.category, lines)
      yield lines
    }
    if (!isKept) return
    stages.delete(stage)
    stages.set(stage, known)
    makeRoom(stage)
  }

  return {
    find: async (stage, tables, selected, query, isPassing = false) => {
      await cache.load()
      // The longest word leaves the fewest lines to the others.
      const words = queryWords(query).toSorted((a, b) => b.word.length - a.word.length)
      const marks = words.map(markWord)
      return { parts: numberHits(linesIn(stage, tables, selected, isPassing), marks, query) }
    },
    findSimilar: async (stage, tables, selected, query, isPassing = false) => {
      await cache.load()
      const all = [...linesIn(stage, tables, tables, isPassing)]
      const chosen = new Set<StoredTable | undefined>(selected)
      const wanted = all.filter((_, place) => chosen.has(tables[place]))
      const isFound = (marks: readonly Mark[]): boolean =>
        all.some((lines) => scanLines(lines, marks, null).rows.length > 0)
      if (isFound(queryWords(query).map(markWord))) return null
      for (const meant of meantMarks(query, all, isFound)) {
        if (isFound(meant)) return { parts: numberHits(wanted, meant, null), areSimilar: true }
      }
      return null
    },
  }
}

const rowsOf = (tables: readonly SearchLines[]): number =>
  tables.reduce((sum, { starts }) => sum + starts.length - 1, 0)

/** Numbers the hits through all tables. `query`: null where no bib is looked for. */
const numberHits = (
  tables: Iterable<TableLines>,
  marks: readonly Mark[],
  query: string | null,
): readonly RowNumbers[] => {
  const bib = query === null ? null : bibQuery(query)
  const parts = Array.from({ length: bibKinds + 1 }, (): number[] => [])
  let start = 0
  for (const lines of tables) {
    const { rows, nearness } = scanLines(lines, marks, lines.hasBibs ? bib : null)
    for (const [at, row] of rows.entries()) parts[nearness[at] ?? bibKinds]?.push(start + row)
    start += rowsOf([lines])
  }
  return parts.map((part) => Uint32Array.from(part))
}

/** Meanings of the words of a query, the likeliest first. */
function* meantMarks(
  query: string,
  tables: readonly SearchLines[],
  isFound: (marks: readonly Mark[]) => boolean,
): Generator<readonly Mark[], void> {
  const other = inOtherLayout(query)
  if (other !== null) yield queryWords(other).map(markWord)
  const words = queryWords(query)
  const marks = words.map(markWord)
  for (const [place, { word }] of words.entries()) {
    if (!canBeMistyped(word)) continue
    for (const parts of partsOf(word)) yield [...marks.toSpliced(place, 1), ...parts.map(markToken)]
  }
  const near = words.map(({ word }) => markNear(word, tables))
  yield marks.map((mark, place) => (isFound([mark]) ? mark : (near[place] ?? mark)))
  yield marks.map((mark, place) => markEither(mark, near[place] ?? mark))
}

/** Rows that hold the word with one letter wrong. */
const markNear = (word: string, tables: readonly SearchLines[]): Mark => {
  const near = new Set<string>()
  if (canBeMistyped(word)) {
    for (const { text } of tables) {
      eachToken(text, (start, end) => {
        if (isNear(word, text, start, end)) near.add(text.slice(start, end))
      })
    }
  }
  return markEither(...Array.from(near, markToken))
}
