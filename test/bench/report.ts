/** One comparison of the bench. Times are medians of runs that alternate between ours and the peer. */
type BenchRow = {
  readonly row: string
  readonly ours: number
  readonly peer: number
  readonly peerName: string
  readonly unit: string
  /** Highest ratio ours / peer that meets the goal; null when the row is only told. */
  readonly goalRatio: number | null
  readonly note?: string
}

export type BenchLine = BenchRow | { readonly row: string; readonly skipped: string }

/** A row that has a limit in place of a peer. */
export const limited = (row: string, ours: number, peer: number, unit: string, note = ''): BenchRow => ({
  row,
  ours,
  peer,
  peerName: 'the limit',
  unit,
  goalRatio: 1,
  note,
})

export const timed = (work: () => unknown): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

type Results<W extends Readonly<Record<string, () => unknown>>> = {
  readonly [K in keyof W]: readonly Awaited<ReturnType<W[K]>>[]
}

/**
 * Lets each work take its turn, round by round, so that a busy moment of the machine hits all alike. Gives the results of each;
 * those of a first round, which warms up, are not counted.
 */
export const alternate = async <W extends Readonly<Record<string, () => unknown>>>(
  rounds: number,
  works: W,
): Promise<Results<W>> => {
  const results = new Map<string, unknown[]>(Object.keys(works).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const result = await work()
      if (round > 0) results.get(name)?.push(result)
    }
  }
  return Object.fromEntries(results) as unknown as Results<W>
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

export const medianMs = (runs: readonly { readonly ms: number }[]): number => median(runs.map(({ ms }) => ms))

/** The value below which `share` of the values lie. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const lineOf = (row: string, ours: string, peer: string, ratio: string, goal: string): string =>
  [row.padEnd(38), ours.padStart(12), peer.padStart(12), ratio.padStart(7), goal.padEnd(14)].join('  ')

export const describeLine = (line: BenchLine): string => {
  if ('skipped' in line) return `${line.row.padEnd(38)} skipped: ${line.skipped}`
  const { row, ours, peer, peerName, unit, goalRatio, note = '' } = line
  const ratio = ours / peer
  const verdict = goalRatio === null ? '' : ratio <= goalRatio ? 'met' : 'MISSED'
  const goal = goalRatio === null ? '' : `goal <= ${goalRatio.toFixed(2)}`
  const told = lineOf(row, `${digits(ours)} ${unit}`, `${digits(peer)} ${unit}`, digits(ratio), goal)
  return `${told}  ${verdict.padEnd(7)}  peer: ${peerName}${note === '' ? '' : `; ${note}`}`
}

export const heading = lineOf('row', 'ours', 'peer', 'ratio', 'goal')
