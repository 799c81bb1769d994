import type { Json } from '../../../preload/contract/ids.ts'
import { caseBit, closing, closingQuoteAt, comma, openList, opening, quote } from './jsonTokens.ts'

/** Characters parsed in one turn: some milliseconds. */
const pieceLength = 500_000

/**
 * Parses JSON as `parse` does, giving way between pieces of the long lists in it. Throws what `parse` throws. A value without
 * long lists, such as rows that are keyed, is one piece.
 */
export function* parseInSteps(text: string, parse: (json: string) => Json): Generator<undefined, Json> {
  if (text.length <= 2 * pieceLength) return parse(text)
  const lists = yield* longLists(text)
  if (lists.length === 0) return parse(text)
  const outside: string[] = []
  let from = 0
  for (const { start, end } of lists) {
    outside.push(text.slice(from, start))
    from = end
  }
  outside.push(text.slice(from))
  const mark = markOutside(outside)
  const filled: Json[][] = []
  for (const { start, end, cuts } of lists) {
    const items: Json[] = []
    const ends = [...cuts, end - 1]
    for (const [index, cut] of ends.entries()) {
      const piece = parse(`[${text.slice((ends[index - 1] ?? start) + 1, cut)}]`)
      if (!isList(piece) || piece.length === 0) throw new SyntaxError('A list with nothing between two commas')
      for (const item of piece) items.push(item)
      yield
    }
    filled.push(items)
  }
  return putBack(parse(outside.join(JSON.stringify(mark))), mark, filled)
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** From the opening bracket to after the closing one; `cuts` are the commas between items. */
type LongList = { readonly start: number; readonly end: number; readonly cuts: readonly number[] }

/** Outermost lists that are long enough to be cut. */
function* longLists(text: string): Generator<undefined, readonly LongList[]> {
  const lists: LongList[] = []
  let level = 0
  let start = -1
  let startLevel = 0
  let cuts: number[] = []
  let restAt = pieceLength
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = closingQuoteAt(text, at)
    } else if (code === comma) {
      if (level === startLevel && start !== -1 && at - (cuts.at(-1) ?? start) >= pieceLength) cuts.push(at)
      if (at < restAt) continue
      restAt = at + pieceLength
      yield
    } else if ((code | caseBit) === opening) {
      level += 1
      if (start === -1 && code === openList) [start, startLevel, cuts] = [at, level, []]
    } else if ((code | caseBit) === closing) {
      level -= 1
      if (start === -1 || level >= startLevel) continue
      if (cuts.length > 0) lists.push({ start, end: at + 1, cuts })
      start = -1
    }
  }
  return lists
}

/** A text that does not occur in the rest of the value. */
const markOutside = (outside: readonly string[]): string => {
  for (let number = 0; ; number += 1) {
    const mark = `list ${number}`
    if (!outside.some((text) => text.includes(mark))) return mark
  }
}

/** The value with the lists in place of the marks, in their order. */
const putBack = (value: Json, mark: string, lists: Json[][]): Json => {
  if (value === mark) return lists.shift() ?? []
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((item) => putBack(item, mark, lists))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, putBack(inner, mark, lists)]))
}
