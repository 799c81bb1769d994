import type { Json } from '../../../../../preload/contract/ids.ts'
import type { Incomplete } from '../../../../../preload/contract/stages.ts'
import { findTextRows } from './bodyText.ts'
import type { TableColumn } from '../table/columns.ts'
import { describeRows } from '../table/describeRows.ts'
import { parseExactly } from '../../../../kernel/text/exactNumbers.ts'
import { findRows } from './findRows.ts'
import { isObject, type JsonObject } from './json.ts'
import { asObject } from './rowObjects.ts'

/** The list of a reply as a table. */
export type ListTable = {
  readonly rows: readonly JsonObject[]
  readonly columns: readonly TableColumn[]
  readonly incomplete: Incomplete | null
}

/** A deeper list is a detail, not the table of the reply. */
const deepest = 4

/**
 * The rows that `findRows` knows, else a list of plain values in the same places, else the longest list found not far below;
 * plain values stand in the one column `value`, and lists in rows stay whole, whatever they are lists of. Null when there is
 * no list, or it is more than a table may be.
 */
export const findListTable = (body: Json): ListTable | null => {
  const found = findRows(body)
  const list = found?.rows ?? longestList(body)
  return list === null ? null : tableOf(list.map(asObject), found?.incomplete ?? null)
}

/** The table of a text that is not one JSON value: lines of JSON, or cells between separators under a header line. */
export const findTextTable = (text: string): ListTable | null => {
  const found = findTextRows(text, parseExactly)
  return found === null ? null : tableOf(found.rows, found.incomplete)
}

const tableOf = (rows: readonly JsonObject[], incomplete: Incomplete | null): ListTable | null => {
  const described = describeRows(rows, true)
  return described.kind === 'rows' ? { rows, columns: described.columns, incomplete } : null
}

const longestList = (body: Json): readonly Json[] | null => {
  let longest: readonly Json[] | null = null
  const visit = (value: Json, depth: number): void => {
    if (Array.isArray(value)) {
      const list: readonly Json[] = value
      if (list.length > (longest?.length ?? -1)) longest = list
    } else if (isObject(value) && depth < deepest) {
      for (const inner of Object.values(value)) visit(inner, depth + 1)
    }
  }
  visit(body, 0)
  return longest
}
