import type { Cell } from '../../../preload/contract/ids.ts'

/** The text of a cell: blank for nothing, JSON for lists and objects. */
export const cellText = (cell: Cell | undefined): string => {
  if (typeof cell === 'string') return cell
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
