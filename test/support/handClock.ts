import type { Clock, Wait } from '../../main/kernel/clock.ts'

/** A clock that stands still until it is moved by hand, and everybody who waits by it. */
export type HandClock = {
  readonly now: Clock
  readonly wait: Wait
  /** Moves on to where the first of the waiting wanted to be, once somebody waits; gives how many seconds that was. */
  readonly next: () => Promise<number>
  /** As when somebody corrects the machine's clock; nobody who waits is woken. */
  readonly setBack: (ms: number) => void
  readonly waiting: () => number
}

type Waiting = { readonly atMs: number; readonly go: () => void }

export const createHandClock = (startMs: number = Date.parse('2026-05-16T10:00:00.000Z')): HandClock => {
  let nowMs = startMs
  const waiting = new Set<Waiting>()
  const comers = new Set<() => void>()
  const somebody = async (): Promise<void> => {
    while (waiting.size === 0) await new Promise<void>((resolve) => comers.add(resolve))
  }
  return {
    now: () => nowMs,
    wait: (ms, signal) =>
      new Promise((resolve) => {
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
    next: async () => {
      await somebody()
      const atMs = Math.min(...[...waiting].map((one) => one.atMs))
      const passedMs = Math.max(0, atMs - nowMs)
      nowMs += passedMs
      for (const one of waiting) if (one.atMs <= nowMs) one.go()
      return passedMs / 1000
    },
    setBack: (ms) => {
      nowMs -= ms
    },
    waiting: () => waiting.size,
  }
}
