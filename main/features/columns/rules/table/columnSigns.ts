import type { Cell } from '../../../../../preload/contract/ids.ts'
import { isBlankCell } from '../cells/blanks.ts'
import { flagOfName, flagValue, reasonValue } from '../cells/flags.ts'
import { areStartTimes, minuteMs, mostShared, mostWaves } from '../cells/startTimes.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'
import { isBibShaped } from '../cells/valueShapes.ts'
import { isSearchableName, isWording, wordsWithin } from '../cells/wording.ts'
import type { ItemPlace } from './listItems.ts'

/** Signs of the cells of a column, read before the column has a role. */
export type ColumnSigns = {
  /** Words, such as names, clubs and places: a different one in each row, or shared by many rows. */
  readonly texts?: 'telling' | 'shared'
  /** Short numbers, perhaps with letters, no two the same and not counted up. */
  readonly isUniqueNumber?: true
  /** For a column named as a flag: `odd` when some cell is neither yes nor no, `mostly-yes` when nearly all are yes. */
  readonly flag?: 'odd' | 'mostly-yes'
  /** Times of which all are starts. */
  readonly areStarts?: true
  /** The column that has something nearly only where this one is blank. */
  readonly fills?: string
  /** The first row has a time and the others gaps to it (`gapLimitOf`). */
  readonly gapsBelowMs?: number
}

/** By cells of some rows. Blank cells may hold anything further on. */
export const signsOf = (
  name: string,
  item: ItemPlace | undefined,
  cells: readonly (Cell | undefined)[],
): ColumnSigns | undefined => {
  const filled = cells.filter(isFilled)
  if (item === undefined && flagOfName(name) !== null) {
    const flag = isReasonTold(name, filled, cells.length) ? undefined : flagSign(filled)
    if (flag !== 'odd') return flag === undefined ? undefined : { flag }
    return { flag, ...textSigns(filled, null) }
  }
  if (item !== undefined && item.key !== null && item.field.length === 1 && item.field[0] === item.key) return undefined
  // Always searched.
  if (item === undefined && isSearchableName(name)) return undefined
  const signs = textSigns(filled, item?.label ?? null)
  if (signs.texts !== undefined) return signs
  return item === undefined && areUniqueNumbers(filled) ? { isUniqueNumber: true } : undefined
}

/** Whether the cells of one row in so many are starts; `isRanked`: for certain, even where the table has places. */
export const areStartCells = (cells: readonly (Cell | undefined)[], step: number, isRanked: boolean): boolean => {
  const msOf = (cell: Cell | undefined): number => cellTimeMs(cell, undefined) ?? Number.NaN
  // Starts without waves are whole minutes, so that most columns of times are told by their first cell.
  const areApart = new Set(cells).size > Math.min(mostWaves, cells.length * mostShared) + 1
  if (isRanked && areApart && msOf(cells[0]) % minuteMs !== 0) return false
  return areStartTimes(
    Float64Array.from(cells, msOf),
    cells.map((_, at) => at * step),
    true,
    isRanked,
  )
}

const isFilled = (cell: Cell | undefined): cell is Cell => !isBlankCell(cell)

const leastRows = 8

/** A column such as "disqualified" holds the reason, for few rows; remarks for most rows are something else. */
const isReasonTold = (name: string, filled: readonly Cell[], rows: number): boolean =>
  rows >= leastRows && filled.length * 2 <= rows && filled.every((cell) => reasonValue(flagOfName(name), cell) !== null)

const flagSign = (cells: readonly Cell[]): ColumnSigns['flag'] => {
  const values = cells.map(flagValue)
  if (values.includes(null)) return 'odd'
  const said = values.filter((value) => value === true).length
  return cells.length >= leastRows && said >= cells.length * 0.9 ? 'mostly-yes' : undefined
}

const textSigns = (cells: readonly Cell[], label: string | null): Pick<ColumnSigns, 'texts'> => {
  if (cells.length === 0) return { texts: 'telling' }
  const distinct = new Set<string>()
  let worded = 0
  for (const cell of cells) {
    const texts = typeof cell === 'object' ? wordsWithin(cell) : typeof cell === 'string' ? [cell] : []
    const words = texts.filter((text) => text !== label && isWording(text))
    if (words.length === 0) continue
    worded += 1
    distinct.add(words.join(' '))
  }
  if (worded < cells.length / 2) return {}
  return { texts: distinct.size >= Math.max(Math.min(2, cells.length), cells.length * 0.3) ? 'telling' : 'shared' }
}

const areUniqueNumbers = (cells: readonly Cell[]): boolean => {
  if (cells.length < 3 || isCountedUp(cells.map((cell) => (isText(cell) ? Number(cell) : Number.NaN)))) return false
  const texts = cells.map((cell) => (isText(cell) ? String(cell).trim() : ''))
  return new Set(texts).size === texts.length && texts.every(isBibShaped)
}

const isText = (cell: Cell): cell is string | number => typeof cell === 'number' || typeof cell === 'string'

/** By the same step from each to the next; texts with letters have none that differ. */
const isCountedUp = ([first = 0, second = 0, ...others]: readonly number[]): boolean => {
  let last = second
  for (const number of others) {
    if (!Object.is(number - last, second - first)) return false
    last = number
  }
  return true
}
