/** The name, with the first free number behind it where it is taken: "time (2)". */
export const freeName = (name: string, taken: ReadonlySet<string>): string =>
  taken.has(name) ? numberedName(name, 2, taken) : name

/** The name with the first free number behind it, from `count` on. */
export const numberedName = (name: string, count: number, taken: ReadonlySet<string>): string => {
  const numbered = `${name} (${count})`
  return taken.has(numbered) ? numberedName(name, count + 1, taken) : numbered
}

/** A key "a.b" beside an object a with b would give two columns of one name: the second gets " (2)". */
export const uniqueNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    const unique = freeName(name, taken)
    taken.add(unique)
    return unique
  })
}
