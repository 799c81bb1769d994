/**
 * Takes the names of one more sequence into an order of names: a new one comes before the first known one that follows it
 * in its sequence, else right after the one it follows there, else last. Rows that miss points thus do not move the finish.
 */
export const addToOrder = (order: string[], sequence: readonly string[]): void => {
  const known = new Set(order)
  if (sequence.every((name) => known.has(name))) return
  for (const [index, name] of sequence.entries()) {
    if (known.has(name)) continue
    const next = sequence.slice(index + 1).find((other) => known.has(other))
    const before = sequence[index - 1]
    const place =
      next !== undefined ? order.indexOf(next) : before === undefined ? order.length : order.indexOf(before) + 1
    order.splice(place, 0, name)
    known.add(name)
  }
}
