/** The same words in another order, or up to two letters mistyped. Folded names. */
export const isAlikeName = (was: string, is: string): boolean => {
  const sorted = (name: string): string => name.split(' ').sort().join(' ')
  return sorted(was) === sorted(is) || (Math.min(was.length, is.length) >= 6 && isWithinTwoEdits(was, is))
}

/** By the band of the edit matrix that two edits can reach; names are short. */
const isWithinTwoEdits = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 2 || a.length > 200) return false
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return (previous[b.length] ?? 3) <= 2
}
