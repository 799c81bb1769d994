import type { Column } from '../../../../preload/contract/columns.ts'
import { cellKind, cellReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import { columnKeyOf, type Evidence } from '../../columns/rules/table/tableShape.ts'
import { isMessageField, isRemarkField, isSaying, isTrouble, tells } from './cellWords.ts'
import { hasKnownRow } from './knownRows.ts'
import { hasFinisher, sampleOf, signsOf, type ReplyTable } from './tableSigns.ts'

/** The table that a reply would replace. */
export type StandingTable = {
  readonly columns: readonly TableColumn[]
  readonly rows: number
  /** Null when an older version made the table. */
  readonly evidence: Evidence | null
  /** Reads its rows; called only when the columns do not decide. */
  readonly read: () => ReplyTable['rows']
}

/**
 * Whether a reply with rows holds results. After a good table the reply has to look like one: known people, the
 * same columns, or columns with a meaning of their own. A first reply is refused only if it is a message or blank rows.
 */
export const isResults = (before: StandingTable | null, after: ReplyTable): boolean => {
  if (!hasTellingCell(after)) return false
  const isMessage = looksLikeMessage(after)
  if (before === null) return !isMessage
  if (!isMessage && (sharesShape(before, after) || isOwnTable(after, before.rows))) return true
  const earlier: ReplyTable = { columns: before.columns, rows: before.read() }
  if (hasKnownRow(earlier, after)) return true
  // After a message that an older version or a user accepted as a table, any results are accepted.
  return !isMessage && looksLikeMessage(earlier)
}

const hasTellingCell = ({ columns, rows }: ReplyTable): boolean => {
  const readers = columns.map(cellReader)
  return rows.some((row) => readers.some((read) => tells(read(row))))
}

/** Most rows of a message, unless all its rows are equal. */
const fewRows = 3
const mostTexts = 9
/** With fewer columns and none with a meaning, a table is more likely a message with a value or two. */
const fewestColumns = 3

type Said = { readonly column: TableColumn; readonly text: string }

const saidIn = ({ columns, rows }: ReplyTable): readonly Said[] => {
  const sample = sampleOf(rows)
  return columns.flatMap((column) => {
    const read = cellReader(column)
    return sample.flatMap((row) => {
      const cell = read(row)
      return tells(cell) ? [{ column, text: typeof cell === 'object' ? JSON.stringify(cell) : String(cell) }] : []
    })
  })
}

const nameRoles: ReadonlySet<Column['role']> = new Set<Column['role']>(['name', 'firstName', 'lastName'])

/** The reply has no sign of finishers and a field or text addressed to a reader. */
const looksLikeMessage = (table: ReplyTable): boolean => {
  const areFew = table.rows.length <= fewRows
  if (!areFew && hasFinisher(table)) return false
  const { hasBib, hasName, hasMeasure, count } = signsOf(table)
  const isResult = (hasBib || hasName) && hasMeasure
  const isStrong = isResult || (hasBib && hasName) || count >= 3
  if (isStrong && !areFew) return false
  const said = saidIn(table)
  const isMessageColumn = ({ name, role }: TableColumn): boolean => role === undefined && isMessageField(name)
  if (isStrong) {
    // Clubs and teams may have any name.
    return (
      (said.every(({ column, text }) => !nameRoles.has(column.role) || isTrouble(text)) &&
        said.some(({ column, text }) => nameRoles.has(column.role) && isTrouble(text))) ||
      (!isResult && said.some(({ column }) => isMessageColumn(column)))
    )
  }
  if (said.some(({ column }) => isMessageColumn(column)) || (areFew && table.columns.some(isMessageColumn))) return true
  if (areFew && !hasBib && !hasName && !hasMeasure && isBare(said)) return true
  if (new Set(said.map(({ text }) => text)).size > mostTexts) return false
  return said.some(({ column, text }) => isRemarkField(column.name) || isSaying(text))
}

/** A word, not a code. */
const word = /\p{L}{5}|\p{Lo}{2}/u

const isBare = (said: readonly Said[]): boolean =>
  new Set(said.map(({ column }) => column.name)).size < fewestColumns &&
  said.some(({ column, text }) => column.role !== 'id' && word.test(text))

/** This many shared columns, or all if the table had fewer, make it the same kind of table. */
const commonColumns = 3
/** Rows read to recognize the kind of a column. */
const kindRows = 16
const personRoles: ReadonlySet<Column['role']> = new Set<Column['role']>([
  'bib',
  'name',
  'firstName',
  'lastName',
  'team',
])

/** Whether columns of the table before have the same kind of values again, among them columns that name people. */
const sharesShape = (before: StandingTable, { columns, rows }: ReplyTable): boolean => {
  const filled = new Map(
    before.columns.flatMap((column) => {
      const evidence = before.evidence?.get(columnKeyOf(column))
      if (before.evidence !== null && (evidence === undefined || evidence.filled === 0)) return []
      return [[column.name, { kind: evidence?.kind ?? column.kind, isPerson: personRoles.has(column.role) }] as const]
    }),
  )
  const sample = sampleOf(rows, kindRows)
  const needed = Math.min(commonColumns, filled.size)
  let isPersonMissing = [...filled.values()].some(({ isPerson }) => isPerson)
  let shared = 0
  for (const column of columns) {
    const known = filled.get(column.name)
    if (known === undefined || !isAlikeKind(mostKind(column, sample), known.kind)) continue
    shared += 1
    if (known.isPerson) isPersonMissing = false
    if (shared >= needed && !isPersonMissing) return true
  }
  return false
}

/** Times come as counts of seconds and as clock times. */
const isAlikeKind = (a: Column['kind'] | null, b: Column['kind']): boolean =>
  a === b || (a === 'time' && b === 'number') || (a === 'number' && b === 'time')

/** The kind of most cells that have a value. */
const mostKind = (column: TableColumn, sample: ReplyTable['rows']): Column['kind'] | null => {
  const read = cellReader(column)
  const seen = new Map<Column['kind'], number>()
  for (const row of sample) {
    const cell = read(row)
    const kind = tells(cell) ? cellKind(cell) : null
    if (kind !== null) seen.set(kind, (seen.get(kind) ?? 0) + 1)
  }
  return [...seen].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/** Results of unknown people in new columns: several people, or one in place of a few. */
const isOwnTable = (table: ReplyTable, before: number): boolean => {
  const { hasBib, hasName, hasTime, hasMeasure, count, people } = signsOf(table)
  const isClear = (hasBib || hasName) && hasMeasure && count >= 3
  if (table.rows.length === 1) return isClear && before <= fewRows
  if (people >= 2 && isClear) return true
  return people >= fewRows && ((hasBib && (hasName || hasMeasure)) || (hasName && hasTime))
}
