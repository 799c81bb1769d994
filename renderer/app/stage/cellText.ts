import type { Cell } from '../../../preload/contract/ids.ts'

/** A cell as received; objects and lists as JSON. */
export const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
