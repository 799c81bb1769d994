const suffix = ' (source)'

/** Names of the source columns beside the `distance` and `category` that every row gets (interface.md, `results`). */
export const columnKeys = (names: readonly string[]): readonly string[] => {
  const taken = new Set(['distance', 'category', ...names])
  return names.map((name) => {
    if (name !== 'distance' && name !== 'category') return name
    let key = name + suffix
    while (taken.has(key)) key += suffix
    return key
  })
}
