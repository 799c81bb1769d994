import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom, type Random } from '../../main/demo/random.ts'

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
  readonly tried: (count?: number) => void
  /** `smallest`: what `replay` of the campaign needs to show the fall again; plain JSON. */
  readonly fell: (fall: Fall, smallest: unknown) => void
}

export type Campaign = {
  readonly unit: string
  readonly run: (soak: Soak) => Promise<void>
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

export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The fault that `find` finds; that it throws or takes longer than a minute is one, too. */
export const guarded = async (what: string, find: () => Promise<Fall | null>): Promise<Fall | null> => {
  try {
    return await within(60_000, what, find())
  } catch (thrown) {
    return { what: `${what} breaks a call`, detail: wordsOf(thrown) }
  }
}

const brokenCase = (thrown: unknown): readonly Fall[] => [
  { what: 'a case breaks', detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : wordsOf(thrown) },
]

type Place = { readonly close: () => Promise<void> }
type Find<P> = (place: P, random: Random, soak: Soak) => Promise<readonly Fall[]>

const closedWithinMs = 60_000

/**
 * A campaign of steps in one place after the other, each in a folder of its own. A fall is kept with the seed of its place, which is
 * left then: replaying takes the steps up to it again.
 */
export const inSteps = <P extends Place>(
  unit: string,
  stepsOfPlace: number,
  open: (folder: string, random: Random) => Promise<P>,
  find: Find<P>,
  lanes = 1,
): Campaign => {
  type Kept = { readonly seed: number; readonly steps: number }
  const runPlace = async (soak: Soak, { seed, steps }: Kept): Promise<void> => {
    const folder = join(soak.folder, `place-${seed}`)
    await mkdir(folder)
    try {
      const place = await open(folder, createRandom(seed))
      try {
        for (let step = 1; step <= steps && !soak.isOver(); step += 1) {
          const falls = await find(place, createRandom((seed + step) >>> 0), soak).catch(brokenCase)
          for (const fall of falls) soak.fell(fall, { seed, steps: step })
          // Every later step would find the same again.
          if (falls.length > 0) return
        }
      } finally {
        await within(closedWithinMs, 'closing', place.close())
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  }
  return {
    unit,
    run: (soak) =>
      inLanes(soak, lanes, (index) => runPlace(soak, { seed: (soak.seed + index * 7_919) >>> 0, steps: stepsOfPlace })),
    replay: (soak, smallest) => runPlace(soak, smallest as Kept),
  }
}

/** A campaign of cases in an empty folder each. */
export const inFolders = (unit: string, lanes: number, find: Find<string>): Campaign =>
  inSteps(
    unit,
    1,
    (folder) => Promise.resolve({ folder, close: () => Promise.resolve() }),
    ({ folder }, random, soak) => find(folder, random, soak),
    lanes,
  )
