import type { Json } from '../../../../../preload/contract/ids.ts'
import { excessOfJson, excessOfLines, type Excess } from '../../../../kernel/bodyLimits.ts'
import { cutNames, mayHaveLongNames } from '../../../../kernel/text/longNames.ts'
import { decodeTexts, hasEntities } from '../../../../kernel/text/htmlEntities.ts'
import { readDelimited } from './delimitedText.ts'
import { hasDoubledKeys, renameDoubledKeys } from './doubledKeys.ts'
import { parseInSteps } from '../../../../kernel/text/parseInSteps.ts'
import { parseExactly } from '../../../../kernel/text/exactNumbers.ts'
import { findRows } from './findRows.ts'
import type { FoundRows } from './foundRows.ts'
import type { JsonObject } from './json.ts'
import { runAtOnce } from '../../../../kernel/turns.ts'

/** The content of a body's text: JSON (for lines of JSON, the list of them), delimited lines, neither, or a body beyond a limit. */
export type BodyText =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'lines'; readonly found: FoundRows }
  | { readonly kind: 'other' }
  | { readonly kind: 'too-large'; readonly error: Excess }

/** `parse` reads JSON and throws on what is none. Both values of a key that stands twice in an object are kept. */
export const readBodyText = (
  text: string,
  parse: (json: string) => Json,
  hasHeader: boolean | null = null,
): BodyText => {
  const bare = withoutMark(text)
  const excess = excessOfJson(bare)
  if (excess !== null) return { kind: 'too-large', error: excess }
  const json = withEachKey(bare)
  const whole = tryParse(json, parse)
  if (whole !== undefined) return { kind: 'json', value: whole }
  const lines = excessOfLines(bare)
  if (lines !== null) return { kind: 'too-large', error: lines }
  const value = parseLines(json, parse)
  if (value !== undefined) return { kind: 'json', value }
  const found = readDelimited(bare, hasHeader)
  if (found !== null && 'kind' in found) return { kind: 'too-large', error: found }
  return found === null ? { kind: 'other' } : { kind: 'lines', found }
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
const withEachKey = (json: string): string => (hasDoubledKeys(json) ? renameDoubledKeys(json) : json)

/** The rows of a body's text, or null when nothing in it looks like a table. */
export const findTextRows = (
  text: string,
  parse: (json: string) => Json,
  hasHeader: boolean | null = null,
): FoundRows | null => {
  const read = readBodyText(text, parse, hasHeader)
  if (read.kind === 'json') return runAtOnce(rowsInSteps(read.value, text))
  return read.kind === 'lines' ? read.found : null
}

/** Longer text is parsed in steps on threads where other calls wait. */
const longText = 1_000_000

/** `findTextRows` of a stored body, which was within the limits when it came, with every digit as received, giving way now and then. */
export function* findTextRowsInSteps(
  text: string,
  hasHeader: boolean | null = null,
): Generator<undefined, FoundRows | null> {
  const value = text.length < longText ? undefined : yield* jsonInSteps(text)
  if (value === undefined) return findTextRows(text, parseExactly, hasHeader)
  yield
  return yield* rowsInSteps(value, text)
}

/** Rows whose entities are decoded in one turn. */
const rowsPerStep = 2_000

/** The rows of parsed JSON with the HTML entities of their texts decoded; the sources stay as received. */
export function* rowsInSteps(value: Json, text: string): Generator<undefined, FoundRows | null> {
  const cut = mayHaveLongNames(text) ? cutNames(value) : null
  const all = findRows(cut?.value ?? value)
  const found = all === null || cut === null ? all : { ...all, sources: all.sources.map(cut.received) }
  // Some services write & as \u0026 in JSON.
  if (found === null || !(hasEntities(text) || text.includes('\\u0026'))) return found
  const rows: JsonObject[] = []
  for (const row of found.rows) {
    rows.push(decodeTexts(row) as JsonObject)
    if (rows.length % rowsPerStep === 0) yield
  }
  return { ...found, rows }
}

/** Undefined: other text. */
function* jsonInSteps(text: string): Generator<undefined, Json | undefined> {
  yield
  try {
    return yield* parseInSteps(withEachKey(withoutMark(text)), parseExactly)
  } catch {
    return undefined
  }
}

const jsonStart = /^\s*[{[]/

const tryParse = (json: string, parse: (json: string) => Json): Json | undefined => {
  try {
    return parse(json)
  } catch {
    return undefined
  }
}

/** One JSON object or list a line, two lines at least; a line that is none (cut off, say) makes it something else. */
const parseLines = (text: string, parse: (json: string) => Json): Json | undefined => {
  if (!jsonStart.test(text)) return undefined
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every(isWholeLine)) return undefined
  const list = tryParse(`[${lines.join(',')}]`, parse)
  return Array.isArray(list) && list.length === lines.length ? (list as readonly Json[]) : undefined
}

const isWholeLine = (line: string): boolean => {
  const text = line.trim()
  return (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']'))
}
