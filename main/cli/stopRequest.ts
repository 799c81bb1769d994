import { watchForLostParent } from '../lostParent.ts'
import type { Surroundings } from './verb.ts'

type StopRequest = {
  /** Aborted by the first SIGINT or SIGTERM, or when npm is gone; an impatient second signal ends the process at once. */
  readonly signal: AbortSignal
  readonly dispose: () => void
}

const names = ['SIGINT', 'SIGTERM'] as const

const sameRequestMs = 500

export const listenForStop = ({ signals }: Pick<Surroundings, 'signals'>): StopRequest => {
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
  const stopWatching = watchForLostParent(stop)
  const dispose = (): void => {
    stopWatching()
    for (const name of names) signals.off(name, stopBySignal)
  }
  for (const name of names) signals.on(name, stopBySignal)
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
