/** Longer texts are seldom met twice, and would hold memory for whoever sent them. */
const longest = 200

/** `make`, asked once for each short text. Once 10,000 texts are remembered, all are forgotten. */
export const memoised = <T>(make: (text: string) => T): ((text: string) => T) => {
  const made = new Map<string, { readonly value: T }>()
  return (text) => {
    if (text.length > longest) return make(text)
    let known = made.get(text)
    if (known === undefined) {
      known = { value: make(text) }
      if (made.size >= 10_000) made.clear()
      made.set(text, known)
    }
    return known.value
  }
}
