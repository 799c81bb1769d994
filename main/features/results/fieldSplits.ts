import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { PersonSplit } from '../../../preload/contract/results.ts'
import type { FinisherReader } from './rules/finisher.ts'
import { medianOfSorted } from './rules/medians.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { runInTurns } from '../../kernel/turns.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import { setBounded } from '../../kernel/bounded.ts'

type Point = { readonly totals: Float64Array; readonly laps: Float64Array }

/** Times of a whole category at each of its points, sorted. */
type FieldSplits = readonly Point[]

const keptTables = 8
const rowsPerStep = 250

type Known = { readonly snapshot: number; readonly roles: number; readonly splits: Promise<FieldSplits> }

/** Splits of the categories that were looked at last, against which those of one person are seen. */
export const createFieldSplits = (): ((
  table: StoredTable,
  rows: readonly JsonObject[],
  reader: FinisherReader,
) => Promise<FieldSplits>) => {
  const known = new Map<CategoryId, Known>()
  return (table, rows, reader) => {
    const found = known.get(table.category)
    const { snapshot, roles } = table
    const isCurrent = found?.snapshot === snapshot && found.roles === roles
    const splits = isCurrent ? found.splits : runInTurns(gather(rows, reader))
    setBounded(known, table.category, { snapshot, roles, splits }, keptTables)
    return splits
  }
}

function* gather(rows: readonly JsonObject[], reader: FinisherReader): Generator<undefined, FieldSplits> {
  const points: { readonly totals: number[]; readonly laps: number[] }[] = []
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield undefined
    for (const [at, { totalMs, lapMs }] of reader.splits(row).entries()) {
      const point = (points[at] ??= { totals: [], laps: [] })
      if (totalMs !== null) point.totals.push(totalMs)
      if (lapMs !== null) point.laps.push(lapMs)
    }
  }
  const sorted: Point[] = []
  for (const { totals, laps } of points) {
    yield undefined
    sorted.push({ totals: Float64Array.from(totals).sort(), laps: Float64Array.from(laps).sort() })
  }
  return sorted
}

const countBelow = (sorted: Float64Array, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The points of one row beside those of its category; none when it has passed none. */
export const splitsOf = (row: JsonObject, reader: FinisherReader, field: FieldSplits): readonly PersonSplit[] => {
  const splits = reader.splits(row)
  if (splits.every(({ totalMs, lapMs }) => totalMs === null && lapMs === null)) return []
  return splits.map(({ label, totalMs, lapMs, place }, at): PersonSplit => {
    const { totals = new Float64Array(), laps = new Float64Array() } = field[at] ?? {}
    return {
      label,
      totalMs,
      lapMs,
      place,
      rank: totalMs === null ? null : countBelow(totals, totalMs) + 1,
      medianTotalMs: medianOfSorted(totals),
      medianLapMs: medianOfSorted(laps),
      runners: totals.length === 0 ? laps.length : totals.length,
    }
  })
}
