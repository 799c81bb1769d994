import type { Json } from '../../../../../preload/contract/ids.ts'
import type { Incomplete } from '../../../../../preload/contract/stages.ts'
import { isPageWord, isTotalWord } from './fieldWords.ts'
import { isObject, type JsonObject } from './json.ts'

/** The rows a body promises, said by one of its objects; parts found below the same object count together. */
export type Promised = { readonly total: number }

/** The total number of rows promised by an object: the largest of its totals or of its page description. */
export const promisedBy = (object: JsonObject): Promised | null => {
  const total = Math.max(totalIn(object), ...pageObjectsOf(object).map(totalIn))
  return total < 0 ? null : { total }
}

const pageObjectsOf = (object: JsonObject): readonly JsonObject[] =>
  Object.keys(object)
    .filter(isPageWord)
    .map((key) => object[key])
    .filter(isObject)

const totalIn = (object: JsonObject): number => {
  let total = -1
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (typeof value === 'object' && !isObject(value)) continue
    if (isTotalWord(key)) total = Math.max(total, countOf(isObject(value) ? value['value'] : value))
  }
  return total
}

const countOf = (value: Json | undefined): number => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : -1
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : -1
}

type Counted = { readonly promised: Promised | null; readonly rows: number }

/** Whether the body holds fewer rows than it promises: promises of several groups are added up. */
export const incompleteOf = (parts: readonly Counted[]): Incomplete | null => {
  const promises = new Map<Promised, number>()
  let rows = 0
  let total = 0
  for (const part of parts) {
    rows += part.rows
    if (part.promised === null) total += part.rows
    else promises.set(part.promised, (promises.get(part.promised) ?? 0) + part.rows)
  }
  for (const [promised, found] of promises) total += Math.max(promised.total, found)
  return total > rows ? { rows, total } : null
}
