type Waiting = { readonly atMs: number; readonly go: () => void }

/** A clock that stands still until it is moved by hand, and everybody who waits by it. */
export const createHandClock = (startMs: number = Date.parse('2026-05-16T10:00:00.000Z')) => {
  let nowMs = startMs
  const waiting = new Set<Waiting>()
  const comers = new Set<() => void>()
  const somebody = async (): Promise<void> => {
    while (waiting.size === 0) await new Promise<void>((resolve) => comers.add(resolve))
  }
  return {
    now: () => nowMs,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const one: Waiting = {
          atMs: nowMs + ms,
          go: () => {
            waiting.delete(one)
            signal.removeEventListener('abort', one.go)
            resolve()
          },
        }
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', one.go, { once: true })
        waiting.add(one)
        for (const comer of comers) comer()
        comers.clear()
      }),
    /** Moves on to where the first of the waiting wanted to be, once somebody waits; gives how many seconds that was. */
    next: async () => {
      await somebody()
      const atMs = Math.min(...[...waiting].map((one) => one.atMs))
      const passedMs = Math.max(0, atMs - nowMs)
      nowMs += passedMs
      for (const one of waiting) if (one.atMs <= nowMs) one.go()
      return passedMs / 1000
    },
    /** As when somebody corrects the machine's clock; nobody who waits is woken. */
    setBack: (ms: number) => {
      nowMs -= ms
    },
    waiting: () => waiting.size,
  }
}
