/** One comparison of the bench. Times are medians of runs that alternate between ours and the peer. */
export type BenchRow = {
  readonly row: string
  readonly ours: number
  readonly peer: number
  readonly peerName: string
  readonly unit: string
  /** Highest ratio ours / peer that meets the goal; null when the row is only told. */
  readonly goalRatio: number | null
  readonly note?: string
}

/** A row that could not be run, and why. */
export type SkippedRow = { readonly row: string; readonly skipped: string }

export type BenchLine = BenchRow | SkippedRow

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The value below which `share` of the values lie. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

export const describeLine = (line: BenchLine): string => {
  if ('skipped' in line) return `${line.row.padEnd(38)} skipped: ${line.skipped}`
  const ratio = line.ours / line.peer
  const verdict = line.goalRatio === null ? '' : ratio <= line.goalRatio ? 'met' : 'MISSED'
  const goal = line.goalRatio === null ? '' : `goal <= ${line.goalRatio.toFixed(2)}`
  const cells = [
    line.row.padEnd(38),
    `${digits(line.ours)} ${line.unit}`.padStart(12),
    `${digits(line.peer)} ${line.unit}`.padStart(12),
    digits(ratio).padStart(7),
    goal.padEnd(14),
    verdict.padEnd(7),
    `peer: ${line.peerName}${line.note === undefined ? '' : `; ${line.note}`}`,
  ]
  return cells.join('  ')
}

export const heading = ['row'.padEnd(38), 'ours'.padStart(12), 'peer'.padStart(12), 'ratio'.padStart(7), 'goal'].join(
  '  ',
)
