import { readName } from './readName.ts'

const leastPrefixed = 5

/** Takes away the beginning that most names of a table share, as some systems have it: wtc_bibnumber, RES_NAME. */
export const withoutPrefix = (names: readonly string[]): ((name: string) => string) => {
  const counts = new Map<string, number>()
  for (const name of names) {
    const prefix = prefixOf(name)
    if (prefix !== null) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  const [prefix = '', count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  if (count < leastPrefixed || count < names.length * 0.6 || readName(prefix).claims.length > 0) return (name) => name
  const without = (part: string): string => (part.startsWith(`${prefix}_`) ? part.slice(prefix.length + 1) : part)
  return (name) => name.split('.').map(without).join('.')
}

const prefixOf = (name: string): string | null => /^\p{L}{2,8}(?=_\p{L})/u.exec(name)?.[0] ?? null
