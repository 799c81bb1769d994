import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const now = createStore(Date.now())
const TICK_MS = 10_000

let followers = 0
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void): (() => void) => {
  const stop = now.subscribe(listener)
  if (followers++ === 0) {
    now.set(Date.now())
    timer = setInterval(() => now.set(Date.now()), TICK_MS)
  }
  return () => {
    stop()
    if (--followers === 0) clearInterval(timer)
  }
}

/** Milliseconds since the epoch, renewed every ten seconds so that ages refresh by themselves. */
export const useNow = (): number => useSyncExternalStore(subscribe, now.get)
