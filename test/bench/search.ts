import { queryWords, type QueryWord } from '../../main/features/results/rules/queryWords.ts'
import { joinRows, type RowNumbers } from '../../main/features/results/rowSelection.ts'
import { createStageSearch } from '../../main/features/results/stageSearch.ts'
import { searchTextOf } from '../../main/features/columns/rules/searchText.ts'
import { describeColumns, readBody } from '../../main/features/columns/rules/body/readBody.ts'
import type { StoredTable } from '../../main/features/columns/tableStore.ts'
import { storedTable } from '../support/resultBodies/readings.ts'
import { isTransliterated } from '../support/units/transliterated.ts'
import { benchBodies } from './benchRace.ts'
import { limited, quantile, type BenchLine } from './report.ts'

const limitMs = 40

/** All hits of 200 queries over 100,000 rows at hand, checked by a naive scan. */
export const benchSearch = async (): Promise<readonly BenchLine[]> => {
  const { find, lines } = openSearch()
  const queries = makeQueries(lines)
  for (const query of [...queries, 'и', 'o', '7', 'дин мо', 'ё', 'нет такого', 'Щегвин', 'Shchegvin']) {
    checkHits(await find(query), lines, query)
  }
  const took: number[] = []
  for (const query of queries) {
    const startedAt = performance.now()
    await find(query)
    took.push(performance.now() - startedAt)
  }
  const note = `p50 ${quantile(took, 0.5).toFixed(1)} ms; every query's hits equal a naive scan's`
  return [limited('search 100,000 rows, p99', quantile(took, 0.99), limitMs, 'ms', note)]
}

/** The app's own search, on this thread. */
const openSearch = () => {
  const read = benchBodies().map(({ body, name }) => {
    const found = readBody(body.toString('utf8'), 'bench', 200)
    if (found.kind !== 'rows') throw new Error('The bench made a body without rows')
    const columns = describeColumns(found.rows)
    return { table: storedTable(name, found.rows.length), columns, text: searchTextOf(found.rows, columns) }
  })
  const tables = read.map(({ table }) => table)
  const readOf = ({ category }: StoredTable) => read.find(({ table }) => table.category === category)
  const search = createStageSearch({
    load: async () => undefined,
    columns: (table) => readOf(table)?.columns ?? [],
    *searchText(table) {
      yield
      return readOf(table)?.text ?? ''
    },
  })
  const [stage] = tables
  if (stage === undefined) throw new Error('The bench made no body')
  return {
    lines: read.flatMap(({ text }) => text.split('\n').slice(0, -1)),
    find: async (query: string) => joinRows((await search.find(stage.stage, tables, tables, query)).parts).sort(),
  }
}

/** A quarter each: the beginning of a surname, a bib, letters from inside a Cyrillic word, two words. */
const makeQueries = (lines: readonly string[]): readonly string[] =>
  Array.from({ length: 200 }, (_, turn) => {
    const words = (lines[(turn * 7_919) % lines.length] ?? '').split(' ').filter((word) => word !== '')
    const surname = words.at(-1) ?? ''
    if (turn % 4 === 0) return surname.slice(0, 4)
    if (turn % 4 === 1) return words[0] ?? ''
    if (turn % 4 === 2) return surname.slice(2, 5)
    return `${words.at(-2)} ${surname.slice(0, 4)}`
  })

const checkHits = (found: RowNumbers, lines: readonly string[], query: string): void => {
  const words = queryWords(query)
  const holds = (line: string, { word, spelled, script }: QueryWord): boolean =>
    line.includes(word) || line.split(' ').some((token) => isTransliterated(spelled, token, script))
  const naive = lines.flatMap((line, row) => (words.every((word) => holds(line, word)) ? [row] : []))
  if (found.join() !== naive.join()) {
    throw new Error(`"${query}" gave ${found.length} hits, a naive scan gives ${naive.length}`)
  }
}
