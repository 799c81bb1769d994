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
  const ask = async (): Promise<string | null> => {
    try {
      return keep(await exchange(ticket))
    } catch (error) {
      // No reply, so the ticket may still be valid.
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

  const listen = (listener: (event: AppEvent) => void, onReconnect: () => void): (() => void) => {
    const stop = new AbortController()
    const follow = async (): Promise<void> => {
      let failures = 0
      let isFirst = true
      while (!stop.signal.aborted && connection.get() !== 'no-token') {
        try {
          const headers = await getHeaders()
          if (headers === null) return
          const reply = await fetch('/api/events', { headers, signal: stop.signal })
          if (reply.status === 401) connection.set('no-token')
          if (reply.ok && reply.body !== null) {
            failures = 0
            connection.set('live')
            if (!isFirst) onReconnect()
            isFirst = false
            const parse = createEventParser()
            const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
            for (let part = await reader.read(); !part.done; part = await reader.read())
              parse(part.value).forEach(listener)
          }
        } catch {
          // The loop below retries.
        }
        if (stop.signal.aborted || connection.get() === 'no-token') return
        connection.set('gone')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]))
      }
    }
    void follow()
    return () => stop.abort()
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
