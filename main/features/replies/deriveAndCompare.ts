import type { CategoryId } from '../../../preload/contract/ids.ts'
import { rowsLost, type TableComparison } from '../changes/rules/compareTables.ts'
import { isResults } from './rules/judgeReply.ts'
import { noReading, textOfBody } from '../columns/bodyReading.ts'
import {
  changedSince,
  compareChanged,
  compareWhole,
  compareWithNone,
  currentTable,
  hasSharedIds,
  isAwaitingRows,
  standingTable,
  withoutLeftOut,
  type CurrentTable,
} from './compareStored.ts'
import { allRows, deriveChanged } from './deriveChanged.ts'
import { deriveTable, type Derived, type TypedBody } from './deriveTable.ts'
import { withoutResults, type SetAsideReply } from './setAside.ts'
import type { ShapeBook } from '../columns/shapeBook.ts'
import type { Replaced } from './shrinks.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

export type Compared = {
  readonly current: CurrentTable | null
  readonly derived: Derived
  /** Null without a table to compare with. */
  readonly comparison: TableComparison | null
  readonly replaced: Replaced | null
}

/** `isTaken`: a user chose this reply as the table. */
export const deriveAndCompare = (
  database: Database,
  book: ShapeBook,
  fetched: ComparedBody,
  isTaken = false,
): Compared => {
  const { charset } = fetched.reading ?? noReading
  const current = currentTable(database, Number(fetched.category))
  // Rows are compared as bytes where these are UTF-8 without doubt.
  const changed = current === null || charset !== null ? null : changedSince(current, fetched.body)
  // If no row is unchanged, all rows are read to judge whether they are results.
  const isKnown = changed !== null && current !== null && changed.before.places.length < current.rows
  const table = isKnown ? deriveChanged(book, current, changed, fetched) : null
  if (current !== null && changed !== null && table !== null) {
    const { columns, derived } = table
    const comparison = hasSharedIds(columns, changed, fetched.body)
      ? compareWhole(current, null, columns, allRows(fetched), fetched.body)
      : compareChanged(current, changed, columns)
    return compared(current, derived, comparison)
  }
  const seen: TableComparison[] = []
  const aside: SetAsideReply[] = []
  const derived = deriveTable(book, fetched, (columns, rows) => {
    if (
      !isTaken &&
      !isResults(standingTable(database, Number(fetched.category), current, fetched.body), { columns, rows })
    ) {
      const text = textOfBody(fetched.body, fetched.contentType, charset)?.text ?? ''
      aside.push(withoutResults({ columns, rows }, fetched.url, text))
    } else if (current !== null) seen.push(compareWhole(current, changed, columns, rows, fetched.body))
    else if (isAwaitingRows(database, Number(fetched.category))) seen.push(compareWithNone(columns, rows))
  })
  const [setAside] = aside
  if (derived.kind !== 'rows' || setAside === undefined) return compared(current, derived, seen[0] ?? null)
  return compared(current, { kind: 'no-rows', error: setAside.error, setAside }, null)
}

/** The body of a category, just fetched or stored before. */
type ComparedBody = TypedBody & { readonly category: CategoryId | number }

const compared = (current: CurrentTable | null, derived: Derived, comparison: TableComparison | null): Compared => {
  if (comparison === null || derived.kind !== 'rows') return { current, derived, comparison: null, replaced: null }
  const isIncomplete = { before: current?.isIncomplete ?? false, after: derived.total !== null }
  const lost = rowsLost(comparison)
  const replaced = current === null ? null : { snapshot: current.snapshot, rows: current.rows, lost }
  return { current, derived, comparison: withoutLeftOut(comparison, isIncomplete), replaced }
}
