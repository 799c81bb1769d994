import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import type { AddressInfo } from 'node:net'
import type { Result } from '../../../preload/contract/result.ts'
import { invalidInput } from '../../kernel/result.ts'
import type { Screen, ServedScreens } from './screens.ts'
import { createScreenStreams, type StreamLimits } from './screenStreams.ts'
import { readScreenPage, type PageFile } from './screenPage.ts'

export type ScreenServer = {
  /** The address of a screen, on the network address that was chosen: a secret. */
  readonly urlOf: (screen: Screen) => string
  readonly port: number
  readonly close: () => Promise<void>
}

export type ScreenServerLimits = StreamLimits & {
  readonly connections: number
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
  readonly limits?: Partial<ScreenServerLimits>
}

const defaultLimits: ScreenServerLimits = {
  connections: 1_500,
  streams: 1_000,
  headersMs: 10_000,
  requestMs: 10_000,
  beatMs: 10_000,
  stalledMs: 60_000,
}

/** Nothing inline, no other host: what a service sends as a name is never code. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headersForAll = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  // The address of a screen is its secret.
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
}

const secretForm = /^\/s\/([\w-]{43})(?:\/(.*))?$/
const longestBib = 40

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
  const streams = createScreenStreams(screens, limits)

  /** Strangers get no words: the connection ends, so that a flood of them keeps nothing open. */
  const refuse = (response: ServerResponse, status: number): void => {
    response.writeHead(status, { ...headersForAll, 'Cache-Control': 'no-store', Connection: 'close' }).end()
  }

  const send = (request: IncomingMessage, response: ServerResponse, { type, cache, body }: Sent): void => {
    const isAsked = request.headersDistinct['accept-encoding']?.some((asked) => /\bgzip\b/.test(asked)) === true
    const gzipped = isAsked ? body.gzipped : null
    const bytes = gzipped ?? body.plain
    response.writeHead(200, {
      ...headersForAll,
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
    send(request, response, { type: file.type, cache: file.cache, body: file })
  }

  const answerScreen = async (
    secret: string,
    rest: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    if (!screens.has(secret)) return refuse(response, 404)
    if (rest === '') return sendFile(request, response, files.get('index.html'))
    if (rest === 'events') return streams.open(secret, response) ? undefined : refuse(response, 503)
    if (rest.startsWith('content/')) {
      const body = screens.content(rest.slice('content/'.length))
      if (body === null) return refuse(response, 404)
      return send(request, response, { type: json, cache: 'private, max-age=3600, immutable', body })
    }
    if (rest.startsWith('find/')) {
      const bib = decoded(rest.slice('find/'.length))
      if (bib === null || bib === '' || bib.length > longestBib) return refuse(response, 404)
      const found = await screens.find(secret, bib)
      if (!found.ok) return refuse(response, 500)
      const plain = Buffer.from(JSON.stringify(found.value))
      return send(request, response, { type: json, cache: 'no-store', body: { plain, gzipped: null } })
    }
    refuse(response, 404)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request
    if (!isOwnHost(request.headers.host, port)) return refuse(response, 403)
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
  http.maxConnections = limits.connections
  const listening = await listen(http, options.address, options.port)
  if (!listening.ok) return listening
  port = listening.value

  const shown = options.address.includes(':') ? `[${options.address}]` : options.address
  let closing: Promise<void> | null = null
  return {
    ok: true,
    value: {
      urlOf: ({ secret }) => `http://${shown}:${port}/s/${secret}`,
      port,
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
  readonly body: { readonly plain: Buffer; readonly gzipped: Buffer | null }
}

const json = 'application/json; charset=utf-8'

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

/** Another name in `Host` is a stranger's page that had its own name point here (DNS rebinding). */
const isOwnHost = (host: string | undefined, port: number): boolean => {
  if (host === undefined) return false
  const name =
    port === 80 ? host.replace(/:80$/, '') : host.endsWith(`:${port}`) ? host.slice(0, -`:${port}`.length) : ''
  return ownNames().has(name.toLowerCase())
}

const namesForMs = 2_000
let known: { readonly names: ReadonlySet<string>; readonly atMs: number } | null = null

/** Names and addresses under which this computer can be reached now; networks come and go during a day. */
const ownNames = (): ReadonlySet<string> => {
  if (known !== null && performance.now() - known.atMs < namesForMs) return known.names
  const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? [])
  const host = hostname().toLowerCase()
  const names = new Set([
    'localhost',
    host,
    `${host.replace(/\.local$/, '')}.local`,
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address.toLowerCase()}]` : address)),
  ])
  known = { names, atMs: performance.now() }
  return names
}
