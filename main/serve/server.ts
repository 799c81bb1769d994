import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Result } from '../../preload/contract/result.ts'
import { randomSecret } from './access.ts'
import type { Tickets } from './downloads.ts'
import type { PreviewTickets } from './previews.ts'
import { createEventStreams } from './eventStream.ts'
import { bareReply } from './replies.ts'
import { createOneTimeTickets } from './oneTimeAddress.ts'
import { createRoutes, type Misuse, type Routes } from './routes.ts'
import type { ServedGate } from './servedGate.ts'
import { readRenderer } from './staticRenderer.ts'
import type { Clock } from '../kernel/clock.ts'
import { invalidInput } from '../kernel/result.ts'

export type Server = {
  /** Address for the user's browser, with the token in its fragment: a secret. */
  readonly url: string
  readonly origin: string
  readonly token: string
  /** A new address that opens the app once, within a minute; not as secret as `url`. */
  readonly openUrl: () => string
  /** Ends event streams, lets replies under way finish for a moment, then cuts what is left. */
  readonly close: () => Promise<void>
}

export type ServerLimits = {
  /** Time for the headers, and for the whole of a request. */
  readonly headersMs: number
  readonly requestMs: number
  readonly checkEveryMs: number
  readonly discardMs: number
  readonly heartbeatMs: number
  /** Bytes of events queued for one slow reader. */
  readonly queueBytes: number
  readonly closeGraceMs: number
  readonly connections: number
}

export type ServerOptions = {
  readonly gate: ServedGate
  /** Folder of the built renderer; read once, at start. */
  readonly rendererDir: string
  /** 0: whichever port is free. */
  readonly port: number
  /** The downloads of this face; without them every ticket is unknown. */
  readonly tickets?: Tickets
  /** The documents for frames; without them every one is unknown. */
  readonly previews?: PreviewTickets
  /** The pages to be printed; likewise. */
  readonly prints?: PreviewTickets
  /** Called when a one-time address is used again or by another user of the computer. */
  readonly onMisuse?: (misuse: Misuse) => void
  /** Measures the minute of a one-time address. */
  readonly clock?: Clock
  /** Logs the stack of a bug; returns its reference. */
  readonly bug?: (thrown: unknown) => string
  readonly limits?: Partial<ServerLimits>
}

const defaultLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 2_000,
  discardMs: 2_000,
  heartbeatMs: 15_000,
  queueBytes: 1024 * 1024,
  closeGraceMs: 1_000,
  connections: 128,
}

const statusOfParseError = (code: string | undefined): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

/** Requests that node:http cannot read, or stops waiting for, get our headers too. */
const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  // A socket with written bytes may have a reply under way; do not write into it.
  if (!socket.writable || socket.bytesWritten > 0) socket.destroy()
  else socket.end(bareReply(statusOfParseError(error.code)), () => socket.destroy())
}

const createHttpServer = (limits: ServerLimits): HttpServer => {
  const http = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: 60_000,
    // A missing Host is refused by our own check, with our own headers.
    requireHostHeader: false,
  })
  http.maxConnections = limits.connections
  http.on('clientError', answerUnreadable)
  return http
}

const listenOnLoopback = (http: HttpServer, port: number): Promise<Result<number>> =>
  new Promise((resolve) => {
    const fail = (message: string): void => resolve(invalidInput('port', message))
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail('must be a whole number from 0 to 65535')
    http.once('error', (error: NodeJS.ErrnoException) =>
      fail(`cannot listen on 127.0.0.1:${port} (${error.code ?? error.message})`),
    )
    http.listen({ host: '127.0.0.1', port }, () => resolve({ ok: true, value: (http.address() as AddressInfo).port }))
  })

type Connections = {
  readonly attach: (routes: Routes) => void
  /** Closes idle connections now, the others after their reply. */
  readonly drain: () => void
}

const trackConnections = (http: HttpServer, most: number): Connections => {
  /** The longest idle first. */
  const idle = new Set<Socket>()
  let open = 0
  let isDraining = false
  const rest = (socket: Socket): void => {
    if (isDraining) socket.destroySoon()
    else if (!socket.destroyed) idle.add(socket)
  }
  http.on('connection', (socket) => {
    open += 1
    // One place stays free, or connections that nobody uses would lock out the crew until they time out.
    if (open >= most) idle.values().next().value?.destroy()
    rest(socket)
    socket.once('close', () => {
      open -= 1
      idle.delete(socket)
    })
  })
  return {
    attach: (routes) => {
      const handle: Routes = (request, response) => {
        idle.delete(request.socket)
        response.once('close', () => rest(request.socket))
        routes(request, response)
      }
      // Without listeners of ours node:http answers `Expect` by itself, before the caller was checked.
      for (const event of ['request', 'checkContinue', 'checkExpectation']) http.on(event, handle)
    },
    drain: () => {
      isDraining = true
      for (const socket of idle) socket.destroy()
    },
  }
}

/**
 * Serves the renderer and the gate's operations on 127.0.0.1 behind a new random token.
 * Errors: file{missing} without a built renderer, invalid-input{port} when the port cannot be used.
 */
export const startServer = async (options: ServerOptions): Promise<Result<Server>> => {
  const limits = { ...defaultLimits, ...options.limits }
  const files = readRenderer(options.rendererDir)
  if (!files.ok) return files
  const http = createHttpServer(limits)
  const connections = trackConnections(http, limits.connections)
  const listening = await listenOnLoopback(http, options.port)
  if (!listening.ok) return listening

  const port = listening.value
  const token = randomSecret()
  const oneTime = createOneTimeTickets(options.clock ?? Date.now)
  const streams = createEventStreams(options.gate, {
    heartbeatMs: limits.heartbeatMs,
    queueLimitBytes: limits.queueBytes,
  })
  connections.attach(
    createRoutes({
      gate: options.gate,
      files: files.value,
      tickets: options.tickets ?? { claim: () => null },
      previews: options.previews ?? { claim: () => null },
      prints: options.prints ?? { claim: () => null },
      oneTime,
      onMisuse: options.onMisuse ?? (() => undefined),
      streams,
      port,
      token,
      discardMs: limits.discardMs,
      bug: options.bug ?? (() => ''),
    }),
  )

  const closeAll = (): Promise<void> =>
    new Promise((resolve) => {
      const cut = setTimeout(() => http.closeAllConnections(), limits.closeGraceMs)
      http.close(() => {
        clearTimeout(cut)
        resolve()
      })
      streams.close()
      connections.drain()
    })
  let closing: Promise<void> | null = null
  const origin = `http://127.0.0.1:${port}`
  return {
    ok: true,
    value: {
      url: `${origin}/#token=${token}`,
      origin,
      token,
      openUrl: () => `${origin}/#once=${oneTime.issue()}`,
      close: () => (closing ??= closeAll()),
    },
  }
}
