import type { SiteState } from '../../preload/contract/publish/site.ts'

/** The only file that reaches the host and the browser's storage. */

export type Fetched<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'offline' }

const ANSWER_MS = 20_000

const ask = async <T>(
  path: string,
  options: RequestInit,
  read: (answer: Response) => Promise<Fetched<T>>,
  outer?: AbortSignal,
): Promise<Fetched<T>> => {
  const limit = new AbortController()
  const stop = (): void => limit.abort()
  const timer = setTimeout(stop, ANSWER_MS)
  outer?.addEventListener('abort', stop)
  try {
    const answer = await fetch(path, { ...options, signal: limit.signal })
    if (answer.status === 404 || answer.status === 410 || answer.status === 403) return { kind: 'missing' }
    return answer.ok ? await read(answer) : { kind: 'offline' }
  } catch {
    return { kind: 'offline' }
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}

/** The state that an entry holds; null: it is another page, such as the sign-in of a network. */
export const readState = (page: Document): SiteState | null => {
  try {
    const state = JSON.parse(page.getElementById('site')?.textContent ?? '') as SiteState
    return state.version === 1 && typeof state.directory === 'string' ? state : null
  } catch {
    return null
  }
}

export const fetchState = (): Promise<Fetched<SiteState>> =>
  ask('index.html', { cache: 'no-cache' }, async (answer) => {
    const state = readState(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return state === null ? { kind: 'offline' } : { kind: 'found', value: state }
  })

/** Why the script cannot read the packed files here; null: it can. */
export const whyUnread = (): 'onDisk' | 'oldBrowser' | null => {
  if (location.protocol === 'file:') return 'onDisk'
  return 'DecompressionStream' in window ? null : 'oldBrowser'
}

const unpack = async (body: ArrayBuffer): Promise<unknown> => {
  const [first, second] = new Uint8Array(body)
  // A host may unpack by itself.
  if (first !== 0x1f || second !== 0x8b) return JSON.parse(new TextDecoder().decode(body))
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'))
  return JSON.parse(await new Response(stream).text())
}

const kept = new Map<string, unknown>()
const KEPT = 150

/** A file whose path tells its content: it is fetched once. */
export const fetchPacked = async <T>(path: string, signal?: AbortSignal): Promise<Fetched<T>> => {
  const known = kept.get(path)
  if (known !== undefined) return { kind: 'found', value: known as T }
  return await ask<T>(
    path,
    {},
    async (answer) => {
      const value = await unpack(await answer.arrayBuffer())
      kept.set(path, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break
        kept.delete(oldest)
      }
      return { kind: 'found', value: value as T }
    },
    signal,
  )
}

/** Several sites may share an origin. */
const nameOf = (name: string): string => `results ${location.pathname.replace(/[^/]*$/, '')} ${name}`

/** The browser may forbid storage. */
export const recall = (name: string): string | null => {
  try {
    return localStorage.getItem(nameOf(name))
  } catch {
    return null
  }
}

export const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(nameOf(name), value)
  } catch {
    // It lasts as long as the page.
  }
}
