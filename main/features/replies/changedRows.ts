import { isUtf8 } from 'node:buffer'
import { parseExactly } from '../../kernel/text/exactNumbers.ts'
import type { PlacedRows } from '../columns/rules/searchText.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { readBody } from '../columns/rules/body/readBody.ts'

/** Facts of a later body without a full read. */
export type ChangedRows = {
  /** Rows of each table that are not, to the byte, also in the other. */
  readonly before: PlacedRows
  readonly after: PlacedRows
  /** Changed rows and requested rows of the later table, by their places. */
  readonly known: readonly (JsonObject | undefined)[]
  /** How many rows the later body says there are, when it has fewer. */
  readonly total: number | null
}

/** Above this number of changed rows, the two tables are not compared row by row. */
const mostRead = 50_000

/** How far rows are looked ahead for the place where two bodies go on alike. */
const window = 4

/**
 * Finds the rows in which two bodies differ, and reads only these: rows of a plain JSON list begin alike, with the same first
 * key. The later body is sound JSON then, as the earlier one was. Null when either is built otherwise, or when so much
 * changed that reading all of it is faster. `wanted` names places of the later table whose rows are to be known, too.
 */
export const changedRows = (
  before: { readonly bytes: Buffer; readonly rows: number; readonly firstKey: string },
  bytes: Buffer,
  wanted: (rows: number) => Iterable<number>,
): ChangedRows | null => {
  const mark = Buffer.from(`{${JSON.stringify(before.firstKey)}:`).toString('latin1')
  const earlier = cutBody(before.bytes, mark)
  const later = cutBody(bytes, mark)
  if (earlier === null || later === null || earlier.rows !== before.rows) return null
  // The Content-Type of one of them may declare a charset.
  if (!isUtf8(before.bytes) || !isUtf8(bytes)) return null
  const places = differing(earlier, later)
  if (places.before.length * 2 > before.rows && places.before.length > 20) return null
  if (places.before.length > mostRead || places.after.length > mostRead) return null
  const gone = readSome(earlier, places.before, before.firstKey)
  const read = [...new Set([...places.after, ...wanted(later.rows)])].sort((a, b) => a - b)
  const some = readSome(later, read, before.firstKey)
  if (gone === null || some === null) return null
  const known: (JsonObject | undefined)[] = Array.from({ length: later.rows }, () => undefined)
  for (const [index, place] of read.entries()) known[place] = some.rows[index]
  return {
    before: { rows: gone.rows, places: places.before },
    after: { rows: places.after.map((place) => known[place] ?? {}), places: places.after },
    known,
    total: some.total !== null && some.total > later.rows ? some.total : null,
  }
}

/** Number of rows of the later body that are not in the earlier one, byte for byte; null when a body has another structure. */
export const countChanged = (before: Buffer, after: Buffer, firstKey: string): number | null => {
  const mark = Buffer.from(`{${JSON.stringify(firstKey)}:`).toString('latin1')
  const earlier = cutBody(before, mark)
  const later = cutBody(after, mark)
  return earlier === null || later === null ? null : differing(earlier, later).after.length
}

/** `text` has one character a byte: strings are searched and compared faster than buffers are. Null for a large body. */
type CutBody = {
  readonly bytes: Buffer
  readonly text: string | null
  readonly rows: number
  /** Where each row begins; a row's part of the text reaches to the next one, the last one's to the end. */
  readonly starts: readonly number[]
}

/** Most bytes of a body that is copied to a string to be cut. */
const mostTwice = 16_000_000

/** Null when there is no row, or one that does not follow another in the same list. */
const cutBody = (bytes: Buffer, mark: string): CutBody | null => {
  const text = bytes.byteLength > mostTwice ? null : bytes.toString('latin1')
  const find = (from: number): number => text?.indexOf(mark, from) ?? bytes.indexOf(mark, from, 'latin1')
  const starts: number[] = []
  for (let at = find(0); at !== -1; at = find(at + mark.length)) {
    // In valid JSON, objects separated by a comma are items of the same list.
    if (starts.length > 0 && !isBehindComma(bytes, at)) return null
    starts.push(at)
  }
  const rows = starts.length
  starts.push(bytes.byteLength)
  return rows === 0 ? null : { bytes, text, rows, starts }
}

const comma = 0x2c
const isBlank = (code: number | undefined): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const isBehindComma = (bytes: Buffer, start: number): boolean => {
  let at = start - 1
  while (isBlank(bytes[at])) at -= 1
  return bytes[at] === comma
}

const startAt = (body: CutBody, index: number): number => body.starts[index] ?? 0

const isSamePart = (before: CutBody, was: number, after: CutBody, is: number): boolean => {
  const [from, to] = [startAt(before, was), startAt(before, was + 1)]
  const [start, end] = [startAt(after, is), startAt(after, is + 1)]
  if (to - from !== end - start) return false
  if (before.text === null || after.text === null) return before.bytes.compare(after.bytes, start, end, from, to) === 0
  return before.text.slice(from, to) === after.text.slice(start, end)
}

const differing = (
  before: CutBody,
  after: CutBody,
): { readonly before: readonly number[]; readonly after: readonly number[] } => {
  const isSame = (was: number, is: number): boolean => {
    if (was >= before.rows || is >= after.rows) return false
    // Compare the bytes before the next row too: without a comma the body is not JSON.
    return isSamePart(before, was, after, is)
  }
  const left: number[] = []
  const come: number[] = []
  let was = 0
  let is = 0
  while (was < before.rows && is < after.rows) {
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
  for (; was < before.rows; was += 1) left.push(was)
  for (; is < after.rows; is += 1) come.push(is)
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

type SomeRows = { readonly rows: readonly JsonObject[]; readonly total: number | null }

/**
 * Reads the body as if these were its only rows, the last one besides, with which it ends. Null when other rows are found in
 * it than that, as of another list that says more than these few, or rows that are more than their own text.
 */
const readSome = (body: CutBody, places: readonly number[], firstKey: string): SomeRows | null => {
  const last = body.rows - 1
  const all = places.at(-1) === last ? places : [...places, last]
  const parts = all.map((place) => body.bytes.toString('utf8', startAt(body, place), startAt(body, place + 1)))
  const text = `${body.bytes.toString('utf8', 0, startAt(body, 0))}${parts.join('')}`
  const read = readBody(text, '', 200, parseExactly)
  if (read.kind !== 'rows' || read.rows.length !== all.length || read.rows !== read.sources) return null
  if (!read.rows.every((row) => Object.keys(row)[0] === firstKey)) return null
  return { rows: read.rows.slice(0, places.length), total: read.incomplete?.total ?? null }
}
