import type { Cell } from '../../../preload/contract/ids.ts'
import type { Translate } from '../../text/text.ts'

/** A cell as received; objects and lists as JSON. */
export const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** A flag in words, anything else as received. */
export const flagText = (text: string, t: Translate): string =>
  text === 'true' || text === 'false' ? t(`cell.${text}`) : text
