import type { AppEvent, Input, Operation, Value } from '../preload/contract.ts'
import type { Bridge } from '../preload/bridge.ts'
import type { AppError, Result } from '../preload/contract/result.ts'
import { createEventParser } from './app/state/eventStream.ts'
import { createStore } from './app/state/store.ts'

/**
 * Failure of an operation: an error of the core or of the way to it. `core-gone`: nothing answers any more. `no-token`:
 * the address lacks its token (browser face).
 */
export type Problem = AppError | { readonly kind: 'core-gone' } | { readonly kind: 'no-token' }

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Problem }

type Connection = 'live' | 'gone' | 'no-token'

/** Why a one-time link did not open the app; null without such a link. */
export const lostLink = createStore<'used' | 'expired' | null>(null)

/** Whether the core answers; a face without HTTP is always live. */
export const connection = createStore<Connection>('live')

declare global {
  interface Window {
    readonly racedesk?: Bridge
  }
}

type Transport = {
  readonly call: (operation: Operation, input: unknown, isLeaving: boolean) => Promise<Answer<unknown>>
  readonly listen: (listener: (event: AppEvent) => void, onReconnect: () => void) => () => void
}

const TOKEN_KEY = 'racedesk.token'
const TOKEN = /^#(?:token=)?([A-Za-z0-9_-]{8,})$/
const TICKET = /^#once=([A-Za-z0-9_-]{8,})$/
/** Fetch refuses larger bodies that outlive their page. */
const KEEPALIVE_BYTES = 60_000
const RETRY_MS = [300, 600, 1200, 2500, 5000]
const TICKET_RETRIES = 2

/** The token for a ticket; null when the ticket is used or expired. Throws when the server does not answer. */
const exchange = async (ticket: string): Promise<string | null> => {
  const reply = await fetch('/once', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
  const result = (await reply.json()) as Result<{ readonly token: string }>
  if (result.ok) return result.value.token
  lostLink.set(reply.status === 410 ? 'used' : 'expired')
  return null
}

/**
 * Removes the token, or the ticket of a one-time link, from the address at once. The ticket is exchanged for the token when that
 * is first needed. A reload finds the token in this tab's session storage.
 */
const takeToken = (): (() => Promise<string | null>) => {
  const isSecret = (): boolean => TOKEN.test(window.location.hash) || TICKET.test(window.location.hash)
  // Pasting the whole address into a tab that has the page open only changes the fragment.
  window.addEventListener('hashchange', () => isSecret() && window.location.reload())
  const ticket = TICKET.exec(window.location.hash)?.[1]
  const found = TOKEN.exec(window.location.hash)?.[1] ?? null
  if (isSecret()) window.history.replaceState(null, '', window.location.pathname + window.location.search)
  const keep = (token: string | null): string | null => {
    if (token !== null) window.sessionStorage.setItem(TOKEN_KEY, token)
    return token
  }
  if (ticket === undefined) {
    const token = keep(found) ?? window.sessionStorage.getItem(TOKEN_KEY)
    return () => Promise.resolve(token)
  }
  let exchanged: Promise<string | null> | null = null
  const ask = async (failures = 0): Promise<string | null> => {
    try {
      return keep(await exchange(ticket))
    } catch (error) {
      // No reply, so the ticket may still be valid. Where another page follows, nothing else would ask again.
      if (failures < TICKET_RETRIES) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[failures]))
        return await ask(failures + 1)
      }
      exchanged = null
      throw error
    }
  }
  return () => (exchanged ??= ask())
}

const overHttp = (getToken: () => Promise<string | null>): Transport => {
  /** Null without a token; `connection` says so then. */
  const getHeaders = async (): Promise<{ readonly Authorization: string } | null> => {
    const token = await getToken()
    if (token === null) connection.set('no-token')
    return token === null ? null : { Authorization: `Bearer ${token}` }
  }

  const call: Transport['call'] = async (operation, input, isLeaving) => {
    const body = new TextEncoder().encode(JSON.stringify(input))
    try {
      const headers = await getHeaders()
      if (headers === null) return { ok: false, error: { kind: 'no-token' } }
      const reply = await fetch(`/api/${operation}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
        keepalive: isLeaving && body.byteLength <= KEEPALIVE_BYTES,
      })
      if (reply.status === 401) {
        connection.set('no-token')
        return { ok: false, error: { kind: 'no-token' } }
      }
      connection.set('live')
      // Refusals of the transport (403, 404, 413) carry a Result as well.
      return (await reply.json()) as Result<unknown>
    } catch {
      connection.set('gone')
      return { ok: false, error: { kind: 'core-gone' } }
    }
  }

  const listen: Transport['listen'] = (listener, onReconnect) => {
    const stop = new AbortController()
    const { signal } = stop
    const isStopped = (): boolean => signal.aborted || connection.get() === 'no-token'
    /** From the page that follows: an event, whether the core answers, or null when events may have been missed. */
    const pages = new BroadcastChannel('racedesk-events')
    pages.onmessage = ({ data }: MessageEvent<AppEvent | Connection | null>) => {
      if (isStopped()) return
      if (data === null) onReconnect()
      else if (typeof data === 'string') connection.set(data)
      else listener(data)
    }
    const tell = (state: Connection): void => {
      connection.set(state)
      pages.postMessage(state)
    }
    const ask = async (asked: AbortSignal): Promise<Response | null> => {
      const headers = await getHeaders()
      return headers === null ? null : await fetch('/api/events', { headers, signal: asked })
    }
    // At once, since what is told before is missed; given up where another page follows.
    const early = new AbortController()
    const first = ask(AbortSignal.any([signal, early.signal]))
    first.catch(() => null)
    const follow = async (isSuccessor: boolean): Promise<void> => {
      let failures = 0
      let isFirst = !isSuccessor
      let asked = isSuccessor ? null : first
      while (!isStopped()) {
        try {
          const asking = asked ?? ask(signal)
          asked = null
          const reply = await asking
          if (reply === null) return
          if (reply.status === 401) connection.set('no-token')
          if (reply.ok && reply.body !== null) {
            failures = 0
            tell('live')
            if (!isFirst) {
              onReconnect()
              pages.postMessage(null)
            }
            isFirst = false
            const parse = createEventParser()
            const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
            for (let part = await reader.read(); !part.done; part = await reader.read())
              for (const event of parse(part.value)) {
                listener(event)
                pages.postMessage(event)
              }
          }
        } catch {
          // The loop below retries.
        }
        if (isStopped()) return
        tell('gone')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]))
      }
    }
    // A browser makes six connections to a server at once, and following takes one: one page follows for all.
    const lead = (options: LockOptions, isSuccessor: boolean): Promise<boolean> =>
      navigator.locks.request('racedesk-events', options, async (lock) => {
        if (lock === null) early.abort()
        else await follow(isSuccessor)
        return lock !== null
      })
    void lead({ ifAvailable: true }, false)
      .then((hasLed) => hasLed || lead({ signal }, true))
      // Stopped while it waited.
      .catch(() => false)
    return () => {
      stop.abort()
      pages.close()
    }
  }
  return { call, listen }
}

const overBridge = (bridge: Bridge): Transport => ({
  call: (operation, input) => bridge.call(operation, input),
  listen: (listener) => bridge.listen(listener),
})

let transport: Transport | null = null
const core = (): Transport =>
  (transport ??= window.racedesk === undefined ? overHttp(takeToken()) : overBridge(window.racedesk))

/** Carries out one operation. Never throws. `isLeaving`: the request outlives the page. */
export const call = async <K extends Operation>(
  operation: K,
  input: Input<K>,
  isLeaving = false,
): Promise<Answer<Value<K>>> => (await core().call(operation, input, isLeaving)) as Answer<Value<K>>

/** `onReconnect` runs when events may have been missed. Returns the function that stops listening. */
export const listen = (listener: (event: AppEvent) => void, onReconnect: () => void): (() => void) =>
  core().listen(listener, onReconnect)

/** Starts the browser's download of a single-use path that an export named. */
export const startDownload = (path: string): void => {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
