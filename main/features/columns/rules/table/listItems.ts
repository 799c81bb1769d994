import type { Json } from '../../../../../preload/contract/ids.ts'
import { isObject, type JsonObject } from '../body/json.ts'
import { isEmpty } from './levels.ts'

/**
 * A value inside an item of a short list of the row. The item is the one whose field `key` reads as `label`, so that a missed
 * point never shifts the ones after it; `key` null: lists without labels are counted, `index` from 0. `field` leads to the
 * value inside the item, and is empty when the item is the value.
 */
export type ItemPlace = {
  readonly key: string | null
  readonly label: string
  readonly index: number
  readonly field: readonly string[]
}

type Reader = (row: JsonObject) => Json | undefined

/** `readList` gives the list, or anything else in rows that have none. */
export const itemReader = (readList: Reader, { key, label, index, field }: ItemPlace): Reader => {
  const find = (list: readonly Json[]): Json | undefined => {
    // Most rows have the item at the same index as the first rows.
    const usual = list[index]
    if (key === null || labelOf(usual, key) === label) return usual
    return list.find((item) => labelOf(item, key) === label)
  }
  return (row) => {
    const list = readList(row)
    if (!Array.isArray(list)) return undefined
    return cellOf(ownValueAt(find(list as readonly Json[]), field))
  }
}

export const ownValueAt = (outer: Json | undefined, path: readonly string[]): Json | undefined => {
  let value = outer
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

export const cellOf = (value: Json | undefined): Json | undefined =>
  isObject(value) && !isEmpty(value) ? undefined : value

/** The label of a list item in its field `key`, or null. */
export const labelOf = (item: Json | undefined, key: string): string | null => {
  if (!isObject(item) || !Object.hasOwn(item, key)) return null
  const value = item[key]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
