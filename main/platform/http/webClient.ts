import type { Dispatcher } from 'undici'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import type { RoutesOf } from '../../kernel/face.ts'
import { plainHeaders } from './bodyPart.ts'
import { readConnectionError, type Timeouts } from './connectionError.ts'
import type { TrustStore } from './eventService.ts'
import { createLines, noRoute } from './lines.ts'
import { isHere } from './routes.ts'

export type WebRequest = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'PROPFIND' | 'MKCOL'
  /** https, or http on this machine. */
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: Uint8Array
  readonly limitBytes: number
  readonly signal: AbortSignal
}

/** Any reply, whatever its status; redirects are not followed. Names of headers are lower case. */
export type WebReply = {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer
}

/** Requests to servers of others than the event service. Errors: offline, untrusted-certificate, timed-out, too-large, cancelled. */
export type WebClient = {
  readonly send: (request: WebRequest) => Promise<Result<WebReply>>
  readonly close: () => Promise<void>
}

export type WebClientParts = {
  /** For the user agent. */
  readonly appVersion: string
  readonly routesOf: RoutesOf
  readonly trustStore: Pick<TrustStore, 'prepare'>
  readonly timeouts?: Partial<Timeouts>
}

const usual: Timeouts = {
  connectMs: 10_000,
  headersMs: 30_000,
  bodyIdleMs: 30_000,
  callMs: 120_000,
  slowestMs: 120_000,
}

export const createWebClient = ({ appVersion, routesOf, trustStore, ...given }: WebClientParts): WebClient => {
  const timeouts = { ...usual, ...given.timeouts }
  const lines = createLines(timeouts.connectMs)
  return {
    send: async (request) => {
      const { origin, host, protocol } = new URL(request.url)
      if (protocol === 'https:') await trustStore.prepare()
      const ways = isHere(origin) ? [null] : await routesOf(request.url)
      let last: Result<WebReply> = { ok: false, error: noRoute(host) }
      for (const proxy of ways) {
        const headers = { 'user-agent': `Racedesk/${appVersion}`, ...request.headers }
        last = await sendOnce(await lines.to(proxy), proxy?.host ?? null, { ...request, headers }, timeouts)
        if (last.ok || last.error.kind !== 'offline' || last.error.proxy === undefined) return last
      }
      return last
    },
    close: lines.end,
  }
}

const sendOnce = (
  dispatcher: Dispatcher,
  proxy: string | null,
  request: WebRequest,
  timeouts: Timeouts,
): Promise<Result<WebReply>> =>
  new Promise((resolve) => {
    const { method, headers, body = null, limitBytes, signal } = request
    const url = new URL(request.url)
    const chunks: Buffer[] = []
    let reply: Omit<WebReply, 'body'> | null = null
    let receivedBytes = 0
    let wasSent = false
    let controller: Dispatcher.DispatchController | null = null
    const finish = (result: Result<WebReply>): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const fail = (error: AppError): void => {
      finish({ ok: false, error })
      controller?.abort(new Error('The call has ended'))
    }
    const onAbort = (): void => fail({ kind: 'cancelled' })
    const timer = setTimeout(() => fail({ kind: 'timed-out', afterMs: timeouts.callMs }), timeouts.callMs)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    const failed = (thrown: unknown): void =>
      fail(readConnectionError(thrown, { host: url.host, proxy, wasSent }, timeouts, limitBytes))
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started
        if (signal.aborted) started.abort(new Error('The call has ended'))
        wasSent = true
      },
      onResponseStart: (_, status, rawHeaders) => {
        if (status >= 200) reply = { status, headers: plainHeaders(rawHeaders) }
      },
      onResponseData: (_, chunk) => {
        receivedBytes += chunk.byteLength
        if (receivedBytes <= limitBytes) chunks.push(chunk)
        else if (reply === null || reply.status < 400) fail(tooManyBytes(limitBytes))
        else {
          // The status says enough of a refusal.
          finish({ ok: true, value: { ...reply, body: Buffer.concat(chunks) } })
          controller?.abort(new Error('The call has ended'))
        }
      },
      onResponseEnd: () => {
        if (reply !== null) finish({ ok: true, value: { ...reply, body: Buffer.concat(chunks) } })
      },
      onResponseError: (_, error) => failed(error),
    }
    try {
      const path = `${url.pathname}${url.search}`
      dispatcher.dispatch(
        {
          origin: url.origin,
          path,
          method,
          headers,
          body,
          // undici counts from the first byte that is sent, and a slow network may need long for the last one.
          headersTimeout: body === null ? timeouts.headersMs : timeouts.callMs,
          bodyTimeout: timeouts.bodyIdleMs,
        },
        handler,
      )
    } catch (thrown) {
      failed(thrown)
    }
  })
