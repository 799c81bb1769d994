import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'

const wrongOfOne = 5
const waitOfOneMs = 60_000
/** In all, so that many addresses together try no more: a million PINs would take them a year. */
const wrongOfAll = 100
const waitOfAllMs = 60 * 60_000

type Tries = { count: number; readonly sinceMs: number }

/**
 * Lets a PIN be tried a few times. `wait`: too many were wrong; not even the right one is looked at for a while. Wrong tries
 * of others keep nobody out who had the right PIN before, and a new PIN begins anew.
 */
export const createPinGuard = (clock: Clock) => {
  const ofOne = new Map<string, Tries>()
  const trusted = new Set<string>()
  let ofAll: Tries = { count: 0, sinceMs: clock() }
  let last = ''
  return (pin: string, asked: string, from: string): 'right' | 'wrong' | 'wait' => {
    const now = clock()
    if (pin !== last) {
      last = pin
      ofOne.clear()
      trusted.clear()
      ofAll = { count: 0, sinceMs: now }
    }
    for (const [address, { sinceMs }] of ofOne) if (now - sinceMs > waitOfOneMs) ofOne.delete(address)
    if (now - ofAll.sinceMs > waitOfAllMs) ofAll = { count: 0, sinceMs: now }
    const own = ofOne.get(from) ?? { count: 0, sinceMs: now }
    if (own.count >= wrongOfOne || (ofAll.count >= wrongOfAll && !trusted.has(from))) return 'wait'
    const given = Buffer.from(asked)
    const wanted = Buffer.from(pin)
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) {
      ofOne.delete(from)
      trusted.add(from)
      return 'right'
    }
    own.count += 1
    ofAll.count += 1
    ofOne.set(from, own)
    return 'wrong'
  }
}
