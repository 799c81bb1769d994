import { setImmediate } from 'node:timers/promises'

const turnMs = 8

/** Gives others their turn once this one has lasted; to be awaited now and then within long work. */
export const createTurns = (): (() => Promise<void>) => {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < turnMs) return
    await setImmediate()
    startedAt = performance.now()
  }
}

/** Runs what gives way by `yield` to its end, in turns with whatever else there is to do. */
export const runInTurns = async <T>(steps: Generator<undefined, T>): Promise<T> => {
  const turn = createTurns()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await turn()
  }
}
