import { setTimeout as sleep } from 'node:timers/promises'

export function anyOf(closing: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own === undefined ? closing : AbortSignal.any([closing, own])
}

/** Null when `signal` aborts first; the work then goes on in the background. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(null)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** False when `signal` aborted first. */
export async function waited(waitMs: number, signal: AbortSignal): Promise<boolean> {
  return sleep(waitMs, true, { signal }).catch(() => false)
}
