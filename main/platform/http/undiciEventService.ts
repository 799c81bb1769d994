import { setImmediate as turn } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import { nextWaitMs, parseRetryAfterS, retriesAfter, type RetryRules, type TryEnd } from '../../kernel/retry.ts'
import { totalOfRest } from './ranges.ts'
import { isHere } from './routes.ts'
import { createBodyPart, plainHeaders, readLength, undecodable, type BodyPart } from './bodyPart.ts'
import { isFinal, leastBytes, readConnectionError, type Connecting, type Timeouts } from './connectionError.ts'
import { createFlights } from './flights.ts'
import { rememberRoutes } from './knownRoutes.ts'
import { createLines, noRoute } from './lines.ts'
import { createLinkMeter, type FollowedReply } from './linkMeter.ts'
import { prepareCall, type PreparedCall } from './preparedCall.ts'
import { createSlots } from './slots.ts'
import { anyOf, unlessAborted, waited } from './waiting.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RoutesOf } from '../../kernel/face.ts'
import type { EventService, ServiceReply, TrustStore } from './eventService.ts'

/** Everything but `version` has the value that design.md names. */
export type EventServiceOptions = {
  /** App version for the user agent. */
  readonly version: string
  /** In flight per origin. */
  readonly parallelCalls?: number
  readonly timeouts?: Partial<Timeouts>
  readonly retry?: Partial<RetryRules>
  /** Size limit of a body, as transferred and as decoded. */
  readonly limitBytes?: number
  /** Length of one measurement of the link, counted while bodies arrive. */
  readonly measureMs?: number
  readonly now?: Clock
  /** In [0, 1). */
  readonly random?: () => number
  /** The caller closes it and sets its connect timeout; no proxy is used. */
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

/** State shared by the tries of one call: the body that a later try may resume. */
type Transfer = { part: BodyPart | null }

type Limits = { readonly timeouts: Timeouts; readonly limitBytes: number }

/** Most tries of one call, however many bytes each received. */
const mostTries = 200

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
    slowestMs: 120_000,
    ...options.timeouts,
  }
  const rules: RetryRules = { maxRetries: 3, baseMs: 300, maxWaitMs: 60_000, ...options.retry }
  const limitBytes = options.limitBytes ?? 64 * 1024 * 1024
  const now = options.now ?? Date.now
  const random = options.random ?? Math.random
  const userAgent = `Racedesk/${options.version}`
  const { dispatcher } = options
  const lines = createLines(timeouts.connectMs)
  let parallelCalls = options.parallelCalls ?? 4
  const slots = createSlots(parallelCalls)
  const meter = createLinkMeter(() => parallelCalls, slots.setPace, options.measureMs ?? 2000)
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
  const tryRoutes = async (call: PreparedCall, signal: AbortSignal, transfer: Transfer): Promise<Try> => {
    const way = await unlessAborted(wayTo(call), signal)
    let last: Try = {
      ok: false,
      error: way === null ? { kind: 'cancelled' } : noRoute(call.host),
      wasSent: false,
      tookMs: 0,
    }
    for (const proxy of way ?? []) {
      const line = { dispatcher: dispatcher ?? (await lines.to(proxy)), proxy: proxy?.host ?? null }
      const reply = meter.follow(call.origin)
      last = await tryOnce(line, call, signal, { timeouts, limitBytes }, transfer, reply).finally(reply.ended)
      if (last.ok || last.wasSent || last.error.kind !== 'offline' || last.error.proxy === undefined) return last
    }
    return last
  }

  const ask = async (call: PreparedCall, signal: AbortSignal, transfer: Transfer): Promise<Answer> => {
    let waitedMs = 0
    let retries = 0
    for (let tries = 1; ; tries += 1) {
      const leaveSlot = await slots.enter(call.origin, signal)
      if (leaveSlot === null) return cancelled
      const heldBytes = transfer.part?.receivedBytes ?? 0
      const ended = await tryRoutes(call, signal, transfer).finally(leaveSlot)
      // Let the next request start before this body is processed.
      await turn()
      const end = call.isRead && !(call.isPoll && ended.ok) ? endOf(ended, transfer, now) : null
      retries = retriesAfter(retries, (transfer.part?.receivedBytes ?? 0) - heldBytes)
      const waitMs = end === null || tries === mostTries ? null : nextWaitMs(end, retries, waitedMs, random(), rules)
      if (waitMs === null) return answerOf(ended, call)
      retries += 1
      waitedMs += waitMs
      if (!(await waited(waitMs, signal))) return cancelled
    }
  }

  const safelyAsk = (call: PreparedCall, signal: AbortSignal): Promise<Answer> => {
    const transfer: Transfer = { part: null }
    return ask(call, signal, transfer)
      .catch((thrown: unknown) =>
        refuse(readConnectionError(thrown, { host: call.host, proxy: null, wasSent: true }, timeouts, limitBytes)),
      )
      .finally(() => drop(transfer))
  }

  return {
    call: async (credentials, call) => {
      if (call.signal?.aborted === true || closing.signal.aborted) return cancelled
      const prepared = prepareCall(credentials, call, userAgent)
      if (!prepared.ok) return prepared
      const request = prepared.value
      if (request.method === 'POST') return safelyAsk(request, anyOf(closing.signal, call.signal))
      // The headers are part of the key: another key or validator is another request.
      const key = JSON.stringify([request.origin, request.path, request.headers, request.validators])
      return flights.join(key, call.signal, (signal) => safelyAsk(request, signal))
    },
    setParallelCalls: (count) => {
      parallelCalls = count
      slots.setCount(count)
    },
    reconnect: () => {
      routes.forget()
      meter.forget()
      lines.renew()
    },
    close: async () => {
      closing.abort()
      flights.abortAll()
      await lines.end()
    },
  }
}

/**
 * Sends the request once; for a partly received body, requests the rest. Resolves at once when `signal`
 * aborts, also while a connection is still being made.
 */
function tryOnce(
  { dispatcher, proxy }: { readonly dispatcher: Dispatcher; readonly proxy: string | null },
  call: PreparedCall,
  signal: AbortSignal,
  { timeouts, limitBytes }: Limits,
  transfer: Transfer,
  reply: FollowedReply,
): Promise<Try> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const tookMs = (): number => Math.round(performance.now() - startedAt)
    if (transfer.part?.canGoOn() === false) drop(transfer)
    const held = transfer.part
    let controller: Dispatcher.DispatchController | null = null
    let body: BodyPart | null = null
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
    const fail = (error: AppError, isBroken = false): void => {
      if (isOver) return
      keep(transfer, body, isBroken)
      finish({ ok: false, error, wasSent, tookMs: tookMs() })
      controller?.abort(new Error('The call has ended'))
    }
    const onAbort = (): void => fail({ kind: 'cancelled' })
    let timer = setTimeout(() => fail({ kind: 'timed-out', afterMs: timeouts.callMs }), timeouts.callMs)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })

    /** After the headers a read may take as long as bytes keep arriving. */
    const watchSpeed = (part: BodyPart): void => {
      clearTimeout(timer)
      const countedBytes = part.receivedBytes
      timer = setTimeout(() => {
        if (part.receivedBytes - countedBytes >= leastBytes) watchSpeed(part)
        else fail({ kind: 'timed-out', afterMs: timeouts.slowestMs, isTooSlow: true })
      }, timeouts.slowestMs)
    }
    const listenTo = (part: BodyPart, started: Dispatcher.DispatchController): void => {
      body = part
      if (call.isRead) watchSpeed(part)
      const { status, headers } = part
      part.attach({
        whenDone: (bytes) => finish({ ok: true, reply: { status, headers, body: bytes, tookMs: tookMs() } }),
        whenTooLarge: () => fail(tooManyBytes(limitBytes)),
        whenUndecodable: (code) => fail(undecodable(code, call.host, headers)),
        pause: () => started.pause(),
        resume: () => started.resume(),
      })
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started
        // Aborting here keeps a request without a waiting caller from being sent.
        if (isOver) started.abort(new Error('The call has ended'))
        else wasSent = true
      },
      onResponseStart: (started, status, rawHeaders) => {
        if (status < 200 || isOver) return
        const headers = plainHeaders(rawHeaders)
        if (held !== null && (status === 206 || status === 416)) {
          const totalBytes = status === 206 ? totalOfRest(headers, held) : null
          if (totalBytes === null) {
            drop(transfer)
            return fail({ kind: 'offline', host: call.host, detail: 'RANGE_MISMATCH' }, true)
          }
          if (totalBytes > limitBytes) return fail(tooManyBytes(limitBytes))
          held.goOnTo(totalBytes)
          return listenTo(held, started)
        }
        const hasBody = status !== 204 && status !== 304
        if (hasBody && (readLength(headers['content-length']) ?? 0) > limitBytes) return fail(tooManyBytes(limitBytes))
        if (status === 200) drop(transfer)
        listenTo(createBodyPart(status, headers, call.method === 'GET', limitBytes), started)
      },
      onResponseData: (_, chunk) => {
        if (isOver || body === null) return
        reply.received(chunk.byteLength)
        body.write(chunk)
        call.onProgress?.(body.receivedBytes, body.totalBytes, chunk.byteLength)
      },
      onResponseEnd: () => {
        if (isOver || body === null || body.end()) return
        fail({ kind: 'offline', host: call.host, detail: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, true)
      },
      onResponseError: (_, error) => fail(readConnectionError(error, connecting(), timeouts, limitBytes), true),
    }
    const rest = held === null ? call.validators : rangeOf(held)
    try {
      dispatcher.dispatch(
        {
          origin: call.origin,
          path: call.path,
          method: call.method,
          headers: [...call.headers, ...rest],
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

/** If the body has changed, the service ignores the range and sends the new body whole. */
function rangeOf({ receivedBytes, validator }: BodyPart): readonly string[] {
  return ['range', `bytes=${receivedBytes}-`, 'if-range', validator ?? '']
}

function drop(transfer: Transfer): void {
  transfer.part?.destroy()
  transfer.part = null
}

/** After a failed try: keeps the received part of the body if the connection broke and the rest can be requested. */
function keep(transfer: Transfer, body: BodyPart | null, isBroken: boolean): void {
  body?.detach()
  if (!isBroken) drop(transfer)
  if (body === null || body === transfer.part) return
  if (isBroken && body.canGoOn()) {
    drop(transfer)
    transfer.part = body
  } else body.destroy()
}

/** Null when no further try can help. A timeout is retried only if the rest of a body can be requested (interface.md, `take`). */
function endOf(ended: Try, { part }: Transfer, now: Clock): TryEnd | null {
  if (!ended.ok) {
    const isSilence = ended.error.kind === 'timed-out' && part !== null
    return isFinal(ended.error) && !isSilence ? null : { kind: 'lost' }
  }
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

function copyAnswer(answer: Answer): Answer {
  return answer.ok ? { ok: true, value: { ...answer.value, body: answer.value.body.slice() } } : answer
}

function refuse(error: AppError): Answer {
  return { ok: false, error }
}
