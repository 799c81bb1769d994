import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'

const freeTries = 5
const firstWaitMs = 60_000
const longestWaitMs = 15 * 60_000
const forgottenAfterMs = 60 * 60_000
const wrongOfAll = 200
const wrongOfAllPerHour = 800
const mostTrusted = 1_000

type Tries = { readonly wrong: number; readonly lastAtMs: number; readonly nextAtMs: number }

/** `device`: a name that the page gave itself, which nobody else knows; null without one. */
export type PinTry = { readonly pin: string; readonly from: string; readonly device: string | null }

/**
 * Lets a PIN be tried. `wait`: too many were wrong; not even the right one is looked at for a while. A new PIN begins anew.
 *
 * An address has 5 tries; from then on each wrong one costs a wait, 1 minute at first and 15 at last, so that one address has
 * 11 tries in its first hour and 4 in each later one. All addresses together have 200 wrong tries at once and 800 an hour: 9,800 in
 * a race day of 12 hours, which find one of a million PINs with a chance below 1 %. It takes 40 addresses that guess at once, or
 * some 200 later, to use that up; fewer keep nobody out. A device that had the right PIN waits for nobody but itself.
 */
export const createPinGuard = (clock: Clock) => {
  const ofOne = new Map<string, Tries>()
  const trusted = new Set<string>()
  let ofAll = { left: wrongOfAll, atMs: clock() }
  let last = ''
  const forget = (now: number): void => {
    if (ofOne.size > 1_000)
      for (const [who, tries] of ofOne) if (now - tries.lastAtMs > forgottenAfterMs) ofOne.delete(who)
    const regained = ((now - ofAll.atMs) / 3_600_000) * wrongOfAllPerHour
    ofAll = { left: Math.min(wrongOfAll, ofAll.left + Math.max(0, regained)), atMs: now }
  }
  return (wanted: string, { pin, from, device }: PinTry): 'right' | 'wrong' | 'wait' => {
    const now = clock()
    if (wanted !== last) {
      last = wanted
      ofOne.clear()
      trusted.clear()
      ofAll = { left: wrongOfAll, atMs: now }
    }
    forget(now)
    const isTrusted = device !== null && trusted.has(device)
    const who = isTrusted ? `device ${device}` : from
    const known = ofOne.get(who)
    const own = known === undefined || now - known.lastAtMs > forgottenAfterMs ? null : known
    if (now < (own?.nextAtMs ?? 0) || (ofAll.left < 1 && !isTrusted)) return 'wait'
    const given = Buffer.from(pin)
    const right = Buffer.from(wanted)
    if (given.length === right.length && timingSafeEqual(given, right)) {
      ofOne.delete(who)
      if (device !== null && trusted.size < mostTrusted) trusted.add(device)
      return 'right'
    }
    const wrong = (own?.wrong ?? 0) + 1
    const waitMs = wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (wrong - freeTries))
    ofOne.set(who, { wrong, lastAtMs: now, nextAtMs: now + waitMs })
    ofAll.left -= 1
    return 'wrong'
  }
}
