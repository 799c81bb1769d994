import { throttle } from './throttle.ts'

const EVERY_MS = 400

/** `isLeaving`: the page is going away, and nothing can be saved after it. */
type Save = (isLeaving: boolean) => Promise<void>

const saves = new Set<Save>()

/** Makes a function that has `save` run soon: at most every 400 ms, and one at a time, so that an older value never comes last. */
export const createSaver = (save: Save): (() => void) => {
  saves.add(save)
  let saving = Promise.resolve()
  return throttle(() => {
    saving = saving.then(() => save(false))
  }, EVERY_MS)
}

/** Saves at once what waits to be saved. */
export const saveBeforeLeaving = (): void => {
  for (const save of saves) void save(true)
}
