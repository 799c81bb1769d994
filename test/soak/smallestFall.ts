import fc from 'fast-check'
import type { Fall, Soak } from './campaign.ts'

/** Tries `runs` generated cases; the fault of the smallest case that breaks the same rule as the first one found, with its path. */
export const smallestFall = async <T>(
  soak: Soak,
  cases: fc.Arbitrary<T>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  findFault: (one: T) => Promise<Fall | null>,
): Promise<{ readonly smallest: T; readonly fall: Fall; readonly path: string } | null> => {
  let found: Fall | null = null
  const property = fc.asyncProperty(cases, async (one) => {
    soak.tried()
    const fault = await findFault(one)
    if (fault === null) return true
    // Shrinking must not slip from one fault into another.
    found ??= fault
    if (fault.what !== found.what) return true
    found = fault
    return false
  })
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: Math.max(1_000, soak.leftMs()),
    markInterruptAsFailure: false,
  })
  const smallest = counterexample?.[0]
  if (found === null || smallest === undefined) return null
  return { smallest, fall: found, path: counterexamplePath ?? '' }
}
