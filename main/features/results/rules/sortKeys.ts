import type { Column } from '../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import { isBlank } from '../../columns/rules/cells/blanks.ts'
import { fold } from '../../../kernel/fold.ts'
import { cellTimeMs } from '../../../kernel/times.ts'

/** Sort key of a cell; null is a blank, last in either direction. */
export type SortKey = number | string | null

/** Times by duration, numbers by value, everything else by its folded text with the numbers in it by value. */
export const sortKeyOf = (cell: Cell | undefined, kind: Column['kind']): SortKey => {
  if (cell === undefined || cell === null) return null
  if (typeof cell === 'string' && isBlank(cell)) return null
  if (kind === 'json' || typeof cell === 'object') return JSON.stringify(cell)
  if (kind === 'number') return numberKey(cell)
  if (kind === 'time') return timeKey(cell)
  return textKey(String(cell))
}

const numberKey = (cell: string | number | boolean): SortKey => {
  const value = typeof cell === 'number' ? cell : Number(String(cell).trim().replace(',', '.'))
  return Number.isNaN(value) ? textKey(String(cell)) : value
}

const timeKey = (cell: string | number | boolean): SortKey => {
  const value = typeof cell === 'string' ? cellTimeMs(cell, undefined) : null
  return value ?? textKey(String(cell))
}

const textKey = (text: string): string => fold(text).replace(/\d+/g, (digits) => digits.padStart(20, '0'))

/** Numbers before texts, blanks last whatever the direction. */
export const compareKeys = (a: SortKey, b: SortKey, isDescending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === 'number' ? -1 : 1
  return isDescending ? -order : order
}
