import type { Incomplete, Json } from '../../../preload/contract.ts'
import { findColumns, type TableColumn } from './columns.ts'
import { findRows, isObject, type JsonObject } from './findRows.ts'

/** The list of a reply as a table. */
export type ListTable = {
  readonly rows: readonly JsonObject[]
  readonly columns: readonly TableColumn[]
  readonly incomplete: Incomplete | null
}

/** A list that lies deeper is a detail of something, not what the reply is about. */
const deepest = 4

/**
 * The rows that `findRows` knows, else a list of plain values in the same places, else the longest list found not far below;
 * plain values stand in the one column `value`. Null when there is no list, or it is nested too deeply to be shown.
 */
export const findListTable = (body: Json): ListTable | null => {
  const found = findRows(body)
  const list = found?.rows ?? longestList(body)
  if (list === null) return null
  const rows = list.map((item) => (isObject(item) ? item : { value: item }))
  try {
    return { rows, columns: findColumns(rows), incomplete: found?.incomplete ?? null }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
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
