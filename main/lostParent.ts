const parentCheckMs = 200

/**
 * Calls `stop` once the process that started this one is gone, when that was npm: it passes a signal to its shell alone, and a
 * shell that dies of it would leave the command behind, with its port held. Returns the function that stops watching.
 */
export const watchForLostParent = (stop: () => void): (() => void) => {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop()
  }, parentCheckMs)
  timer.unref()
  return () => clearInterval(timer)
}
