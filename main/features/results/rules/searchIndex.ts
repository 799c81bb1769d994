import type { TokenDictionary } from './tokenDictionary.ts'

/** The tokens of a table's lines: those of row `r` stand from `starts[r]` to `starts[r + 1]`. */
export type LineTokens = {
  readonly tokens: Uint32Array
  readonly starts: Uint32Array
  /** The number of each row's whole bib, `noBib` without one; null when the lines do not begin with bibs. */
  readonly bibs: Uint32Array | null
}

const noBib = 0xffff_ffff
const rowsPerStep = 2_000
const tokensPerStep = 50_000
const newline = 10
const space = 32

/** Reads the lines of a search text, giving way now and then. `hasBibs`: each line begins with its bib and two spaces. */
export function* tokenizeLines(
  text: string,
  rows: number,
  hasBibs: boolean,
  dictionary: TokenDictionary,
): Generator<undefined, LineTokens> {
  const numbers: number[] = []
  const starts = new Uint32Array(rows + 1)
  const bibs = hasBibs ? new Uint32Array(rows).fill(noBib) : null
  let at = 0
  for (let row = 0; row < rows; row += 1) {
    if (row % rowsPerStep === rowsPerStep - 1) yield
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    if (bibs !== null) {
      // Every line but the first starts with a separating space.
      const begin = row === 0 ? at : at + 1
      const bibEnd = Math.min(end, text.indexOf('  ', begin))
      if (bibEnd > begin) {
        const bib = dictionary.add(text, begin, bibEnd)
        bibs[row] = bib
        // Nearly all bibs are one token.
        if (text.indexOf(' ', begin) === bibEnd) {
          numbers.push(bib)
          at = bibEnd
        }
      }
    }
    for (let start = -1; at <= end; at += 1) {
      const code = at === end ? newline : text.charCodeAt(at)
      if (code !== space && code !== newline) {
        if (start === -1) start = at
      } else if (start !== -1) {
        numbers.push(dictionary.add(text, start, at))
        start = -1
      }
    }
    starts[row + 1] = numbers.length
  }
  return { tokens: new Uint32Array(numbers), starts, bibs }
}

/** Which rows hold a token: those of token `t` stand from `starts[t]` to `starts[t + 1]`, counted through all tables. */
export type Postings = {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
  readonly rowCount: number
  /** Tokens that some row holds. */
  readonly inUse: number
  /** Left by the last query on each row; above every mark so far. */
  readonly marks: Uint32Array
  lastMark: number
}

/** Turns lines with their tokens into tokens with their rows, giving way now and then. */
export function* gatherPostings(tables: readonly LineTokens[], tokens: number): Generator<undefined, Postings> {
  const starts = new Uint32Array(tokens + 1)
  let rowCount = 0
  let count = 0
  for (const { tokens: list, starts: lines } of tables) {
    for (let place = 0; place < list.length; place += 1) {
      if (place % tokensPerStep === tokensPerStep - 1) yield
      const token = (list[place] ?? 0) + 1
      starts[token] = (starts[token] ?? 0) + 1
    }
    rowCount += lines.length - 1
    count += list.length
    yield
  }
  let inUse = 0
  for (let token = 0; token < tokens; token += 1) {
    const held = starts[token + 1] ?? 0
    if (held > 0) inUse += 1
    starts[token + 1] = held + (starts[token] ?? 0)
  }
  const next = starts.slice()
  const rows = new Uint32Array(count)
  let first = 0
  for (const { tokens: list, starts: lines } of tables) {
    const length = lines.length - 1
    for (let row = 0; row < length; row += 1) {
      if (row % rowsPerStep === rowsPerStep - 1) yield
      const end = lines[row + 1] ?? 0
      for (let place = lines[row] ?? 0; place < end; place += 1) {
        const token = list[place] ?? 0
        const free = next[token] ?? 0
        rows[free] = first + row
        next[token] = free + 1
      }
    }
    first += length
    yield
  }
  return { starts, rows, rowCount, inUse, marks: new Uint32Array(rowCount), lastMark: 0 }
}

/** For each word of a query the tokens that stand for it. */
export type WordTokens = readonly (readonly number[])[]

/** Rows that hold a token of every word, in order. At least one word. */
export const findRowsOf = (postings: Postings, words: WordTokens): readonly number[] => {
  const known = postings.starts.length - 1
  const sets = words
    .map((all) => {
      const tokens = all.filter((token) => token < known)
      return { tokens, rows: tokens.reduce((sum, token) => sum + rowsOf(postings, token), 0) }
    })
    .sort((a, b) => a.rows - b.rows)
  const { starts, rows, marks } = postings
  if (postings.lastMark > 0xffff_ff00) {
    marks.fill(0)
    postings.lastMark = 0
  }
  const begun = postings.lastMark
  postings.lastMark += sets.length
  let hits: number[] = []
  for (const [turn, { tokens }] of sets.entries()) {
    const mark = begun + turn + 1
    hits = []
    for (const token of tokens) {
      const end = starts[token + 1] ?? 0
      for (let place = starts[token] ?? 0; place < end; place += 1) {
        const row = rows[place] ?? 0
        const seen = marks[row] ?? 0
        // The first word may match any row, each later word only rows that matched all before.
        if (seen === mark || (turn > 0 && seen !== mark - 1)) continue
        marks[row] = mark
        hits.push(row)
      }
    }
  }
  return inOrder(hits, marks, begun + sets.length)
}

const rowsOf = ({ starts }: Postings, token: number): number => (starts[token + 1] ?? 0) - (starts[token] ?? 0)

/** Sorting a few is quicker than looking at every row, and the other way round. */
const inOrder = (hits: number[], marks: Uint32Array, mark: number): readonly number[] => {
  if (hits.length < marks.length / 128) return hits.sort((a, b) => a - b)
  const ordered: number[] = []
  for (let row = 0; row < marks.length; row += 1) if (marks[row] === mark) ordered.push(row)
  return ordered
}

/** The same for a table without postings, row by row. `flags` has a zero for every token, and again when this is done. */
export const scanLines = ({ tokens, starts }: LineTokens, words: WordTokens, flags: Uint8Array): readonly number[] => {
  let hits: number[] | null = null
  for (const word of words) {
    for (const token of word) flags[token] = 1
    const found: number[] = []
    const length: number = hits === null ? starts.length - 1 : hits.length
    for (let at = 0; at < length; at += 1) {
      const row = hits === null ? at : (hits[at] ?? 0)
      const end = starts[row + 1] ?? 0
      for (let place = starts[row] ?? 0; place < end; place += 1) {
        if (flags[tokens[place] ?? 0] !== 1) continue
        found.push(row)
        break
      }
    }
    for (const token of word) flags[token] = 0
    hits = found
  }
  return hits ?? []
}
