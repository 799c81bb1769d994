import { findMatches, type SoughtWord } from '../marks/matches.ts'

const highlightName = 'data-table-match'

/** One registry entry serves all tables of the document; undefined where the browser has no custom highlights. */
const sharedHighlight = (): Highlight | undefined => {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return undefined
  const known = CSS.highlights.get(highlightName)
  if (known !== undefined) return known
  const made = new Highlight()
  CSS.highlights.set(highlightName, made)
  return made
}

/** Marks the matches in a text node without touching the document's structure; returns the ranges for `unmark`. */
export const mark = (node: Text, words: readonly SoughtWord[]): readonly AbstractRange[] => {
  const matches = findMatches(node.data, words)
  const highlight = matches.length === 0 ? undefined : sharedHighlight()
  if (highlight === undefined) return []
  return matches.map(([start, end]) => {
    const range = new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end })
    highlight.add(range)
    return range
  })
}

export const unmark = (ranges: readonly AbstractRange[]): void => {
  const highlight = ranges.length === 0 ? undefined : sharedHighlight()
  if (highlight === undefined) return
  for (const range of ranges) highlight.delete(range)
}
