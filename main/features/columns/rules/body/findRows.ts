import type { FoundRows } from './foundRows.ts'
import type { Json } from '../../../../../preload/contract/ids.ts'
import { bestCandidate } from './walkBody.ts'
import { isList, isObject } from './json.ts'
import { areGroups } from './looks.ts'
import { incompleteOf, promisedBy, type Promised } from './pageTotals.ts'
import { leastSigns, peopleSigns } from './people.ts'
import { asObject, rowsOfTree } from './rowObjects.ts'

type UsualList = { readonly items: readonly Json[]; readonly promised: Promised | null }

/**
 * The rows of a results body, in whatever form they come. An array of objects at the top, in `data` or in `data.items` is
 * the table, unless its objects are groups that hold the rows, or no people while other lists of the body are; otherwise
 * every list of the body is scored. An empty array where rows are expected is a table without rows; null means that nothing
 * in the body looks like a table.
 */
export const findRows = (body: Json): FoundRows | null => {
  const usual = usualList(body)
  if (usual === null) return readBest(body)
  const { items, promised } = usual
  if (items.length > 0 && !items.some(isObject)) return readBest(body)
  const isPlain = items.every(isObject)
  if (isPlain && areGroups(items)) return readBest(body)
  if (hasOtherLists(body, items) && peopleSigns(items) < leastSigns) {
    const best = bestCandidate(body)
    if (best !== null && best.signs >= leastSigns) return rowsOfTree(best.tree)
  }
  const rows = isPlain ? items : items.map(asObject)
  return { rows, sources: items, incomplete: incompleteOf([{ promised, rows: rows.length }]) }
}

const usualList = (body: Json): UsualList | null => {
  if (isList(body)) return { items: body, promised: null }
  if (!isObject(body)) return null
  const data = body['data']
  if (isList(data)) return { items: data, promised: promisedBy(body) }
  if (!isObject(data) || !isList(data['items'])) return null
  return { items: data['items'], promised: promisedBy(data) ?? promisedBy(body) }
}

/** Beside the usual list, or beside the object that holds it. */
const hasOtherLists = (body: Json, items: readonly Json[]): boolean => {
  if (!isObject(body)) return false
  const { data, ...others } = body
  const beside = isObject(data) ? [...Object.values(others), ...Object.values(data)] : Object.values(others)
  return items.length > 0 && beside.some((value) => typeof value === 'object' && value !== null && value !== items)
}

const readBest = (body: Json): FoundRows | null => {
  const found = bestCandidate(body)
  return found === null ? null : rowsOfTree(found.tree)
}
