import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { shuffled, type Random } from '../../main/demo/random.ts'
import { inSteps, within, wordsOf, type Campaign, type Fall, type Soak } from './campaign.ts'
import { allOperations, anyCall, filledIn, type GeneratedCall } from './callInputs.ts'
import { openCallPlace, type CallPlace } from './callPlace.ts'
import { smallestFall } from './smallestFall.ts'

const callsOfChunk = 400
const chunksOfPlace = 25
const fewOperations = 6
const deadlineMs = 30_000
/** How much more the process may hold after a place than after the first. */
const heapGrowthBytes = 150_000_000
const handleGrowth = 40

/** Every other chunk calls a few operations again and again, so that they meet what they left. */
const chooseOperations = (random: Random): readonly string[] =>
  random() < 0.5 ? allOperations : shuffled(random, allOperations).slice(0, fewOperations)

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

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Held = { readonly heapBytes: number; readonly handles: number }

const held = (): Held => {
  collectGarbage()
  const handles =
    process.platform === 'linux' ? readdirSync('/proc/self/fd').length : process.getActiveResourcesInfo().length
  return { heapBytes: process.memoryUsage().heapUsed, handles }
}

/** Between two places; the first one is before any. */
const measured: Held[] = []

const openPlace = async (folder: string) => {
  const now = held()
  const [, first = now] = measured
  measured.push(now)
  const isGrown = now.heapBytes > first.heapBytes + heapGrowthBytes || now.handles > first.handles + handleGrowth
  const what = 'memory or handles grow without end'
  return { ...(await openCallPlace(folder)), growth: isGrown ? [{ what, detail: JSON.stringify({ first, now }) }] : [] }
}

const tryChunk = async (
  place: Awaited<ReturnType<typeof openPlace>>,
  random: Random,
  soak: Soak,
): Promise<readonly Fall[]> => {
  const cases = anyCall(place.known, chooseOperations(random))
  const say = ({ operation, input }: GeneratedCall) => `${operation} ${fc.stringify(input).slice(0, 5_000)}`
  const found = await smallestFall(soak, random, cases, callsOfChunk, (call) => findFault(place, call), say)
  const left = await within(4 * deadlineMs, 'the end of all jobs', place.settle())
  const info = await place.core.ask('app:info', {})
  const silent = info.ok ? [] : [{ what: 'the gate no longer answers', detail: JSON.stringify(info) }]
  return [...place.growth, ...found, ...left, ...silent]
}

export const calls: Campaign = inSteps('calls', chunksOfPlace, openPlace, tryChunk)
