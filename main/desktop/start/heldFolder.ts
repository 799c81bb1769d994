import { setTimeout as delay } from 'node:timers/promises'

/** Windows refuses to rename or delete a folder while antivirus or an indexer reads in it; they finish within seconds. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])
const giveUpAfterMs = 20_000
const firstPauseMs = 50
const longestPauseMs = 2_000

type Waiting = { readonly now: () => number; readonly wait: (ms: number) => Promise<unknown> }

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined)

/**
 * Does `act`, and repeats it for up to 20 s while it fails with EPERM, EACCES or EBUSY; pauses double from 50 ms to 2 s. Then it
 * throws an error that names the likely cause. Any other error of `act` is thrown at once.
 */
export async function retryWhileHeld(
  act: () => Promise<unknown>,
  { now, wait }: Waiting = { now: () => performance.now(), wait: delay },
): Promise<void> {
  const endMs = now() + giveUpAfterMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await act()
      return
    } catch (thrown) {
      const code = codeOf(thrown)
      if (!heldCodes.has(code)) throw thrown
      const leftMs = endMs - now()
      if (leftMs <= 0) {
        const held = `another program, such as antivirus, held the folder for ${giveUpAfterMs / 1000} s`
        throw new Error(`${held} (${String(code)}); try again`, { cause: thrown })
      }
      await wait(Math.min(pauseMs, leftMs))
    }
  }
}
