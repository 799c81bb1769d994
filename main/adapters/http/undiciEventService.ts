import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { AppError, Result } from '../../../preload/contract.ts'
import { tooManyBytes } from '../../domain/bodyLimits.ts'
import { nextWaitMs, parseRetryAfterS, type RetryRules, type TryEnd } from '../../domain/retry.ts'
import { isHere } from '../../domain/routes.ts'
import type { Clock, EventService, RoutesOf, ServiceReply, TrustStore } from '../../services/ports.ts'
import { createBodySink, type BodySink } from './bodySink.ts'
import { isFinal, onTheWayToProxy, readConnectionError, type Connecting, type Timeouts } from './connectionError.ts'
import { createFlights } from './flights.ts'
import { rememberRoutes } from './knownRoutes.ts'
import { prepareCall, type PreparedCall } from './preparedCall.ts'
import { createSlots } from './slots.ts'

/** Everything but `version` has the value that design.md names. */
export type EventServiceOptions = {
  /** Of the app, for the user agent. */
  readonly version: string
  /** In flight per origin. */
  readonly parallelCalls?: number
  readonly timeouts?: Partial<Timeouts>
  readonly retry?: Partial<RetryRules>
  /** Bound of a decoded body. */
  readonly limitBytes?: number
  readonly now?: Clock
  /** In [0, 1). */
  readonly random?: () => number
  /** Whoever hands one in closes it, and sets its connect timeout; no proxy is used then. */
  readonly dispatcher?: Dispatcher
  /** Absent: no proxies. This machine's own services are never reached through one. */
  readonly routesOf?: RoutesOf
  readonly trustStore?: Pick<TrustStore, 'prepare'>
}

type Answer = Result<ServiceReply>

/** How one try ended. `wasSent`: the request may have reached the service. */
type Try =
  | { readonly ok: true; readonly reply: ServiceReply }
  | { readonly ok: false; readonly error: AppError; readonly wasSent: boolean; readonly tookMs: number }

const cancelled: Answer = { ok: false, error: { kind: 'cancelled' } }

/**
 * The event service over HTTP. Beside the errors of the port: invalid-input (header names or values, plain http) and
 * unexpected-reply (a body that cannot be decoded). A POST that is no read and may have reached the service ends in a
 * reply or in outcome-unknown, whatever else went wrong, also when it is cancelled.
 */
export function createHttpEventService(options: EventServiceOptions): EventService {
  const timeouts: Timeouts = {
    connectMs: 10_000,
    headersMs: 15_000,
    bodyIdleMs: 15_000,
    callMs: 60_000,
    ...options.timeouts,
  }
  const rules: RetryRules = { maxRetries: 3, baseMs: 300, maxWaitMs: 60_000, ...options.retry }
  const limitBytes = options.limitBytes ?? 64 * 1024 * 1024
  const now = options.now ?? Date.now
  const random = options.random ?? Math.random
  const userAgent = `Racedesk/${options.version}`
  const { dispatcher } = options
  const lines = createLines(timeouts.connectMs)
  const slots = createSlots(options.parallelCalls ?? 4)
  const flights = createFlights<Answer>(cancelled, copyAnswer)
  const closing = new AbortController()

  const noProxy = async () => [null]
  const routes = rememberRoutes(dispatcher === undefined ? (options.routesOf ?? noProxy) : noProxy, now)

  const wayTo = async ({ origin }: PreparedCall): Promise<readonly (URL | null)[]> => {
    const isSecure = origin.startsWith('https:')
    const [found] = await Promise.all([
      isHere(origin) ? noProxy() : routes.to(origin),
      isSecure ? options.trustStore?.prepare() : undefined,
    ])
    return found
  }

  /** A proxy that cannot be used gives way to the next one. */
  const tryRoutes = async (call: PreparedCall, signal: AbortSignal): Promise<Try> => {
    const way = await unlessAborted(wayTo(call), signal)
    let last: Try = {
      ok: false,
      error: way === null ? { kind: 'cancelled' } : noRoute(call.host),
      wasSent: false,
      tookMs: 0,
    }
    for (const proxy of way ?? []) {
      const line = { dispatcher: dispatcher ?? (await lines.to(proxy)), proxy: proxy?.host ?? null }
      last = await tryOnce(line, call, signal, timeouts, limitBytes)
      if (last.ok || last.wasSent || last.error.kind !== 'offline' || last.error.proxy === undefined) return last
    }
    return last
  }

  const ask = async (call: PreparedCall, signal: AbortSignal): Promise<Answer> => {
    let waitedMs = 0
    for (let retries = 0; ; retries += 1) {
      const leaveSlot = await slots.enter(call.origin, signal)
      if (leaveSlot === null) return cancelled
      const ended = await tryRoutes(call, signal).finally(leaveSlot)
      // Whoever waits for the slot is sent on its way before this body is looked through.
      await turn()
      const end = call.isRead && !(call.isPoll && ended.ok) ? endOf(ended, now) : null
      const waitMs = end === null ? null : nextWaitMs(end, retries, waitedMs, random(), rules)
      if (waitMs === null) return answerOf(ended, call)
      waitedMs += waitMs
      if (!(await waited(waitMs, signal))) return cancelled
    }
  }

  const safelyAsk = (call: PreparedCall, signal: AbortSignal): Promise<Answer> =>
    ask(call, signal).catch((thrown: unknown) =>
      refuse(readConnectionError(thrown, { host: call.host, proxy: null, wasSent: true }, timeouts, limitBytes)),
    )

  return {
    call: async (credentials, call) => {
      if (call.signal?.aborted === true || closing.signal.aborted) return cancelled
      const prepared = prepareCall(credentials, call, userAgent)
      if (!prepared.ok) return prepared
      const request = prepared.value
      if (request.method === 'POST') return safelyAsk(request, anyOf(closing.signal, call.signal))
      // The headers are part of the key: another key or validator is another question.
      const key = JSON.stringify([request.origin, request.path, request.headers])
      return flights.join(key, call.signal, (signal) => safelyAsk(request, signal))
    },
    setParallelCalls: slots.setCount,
    reconnect: () => {
      routes.forget()
      lines.renew()
    },
    close: async () => {
      closing.abort()
      flights.abortAll()
      await lines.end()
    },
  }
}

type Lines = {
  /** Null: without a proxy. */
  readonly to: (proxy: URL | null) => Promise<Dispatcher>
  readonly renew: () => void
  readonly end: () => Promise<void>
}

/** Connections, kept apart by the proxy that they go through. */
function createLines(connectMs: number): Lines {
  let lines = new Map<string, Promise<Dispatcher>>()
  // A start makes no call: undici is loaded with the first one.
  const open = async (proxy: URL | null): Promise<Dispatcher> => {
    const { Agent, Pool, ProxyAgent, buildConnector } = await import('undici')
    if (proxy === null) return new Agent({ allowH2: false, connect: { timeout: connectMs } })
    const connect = buildConnector({ allowH2: false, timeout: connectMs })
    return new ProxyAgent({
      uri: proxy.href,
      allowH2: false,
      connectTimeout: connectMs,
      clientFactory: (origin) =>
        new Pool(origin, {
          // A proxy that takes a connection and says nothing is none.
          headersTimeout: connectMs,
          connect: (target, whenOpen) =>
            connect(target, (...[error, socket]) =>
              error === null ? whenOpen(null, socket) : whenOpen(onTheWayToProxy(error), null),
            ),
        }),
    })
  }
  return {
    to: (proxy) => {
      const key = proxy?.href ?? ''
      const known = lines.get(key)
      if (known !== undefined) return known
      const line = open(proxy)
      const opened = lines
      lines.set(key, line)
      line.catch(() => opened.delete(key))
      return line
    },
    renew: () => {
      for (const line of lines.values()) void line.then((opened) => opened.close()).catch(() => undefined)
      lines = new Map()
    },
    end: async () => {
      await Promise.allSettled(Array.from(lines.values(), async (line) => (await line).destroy()))
    },
  }
}

const noRoute = (host: string): AppError => ({
  kind: 'offline',
  host,
  detail: 'NO_ROUTE',
  proxy: { host: '', problem: 'unsupported' },
})

/** Sends the request once. Resolves at once when `signal` aborts, also while a connection is still being made. */
function tryOnce(
  { dispatcher, proxy }: { readonly dispatcher: Dispatcher; readonly proxy: string | null },
  call: PreparedCall,
  signal: AbortSignal,
  timeouts: Timeouts,
  limitBytes: number,
): Promise<Try> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const tookMs = (): number => Math.round(performance.now() - startedAt)
    let controller: Dispatcher.DispatchController | null = null
    let sink: BodySink | null = null
    let receivedBytes = 0
    let totalBytes: number | null = null
    let isOver = false
    let wasSent = false
    const connecting = (): Connecting => ({ host: call.host, proxy, wasSent })

    const finish = (ended: Try): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(ended)
    }
    const fail = (error: AppError): void => {
      if (isOver) return
      finish({ ok: false, error, wasSent, tookMs: tookMs() })
      sink?.destroy()
      controller?.abort(new Error('The call has ended'))
    }
    const onAbort = (): void => fail({ kind: 'cancelled' })
    const timer = setTimeout(() => fail({ kind: 'timed-out', afterMs: timeouts.callMs }), timeouts.callMs)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started
        // Aborted here, a request that nobody waits for any more is never written.
        if (isOver) started.abort(new Error('The call has ended'))
        else wasSent = true
      },
      onResponseStart: (started, status, rawHeaders) => {
        if (status < 200) return
        const headers = plainHeaders(rawHeaders)
        const hasBody = status !== 204 && status !== 304
        if (hasBody && Number(headers['content-length'] ?? 0) > limitBytes) return fail(tooManyBytes(limitBytes))
        totalBytes = readLength(headers['content-length'])
        sink = createBodySink(headers['content-encoding'] ?? '', limitBytes, {
          whenDone: (body) => finish({ ok: true, reply: { status, headers, body, tookMs: tookMs() } }),
          whenTooLarge: () => fail(tooManyBytes(limitBytes)),
          whenUndecodable: (code) => fail(undecodable(code, call.host, headers['content-encoding'] ?? '')),
          pause: () => started.pause(),
          resume: () => started.resume(),
        })
      },
      onResponseData: (_, chunk) => {
        receivedBytes += chunk.byteLength
        call.onProgress?.(receivedBytes, totalBytes)
        sink?.write(chunk)
      },
      onResponseEnd: () => sink?.end(),
      onResponseError: (_, error) => fail(readConnectionError(error, connecting(), timeouts, limitBytes)),
    }
    try {
      dispatcher.dispatch(
        {
          origin: call.origin,
          path: call.path,
          method: call.method,
          headers: [...call.headers],
          body: call.body,
          headersTimeout: timeouts.headersMs,
          bodyTimeout: timeouts.bodyIdleMs,
        },
        handler,
      )
    } catch (thrown) {
      fail(readConnectionError(thrown, connecting(), timeouts, limitBytes))
    }
  })
}

function readLength(text: string | undefined): number | null {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null
}

/** Null: no further try can help. A timeout is not tried again (interface.md, `take`). */
function endOf(ended: Try, now: Clock): TryEnd | null {
  if (!ended.ok) return isFinal(ended.error) ? null : { kind: 'lost' }
  const { status, headers } = ended.reply
  const sentAtMs = Date.parse(headers['date'] ?? '')
  const retryAfterS = parseRetryAfterS(headers['retry-after'], Number.isNaN(sentAtMs) ? now() : sentAtMs)
  return { kind: 'replied', status, retryAfterS }
}

function answerOf(ended: Try, call: PreparedCall): Answer {
  if (ended.ok) {
    const { headers, body } = ended.reply
    const masked = Object.entries(headers).map(
      ([name, value]) => [call.mask.text(name), call.mask.text(value)] as const,
    )
    return { ok: true, value: { ...ended.reply, headers: Object.fromEntries(masked), body: call.mask.bytes(body) } }
  }
  if (!call.isRead && ended.wasSent) return refuse({ kind: 'outcome-unknown', afterMs: ended.tookMs })
  return refuse(ended.error)
}

/** A compressed body that ends too early is a connection that broke; any other damage came from the service. */
function undecodable(code: string, host: string, contentEncoding: string): AppError {
  if (code === 'Z_BUF_ERROR') return { kind: 'offline', host, detail: code }
  return { kind: 'unexpected-reply', where: `content-encoding ${contentEncoding.slice(0, 40)}`, bodyStart: '' }
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): {
  readonly [name: string]: string
} {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function copyAnswer(answer: Answer): Answer {
  return answer.ok ? { ok: true, value: { ...answer.value, body: answer.value.body.slice() } } : answer
}

function anyOf(closing: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own === undefined ? closing : AbortSignal.any([closing, own])
}

/** Null when `signal` aborts first; the work then goes on alone. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(null)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** False when `signal` aborted first. */
async function waited(waitMs: number, signal: AbortSignal): Promise<boolean> {
  return sleep(waitMs, true, { signal }).catch(() => false)
}

function refuse(error: AppError): Answer {
  return { ok: false, error }
}
