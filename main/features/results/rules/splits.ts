import { elapsedMs } from '../../../kernel/gapTimes.ts'
import { placeOfCell } from '../../columns/rules/cells/places.ts'
import { cellReader, meaningReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { cellTimeMs } from '../../../kernel/times.ts'

export type Split = {
  /** As the service calls the point. */
  readonly label: string
  /** From the start to the point; null when not passed or unreadable. */
  readonly totalMs: number | null
  /** From the point before. */
  readonly lapMs: number | null
  /** Place at the point, in whatever the service counts it in. */
  readonly place: number | null
}

type TimeCell = (row: JsonObject) => number | null
type Point = { readonly label: string; total: TimeCell | null; lap: TimeCell | null; place: TimeCell | null }

type SplitReader = {
  readonly read: (row: JsonObject) => readonly Split[]
  /** Some point has a time above zero. */
  readonly hasPassed: (row: JsonObject) => boolean
}

/** Reads splits, laps and the places at the same points. */
export const splitReader = (columns: readonly TableColumn[]): SplitReader => {
  const points = inOrder(pointsOf(columns))
  const times = points.flatMap(({ total, lap }) => [total, lap].filter((time) => time !== null))
  return {
    read: (row) =>
      withDerived(
        points.map(({ label, total, lap, place }) => ({
          label,
          totalMs: positive(total?.(row) ?? null),
          lapMs: positive(lap?.(row) ?? null),
          place: place?.(row) ?? null,
        })),
      ),
    hasPassed: (row) => times.some((time) => (time(row) ?? 0) > 0),
  }
}

const pointsOf = (columns: readonly TableColumn[]): readonly Point[] => {
  const points = new Map<string, Point>()
  for (const column of columns) {
    if (column.role !== 'split' && column.role !== 'lap') continue
    const time = timeCell(column)
    const { key, label } = placeInCourse(column)
    let point = points.get(key)
    if (point !== undefined && (column.role === 'split' ? point.total : point.lap) !== null) {
      // Two times of the same kind at one point count as two points.
      if (column.split !== undefined) continue
      point = undefined
    }
    if (point === undefined) {
      point = { label, total: null, lap: null, place: null }
      points.set(points.has(key) ? `${key} ${column.name}` : key, point)
    }
    if (column.role === 'split') point.total = time
    else point.lap = time
    point.place ??= placeBeside(column)
    if (column.role === 'split') point.lap ??= lapBeside(column)
  }
  for (const column of columns) addPlace(column, points)
  return [...points.values()]
}

const addPlace = (column: TableColumn, points: ReadonlyMap<string, Point>): void => {
  if (column.isPlaceAtPoint !== true || column.role !== undefined || column.of !== undefined) return
  const point = points.get(placeInCourse(column).key)
  if (point === undefined || point.place !== null) return
  const read = cellReader(column)
  point.place = (row) => placeOfCell(read(row))
}

const placeInCourse = (column: TableColumn): { readonly key: string; readonly label: string } =>
  column.split === undefined
    ? { key: `flat ${column.point ?? column.name}`, label: column.name }
    : { key: `list ${column.split.list} ${column.split.label}`, label: column.split.label }

/** Reads the place behind the time in the cells of a point. */
const placeBeside = ({ part, ...column }: TableColumn): TimeCell | null => {
  if (part === undefined || !/number/.test(part.form)) return null
  const read = cellReader({ ...column, part: { ...part, at: part.at === 1 ? 2 : 1, isRest: true } })
  return (row) => placeOfCell(read(row))
}

/** Reads the segment time that follows the time from the start. */
const lapBeside = (column: TableColumn): TimeCell | null => {
  const { part } = column
  if (part === undefined || !/^time\W+time/.test(part.form)) return null
  const total = timeCell(column)
  const beside = cellReader({ ...column, part: { ...part, at: part.at === 1 ? 2 : 1, isRest: true } })
  return (row) => {
    const [ms, lapMs] = [total(row), cellTimeMs(beside(row), undefined)]
    return ms === null || lapMs === null || lapMs > ms ? null : lapMs
  }
}

const timeCell = (column: TableColumn): TimeCell => {
  const read = meaningReader(column)
  return (row) => elapsedMs(read(row), column)
}

/** Points that are only numbered stand by their numbers, whichever row named them first; others as the table has them. */
const inOrder = (points: readonly Point[]): readonly Point[] =>
  points.every(({ label }) => /^\d{1,6}$/.test(label))
    ? points.toSorted((a, b) => Number(a.label) - Number(b.label))
    : points

const positive = (ms: number | null): number | null => (ms !== null && ms > 0 ? ms : null)

/** A piece is the difference of two known points that follow each other, a point the sum of the known pieces up to it. */
const withDerived = (splits: readonly Split[]): readonly Split[] => {
  const hasTotals = splits.some(({ totalMs }) => totalMs !== null)
  let before: number | null = 0
  return splits.map((split) => {
    const { lapMs } = split
    const summed: number | null = hasTotals || before === null || lapMs === null ? null : before + lapMs
    const totalMs = split.totalMs ?? summed
    const piece = totalMs === null || before === null ? null : positive(totalMs - before)
    before = totalMs
    return { ...split, totalMs, lapMs: lapMs ?? piece }
  })
}
