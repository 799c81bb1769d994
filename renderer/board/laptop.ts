import type { FoundResult, ScreenContent } from '../../preload/contract/screens/state.ts'
import { readContent, readFound } from './replies.ts'

/** The only file that reaches the laptop, under the address of the screen. */
const own = (path: string): string => `${location.pathname.replace(/\/$/, '')}/${path}`

const ANSWER_MS = 15_000
const HERE_MS = 4_000

/** Null without an answer that `take` can take, however far it came. */
const ask = async <T>(
  url: string,
  limitMs: number,
  take: (answer: Response) => T | null | Promise<T | null>,
  options: RequestInit = {},
): Promise<T | null> => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  try {
    return await take(await fetch(url, { ...options, signal: limit.signal }))
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

const json =
  <T>(read: (value: unknown) => T | null) =>
  async (answer: Response): Promise<T | null> =>
    answer.ok ? read(await answer.json()) : null

export const openEvents = (): EventSource => new EventSource(own('events'))

const kept = new Map<string, ScreenContent>()
/** Lists of thousands of rows: the memory of a television is small, and its browser keeps replies, too. */
const KEPT = 60

/** The content of that name where it was fetched before. */
export const keptContent = (name: string): ScreenContent | null => kept.get(name) ?? null

export const fetchContent = async (name: string): Promise<ScreenContent | null> => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const content = await ask(own(`content/${name}`), ANSWER_MS, json(readContent))
  if (content === null) return null
  kept.set(name, content)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  return content
}

/** The people with this bib; null when the laptop does not answer. */
export const fetchFound = async (bib: string): Promise<readonly FoundResult[] | null> =>
  await ask(own(`find/${encodeURIComponent(bib)}`), ANSWER_MS, json(readFound))

/** `refused`: the PIN is wrong · `wait`: too many tries · `none`: there is no such thing yet · `silent`: no answer, or none of the laptop's. */
export type CrewAnswer<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'refused' | 'wait' | 'none' | 'silent' }

export const askForCrew = async <T>(
  path: string,
  pin: string,
  read: (value: unknown) => T | null,
): Promise<CrewAnswer<T>> => {
  const take = async (answer: Response): Promise<CrewAnswer<T> | null> => {
    if (answer.status === 401) return { kind: 'refused' }
    if (answer.status === 429) return { kind: 'wait' }
    if (answer.status === 404) return { kind: 'none' }
    const value = await json(read)(answer)
    return value === null ? null : { kind: 'found', value }
  }
  const options: RequestInit = { headers: { 'X-Pin': pin, 'X-Device': ownDevice() }, cache: 'no-store' }
  return (await ask(own(`crew/${path}`), ANSWER_MS, take, options)) ?? { kind: 'silent' }
}

const isOrigin = (origin: string): boolean => /^https?:\/\/[^/?#@]+$/.test(origin) && origin !== location.origin

/** The first of these origins at which the laptop answers; null without one. */
export const findElsewhere = async (origins: readonly string[]): Promise<string | null> => {
  const others = origins.filter(isOrigin)
  // A captive portal may answer in its place, but none does so without words.
  const isHere = ({ status }: Response): boolean => status === 204
  const options: RequestInit = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' }
  const answers = await Promise.all(others.map((origin) => ask(`${origin}${own('here')}`, HERE_MS, isHere, options)))
  return others.find((_, at) => answers[at] === true) ?? null
}

export const moveTo = (origin: string): void => {
  location.replace(`${origin}${location.pathname}${location.search}`)
}

const DEVICE = 'device'
let device: string | null = null

/** Tells this device from others of the same address: only those are kept waiting for their wrong PINs. */
const ownDevice = (): string => {
  if (device !== null) return device
  const random = crypto.getRandomValues(new Uint8Array(16))
  device = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    device = localStorage.getItem(DEVICE) ?? device
    localStorage.setItem(DEVICE, device)
  } catch {
    // The storage of a page may be blocked: then the name lasts as long as the page.
  }
  return device
}

const PIN = 'pin'

/** The storage of a page may be blocked: then the PIN lasts as long as the page. */
export const keepPin = (pin: string | null): void => {
  try {
    if (pin === null) sessionStorage.removeItem(PIN)
    else sessionStorage.setItem(PIN, pin)
  } catch {
    // Asked anew the next time.
  }
}

export const keptPin = (): string | null => {
  try {
    return sessionStorage.getItem(PIN)
  } catch {
    return null
  }
}
