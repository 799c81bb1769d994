const longest = 200

/** Letters to add, drop or change; of long texts only their beginnings are compared. */
export const editDistance = (from: string, to: string): number => {
  const [a, b] = [from.slice(0, longest), to.slice(0, longest)]
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const change = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      line.push(Math.min(change, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    above = line
  }
  return above[b.length] ?? 0
}
