/** Sets a value. Beyond `most` keys the one that was set longest ago goes: what is in use is set again. */
export const setBounded = <K, V>(map: Map<K, V>, key: K, value: V, most: number): void => {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}

/** Longer texts rarely repeat, and would only take memory. */
const longest = 200
const mostTexts = 10_000

/** `make`, asked once for each of the last 10,000 short texts. */
export const memoised = <T>(make: (text: string) => T): ((text: string) => T) => {
  const made = new Map<string, { readonly value: T }>()
  return (text) => {
    if (text.length > longest) return make(text)
    let known = made.get(text)
    if (known === undefined) {
      known = { value: make(text) }
      setBounded(made, text, known, mostTexts)
    }
    return known.value
  }
}
