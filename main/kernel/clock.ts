import { setTimeout as passing } from 'node:timers/promises'

/** Milliseconds since the epoch. */
export type Clock = () => number

/** Resolves when the time is over or the signal aborts, whichever is first; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const waitInTime: Wait = (ms, signal) => passing(ms, undefined, { signal }).catch(() => undefined)
