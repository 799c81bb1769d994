import type { Result } from '../../preload/contract/result.ts'
import { readCell } from '../kernel/text/csvCells.ts'

type CsvTable = {
  /** Unique; an empty header cell is `columnN`, a repeated name gets ` (2)`, and so on. */
  readonly columns: readonly string[]
  /** How many of `columns` the first line names; the others are for rows with more cells than that. */
  readonly namedCount: number
  /** A row may be shorter than `columns`, never longer. */
  readonly rows: readonly (readonly string[])[]
}

const separators = [',', ';', '\t'] as const

function invalid<T>(message: string): Result<T> {
  return { ok: false, error: { kind: 'invalid-input', issues: [{ path: 'results', message }] } }
}

/** The separator that is most frequent outside quotes in the first line. */
function recogniseSeparator(text: string): string {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return separators.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best))
}

/** All lines with anything in them; an error names the row whose quote is never closed. */
function readRecords(text: string, separator: string): Result<string[][]> {
  const records: string[][] = []
  let record: string[] = []
  const finishRecord = (): void => {
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  let at = 0
  while (at < text.length) {
    const cell = readCell(text, at, separator)
    if (cell === null) return invalid(`row ${records.length + 1}: a quoted cell is never closed`)
    record.push(cell.text)
    at = cell.end + 1
    if (text[cell.end] === separator) {
      // A separator at the very end is followed by an empty cell.
      if (at >= text.length) record.push('')
      continue
    }
    if (text[cell.end] === '\r' && text[at] === '\n') at += 1
    finishRecord()
  }
  if (record.length > 0) finishRecord()
  return { ok: true, value: records }
}

function nameColumns(header: readonly string[], width: number): string[] {
  const given = Array.from({ length: width }, (_, index) => header[index] || `column${index + 1}`)
  const taken = new Set<string>()
  return given.map((name) => {
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  })
}

/** RFC 4180 with comma, semicolon or tab; the first line names the columns. Cells stay text, as they are. */
export function parseCsv(text: string): Result<CsvTable> {
  const started = text.replace(/^[\r\n]+/, '')
  const records = readRecords(started, recogniseSeparator(started))
  if (!records.ok) return records
  const [header, ...rows] = records.value
  if (header === undefined || rows.length === 0) return invalid('the file has no rows')
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length)
  return { ok: true, value: { columns: nameColumns(header, width), namedCount: header.length, rows } }
}
