import type { Column } from '../../../../preload/contract/columns.ts'
import type { CsvPreset } from '../../../../preload/contract/files.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import { isFinishRole, isTimeRole } from '../../../../preload/contract/roles.ts'
import { cellText } from '../../../kernel/text/cellText.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import { elapsedMs } from '../../../kernel/gapTimes.ts'
import { cellTimeMs } from '../../../kernel/times.ts'

/** Its times are durations. Those of a column without a meaning may be times of day, such as starts. */
export const isDurationColumn = ({ role }: Pick<Column, 'role'>): boolean => isTimeRole(role) || role === 'pace'

type TimeColumn = Pick<Column, 'role' | 'unit'>

/** Null for what Excel cannot show as a duration: less than nothing, parts of milliseconds, and a gap among results. */
export const durationMs = (cell: Cell | undefined, column: TimeColumn): number | null => {
  const exactMs = isFinishRole(column.role) ? elapsedMs(cell, column) : cellTimeMs(cell, column.unit)
  if (exactMs === null || exactMs < 0 || Object.is(exactMs, -0)) return null
  const ms = Math.round(exactMs)
  return Math.abs(exactMs - ms) < 1e-5 ? ms : null
}

/** Excel reads a fraction only after the decimal sign of its language; a TSV has none of its own. */
export const decimalSign = (preset: CsvPreset, language: 'en' | 'ru'): ',' | '.' =>
  preset === 'ru' || (preset === 'tsv' && language === 'ru') ? ',' : '.'

/** Excel keeps such a bib: no zero in front, nothing but digits, and few enough to show. */
const plainBib = /^(?:0|[1-9]\d{0,10})$/
/** Excel makes a number, a date or a time of other bibs of digits and signs, and 1E5 is 100000. */
const changedBib = /^\d[\d\s.,:/-]*$|^\d+e\d+$/i
const twoNumbers = /^(\d{1,2})([./-])(\d{1,2})$/
const signedClock = /^[+-]\d{1,4}:\d/
const decimal = /^-?\d+[.,]\d+$/

/** Excel makes a date of a month beside a day or a year of two digits. */
const isDate = (text: string, sign: ',' | '.'): boolean => {
  const [, first, between, second] = twoNumbers.exec(text) ?? []
  if (between === undefined || (between === '.' && sign === '.')) return false
  const isMonth = (part = ''): boolean => Number(part) >= 1 && Number(part) <= 12
  return isMonth(first) || (isMonth(second) && Number(first) <= 31)
}

type ExcelColumn = TimeColumn & Partial<Pick<Column, 'kind'>>

type Line = readonly (Cell | undefined)[]

/**
 * Writes a line so that Excel shows what the cells say: times as h:mm:ss (it takes 38:00 for 38 hours), numbers with the decimal
 * sign of its language, and an apostrophe before a text of which it would make another number, a date or a formula, such as
 * the bibs 15.1 and 015, the class 10-12 and the gap -0:05.
 */
export const excelCells = (columns: readonly ExcelColumn[], sign: ',' | '.'): ((line: Line) => Line) => {
  const guarded = (text: string): string => (signedClock.test(text) || isDate(text, sign) ? `'${text}` : text)
  const writers = columns.map((column): ((cell: Cell | undefined) => Cell | undefined) => {
    const isDuration = isDurationColumn(column)
    if (column.role === 'bib') {
      return (cell) => {
        const text = cellText(cell)
        return !plainBib.test(text) && changedBib.test(text) ? `'${text}` : cell
      }
    }
    return (cell) => {
      const ms = isDuration ? durationMs(cell, column) : null
      if (ms !== null) return clockText(ms).replace('.', sign)
      if (typeof cell === 'number' && sign === ',') return String(cell).replace('.', sign)
      if (typeof cell !== 'string') return cell
      return column.kind === 'number' && decimal.test(cell) ? cell.replace(/[.,]/, sign) : guarded(cell)
    }
  })
  return (line) => line.map((cell, at) => writers[at]?.(cell) ?? cell)
}
