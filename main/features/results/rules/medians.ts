/** The middle of the values, the mean of the two middle ones for an even count; null for none. */
export const medianOf = (values: readonly number[]): number | null => medianOfSorted(values.toSorted((a, b) => a - b))

export const medianOfSorted = (values: ArrayLike<number>): number | null => {
  if (values.length === 0) return null
  const middle = values.length >> 1
  const upper = values[middle] ?? 0
  return values.length % 2 === 1 ? upper : ((values[middle - 1] ?? 0) + upper) / 2
}
