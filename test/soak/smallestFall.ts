import fc from 'fast-check'
import type { Random } from '../../main/demo/random.ts'
import type { Fall, Soak } from './campaign.ts'

/** Tries `runs` generated cases. The fault of the smallest case that breaks the same rule as the first one found, told with the case. */
export const smallestFall = async <T>(
  soak: Soak,
  random: Random,
  cases: fc.Arbitrary<T>,
  runs: number,
  findFault: (one: T) => Promise<Fall | null>,
  say: (one: T) => string,
): Promise<readonly Fall[]> => {
  let found: Fall | null = null
  const property = fc.asyncProperty(cases, async (one) => {
    // An interrupt of fast-check would leave a case running beside the next chunk.
    if (soak.isOver()) return true
    soak.tried()
    const fault = await findFault(one)
    if (fault === null) return true
    // Shrinking must not slip from one fault into another.
    found ??= fault
    if (fault.what !== found.what) return true
    found = { ...fault, detail: `${say(one)} → ${fault.detail}` }
    return false
  })
  await fc.check(property, { seed: Math.floor(random() * 2 ** 31), numRuns: runs })
  return found === null ? [] : [found]
}
