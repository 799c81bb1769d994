import type { Json } from '../../../../preload/contract/ids.ts'
import type { FileContent, Piece } from '../fileWriting.ts'
import type { ResultRows } from './format.ts'

/** A body is passed on in pieces of so many characters. */
const charsPerPiece = 64 * 1024

/**
 * The bodies that the rows come from, as received: JSON stands under `json` character by character, other text under `text`;
 * rows are never found in anything else. Counts the rows that were found in them.
 */
export const bodiesContent = ({ tables, body }: ResultRows, head: { readonly [name: string]: Json }): FileContent => {
  const pieces = function* (): Generator<Piece> {
    let before = `${JSON.stringify(head, null, 1).slice(0, -2)},\n "bodies": [\n`
    let done = 0
    for (const { table } of tables) {
      const found = body(table)
      if (found === null) continue
      const { url, fetchedAt, status, contentType, sizeBytes, sha256 } = found
      const { distanceName: distance, categoryName: category, rows } = table
      const described = { distance, category, url, fetchedAt, status, contentType, sizeBytes, sha256, rows }
      yield { bytes: `${before}${JSON.stringify(described).slice(0, -1)},` }
      for (const bytes of bodyTexts(found.text)) yield { bytes }
      done += rows
      yield { bytes: '}', done }
      before = ',\n'
    }
    yield { bytes: `${before === ',\n' ? '\n' : before}]}\n`, done }
  }
  return { total: tables.reduce((sum, { table }) => sum + table.rows, 0), pieces: pieces() }
}

function* bodyTexts(text: string): Generator<string> {
  if (isJson(text)) {
    yield '"json":'
    yield* slices(text)
  } else {
    yield '"text":"'
    for (const slice of slices(text)) yield JSON.stringify(slice).slice(1, -1)
    yield '"'
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Never between the halves of one character. */
function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = from + charsPerPiece
    const isSplit = (text.charCodeAt(to) & 0xfc00) === 0xdc00
    yield text.slice(from, isSplit ? to + 1 : to)
    from = isSplit ? to + 1 : to
  }
}
