/** Whole numbers from zero up, in steps of 1, 2 or 5 times a power of ten: at most `wanted` steps, the last at or above `most`. */
export const countTicks = (most: number, wanted = 4): readonly number[] => {
  const rough = Math.max(1, most) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10)
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

/** The same around zero: as many steps below it and above it as the values need. */
export const spreadTicks = (least: number, most: number, wanted = 4): readonly number[] => {
  const span = Math.max(most, 0) - Math.min(least, 0)
  const rough = Math.max(span, 1e-9) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10
  const first = Math.floor(Math.min(least, 0) / step)
  const last = Math.ceil(Math.max(most, 0) / step)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** Every n-th of `count` labels, so that those shown keep `roomPx` for themselves. */
export const everyNth = (count: number, widthPx: number, roomPx: number): number =>
  Math.max(1, Math.ceil((count * roomPx) / Math.max(1, widthPx)))
