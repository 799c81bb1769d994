import { isFinishLabel } from '../headers/finishNames.ts'
import { cellReader, rowsAt, type TableColumn } from './columns.ts'
import type { JsonObject } from '../body/json.ts'

/** Rows that show whether a list ends at the finish. */
const sampleSize = 60
const leastRows = 20
const leastPoints = 3
/** Before the race is over, many runners have not passed the last point that the leaders have. */
const passedShare = 0.8

/**
 * The columns, those of a list's finish marked. A label says that it is the finish; without such a label it is the last point,
 * when most rows of a full field have passed it.
 */
export const withFinishPoint = (
  columns: readonly TableColumn[],
  rows: readonly JsonObject[],
): readonly TableColumn[] => {
  const finishes = new Map<string, string>()
  const lists = Map.groupBy(
    columns.filter(({ split }) => split !== undefined),
    ({ split }) => split?.list ?? '',
  )
  for (const [list, ofList] of lists) {
    const labels = [...new Set(ofList.map(({ split }) => split?.label ?? ''))]
    const named = labels.filter(isFinishLabel)
    const last = named.length === 0 ? lastPoint(ofList, labels, rows) : named.length === 1 ? named[0] : undefined
    if (last !== undefined) finishes.set(list, last)
  }
  if (finishes.size === 0) return columns
  return columns.map((column) =>
    column.split !== undefined && finishes.get(column.split.list) === column.split.label
      ? { ...column, split: { ...column.split, isFinish: true } }
      : column,
  )
}

const lastPoint = (
  columns: readonly TableColumn[],
  labels: readonly string[],
  rows: readonly JsonObject[],
): string | undefined => {
  const last = labels.at(-1)
  if (labels.length < leastPoints || last === undefined) return undefined
  const readers = columns.filter(({ split }) => split?.label === last).map(cellReader)
  const looked = rowsAt(rows, Math.max(1, Math.floor(rows.length / sampleSize)))
  const passed = looked.filter((row) => readers.some((read) => isFilled(read(row))))
  return looked.length >= leastRows && passed.length >= looked.length * passedShare ? last : undefined
}

const isFilled = (cell: unknown): boolean => cell !== undefined && cell !== null && cell !== '' && cell !== 0
