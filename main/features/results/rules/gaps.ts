import { cellText } from '../../../kernel/text/cellText.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import { finishRoles, isFinishRole } from '../../../../preload/contract/roles.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { cellDistance, parseDistance, unitOfWord } from '../../columns/rules/distances.ts'
import { isBlank } from '../../columns/rules/cells/blanks.ts'
import { gapInResultsMs, isDitto } from '../../../kernel/gapTimes.ts'
import { nameWords } from '../../columns/rules/headers/nameWords.ts'
import { meaningReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import { cellTimeMs } from '../../../kernel/times.ts'

/** Laps of a row, less the laps that it says to be behind; null where the table counts laps and the row has none. */
export type LapReader = (row: JsonObject) => number | null

const counters = new Set(
  'count number num no total completed done of anzahl gefahrene nombre nb numero numer pocet antal maara количество кол число всего пройдено'.split(
    ' ',
  ),
)

/** The column is a number of laps, such as laps, lapsCount, Runden and Круги. */
const areLaps = ({ name, role, split, kind }: TableColumn): boolean => {
  if (role !== undefined || split !== undefined || kind === 'time' || kind === 'json') return false
  const words = nameWords(name)
  return (
    words.some((word) => unitOfWord(word) === 'laps') &&
    words.every((word) => counters.has(word) || unitOfWord(word) === 'laps')
  )
}

/** Columns where services write that a row is laps behind. */
const behindRoles: ReadonlySet<string | undefined> = new Set<string>([...finishRoles, 'gap', 'status'])

export const lapReader = (columns: readonly TableColumn[]): LapReader => {
  const counted = columns.find(areLaps)
  const count = counted === undefined ? null : meaningReader(counted)
  const marks = columns
    .filter(({ role }) => behindRoles.has(role))
    .map((column) => ({ column, read: meaningReader(column) }))
  const lapsBehind = (row: JsonObject): number => {
    for (const { column, read } of marks) {
      const said = read(row)
      const distance = typeof said === 'string' ? parseDistance(said) : null
      if (distance?.unit === 'laps' && (distance.value < 0 || column.role === 'gap')) return Math.abs(distance.value)
    }
    return 0
  }
  return (row) => {
    const laps: Cell | undefined = count?.(row)
    const number = cellDistance(laps, 'laps')?.value ?? (count === null ? 0 : null)
    return number === null ? null : number - lapsBehind(row)
  }
}

export type TimedRow = { readonly ms: number | null; readonly laps: number | null }

/** Milliseconds that a row is behind another; null without both times, and across different numbers of laps. */
export const gapBetween = (own: TimedRow, other: TimedRow): number | null => {
  if (own.ms === null || other.ms === null) return null
  const areEqual = own.laps === other.laps || own.laps === null || other.laps === null
  return areEqual ? own.ms - other.ms : null
}

type GapReader = {
  readonly areAmongResults: boolean
  /** The gap among the results. */
  readonly ms: (row: JsonObject) => number | null
  /** A gap stands for the result of the row, which says nothing else. */
  readonly isFinish: (row: JsonObject) => boolean
}

/** For results that begin with a time and go on with gaps, among them or in a column of their own; null for others. */
export const gapReader = (columns: readonly TableColumn[]): GapReader | null => {
  const results = columns.find(({ role, signs }) => isFinishRole(role) && signs?.gapsBelowMs !== undefined)
  if (results === undefined) return null
  const read = meaningReader(results)
  const ms = (row: JsonObject): number | null => gapInResultsMs(read(row), results)
  // At a point of the course a gap is none at the finish.
  const hasPoints = columns.some(({ role }) => role === 'split' || role === 'lap')
  const beside = hasPoints ? undefined : columns.find(({ role }) => role === 'gap')
  const readGap = beside === undefined ? null : meaningReader(beside)
  const isFinish = (row: JsonObject): boolean => {
    const said = read(row)
    if (isDitto(said) || ms(row) !== null) return true
    if (!isBlank(cellText(said))) return false
    const gap = readGap?.(row)
    return isDitto(gap) || cellTimeMs(gap, beside?.unit) !== null || cellDistance(gap, undefined) !== null
  }
  return { ms, isFinish, areAmongResults: (results.signs?.gapsBelowMs ?? 0) > 0 }
}
