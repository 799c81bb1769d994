/** Milliseconds since the epoch. */
export type Clock = () => number

/** Resolves when the time is over or the signal aborts, whichever is first; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>
