/** The number of parallel calls to one origin, by the measured speed of the link. */
export type LinkPace = {
  readonly calls: number
  /** The measurement that lowered the number, until the lower number has been measured. */
  readonly before: { readonly calls: number; readonly bytesPerS: number } | null
  /** Measurements for which the number does not fall again. */
  readonly held: number
}

export type LinkMeasure = {
  /** Speed of all calls together while bodies arrived; Infinity if they arrived at once. */
  readonly bytesPerS: number
  /** The largest number of bodies that arrived at the same time. */
  readonly calls: number
}

/** Below this speed per call, bodies are complete sooner one after the other than in parallel. */
const enoughBytesPerS = 16_000
/** If fewer calls reach less than this share of the former speed, the service is slow, not the link. */
const sameLinkShare = 0.6
const heldMeasures = 30

export const fullPace = (most: number): LinkPace => ({ calls: most, before: null, held: 0 })

/**
 * The number after one measurement, from 1 to `most`: halved towards what the link carries, raised at once where it carries more.
 * If fewer calls lower the speed, the former number is restored and stays for a while.
 */
export const paceAfter = (pace: LinkPace, measure: LinkMeasure, most: number): LinkPace => {
  const calls = Math.min(pace.calls, most)
  const fitting = Math.max(1, Math.min(most, Math.floor(measure.bytesPerS / enoughBytesPerS)))
  const { before } = pace
  if (before !== null) {
    // Running calls keep their slots, so the lower number has not been measured yet.
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
