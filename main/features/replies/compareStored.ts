import { cellText } from '../../kernel/text/cellText.ts'
import { isDeepStrictEqual } from 'node:util'
import { isNoId } from '../results/rules/identity.ts'
import { compareTables, type TableComparison } from '../changes/rules/compareTables.ts'
import type { StandingTable } from './rules/judgeReply.ts'
import type { ReplyTable } from './rules/tableSigns.ts'
import { cellReader, type TableColumn } from '../columns/rules/table/columns.ts'
import { parseExactly } from '../../kernel/text/exactNumbers.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { describeColumns, readBody, type ReadBody } from '../columns/rules/body/readBody.ts'
import { sampledPlaces, type Evidence } from '../columns/rules/table/tableShape.ts'
import { noReading, readingOf, textOfBody, type BodyReading } from '../columns/bodyReading.ts'
import { changedRows, countChanged, type ChangedRows } from './changedRows.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import type { TypedBody } from './deriveTable.ts'
import { columnsFrom, evidenceFrom } from '../columns/shapeRows.ts'
import { soundBytes, typedBody, type SnapshotBody } from './snapshotBodies.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** A category's present table with its body; null without a table, or when its body cannot be read any more. */
export type CurrentTable = {
  readonly snapshot: number
  readonly columns: readonly TableColumn[]
  /** Null when an older version made it. */
  readonly searchText: string | null
  readonly rows: number
  /** The service said that it has more rows than it gave. */
  readonly isIncomplete: boolean
  readonly url: string
  readonly contentType: string
  readonly status: number
  readonly reading: BodyReading
  readonly body: SnapshotBody
  readonly evidence: Evidence | null
}

export const currentTable = (database: Database, category: number): CurrentTable | null => {
  const row = database.get(
    `SELECT s.id, s.body, s.base, s.url, s.content_type, s.status, t.columns, t.rows, t.total, t.evidence,
       CASE WHEN t.derivation = ? THEN t.search_text END AS search_text
     FROM category_tables t JOIN snapshots s ON s.id = t.snapshot WHERE t.category = ?`,
    derivation,
    category,
  )
  if (row === null) return null
  const body = soundBytes(database, row)
  const columns = columnsFrom(row['columns'])
  if (body === null || columns === null) return null
  return {
    snapshot: Number(row['id']),
    columns,
    searchText: typeof row['search_text'] === 'string' ? row['search_text'] : null,
    rows: Number(row['rows']),
    isIncomplete: row['total'] !== null,
    url: String(row['url']),
    contentType: String(row['content_type']),
    status: Number(row['status']),
    reading: readingOf(database, category),
    body,
    evidence: row['evidence'] === null ? null : evidenceFrom(row['evidence']),
  }
}

/** Two tables are read together only up to these sizes: in memory each row and byte takes several times its size. */
const mostRowsTogether = 250_000
const mostBytesTogether = 48_000_000

const areTooLargeTogether = (current: CurrentTable, rows: number, later: Uint8Array): boolean =>
  current.rows + rows > mostRowsTogether || current.body.bytes.byteLength + later.byteLength > mostBytesTogether

/**
 * The table as the reply rules see it. For a table whose reply is damaged, or that is too large to be read
 * beside the later one, only the columns are known.
 */
export const standingTable = (
  database: Database,
  category: number,
  current: CurrentTable | null,
  later: Uint8Array,
): StandingTable | null => {
  if (current !== null) {
    const isHidden = areTooLargeTogether(current, 0, later)
    return { ...current, read: () => (isHidden ? [] : (rowsOf(current) ?? [])) }
  }
  const row = database.get('SELECT columns, rows, evidence FROM category_tables WHERE category = ?', category)
  const columns = columnsFrom(row?.['columns'])
  if (row === null || columns === null) return null
  return {
    columns,
    rows: Number(row['rows']),
    evidence: row['evidence'] === null ? null : evidenceFrom(row['evidence']),
    read: () => [],
  }
}

const rowsOf = (current: CurrentTable): readonly JsonObject[] | null => {
  const read = readTyped({ ...current, body: current.body.bytes })
  return read.kind === 'rows' ? read.rows : null
}

const readTyped = ({ body, contentType, url, status, reading = noReading }: TypedBody): ReadBody => {
  const text = textOfBody(body, contentType, reading.charset)?.text ?? null
  return readBody(text, url, status, parseExactly, reading.hasHeader)
}

/** The rows of a stored reply with the roles found in that reply alone; null when they cannot be read, or not beside others. */
export const tableRows = (database: Database, snapshot: number): ReplyTable | null => {
  const row = database.get('SELECT * FROM snapshots WHERE id = ?', snapshot)
  const body = row === null ? null : soundBytes(database, row)
  if (row === null || body === null) return null
  if (body.bytes.byteLength * 2 > mostBytesTogether) return null
  const read = readTyped(typedBody(database, row, body))
  return read.kind === 'rows' ? { rows: read.rows, columns: describeColumns(read.rows) } : null
}

export const currentSnapshot = (database: Database, category: number): number | null => {
  const row = database.get('SELECT snapshot FROM category_tables WHERE category = ?', category)
  return row === null ? null : Number(row['snapshot'])
}

/** The category has no table, and the last reply was a recognised one that had no rows yet. */
export const isAwaitingRows = (database: Database, category: number): boolean => {
  if (currentSnapshot(database, category) !== null) return false
  const row = database.get(
    'SELECT s.* FROM categories c JOIN snapshots s ON s.id = c.last_snapshot WHERE c.id = ?',
    category,
  )
  const body = row === null ? null : soundBytes(database, row)
  if (row === null || body === null) return false
  const read = readTyped(typedBody(database, row, body))
  return read.kind === 'no-rows' && read.error === null
}

/** The first rows of a category are news where they have a result: a list of those who will start is none. */
export const compareWithNone = (columns: readonly TableColumn[], rows: readonly JsonObject[]): TableComparison => {
  if (rows.length * 2 > mostRowsTogether) return { entries: [], headline: { count: rows.length, of: rows.length } }
  const { entries } = compareTables({ rows: [], columns }, { rows, columns })
  return { entries: entries.filter(({ after }) => after !== null), headline: null }
}

/** Rows that one of the two replies left out neither went away nor came. */
export const withoutLeftOut = (
  { entries, headline }: TableComparison,
  isIncomplete: { readonly before: boolean; readonly after: boolean },
): TableComparison => {
  if (!isIncomplete.before && !isIncomplete.after) return { entries, headline }
  const untold = isIncomplete.after ? 'vanished' : 'new'
  const told = entries.filter(({ type }) => type !== untold)
  const hidden = entries.filter(({ type, isDetail }) => isDetail && type === untold).length
  const hasDetails = told.some(({ isDetail }) => isDetail)
  return {
    entries: told,
    headline: headline !== null && hasDetails ? { ...headline, count: headline.count - hidden } : null,
  }
}

/** The rows of a later body that differ from those of the table, the ones at `sampledPlaces` known, too. */
export const changedSince = ({ body, rows, columns }: CurrentTable, later: Uint8Array): ChangedRows | null => {
  const firstKey = columns[0]?.path[0]
  if (firstKey === undefined) return null
  const bytes = Buffer.from(later.buffer, later.byteOffset, later.byteLength)
  return changedRows({ bytes: body.bytes, rows, firstKey }, bytes, sampledPlaces)
}

/** More ids than these are not looked for in a body. */
const mostIds = 5_000

/** Some id of the changed rows may stand in other rows, too: only all rows then say whether it is one of a person. */
export const hasSharedIds = (
  columns: readonly TableColumn[],
  { before, after }: ChangedRows,
  later: Uint8Array,
): boolean => {
  const column = columns.find(({ role }) => role === 'id')
  if (column === undefined) return false
  const read = cellReader(column)
  // One character a byte, which is searched fastest.
  const asIn = (value: unknown): string =>
    Buffer.from(JSON.stringify(value ?? null))
      .toString('latin1')
      .replace(/[^\w"]/g, String.raw`\$&`)
  const said = [...before.rows, ...after.rows].map(read).filter((id) => !isNoId(cellText(id)))
  const ids = new Set(said.map(asIn))
  if (ids.size === 0) return false
  if (ids.size > mostIds) return true
  const text = Buffer.from(later.buffer, later.byteOffset, later.byteLength).toString('latin1')
  const cells = new RegExp(`${asIn(column.path.at(-1))}:\\s*(${[...ids].join('|')})(?=[\\s,}\\]])`, 'g')
  const seen = new Set<string>()
  for (const [, id = ''] of text.matchAll(cells)) {
    if (seen.has(id)) return true
    seen.add(id)
  }
  return false
}

/** With a table of which only these rows were read. */
export const compareChanged = (
  current: CurrentTable,
  { before, after, known }: ChangedRows,
  columns: readonly TableColumn[],
): TableComparison =>
  compareTables(
    { rows: before.rows, columns: current.columns, part: { places: before.places, of: current.rows } },
    { rows: after.rows, columns, part: { places: after.places, of: known.length } },
  )

/**
 * Compares with a table that was read whole; `changed` are its changed rows if both bodies were cut alike. For tables too large to be
 * compared row by row, only the number of changed rows is returned: all rows if the bodies cannot be compared as text.
 */
export const compareWhole = (
  current: CurrentTable,
  changed: ChangedRows | null,
  columns: readonly TableColumn[],
  rows: readonly JsonObject[],
  later: Uint8Array,
): TableComparison => {
  if (changed !== null && areRowsOf(changed, rows) && !hasSharedIds(columns, changed, later)) {
    return compareChanged(current, changed, columns)
  }
  if (areTooLargeTogether(current, rows.length, later)) {
    const bytes = Buffer.from(later.buffer, later.byteOffset, later.byteLength)
    const count = countChanged(current.body.bytes, bytes, current.columns[0]?.path[0] ?? '') ?? rows.length
    return { entries: [], headline: count === 0 ? null : { count, of: Math.max(current.rows, rows.length) } }
  }
  const before = rowsOf(current)
  if (before === null) return { entries: [], headline: null }
  return compareTables({ rows: before, columns: current.columns }, { rows, columns })
}

const areRowsOf = ({ known }: ChangedRows, rows: readonly JsonObject[]): boolean =>
  known.length === rows.length && known.every((row, place) => row === undefined || isDeepStrictEqual(row, rows[place]))
