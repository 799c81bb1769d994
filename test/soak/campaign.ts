import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** One rule that did not hold. `what` names the rule, without values, so that falls of one kind are kept as one. */
export type Fall = { readonly what: string; readonly detail: string }

/** The tools of a campaign. Everything it does must follow from `seed`, except for times and process ids. */
export type Soak = {
  readonly seed: number
  /** Empty, the campaign's own, and removed after it. */
  readonly folder: string
  /** Aborted by Ctrl+C and when the campaign's time is over. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Milliseconds until the campaign's time is over. */
  readonly leftMs: () => number
  readonly tried: (count?: number) => void
  /** `smallest`: what `replay` of the campaign needs to show the fall again; plain JSON. */
  readonly fell: (fall: Fall, smallest: unknown) => void
  /** Says once that a part of the campaign cannot run here, and why. */
  readonly skipped: (reason: string) => void
}

export type Campaign = {
  /** Plural, e.g. `kills`. */
  readonly unit: string
  readonly run: (soak: Soak) => Promise<void>
  /** Shows one kept case again. */
  readonly replay: (soak: Soak, kept: unknown) => Promise<void>
}

/** Runs `work` for each index until the time is over, `lanes` at a time. */
export const inLanes = async (soak: Soak, lanes: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  const lane = async (): Promise<void> => {
    while (!soak.isOver()) {
      next += 1
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Rejects after `ms`: what hangs is a fall, and must not end the campaign. */
export const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Late(what, ms)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

class Late extends Error {
  constructor(what: string, ms: number) {
    super(`${what} did not end within ${ms / 1000} s`)
    this.name = 'Late'
  }
}

/** Runs `work` in a folder of its own under `parent`. */
export const inFolder = async (
  parent: string,
  name: string,
  work: (folder: string) => Promise<void>,
): Promise<void> => {
  const folder = join(parent, name)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
