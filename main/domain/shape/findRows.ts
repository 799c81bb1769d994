import type { Incomplete, Json } from '../../../preload/contract.ts'

export type JsonObject = { readonly [key: string]: Json }

export type FoundRows = {
  readonly rows: readonly JsonObject[]
  /** The page says there are more rows than it holds. */
  readonly incomplete: Incomplete | null
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The rows of a results body in one of its known forms: an array of objects at the top, in `data`, or in `data.items`.
 * An empty array there is a table without rows; null means that no such form was recognised.
 */
export const findRows = (body: Json): FoundRows | null => {
  if (Array.isArray(body)) return rowsOf(body, undefined)
  if (!isObject(body)) return null
  const data = body['data']
  if (Array.isArray(data)) return rowsOf(data, body['total'])
  if (isObject(data) && Array.isArray(data['items'])) return rowsOf(data['items'], data['total'])
  return null
}

const rowsOf = (items: readonly Json[], total: Json | undefined): FoundRows | null => {
  const rows = items.every(isObject) ? items : wrapOthers(items)
  if (rows === null) return null
  const isPart = typeof total === 'number' && Number.isFinite(total) && total > rows.length
  return { rows, incomplete: isPart ? { rows: rows.length, total } : null }
}

/** A stray scalar among objects keeps its place as a row with the one column `value`. */
const wrapOthers = (items: readonly Json[]): readonly JsonObject[] | null =>
  items.some(isObject) ? items.map((item) => (isObject(item) ? item : { value: item })) : null
