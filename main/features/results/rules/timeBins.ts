import { medianOfSorted } from './medians.ts'

/** `fromMs` included, `toMs` excluded; null in a first bin that holds everything earlier, and in a last one for everything later. */
type TimeBin = {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly count: number
  readonly upTo: number
}

type TimeBins = { readonly stepMs: number; readonly bins: readonly TimeBin[]; readonly medianMs: number | null }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Steps that a clock face has. */
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12, 24].map((count) => count * hour),
]

/** Bins for the middle 98 % of the values, and how many more are spent on what lies outside of it, at either side. */
const wantedBins = 30
const outerBins = 12

const longestStep = 24 * hour

const stepFor = (spanMs: number): number =>
  steps.find((step) => spanMs / step <= wantedBins) ?? Math.ceil(spanMs / wantedBins / longestStep) * longestStep

/** Counts times by equal steps. A few that lie far off do not flatten the others: they share an open bin at their end. */
export const binTimes = (values: readonly number[]): TimeBins => {
  const sorted = Float64Array.from(values).sort()
  const quantile = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const stepMs = stepFor(quantile(0.99) - quantile(0.01))
  if (sorted.length === 0) return { stepMs, bins: [], medianMs: null }
  const binOf = (ms: number): number => Math.floor(ms / stepMs)
  const first = Math.max(binOf(sorted[0] ?? 0), binOf(quantile(0.01)) - outerBins)
  const last = Math.min(binOf(sorted.at(-1) ?? 0), binOf(quantile(0.99)) + outerBins)
  const counts = new Uint32Array(last - first + 1)
  let earlier = 0
  let later = 0
  for (const ms of sorted) {
    const bin = binOf(ms)
    if (bin < first) earlier += 1
    else if (bin > last) later += 1
    else counts[bin - first] = (counts[bin - first] ?? 0) + 1
  }
  const bins: TimeBin[] = []
  let upTo = 0
  const add = (fromMs: number | null, toMs: number | null, count: number): void => {
    upTo += count
    bins.push({ fromMs, toMs, count, upTo })
  }
  if (earlier > 0) add(null, first * stepMs, earlier)
  for (const [position, count] of counts.entries()) {
    add((first + position) * stepMs, (first + position + 1) * stepMs, count)
  }
  if (later > 0) add((last + 1) * stepMs, null, later)
  return { stepMs, bins, medianMs: medianOfSorted(sorted) }
}

/** The bin that a time falls into. */
export const binAt = (bins: readonly TimeBin[], ms: number): number =>
  bins.findIndex(({ fromMs, toMs }) => (fromMs === null || ms >= fromMs) && (toMs === null || ms < toMs))
