/** Bounds the calls in flight per origin; who waits longest goes first. */
type Slots = {
  /** Resolves to the function that gives the slot back, or to null when `signal` aborts first. */
  readonly enter: (origin: string, signal: AbortSignal) => Promise<(() => void) | null>
  readonly setCount: (count: number) => void
  /** Sets a smaller number for one origin; Infinity removes it. */
  readonly setPace: (origin: string, count: number) => void
}

type Lane = { running: number; readonly waiting: Set<() => void> }

export function createSlots(initialCount: number): Slots {
  const lanes = new Map<string, Lane>()
  const paces = new Map<string, number>()
  let limit = atLeastOne(initialCount)

  const admit = (origin: string, lane: Lane): void => {
    const most = Math.min(limit, paces.get(origin) ?? limit)
    for (const start of lane.waiting) {
      if (lane.running >= most) return
      lane.waiting.delete(start)
      lane.running += 1
      start()
    }
    if (lane.running === 0) lanes.delete(origin)
  }

  return {
    enter: (origin, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null)
        const lane = lanes.get(origin) ?? { running: 0, waiting: new Set() }
        lanes.set(origin, lane)
        const giveUp = (): void => {
          lane.waiting.delete(start)
          resolve(null)
        }
        const start = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(() => {
            lane.running -= 1
            admit(origin, lane)
          })
        }
        signal.addEventListener('abort', giveUp, { once: true })
        lane.waiting.add(start)
        admit(origin, lane)
      }),
    setCount: (count) => {
      limit = atLeastOne(count)
      for (const [origin, lane] of lanes) admit(origin, lane)
    },
    setPace: (origin, count) => {
      if (count === Number.POSITIVE_INFINITY) paces.delete(origin)
      else paces.set(origin, atLeastOne(count))
      const lane = lanes.get(origin)
      if (lane !== undefined) admit(origin, lane)
    },
  }
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.floor(count) || 1)
}
