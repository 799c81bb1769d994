import type { Column } from '../../../../preload/contract/columns.ts'
import type { CsvPreset } from '../../../../preload/contract/files.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import { isFinishRole, isTimeRole } from '../../../../preload/contract/roles.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import { elapsedMs } from '../../../kernel/gapTimes.ts'
import { cellTimeMs } from '../../../kernel/times.ts'

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

type Line = readonly (Cell | undefined)[]

/** Writes the times of a line as h:mm:ss: Excel takes 38:00 for 38 hours, and 58.31 for a number. Other cells stay. */
export const excelTimes = (columns: readonly TimeColumn[], sign: ',' | '.'): ((line: Line) => Line) => {
  const times = columns.flatMap((column, at) =>
    isTimeRole(column.role) || column.role === 'pace' ? [{ at, column }] : [],
  )
  if (times.length === 0) return (line) => line
  return (line) => {
    const written = [...line]
    for (const { at, column } of times) {
      const ms = durationMs(line[at], column)
      if (ms !== null) written[at] = clockText(ms).replace('.', sign)
    }
    return written
  }
}
