import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryWords } from '../../main/features/results/rules/queryWords.ts'
import {
  findRowsOf,
  gatherPostings,
  tokenizeLines,
  type Postings,
} from '../../main/features/results/rules/searchIndex.ts'
import { hasBibLines, searchTextOf } from '../../main/features/columns/rules/searchText.ts'
import { describeColumns, readBody } from '../../main/features/columns/rules/body/readBody.ts'
import {
  createTokenDictionary,
  type QueryWord,
  type TokenDictionary,
} from '../../main/features/results/rules/tokenDictionary.ts'
import { isTransliterated } from '../../main/features/results/rules/transliteration.ts'
import { benchBodies } from './benchRace.ts'
import { isInstalled, useFolder } from './peers.ts'
import { quantile, timed, type BenchLine } from './report.ts'

type Index = { readonly dictionary: TokenDictionary; readonly postings: Postings; readonly lines: readonly string[] }

/** All hits of 200 queries over 100,000 rows, beside ripgrep over the same folded lines; hits are checked by a naive scan. */
export const benchSearch = async (): Promise<readonly BenchLine[]> => {
  const texts = readTexts()
  const startedAt = performance.now()
  const { index, longestStepMs } = build(texts)
  const builtMs = performance.now() - startedAt
  const queries = makeQueries(index.lines)
  for (const query of [...queries, 'и', 'o', '7', 'дин мо', 'ё', 'нет такого', 'Щегвин', 'Shchegvin']) {
    checkHits(index, query)
  }
  const ours = queries.map((query) => timed(() => find(index, query)))
  const row = { row: 'search 100,000 rows, p99', ours: quantile(ours, 0.99), unit: 'ms' }
  const note =
    `p50 ${quantile(ours, 0.5).toFixed(2)} ms; every query's hits equal a naive scan's; ` +
    `built in ${builtMs.toFixed(0)} ms, no step longer than ${longestStepMs.toFixed(0)} ms`
  if (!isInstalled('rg')) return [{ row: row.row, skipped: `ripgrep is not installed; ours ${row.ours.toFixed(2)} ms` }]
  return [
    { ...row, peer: timeRipgrep(index.lines, queries), peerName: 'ripgrep p99, as a command', goalRatio: 0.2, note },
  ]
}

type Text = { readonly text: string; readonly rows: number; readonly hasBibs: boolean }

const readTexts = (): readonly Text[] =>
  benchBodies().map(({ body }) => {
    const read = readBody(body.toString('utf8'), 'bench', 200)
    if (read.kind !== 'rows') throw new Error('The bench made a body without rows')
    const columns = describeColumns(read.rows)
    const searchText = searchTextOf(read.rows, columns)
    return { text: searchText, rows: read.rows.length, hasBibs: hasBibLines(columns) }
  })

/** As features/results/stageSearch.ts does it, but without giving way to others. */
const build = (texts: readonly Text[]): { readonly index: Index; readonly longestStepMs: number } => {
  const dictionary = createTokenDictionary()
  let longestStepMs = 0
  const run = <T>(steps: Generator<undefined, T>): T => {
    for (;;) {
      const startedAt = performance.now()
      const step = steps.next()
      longestStepMs = Math.max(longestStepMs, performance.now() - startedAt)
      if (step.done === true) return step.value
    }
  }
  const tables = texts.map(({ text, rows, hasBibs }) => run(tokenizeLines(text, rows, hasBibs, dictionary)))
  const postings = run(gatherPostings(tables, dictionary.size()))
  // The first query of all finishes the index.
  longestStepMs = Math.max(
    longestStepMs,
    timed(() => dictionary.find({ word: 'и1', spelled: 'и1', script: null })),
    timed(() => dictionary.find({ word: '1', spelled: '1', script: null })),
  )
  return { index: { dictionary, postings, lines: texts.flatMap(linesOf) }, longestStepMs }
}

const linesOf = ({ text, rows }: Text): readonly string[] => text.split('\n').slice(0, rows)

const find = ({ dictionary, postings }: Index, query: string): readonly number[] =>
  findRowsOf(postings, queryWords(query).map(dictionary.find))

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

const checkHits = (index: Index, query: string): void => {
  const words = queryWords(query)
  const holds = (line: string, { word, spelled, script }: QueryWord): boolean =>
    line.includes(word) || line.split(' ').some((token) => isTransliterated(spelled, token, script))
  const naive = index.lines.flatMap((line, row) => (words.every((word) => holds(line, word)) ? [row] : []))
  const found = find(index, query)
  if (JSON.stringify(found) !== JSON.stringify(naive)) {
    throw new Error(`"${query}" gave ${found.length} hits, a naive scan gives ${naive.length}`)
  }
}

const timeRipgrep = (lines: readonly string[], queries: readonly string[]): number => {
  using folder = useFolder()
  const file = join(folder.path, 'lines.txt')
  writeFileSync(file, lines.join('\n'))
  const search = (pattern: string): void => {
    try {
      execFileSync('rg', ['--fixed-strings', '--line-number', '--no-config', pattern, file], {
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch {
      // No hit is exit code 1.
    }
  }
  return quantile(
    queries.map((query) => timed(() => search(query.split(' ').at(-1) ?? ''))),
    0.99,
  )
}
