import { queryWords, type QueryWord } from '../../main/features/results/rules/queryWords.ts'
import { linesOf, markWord, scanLines, type SearchLines } from '../../main/features/results/rules/searchScan.ts'
import { isTransliterated } from '../../main/features/results/rules/transliteration.ts'
import { searchTextOf } from '../../main/features/columns/rules/searchText.ts'
import { describeColumns, readBody } from '../../main/features/columns/rules/body/readBody.ts'
import { benchBodies } from './benchRace.ts'
import { limited, quantile, timed, type BenchLine } from './report.ts'

const limitMs = 40

/** All hits of 200 queries over 100,000 rows at hand, checked by a naive scan. */
export const benchSearch = (): readonly BenchLine[] => {
  const tables = readTables()
  const lines = tables.flatMap(({ text }) => text.split('\n').slice(0, -1))
  const queries = makeQueries(lines)
  for (const query of [...queries, 'и', 'o', '7', 'дин мо', 'ё', 'нет такого', 'Щегвин', 'Shchegvin']) {
    checkHits(tables, lines, query)
  }
  const took = queries.map((query) => timed(() => find(tables, query)))
  const note = `p50 ${quantile(took, 0.5).toFixed(1)} ms; every query's hits equal a naive scan's`
  return [limited('search 100,000 rows, p99', quantile(took, 0.99), limitMs, 'ms', note)]
}

const readTables = (): readonly SearchLines[] =>
  benchBodies().map(({ body }) => {
    const read = readBody(body.toString('utf8'), 'bench', 200)
    if (read.kind !== 'rows') throw new Error('The bench made a body without rows')
    return linesOf(searchTextOf(read.rows, describeColumns(read.rows)), read.rows.length)
  })

const find = (tables: readonly SearchLines[], query: string): readonly number[] => {
  const words = queryWords(query).toSorted((a, b) => b.word.length - a.word.length)
  const marks = words.map(markWord)
  let start = 0
  return tables.flatMap((table) => {
    const from = start
    start += table.starts.length - 1
    return scanLines(table, marks, null).rows.map((row) => from + row)
  })
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

const checkHits = (tables: readonly SearchLines[], lines: readonly string[], query: string): void => {
  const words = queryWords(query)
  const holds = (line: string, { word, spelled, script }: QueryWord): boolean =>
    line.includes(word) || line.split(' ').some((token) => isTransliterated(spelled, token, script))
  const naive = lines.flatMap((line, row) => (words.every((word) => holds(line, word)) ? [row] : []))
  const found = find(tables, query)
  if (JSON.stringify(found) !== JSON.stringify(naive)) {
    throw new Error(`"${query}" gave ${found.length} hits, a naive scan gives ${naive.length}`)
  }
}
