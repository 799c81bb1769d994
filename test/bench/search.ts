import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { searchWords } from '../../main/domain/fold.ts'
import { indexSearchText, searchRows, type SearchIndex } from '../../main/domain/searchText.ts'
import { describeTable, readBody } from '../../main/domain/shape/readBody.ts'
import { benchBodies } from './benchRace.ts'
import { isInstalled } from './peers.ts'
import { quantile, type BenchLine } from './report.ts'

type Indexed = { readonly index: SearchIndex; readonly start: number; readonly lines: readonly string[] }

/** All hits of 200 queries over 100,000 rows, beside ripgrep over the same folded lines; hits are checked by a naive scan. */
export const benchSearch = async (): Promise<readonly BenchLine[]> => {
  const tables = indexAll()
  const lines = tables.flatMap((table) => table.lines)
  const queries = makeQueries(lines)
  for (const query of [...queries, 'и', 'o', '7', 'дин мо', 'ё', 'нет такого']) checkHits(tables, lines, query)
  const ours = queries.map((query) => timed(() => find(tables, searchWords(query))))
  const row = { row: 'search 100,000 rows, p99', ours: quantile(ours, 0.99), unit: 'ms' }
  const note = `p50 ${quantile(ours, 0.5).toFixed(2)} ms; every query's hits equal a naive scan's`
  if (!isInstalled('rg')) return [{ row: row.row, skipped: `ripgrep is not installed; ours ${row.ours.toFixed(2)} ms` }]
  return [{ ...row, peer: timeRipgrep(lines, queries), peerName: 'ripgrep p99, as a command', goalRatio: 0.2, note }]
}

const indexAll = (): readonly Indexed[] => {
  const tables: Indexed[] = []
  let start = 0
  for (const { body } of benchBodies()) {
    const read = readBody(body.toString('utf8'), 'bench', 200)
    if (read.kind !== 'rows') throw new Error('The bench made a body without rows')
    const { searchText } = describeTable(read.rows)
    const lines = searchText.split('\n').slice(0, read.rows.length)
    tables.push({ index: indexSearchText(searchText, read.rows.length), start, lines })
    start += read.rows.length
  }
  return tables
}

const find = (tables: readonly Indexed[], words: readonly string[]): readonly number[] => {
  const hits: number[] = []
  for (const { index, start } of tables) searchRows(index, words, start, hits)
  return hits
}

const timed = (work: () => unknown): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
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

const checkHits = (tables: readonly Indexed[], lines: readonly string[], query: string): void => {
  const words = searchWords(query)
  const naive = lines.flatMap((line, row) => (words.every((word) => line.includes(word)) ? [row] : []))
  const found = find(tables, words)
  if (words.length > 0 && JSON.stringify(found) !== JSON.stringify(naive)) {
    throw new Error(`"${query}" gave ${found.length} hits, a naive scan gives ${naive.length}`)
  }
}

const timeRipgrep = (lines: readonly string[], queries: readonly string[]): number => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const file = join(folder, 'lines.txt')
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
  const took = queries.map((query) => timed(() => search(query.split(' ').at(-1) ?? '')))
  rmSync(folder, { recursive: true, force: true })
  return quantile(took, 0.99)
}
