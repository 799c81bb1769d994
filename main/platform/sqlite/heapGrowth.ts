import { setFlagsFromString } from 'node:v8'

/** Bodies beyond this size make so much garbage at once that the heap would double before it is collected. */
const largeBodyBytes = 24_000_000

/**
 * From the first large body on, garbage of the whole process is collected once the heap grew by a fifth. V8 looks at this flag
 * at each collection; a process that only reads ordinary bodies never pays for it.
 */
export const growSlowlyFor = (sizeBytes: number): void => {
  if (sizeBytes > largeBodyBytes) setFlagsFromString('--heap-growing-percent=20')
}
