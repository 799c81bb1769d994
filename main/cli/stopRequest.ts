export type StopRequest = {
  /** Aborted by the first SIGINT or SIGTERM; a second one ends the process as if nobody listened. */
  readonly signal: AbortSignal
  readonly dispose: () => void
}

const signals = ['SIGINT', 'SIGTERM'] as const

export const listenForStop = (): StopRequest => {
  const controller = new AbortController()
  const dispose = (): void => {
    for (const signal of signals) process.off(signal, stop)
  }
  const stop = (): void => {
    dispose()
    controller.abort()
  }
  for (const signal of signals) process.on(signal, stop)
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
