/** The times of one runner since the start, in ms; null at points that were not passed. */
export type Passing = { readonly totals: readonly (number | null)[]; readonly finishMs: number | null }

/** How finishers went on from a point: the finish as a multiple of the time at the point. */
export type Pace = { readonly low: number; readonly middle: number; readonly high: number }

export type ExpectedFinish = {
  /** The last point passed. */
  readonly point: number
  readonly ms: number
  /** Half of the finishers came within so many ms around their expected time. */
  readonly spreadMs: number
}

/** With fewer finishers a point tells nothing of the others. */
const leastFinishers = 5

/** The pace of the field from each point on; null where too few have passed and finished. */
export const fieldPaces = (finishers: readonly Passing[], points: number): readonly (Pace | null)[] =>
  Array.from({ length: points }, (_, point) => {
    const ratios = finishers
      .flatMap(({ totals, finishMs }) => {
        const total = totals[point] ?? null
        return total === null || total <= 0 || finishMs === null || finishMs <= total ? [] : [finishMs / total]
      })
      .toSorted((a, b) => a - b)
    if (ratios.length < leastFinishers) return null
    const at = (part: number): number => ratios[Math.round(part * (ratios.length - 1))] ?? Number.NaN
    return { low: at(0.25), middle: at(0.5), high: at(0.75) }
  })

/** When a runner who is out on the course is expected, by their last point and the field's pace from there; null when it cannot be told. */
export const expectedFinish = (
  { totals, finishMs }: Passing,
  paces: readonly (Pace | null)[],
): ExpectedFinish | null => {
  const point = totals.findLastIndex((total) => total !== null && total > 0)
  const total = totals[point] ?? null
  const pace = paces[point] ?? null
  if (finishMs !== null || total === null || pace === null) return null
  return { point, ms: Math.round(total * pace.middle), spreadMs: Math.round((total * (pace.high - pace.low)) / 2) }
}
