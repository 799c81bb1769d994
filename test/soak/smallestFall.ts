import fc from 'fast-check'
import type { Fall, Soak } from './campaign.ts'

/** Tries `runs` generated cases; the fault of the smallest case that breaks the same rule as the first one found. */
export const smallestFall = async <T>(
  soak: Soak,
  cases: fc.Arbitrary<T>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  findFault: (one: T) => Promise<Fall | null>,
): Promise<{ readonly smallest: T; readonly fall: Fall } | null> => {
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
  const { counterexample } = await fc.check(property, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: Math.max(1_000, soak.leftMs()),
    markInterruptAsFailure: false,
  })
  const smallest = counterexample?.[0]
  return found === null || smallest === undefined ? null : { smallest, fall: found }
}
