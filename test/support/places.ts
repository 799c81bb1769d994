type Place = { readonly path: readonly string[]; readonly value: unknown }

/** A value and every value within it. */
export const places = (value: unknown, path: readonly string[] = []): readonly Place[] => [
  { path, value },
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))
    : []),
]

export const gone = Symbol('gone')

/** A copy with another value at one place; `gone` leaves it out. */
export const replaced = (value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, other) : item))
  const entries = Object.entries(value as object).flatMap(([name, item]) => {
    const inner: unknown = name === key ? replaced(item, rest, other) : item
    return inner === gone ? [] : [[name, inner] as const]
  })
  return Object.fromEntries(entries)
}
