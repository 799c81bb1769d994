import { setImmediate } from 'node:timers/promises'

/** Work in steps: other work of the thread gets its turn at each `yield`, and a yielded promise is awaited. */
export type Steps<T> = Generator<Promise<void> | undefined, T>

const turnMs = 8

/** The beginning of the turn, which all works of a thread share: many short ones in a row would otherwise never give others theirs. */
let beganAt = Number.NEGATIVE_INFINITY

/** Gives others their turn once this one has lasted; to be awaited now and then within long work. */
export const turn = async (): Promise<void> => {
  if (performance.now() - beganAt < turnMs) return
  await setImmediate()
  beganAt = performance.now()
}

/** Runs steps to their end, in turns with the rest of the work of this thread. */
export const runInTurns = async <T>(steps: Steps<T>): Promise<T> => {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await (step.value ?? turn())
  }
}

/** Runs steps to their end at once. The promises among them must have been awaited before. */
export const runAtOnce = <T>(steps: Steps<T>): T => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** Runs works one after the other; one that fails holds up none of the next. */
export const createQueue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => null)
    return done
  }
}
