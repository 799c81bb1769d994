import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Result } from '../../../preload/contract/result.ts'
import type { ScreenConnection } from '../../../preload/contract/screens/layout.ts'
import type { Clock } from '../../kernel/clock.ts'
import { noTextAsCode } from '../../gate/csp.ts'
import { invalidInput } from '../../kernel/result.ts'
import { isLoopback, isOwnHost } from './networks.ts'
import { createPinGuard } from './pinGuard.ts'
import { createRequestRate, type RateLimits } from './requestRate.ts'
import type { Asked } from './foundResults.ts'
import type { ServedScreens } from './screens.ts'
import { createScreenStreams, type StreamLimits } from './screenStreams.ts'
import { readScreenPage, type PageFile } from './screenPage.ts'
import { createShares } from './shares.ts'

export type ScreenServer = {
  /** Where the server is, for a screen's path. */
  readonly origin: string
  readonly port: number
  readonly connectionsOf: (secret: string) => readonly ScreenConnection[]
  readonly close: () => Promise<void>
}

export type ScreenServerLimits = StreamLimits &
  RateLimits & {
    /** Open at the same time, in all and from one address. */
    readonly connections: number
    readonly connectionsOfOne: number
    readonly headersMs: number
    readonly requestMs: number
  }

type ScreenServerOptions = {
  readonly screens: ServedScreens
  /** Folder of the built page. */
  readonly pageDir: string
  /** Address of one of this computer's networks. */
  readonly address: string
  /** 0: whichever port is free. */
  readonly port: number
  readonly bug: (thrown: unknown) => string
  readonly clock: Clock
  /** Where else pages may look for the laptop. */
  readonly origins: () => readonly string[]
  /** A screen came or went. */
  readonly onChange: (from: string) => void
  readonly limits?: Partial<ScreenServerLimits>
}

const defaultLimits: ScreenServerLimits = {
  connections: 1_500,
  connectionsOfOne: 1_000,
  streams: 1_000,
  streamsOfOne: 700,
  burst: 4_000,
  perSecond: 1_000,
  searchBurst: 60,
  searchesPerSecond: 10,
  searchesOfOne: 4,
  searches: 8,
  headersMs: 10_000,
  requestMs: 10_000,
  beatMs: 10_000,
  stalledMs: 60_000,
}

/** Nothing inline, no other host: what a service sends as a name is never code. */
const policyWith = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ...noTextAsCode,
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const headersForAll = {
  'Content-Security-Policy': policyWith([]),
  'X-Content-Type-Options': 'nosniff',
  // The address of a screen is its secret.
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
}

const secretForm = /^\/s\/([a-z2-9]{22})(?:\/(.*))?$/
/** 128 random bits. */
const deviceForm = /^[0-9a-f]{32}$/
const longestBib = 40
const longestWords = 100
/** People with the same bib in several distances. */
const mostOfBib = 5
const mostForCrew = 20

/**
 * Shows screens to the network: their page, their state as it changes, and the results that they show. Reading is all that can be
 * done here, and only under the address of a screen. Errors: file{missing} without the built page, invalid-input{address, port}.
 */
export const startScreenServer = async (options: ScreenServerOptions): Promise<Result<ScreenServer>> => {
  const { screens } = options
  const limits = { ...defaultLimits, ...options.limits }
  const page = await readScreenPage(options.pageDir)
  if (!page.ok) return page
  const files = page.value
  const { clock, onChange } = options
  const streams = createScreenStreams({ screens, limits, clock, onChange })
  const judgePin = createPinGuard(clock)
  const rate = createRequestRate(clock, limits)
  /** Connections without a request so far, the oldest first. */
  const silent = new Set<Socket>()

  /** Strangers get no words: the connection ends, so that a flood of them keeps nothing open. */
  const refuse = (response: ServerResponse, status: number): void => {
    response.writeHead(status, { ...headersForAll, 'Cache-Control': 'no-store', Connection: 'close' }).end()
  }

  const send = (request: IncomingMessage, response: ServerResponse, { type, cache, body, origins }: Sent): void => {
    const isAsked = request.headersDistinct['accept-encoding']?.some((asked) => /\bgzip\b/.test(asked)) === true
    const gzipped = isAsked ? body.gzipped : null
    const bytes = gzipped ?? body.plain()
    response.writeHead(200, {
      ...headersForAll,
      ...(origins === undefined ? {} : { 'Content-Security-Policy': policyWith(origins) }),
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Cache-Control': cache,
      Vary: 'Accept-Encoding',
      ...(gzipped === null ? {} : { 'Content-Encoding': 'gzip' }),
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const sendFile = (request: IncomingMessage, response: ServerResponse, file: PageFile | undefined): void => {
    if (file === undefined) return refuse(response, 404)
    send(request, response, { type: file.type, cache: file.cache, body: file, origins: options.origins() })
  }

  const sendFound = async (asked: Asked, isForCrew: boolean, request: IncomingMessage, response: ServerResponse) => {
    const found = await rate.search(fromOf(request), isForCrew ? 'crew' : 'public', () =>
      screens.find(asked, isForCrew),
    )
    if (found === null) return refuse(response, 503)
    if (!found.ok) return refuse(response, 500)
    const plain = Buffer.from(JSON.stringify(found.value))
    send(request, response, { type: json, cache: 'no-store', body: { plain: () => plain, gzipped: null } })
  }

  const answerCrew = async (rest: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [pin = ''] = request.headersDistinct['x-pin'] ?? []
    const [name = ''] = request.headersDistinct['x-device'] ?? []
    const device = deviceForm.test(name) ? name : null
    const judged = judgePin(screens.pin(), { pin, from: fromOf(request), device })
    if (judged !== 'right') return refuse(response, judged === 'wrong' ? 401 : 429)
    if (rest === 'lists') {
      const body = screens.crewLists()
      return body === null ? refuse(response, 404) : send(request, response, { type: json, cache: 'no-store', body })
    }
    const words = rest.startsWith('find/') ? decoded(rest.slice('find/'.length)) : null
    if (words === null || words === '' || words.length > longestWords) return refuse(response, 404)
    const asked = /^[\d .,/-]+$/.test(words) ? { bib: words } : { words }
    await sendFound({ ...asked, limit: mostForCrew }, true, request, response)
  }

  const answerScreen = async (
    secret: string,
    rest: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const screen = screens.screenOf(secret)
    if (screen === undefined) return refuse(response, 404)
    if (rest === '') return sendFile(request, response, files.get('index.html'))
    if (rest === 'here') {
      // Asked by a page that was opened at an earlier address of this computer.
      response
        .writeHead(204, { ...headersForAll, 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' })
        .end()
      return
    }
    if (rest === 'events') {
      if (request.method === 'HEAD') return refuse(response, 405)
      return streams.open(secret, response) ? undefined : refuse(response, 503)
    }
    if (rest.startsWith('content/')) {
      const body = screens.content(rest.slice('content/'.length))
      if (body === null) return refuse(response, 404)
      return send(request, response, { type: json, cache: 'private, max-age=3600, immutable', body })
    }
    if (screens.isOver()) return refuse(response, 404)
    // A frozen screen must not tell results that are held back.
    if (rest.startsWith('find/') && screen.view === 'find' && !screen.isFrozen) {
      const bib = decoded(rest.slice('find/'.length))
      if (bib === null || bib === '' || bib.length > longestBib) return refuse(response, 404)
      return await sendFound({ bib, limit: mostOfBib }, false, request, response)
    }
    if (rest.startsWith('crew/') && screen.view === 'crew') {
      return await answerCrew(rest.slice('crew/'.length), request, response)
    }
    refuse(response, 404)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request
    silent.delete(request.socket)
    // No browser asks again before it has the last answer. A client that does would have all its answers held in memory.
    if (response.socket === null) return void request.socket.destroy()
    if (!isLoopback(fromOf(request)) && !rate.allow(fromOf(request))) return refuse(response, 429)
    if (!isOwnHost(request.headers.host, options.address, port)) return refuse(response, 403)
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405)
    const [, secret, rest = ''] = secretForm.exec(url) ?? []
    if (secret !== undefined) return await answerScreen(secret, rest, request, response)
    sendFile(request, response, url.startsWith('/assets/') ? files.get(url.slice(1)) : undefined)
  }

  let port = 0
  const http = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 30_000,
    },
    (request, response) => {
      void answer(request, response).catch((thrown: unknown) => {
        options.bug(thrown)
        if (response.headersSent) response.destroy()
        else refuse(response, 500)
      })
    },
  )
  const connections = createShares<Socket>()
  http.on('connection', (socket) => {
    const from = socket.remoteAddress ?? ''
    if (!isLoopback(from) && connections.of(from) >= limits.connectionsOfOne) return void socket.destroy()
    // A connection without a request makes room, else the newest one of the device that has most.
    if (connections.all() >= limits.connections) {
      const other = silent.values().next().value ?? connections.toGive(from)
      if (other === null) return void socket.destroy()
      other.destroy()
    }
    const giveBack = connections.add(from, socket)
    silent.add(socket)
    socket.once('close', () => {
      giveBack()
      silent.delete(socket)
    })
  })
  const listening = await listen(http, options.address, options.port)
  if (!listening.ok) return listening
  port = listening.value

  const shown = options.address.includes(':') ? `[${options.address}]` : options.address
  let closing: Promise<void> | null = null
  return {
    ok: true,
    value: {
      origin: `http://${shown}:${port}`,
      port,
      connectionsOf: streams.connectionsOf,
      close: () =>
        (closing ??= new Promise((resolve) => {
          streams.close()
          http.close(() => resolve())
          http.closeAllConnections()
        })),
    },
  }
}

type Sent = {
  readonly type: string
  readonly cache: string
  readonly body: { readonly plain: () => Buffer; readonly gzipped: Buffer | null }
  /** A page may look for the laptop there. */
  readonly origins?: readonly string[]
}

const json = 'application/json; charset=utf-8'

const fromOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? ''

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return null
  }
}

const listen = (http: HttpServer, address: string, port: number): Promise<Result<number>> =>
  new Promise((resolve) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const isAddress = error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
      const path = isAddress ? 'address' : 'port'
      resolve(invalidInput(path, `cannot listen on ${address}:${port} (${error.code ?? error.message})`))
    })
    http.listen({ host: address, port }, () => resolve({ ok: true, value: (http.address() as AddressInfo).port }))
  })
