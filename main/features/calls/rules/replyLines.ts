/**
 * A reply as lines of bounded length. JSON is broken and indented by its marks alone: every number and text stands as it was
 * received, and a line can be read without the lines before it.
 */

/** Where a line begins in the text. */
export type LineStart = {
  readonly offset: number
  readonly depth: number
  /** The line goes on with a text that the line before was too short for. */
  readonly isInString: boolean
}

export type Line = { readonly text: string; readonly next: LineStart }

export type LineReader = (text: string, start: LineStart) => Line | null

/** Starts of every so many lines, and the count of all. */
export type LineIndex = { readonly lines: number; readonly starts: readonly LineStart[] }

const firstLine: LineStart = { offset: 0, depth: 0, isInString: false }

const longestLine = 2_000
const linesPerStart = 500
const deepestIndent = 40

/** Lines as received; a longer one goes on in the next. */
export const readTextLine: LineReader = (text, { offset }) => {
  if (offset >= text.length) return null
  // The search stays within this piece: the next line break may be millions of characters away.
  const found = text.slice(offset, offset + longestLine + 1).indexOf('\n')
  const end = found === -1 ? Math.min(text.length, offset + longestLine + 1) : offset + found
  if (end - offset > longestLine) {
    const cut = cutAt(text, offset + longestLine, offset + longestLine)
    return { text: text.slice(offset, cut), next: { offset: cut, depth: 0, isInString: false } }
  }
  const line = text.slice(offset, text[end - 1] === '\r' ? end - 1 : end)
  return { text: line, next: { offset: end + 1, depth: 0, isInString: false } }
}

/** One line of indented JSON. Text other than JSON is complete too, only broken at other places. */
export const readJsonLine: LineReader = (text, start) => {
  let { offset, depth } = start
  if (!start.isInString) offset = skipBlanks(text, offset)
  if (offset >= text.length) return null
  let line = ''
  if (start.isInString) {
    const part = readString(text, offset, offset)
    line = text.slice(offset, part.end)
    offset = part.end
    if (!part.isWhole) return { text: line, next: { offset, depth, isInString: true } }
  } else {
    if (isClosing(text[offset])) depth = Math.max(0, depth - 1)
    line = '  '.repeat(Math.min(depth, deepestIndent))
    if (isClosing(text[offset])) {
      line += text[offset]
      offset += 1
    }
  }
  while (offset < text.length) {
    offset = skipBlanks(text, offset)
    const mark = text[offset]
    if (mark === undefined || isClosing(mark)) break
    if (mark === '"') {
      const part = readString(text, offset, offset + 1)
      line += text.slice(offset, part.end)
      offset = part.end
      if (!part.isWhole) return { text: line, next: { offset, depth, isInString: true } }
      continue
    }
    offset += 1
    if (mark === ',') return { text: `${line},`, next: { offset, depth, isInString: false } }
    if (mark === ':') line += ': '
    else if (mark === '{' || mark === '[') {
      const after = skipBlanks(text, offset)
      line += mark
      if (!isClosing(text[after])) return { text: line, next: { offset, depth: depth + 1, isInString: false } }
      line += text[after]
      offset = after + 1
    } else {
      const end = endOfWord(text, offset)
      line += text.slice(offset - 1, end)
      offset = end
      if (line.length > longestLine) break
    }
  }
  return { text: line, next: { offset, depth, isInString: false } }
}

/** Counts all lines, giving way at each start that is noted. */
export function* indexLines(text: string, read: LineReader): Generator<undefined, LineIndex> {
  const starts: LineStart[] = [firstLine]
  let lines = 0
  let start = firstLine
  for (let line = read(text, start); line !== null; line = read(text, start)) {
    start = line.next
    lines += 1
    if (lines % linesPerStart !== 0) continue
    starts.push(start)
    yield
  }
  return { lines, starts }
}

export const readLines = (
  text: string,
  read: LineReader,
  index: LineIndex,
  from: number,
  limit: number,
): readonly string[] => {
  const found: string[] = []
  const nearest = Math.min(Math.floor(from / linesPerStart), index.starts.length - 1)
  let start = index.starts[nearest] ?? firstLine
  for (let number = nearest * linesPerStart; number < from + limit; number += 1) {
    const line = read(text, start)
    if (line === null) break
    if (number >= from) found.push(line.text)
    start = line.next
  }
  return found
}

/** Numbers of the lines, from 0, that hold `search` in any case; gives way now and then. At most `most` of them. */
export function* findLines(
  text: string,
  read: LineReader,
  search: string,
  most: number,
): Generator<undefined, readonly number[]> {
  const wanted = search.toLowerCase()
  const found: number[] = []
  let number = 0
  for (let line = read(text, firstLine); line !== null && found.length < most; line = read(text, line.next)) {
    if (line.text.toLowerCase().includes(wanted)) found.push(number)
    number += 1
    if (number % linesPerStart === 0) yield
  }
  return found
}

const isClosing = (mark: string | undefined): boolean => mark === '}' || mark === ']'

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const skipBlanks = (text: string, from: number): number => {
  let offset = from
  while (offset < text.length && isBlank(text.charCodeAt(offset))) offset += 1
  return offset
}

const wordEnds = new Set([0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d])

const endOfWord = (text: string, from: number): number => {
  let offset = from
  const last = Math.min(text.length, from + longestLine)
  while (offset < last && !wordEnds.has(text.charCodeAt(offset)) && !isBlank(text.charCodeAt(offset))) offset += 1
  return offset
}

/** `from` lies behind the opening quote. The part ends behind the closing one, or where the line is full. */
const readString = (
  text: string,
  lineStart: number,
  from: number,
): { readonly end: number; readonly isWhole: boolean } => {
  const full = lineStart + longestLine
  // Search only this piece: the closing quote may be millions of characters away.
  const piece = text.slice(lineStart, full)
  for (let at = from; ;) {
    const found = piece.indexOf('"', at - lineStart)
    if (found === -1) {
      if (full >= text.length) return { end: text.length, isWhole: true }
      return { end: cutAt(text, full, from), isWhole: false }
    }
    const quote = lineStart + found
    if (!isEscaped(text, quote, from)) return { end: quote + 1, isWhole: true }
    at = quote + 1
  }
}

const isEscaped = (text: string, at: number, from: number): boolean => {
  let before = at - 1
  while (before >= from && text[before] === '\\') before -= 1
  return (at - 1 - before) % 2 === 1
}

/** Moves a cut that would part an escape or a character of two halves. */
const cutAt = (text: string, at: number, from: number): number => {
  const code = text.charCodeAt(at - 1)
  return isEscaped(text, at, from) || (code >= 0xd800 && code <= 0xdbff) ? at - 1 : at
}
