export type StopRequest = {
  /** Aborted by the first SIGINT or SIGTERM, or when npm is gone; an impatient second signal ends the process at once. */
  readonly signal: AbortSignal
  readonly dispose: () => void
}

const signals = ['SIGINT', 'SIGTERM'] as const

const parentCheckMs = 200
const sameRequestMs = 500

/** npm passes a signal to its shell alone; a shell that dies of it would leave the command behind, with its port held. */
const listenForLostParent = (stop: () => void): (() => void) => {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop()
  }, parentCheckMs)
  timer.unref()
  return () => clearInterval(timer)
}

export const listenForStop = (): StopRequest => {
  const controller = new AbortController()
  let stoppedAtMs = Number.POSITIVE_INFINITY
  const stop = (): void => {
    stoppedAtMs = Math.min(stoppedAtMs, performance.now())
    controller.abort()
  }
  const stopBySignal = (signal: NodeJS.Signals): void => {
    // One Ctrl+C can come twice, from the terminal and passed on by npm.
    const isImpatient = performance.now() - stoppedAtMs > sameRequestMs
    stop()
    if (!isImpatient) return
    dispose()
    process.kill(process.pid, signal)
  }
  const stopWatching = listenForLostParent(stop)
  const dispose = (): void => {
    stopWatching()
    for (const signal of signals) process.off(signal, stopBySignal)
  }
  for (const signal of signals) process.on(signal, stopBySignal)
  return { signal: controller.signal, dispose }
}

/** Resolves when the user asks to stop; the timer keeps the process alive until then. */
export const untilAborted = (signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => undefined, 60_000)
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer)
      resolve()
    },
    { once: true },
  )
  return promise
}
