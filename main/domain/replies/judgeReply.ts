import type { Column } from '../../../preload/contract.ts'
import { cellKind, cellReader, type TableColumn } from '../shape/columns.ts'
import { columnKeyOf, type Evidence } from '../shape/tableShape.ts'
import { isMessageField, isRemarkField, isSaying, isTrouble, tells } from './cellWords.ts'
import { hasKnownRow } from './knownRows.ts'
import { hasFinisher, sampleOf, signsOf, type ReplyTable } from './tableSigns.ts'

/** The table that a reply would take the place of. */
export type StandingTable = {
  readonly columns: readonly TableColumn[]
  readonly rows: number
  /** Null when an older version made the table. */
  readonly evidence: Evidence | null
  /** Its rows; asked for only when the columns do not decide. */
  readonly read: () => ReplyTable['rows']
}

/**
 * Whether a reply in which rows were found holds results. After a good table it has to look like one: known people, the
 * same columns, or columns that mean something on their own. As the first reply only a message or blank rows are none.
 */
export const isResults = (before: StandingTable | null, after: ReplyTable): boolean => {
  if (!hasTellingCell(after)) return false
  const isMessage = looksLikeMessage(after)
  if (before === null) return !isMessage
  if (!isMessage && (sharesShape(before, after) || isOwnTable(after, before.rows))) return true
  const earlier: ReplyTable = { columns: before.columns, rows: before.read() }
  if (hasKnownRow(earlier, after)) return true
  // After a message, which an older version or a user took for a table, any results are welcome.
  return !isMessage && looksLikeMessage(earlier)
}

const hasTellingCell = ({ columns, rows }: ReplyTable): boolean => {
  const readers = columns.map(cellReader)
  return rows.some((row) => readers.some((read) => tells(read(row))))
}

/** A message comes in few rows, or says the same in all of them. */
const fewRows = 3
const mostTexts = 9
/** A table of fewer columns in which none has a meaning is rather a message with a value or two. */
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

/** Nothing in it says that it is about finishers, and something in it speaks to the reader. */
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
    // Clubs and teams may be called anything.
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

/** So many columns in common make it the same kind of table, unless it had fewer. */
const commonColumns = 3
/** Rows by which it is told what a column holds. */
const kindRows = 16
const personRoles: ReadonlySet<Column['role']> = new Set<Column['role']>([
  'bib',
  'name',
  'firstName',
  'lastName',
  'team',
])

/** Columns of the table before hold the same kind of thing again, some of those among them that name people. */
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

/** What most of the cells are that tell anything. */
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

/** Results of nobody known in columns never seen: several people, or one in place of a few. */
const isOwnTable = (table: ReplyTable, before: number): boolean => {
  const { hasBib, hasName, hasTime, hasMeasure, count, people } = signsOf(table)
  const isClear = (hasBib || hasName) && hasMeasure && count >= 3
  if (table.rows.length === 1) return isClear && before <= fewRows
  if (people >= 2 && isClear) return true
  return people >= fewRows && ((hasBib && (hasName || hasMeasure)) || (hasName && hasTime))
}
