/** Counts the connections that devices hold, by their network addresses. */
export const createShares = <T>() => {
  const held = new Map<string, Set<T>>()
  let all = 0
  return {
    all: (): number => all,
    of: (from: string): number => held.get(from)?.size ?? 0,
    /** Returns the function that gives it back. */
    add: (from: string, one: T): (() => void) => {
      const own = held.get(from) ?? new Set()
      held.set(from, own.add(one))
      all += 1
      return () => {
        if (!own.delete(one)) return
        all -= 1
        if (own.size === 0) held.delete(from)
      }
    },
    /** The newest of the address that holds most; null where that would be no more than `from` itself then holds. */
    toGive: (from: string): T | null => {
      let most = held.get(from)
      const enough = (most?.size ?? 0) + 1
      for (const own of held.values()) if (own.size > Math.max(enough, most?.size ?? 0)) most = own
      return most === undefined || most.size <= enough ? null : ([...most].at(-1) ?? null)
    },
  }
}
