import { rm } from 'node:fs/promises'
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
  readonly leftMs: () => number
  readonly tried: (count?: number) => void
  /** `smallest`: what `replay` of the campaign needs to show the fall again; plain JSON. */
  readonly fell: (fall: Fall, smallest: unknown) => void
  /** Says once that a part of the campaign cannot run here, and why. */
  readonly skipped: (reason: string) => void
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

type Place = { readonly close: () => Promise<void> }

const closedWithinMs = 60_000

/** Works in a place that is opened in a folder of its own, and closed after it. */
export const inPlace = <P extends Place>(
  soak: Soak,
  name: string,
  open: (folder: string) => Promise<P>,
  work: (place: P) => Promise<void>,
): Promise<void> =>
  inFolder(soak.folder, name, async (folder) => {
    const place = await open(folder)
    try {
      await work(place)
    } finally {
      await within(closedWithinMs, 'closing', place.close())
    }
  })

/** Works in one place after the other until the time is over, in so many chunks each, whose seeds follow those of the episode. */
export const inEpisodes = async <P extends Place>(
  soak: Soak,
  chunks: number,
  open: (folder: string) => Promise<P>,
  work: (place: P, firstSeed: number, chunk: number) => Promise<void>,
  between: (episode: number) => unknown = () => undefined,
): Promise<void> => {
  for (let episode = 1; !soak.isOver(); episode += 1) {
    await inPlace(soak, `episode-${episode}`, open, async (place) => {
      for (let chunk = 0; chunk < chunks && !soak.isOver(); chunk += 1) {
        await work(place, (soak.seed + episode * 1_000) | 0, chunk)
      }
    })
    await between(episode)
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

/** A campaign of cases that follow from a seed each, in a folder of its own. */
export const inSeeds = (
  unit: string,
  lanes: number,
  find: (folder: string, seed: number) => Promise<readonly Fall[]>,
): Campaign => {
  const runCase = (soak: Soak, seed: number): Promise<void> =>
    inFolder(soak.folder, `case-${seed}`, async (folder) => {
      const falls = await find(folder, seed).catch(brokenCase)
      soak.tried()
      for (const fall of falls) soak.fell(fall, { seed })
    })
  return {
    unit,
    run: (soak) => inLanes(soak, lanes, (index) => runCase(soak, (soak.seed + index * 7_919) >>> 0)),
    replay: (soak, smallest) => runCase(soak, (smallest as { readonly seed: number }).seed),
  }
}

/**
 * A campaign of steps in one place after the other. A fall is kept with the seed of its place's first step, after which the place is
 * left: replaying takes the steps up to it again.
 */
export const inSteps = <P extends Place>(
  unit: string,
  stepsOfPlace: number,
  open: (folder: string) => Promise<P>,
  find: (place: P, random: Random) => Promise<readonly Fall[]>,
): Campaign => {
  type Kept = { readonly seed: number; readonly steps: number }
  const runPlace = (soak: Soak, { seed, steps }: Kept): Promise<void> =>
    inPlace(soak, `place-${seed}`, open, async (place) => {
      for (let step = 1; step <= steps && !soak.isOver(); step += 1) {
        const falls = await find(place, createRandom((seed + step) >>> 0)).catch(brokenCase)
        soak.tried()
        for (const fall of falls) soak.fell(fall, { seed, steps: step })
        // Every later step would find the same again.
        if (falls.length > 0) return
      }
    })
  return {
    unit,
    run: (soak) =>
      inLanes(soak, 1, (index) => runPlace(soak, { seed: (soak.seed + index * 7_919) >>> 0, steps: stepsOfPlace })),
    replay: (soak, smallest) => runPlace(soak, smallest as Kept),
  }
}
