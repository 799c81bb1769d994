/** A piece of code with the class names of its highlighting; '' for none. */
export type Token = { readonly text: string; readonly className: string }

export type Line = readonly Token[]

/** Where a search occurs: `start` and `end` in the line's characters, `index` among all matches. */
export type CodeMatch = { readonly line: number; readonly start: number; readonly end: number; readonly index: number }

/** A piece to draw; `match` is null outside of what was searched for. */
type Segment = Token & { readonly match: number | null }

const mostMatches = 2_000

/** Tokens cut at line ends. `\r\n` and `\r` end a line as `\n` does. */
export const toLines = (tokens: Iterable<Token>): readonly Line[] => {
  const lines: Token[][] = [[]]
  for (const { text, className } of tokens) {
    for (const [index, part] of text.split(/\r\n|\r|\n/u).entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, className })
    }
  }
  return lines
}

export const plainLines = (code: string): readonly Line[] => toLines([{ text: code, className: '' }])

/** The positions of `search` in the lines, ignoring case; the first 2,000. */
export const findInLines = (lines: readonly Line[], search: string): readonly CodeMatch[] => {
  const wanted = search.toLowerCase()
  if (wanted === '') return []
  const matches: CodeMatch[] = []
  for (const [line, tokens] of lines.entries()) {
    const text = tokens.map((token) => token.text).join('')
    const lower = text.toLowerCase()
    // A few letters change their length with their case; positions in such a line would be wrong.
    const isSame = lower.length === text.length
    const haystack = isSame ? lower : text
    const needle = isSame ? wanted : search
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
      matches.push({ line, start: at, end: at + needle.length, index: matches.length })
      if (matches.length === mostMatches) return matches
    }
  }
  return matches
}

/** The tokens of one line, cut where matches begin and end. */
export const segmentsOf = (line: Line, matches: readonly CodeMatch[]): readonly Segment[] => {
  const segments: Segment[] = []
  let at = 0
  for (const { text, className } of line) {
    const end = at + text.length
    let from = at
    for (const match of matches) {
      if (match.end <= from || match.start >= end) continue
      const start = Math.max(match.start, from)
      if (start > from) segments.push({ text: text.slice(from - at, start - at), className, match: null })
      from = Math.min(match.end, end)
      segments.push({ text: text.slice(start - at, from - at), className, match: match.index })
    }
    if (from < end) segments.push({ text: text.slice(from - at), className, match: null })
    at = end
  }
  return segments
}
