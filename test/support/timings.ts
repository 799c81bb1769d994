/** Costly steps of a test file, which the reporter of durations reads from the file's meta. */
export type TimedStep = 'browser start' | 'app start' | 'page start' | 'axe'

export type Timings = { readonly [Step in TimedStep]?: { readonly count: number; readonly ms: number } }

declare module 'vitest' {
  interface TaskMeta {
    timings?: Timings
  }
}

let timings: Timings = {}

/** Counts a step, and how long it takes, for the file that now runs. */
export const timed = async <T>(step: TimedStep, running: Promise<T>): Promise<T> => {
  const startedMs = performance.now()
  try {
    return await running
  } finally {
    const { count, ms } = timings[step] ?? { count: 0, ms: 0 }
    timings = { ...timings, [step]: { count: count + 1, ms: ms + performance.now() - startedMs } }
  }
}

export const takeTimings = (): Timings => {
  const taken = timings
  timings = {}
  return taken
}
