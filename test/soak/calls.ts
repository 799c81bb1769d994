import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { createRandom, shuffled } from '../../main/demo/random.ts'
import { inFolder, within, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { allOperations, anyCall, filledIn, type GeneratedCall } from './callInputs.ts'
import { openCallPlace, type CallPlace } from './callPlace.ts'

const callsOfChunk = 400
/** For one data folder. */
const chunksOfEpisode = 25
const fewOperations = 6
const deadlineMs = 30_000
/** How much more the process may hold after an episode than after the first. */
const heapGrowthBytes = 150_000_000
const handleGrowth = 40

type Kept = { readonly seed: number; readonly path: string; readonly operation: string; readonly input: string }

/** Every other chunk calls a few operations again and again, so that they meet what they left. */
const operationsOf = (seed: number): readonly string[] =>
  seed % 2 === 0 ? allOperations : shuffled(createRandom(seed), allOperations).slice(0, fewOperations)

/** Finds the fault of an answer; no input may cause one. */
const findFault = async (place: CallPlace, { operation, input }: GeneratedCall): Promise<Fall | null> => {
  const filled = filledIn(input, place.known)
  let reply: unknown
  try {
    reply = await within(deadlineMs, operation, place.core.ask(operation, filled))
  } catch (thrown) {
    return { what: `${operation} throws or hangs`, detail: wordsOf(thrown) }
  }
  const text = JSON.stringify(reply)
  if (place.hasKey(text)) return { what: `${operation} answers with a key`, detail: '' }
  const { ok, error } = reply as { readonly ok?: unknown; readonly error?: { readonly kind?: unknown } }
  if (ok === true) return null
  if (ok !== false || typeof error?.kind !== 'string')
    return { what: `${operation} gives no Result`, detail: text.slice(0, 500) }
  const isBroken = error.kind === 'internal' || error.kind === 'storage'
  return isBroken ? { what: `${operation} answers ${error.kind}`, detail: text.slice(0, 500) } : null
}

/** One property of fast-check over some hundred calls: what falls is shrunk. */
const runChunk = async (soak: Soak, place: CallPlace, seed: number): Promise<void> => {
  let found: Fall | null = null
  const property = fc.asyncProperty(anyCall(place.known, operationsOf(seed)), async (call) => {
    soak.tried()
    const fault = await findFault(place, call)
    if (fault === null) return true
    found = fault
    return false
  })
  const details = await fc.check(property, {
    seed,
    numRuns: callsOfChunk,
    interruptAfterTimeLimit: Math.max(1_000, soak.leftMs()),
    markInterruptAsFailure: false,
  })
  const shrunk = details.counterexample?.[0]
  if (found === null || shrunk === undefined || shrunk === null) return
  const { operation, input } = shrunk
  const text = fc.stringify(input)
  const kept: Kept = { seed, path: details.counterexamplePath ?? '', operation, input: text.slice(0, 5_000) }
  const { what, detail } = found as Fall
  soak.fell({ what, detail: `${operation} ${text.slice(0, 1_000)} → ${detail}` }, kept)
}

const settle = async (soak: Soak, place: CallPlace, seed: number): Promise<void> => {
  const falls = await within(4 * deadlineMs, 'the end of all jobs', place.settle())
  // Work in the background cannot be laid at the door of one call: the chunk is the case.
  for (const fall of falls) soak.fell(fall, { seed, path: '', operation: '', input: '' })
  const info = await place.core.ask('app:info', {})
  if (!info.ok) soak.fell({ what: 'the gate no longer answers', detail: JSON.stringify(info) }, { seed })
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Held = { readonly heapBytes: number; readonly handles: number }

const held = (): Held => {
  collectGarbage()
  const handles =
    process.platform === 'linux' ? readdirSync('/proc/self/fd').length : process.getActiveResourcesInfo().length
  return { heapBytes: process.memoryUsage().heapUsed, handles }
}

const runEpisode = async (soak: Soak, folder: string, episode: number): Promise<void> => {
  const place = await openCallPlace(folder)
  try {
    for (let chunk = 0; chunk < chunksOfEpisode && !soak.isOver(); chunk += 1) {
      const seed = (soak.seed + episode * 1_000 + chunk) | 0
      await runChunk(soak, place, seed)
      await settle(soak, place, seed)
    }
  } finally {
    await within(2 * deadlineMs, 'closing', place.close())
  }
}

export const calls: Campaign = {
  unit: 'calls',
  run: async (soak) => {
    let first: Held | null = null
    for (let episode = 1; !soak.isOver(); episode += 1) {
      await inFolder(soak.folder, `episode-${episode}`, (folder) => runEpisode(soak, folder, episode))
      const now = held()
      first ??= now
      const grown = { heapBytes: now.heapBytes - first.heapBytes, handles: now.handles - first.handles }
      if (grown.heapBytes > heapGrowthBytes || grown.handles > handleGrowth) {
        soak.fell(
          { what: 'memory or handles grow without end', detail: JSON.stringify({ episode, first, now }) },
          { episode },
        )
      }
    }
  },
  replay: async (soak, smallest) => {
    const { seed, path } = smallest as Kept
    await inFolder(soak.folder, 'again', async (folder) => {
      const place = await openCallPlace(folder)
      try {
        if (path === '') {
          await runChunk(soak, place, seed)
          return await settle(soak, place, seed)
        }
        const property = fc.asyncProperty(anyCall(place.known, operationsOf(seed)), async (call) => {
          soak.tried()
          const fault = await findFault(place, call)
          if (fault !== null) soak.fell({ ...fault, detail: `${fc.stringify(call)} → ${fault.detail}` }, smallest)
        })
        await fc.check(property, { seed, path, endOnFailure: true, numRuns: 1 })
        await settle(soak, place, seed)
      } finally {
        await place.close()
      }
    })
  },
}
