import type { YearsTable } from '../../../../preload/contract/blocks.ts'
import type { Json } from '../../../../preload/contract/ids.ts'
import { bodyLimits } from '../../../kernel/bodyLimits.ts'
import { isList, isObject } from '../../organizations/rules/envelope.ts'

/** Most cells: the page gets all of them in one reply. */
const mostCells = 1_000_000

/**
 * The reply of the race years as a table: a list (or `items`) of numbers and texts, or of objects, whose fields become columns.
 * Null for anything else, and for more columns or cells than a table may have. The one column of plain values has the name ''.
 */
export const readYearsTable = (data: Json): YearsTable | null => {
  const items = isList(data) ? data : isObject(data) && isList(data['items']) ? data['items'] : null
  if (items === null) return null
  if (items.every((item) => typeof item !== 'object' || item === null)) {
    return { columns: items.length === 0 ? [] : [''], rows: items.map((item) => [item]) }
  }
  if (!items.every((item) => isObject(item) || item === null)) return null
  const columns = [...new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))]
  if (columns.length > bodyLimits.columns || columns.length * items.length > mostCells) return null
  return {
    columns,
    rows: items.map((item) =>
      columns.map((column) => (isObject(item) && Object.hasOwn(item, column) ? (item[column] ?? null) : null)),
    ),
  }
}
