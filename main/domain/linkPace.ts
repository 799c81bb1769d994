/** How many calls one origin gets at a time, by the measured speed of the link. */
export type LinkPace = {
  readonly calls: number
  /** The measurement that made the number fall, until the lower number has been measured. */
  readonly before: { readonly calls: number; readonly bytesPerS: number } | null
  /** Measurements for which the number does not fall again. */
  readonly held: number
}

export type LinkMeasure = {
  /** Of all calls together while bodies were arriving; Infinity where they arrived at once. */
  readonly bytesPerS: number
  /** The most bodies that arrived at the same time. */
  readonly calls: number
}

/** With less for each, one body after the other is complete sooner than all of them side by side. */
export const enoughBytesPerS = 16_000
/** Fewer calls that bring less than this share of what more calls brought: the service is slow, not the link. */
const sameLinkShare = 0.6
const heldMeasures = 30

export const fullPace = (most: number): LinkPace => ({ calls: most, before: null, held: 0 })

/**
 * The number after one measurement, from 1 to `most`: halved towards what the link carries, raised at once where it carries more.
 * Where fewer calls bring less, the number goes back to what it was and stays there for a while.
 */
export const paceAfter = (pace: LinkPace, measure: LinkMeasure, most: number): LinkPace => {
  const calls = Math.min(pace.calls, most)
  const fitting = Math.max(1, Math.min(most, Math.floor(measure.bytesPerS / enoughBytesPerS)))
  const { before } = pace
  if (before !== null) {
    // Calls that were already under way keep their place, so the lower number has not been measured yet.
    if (measure.calls > calls) return { ...pace, calls: Math.max(calls, fitting) }
    if (measure.bytesPerS < before.bytesPerS * sameLinkShare) {
      return { calls: Math.min(before.calls, most), before: null, held: heldMeasures }
    }
  }
  if (fitting >= calls) return { calls: fitting, before: null, held: Math.max(0, pace.held - 1) }
  if (pace.held > 0) return { calls, before: null, held: pace.held - 1 }
  const lower = Math.max(fitting, Math.ceil(calls / 2))
  return { calls: lower, before: { calls, bytesPerS: measure.bytesPerS }, held: 0 }
}
