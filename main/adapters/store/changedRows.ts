import { isDeepStrictEqual } from 'node:util'
import { parseExactly } from '../../domain/shape/exactNumbers.ts'
import type { JsonObject } from '../../domain/shape/findRows.ts'

/** Rows of a table that are not, to the byte, also in the other; `places` are their indexes there. */
export type SomeRows = { readonly rows: readonly JsonObject[]; readonly places: readonly number[] }
export type ChangedRows = { readonly before: SomeRows; readonly after: SomeRows }

/** How far rows are looked ahead for the place where two bodies go on alike. */
const window = 4

/**
 * Finds the rows in which two bodies differ without parsing the earlier one: rows of a plain JSON list begin alike, with the
 * same first key. Null when either body is built otherwise, or when so much changed that reading all of it is faster.
 */
export const changedRows = (
  before: { readonly bytes: Buffer; readonly rows: number },
  after: { readonly bytes: Buffer; readonly rows: readonly JsonObject[] },
): ChangedRows | null => {
  const [first] = after.rows
  const key = first === undefined ? undefined : Object.keys(first)[0]
  if (key === undefined) return null
  const mark = `{${JSON.stringify(key)}:`
  const texts = [asBytes(before.bytes), asBytes(after.bytes)] as const
  const wanted = Buffer.from(mark).toString('latin1')
  const later = startsOf(texts[1], wanted, after.rows.length)
  const earlier = later === null ? null : startsOf(texts[0], wanted, before.rows)
  if (later === null || earlier === null) return null
  // Rows that were made of more than their own text cannot be told apart by it.
  for (const index of new Set([0, after.rows.length >> 1, after.rows.length - 1])) {
    if (!isDeepStrictEqual(rowAt(after.bytes, texts[1], later, index), after.rows[index])) return null
  }
  const places = differing(texts[0], earlier, texts[1], later)
  if (places.before.length * 2 > before.rows && places.before.length > 20) return null
  const rows: JsonObject[] = []
  for (const place of places.before) {
    const row = rowAt(before.bytes, texts[0], earlier, place)
    if (row === null) return null
    rows.push(row)
  }
  return {
    before: { rows, places: places.before },
    after: { rows: places.after.map((place) => after.rows[place] ?? {}), places: places.after },
  }
}

/** One character a byte: strings are searched and compared faster than buffers are. */
const asBytes = (bytes: Buffer): string => bytes.toString('latin1')

/** Where each row begins, and where the last one's text ends at the latest; null when there are not exactly `count`. */
const startsOf = (text: string, mark: string, count: number): Uint32Array | null => {
  const starts = new Uint32Array(count + 1)
  let found = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    if (found === count) return null
    starts[found] = at
    found += 1
  }
  starts[count] = text.length
  return found === count ? starts : null
}

const startAt = (starts: Uint32Array, index: number): number => starts[index] ?? 0

const differing = (
  before: string,
  earlier: Uint32Array,
  after: string,
  later: Uint32Array,
): { readonly before: readonly number[]; readonly after: readonly number[] } => {
  const [rowsBefore, rowsAfter] = [earlier.length - 1, later.length - 1]
  /** What stands behind the last row is not its own. */
  const endOf = (starts: Uint32Array, index: number, rows: number, text: string): number =>
    index === rows - 1 ? endOfObject(text, startAt(starts, index)) : trimmedEnd(text, startAt(starts, index + 1))
  const isSame = (was: number, is: number): boolean => {
    if (was >= rowsBefore || is >= rowsAfter) return false
    const start = startAt(earlier, was)
    const end = endOf(earlier, was, rowsBefore, before)
    const startNow = startAt(later, is)
    const endNow = endOf(later, is, rowsAfter, after)
    return end - start === endNow - startNow && before.slice(start, end) === after.slice(startNow, endNow)
  }
  const left: number[] = []
  const come: number[] = []
  let was = 0
  let is = 0
  while (was < rowsBefore && is < rowsAfter) {
    if (isSame(was, is)) {
      was += 1
      is += 1
      continue
    }
    const [leave, enter] = lookAhead(was, is, isSame)
    for (let step = 0; step < leave; step += 1) left.push(was + step)
    for (let step = 0; step < enter; step += 1) come.push(is + step)
    was += leave
    is += enter
  }
  for (; was < rowsBefore; was += 1) left.push(was)
  for (; is < rowsAfter; is += 1) come.push(is)
  return { before: left, after: come }
}

const lookAhead = (
  was: number,
  is: number,
  isSame: (was: number, is: number) => boolean,
): readonly [number, number] => {
  // Most rows that changed are still where they were.
  if (isSame(was + 1, is + 1)) return [1, 1]
  for (let step = 1; step <= window; step += 1) {
    if (isSame(was, is + step)) return [0, step]
    if (isSame(was + step, is)) return [step, 0]
  }
  return [1, 1]
}

const comma = 0x2c
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Before the comma and the blanks that lead to the next row. */
const trimmedEnd = (text: string, next: number): number => {
  let end = next
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1
  if (text.charCodeAt(end - 1) === comma) end -= 1
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1
  return end
}

/** Behind the bracket that closes the object; the end of the text when none does. */
const endOfObject = (text: string, start: number): number => {
  let depth = 0
  let isInText = false
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) isInText = false
    } else if (code === 0x22) isInText = true
    else if (code === 0x7b || code === 0x5b) depth += 1
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

const rowAt = (bytes: Buffer, text: string, starts: Uint32Array, index: number): JsonObject | null => {
  const isLast = index === starts.length - 2
  const start = startAt(starts, index)
  const end = isLast ? endOfObject(text, start) : trimmedEnd(text, startAt(starts, index + 1))
  try {
    return parseExactly(bytes.toString('utf8', start, end)) as JsonObject
  } catch {
    return null
  }
}
