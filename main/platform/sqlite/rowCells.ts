import type { Json } from '../../../preload/contract/ids.ts'
import type { SqlRow } from './sqliteDatabase.ts'

/** For columns that are never null. */
export const text = (row: SqlRow, column: string): string => String(row[column])
export const textOrNull = (row: SqlRow, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}
export const number = (row: SqlRow, column: string): number => Number(row[column])
/** JSON written by this store. */
export const parsed = <T>(row: SqlRow, column: string): T | null => {
  const value = textOrNull(row, column)
  return value === null ? null : (JSON.parse(value) as T)
}
/** Null for a value that is not JSON: a damaged one must not hide the others, or stop the start. */
export const readable = (row: SqlRow, column: string): Json => {
  try {
    return parsed<Json>(row, column)
  } catch {
    return null
  }
}
export const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
