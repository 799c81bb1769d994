import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { createRandom, shuffled } from '../../main/demo/random.ts'
import { inEpisodes, inPlace, within, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { allOperations, anyCall, filledIn, type GeneratedCall } from './callInputs.ts'
import { openCallPlace, type CallPlace } from './callPlace.ts'
import { smallestFall } from './smallestFall.ts'

const callsOfChunk = 400
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

const runChunk = async (soak: Soak, place: CallPlace, seed: number): Promise<void> => {
  const cases = anyCall(place.known, operationsOf(seed))
  const found = await smallestFall(soak, cases, { seed, runs: callsOfChunk }, (call) => findFault(place, call))
  if (found === null) return
  const { operation, input } = found.smallest
  const text = fc.stringify(input)
  const kept: Kept = { seed, path: found.path, operation, input: text.slice(0, 5_000) }
  const { what, detail } = found.fall
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

const workOnChunk = async (soak: Soak, place: CallPlace, seed: number): Promise<void> => {
  await runChunk(soak, place, seed)
  await settle(soak, place, seed)
}

export const calls: Campaign = {
  unit: 'calls',
  run: async (soak) => {
    let first: Held | null = null
    const work = (place: CallPlace, seed: number, chunk: number) => workOnChunk(soak, place, seed + chunk)
    await inEpisodes(soak, chunksOfEpisode, openCallPlace, work, (episode) => {
      const now = held()
      first ??= now
      const grown = { heapBytes: now.heapBytes - first.heapBytes, handles: now.handles - first.handles }
      if (grown.heapBytes <= heapGrowthBytes && grown.handles <= handleGrowth) return
      const detail = JSON.stringify({ episode, first, now })
      soak.fell({ what: 'memory or handles grow without end', detail }, { episode })
    })
  },
  replay: (soak, smallest) =>
    inPlace(soak, 'again', openCallPlace, async (place) => {
      const { seed, path } = smallest as Kept
      if (path === '') return await workOnChunk(soak, place, seed)
      const property = fc.asyncProperty(anyCall(place.known, operationsOf(seed)), async (call) => {
        soak.tried()
        const fault = await findFault(place, call)
        if (fault !== null) soak.fell({ ...fault, detail: `${fc.stringify(call)} → ${fault.detail}` }, smallest)
      })
      await fc.check(property, { seed, path, endOnFailure: true, numRuns: 1 })
      await settle(soak, place, seed)
    }),
}
