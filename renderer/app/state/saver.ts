import { throttle } from './throttle.ts'

const EVERY_MS = 400

/** `isLeaving`: the page is going away; nothing can be saved later. */
type Save = (isLeaving: boolean) => Promise<void>

const saves = new Set<Save>()

/** Returns a function that runs `save` at most every 400 ms, one at a time, so that an older value never arrives last. */
export const createSaver = (save: Save): (() => void) => {
  saves.add(save)
  let saving = Promise.resolve()
  return throttle(() => {
    saving = saving.then(() => save(false))
  }, EVERY_MS)
}

/** Saves all waiting values at once. */
export const saveBeforeLeaving = (): void => {
  for (const save of saves) void save(true)
}
