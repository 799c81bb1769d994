import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Result } from '../../preload/contract/result.ts'
import { createBody, type ServedBody } from './servedStage.ts'

export type Request = {
  readonly query: URLSearchParams
  readonly body: Uint8Array
}

export type Reply = { readonly status: number; readonly body: ServedBody }

export type Route = { readonly method: 'GET' | 'POST'; readonly answer: (request: Request) => Reply }

/** One service on one origin: the header and key it wants, and what it answers at a path. */
export type Service = {
  readonly keyHeader: string
  readonly key: string
  readonly routeAt: (path: string) => Route | undefined
}

export type RunningServer = {
  readonly port: number
  /** Ends open connections too. */
  readonly close: () => Promise<void>
}

const bodyLimitBytes = 1024 * 1024
const gzipFromBytes = 16 * 1024

export function succeeded(data: unknown): Reply {
  return { status: 200, body: createBody(JSON.stringify({ isSuccess: true, message: null, data })) }
}

/** With 200 as well: a service of this kind may refuse without saying so in the status. */
export function failed(status: number, message: string): Reply {
  return { status, body: createBody(JSON.stringify({ isSuccess: false, message, data: null })) }
}

function isSameKey(given: string, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(key))
}

/** Null when the body is over the limit. */
async function readAll(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue
    sizeBytes += chunk.length
    if (sizeBytes > bodyLimitBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function replyTo(service: Service, request: IncomingMessage): Promise<Reply & { readonly allow?: string }> {
  const given = request.headers[service.keyHeader.toLowerCase()]
  if (typeof given !== 'string' || given === '') return failed(401, `Header ${service.keyHeader} is missing`)
  if (!isSameKey(given, service.key)) return failed(401, `The key in ${service.keyHeader} is not accepted`)
  const [path = '', ...query] = (request.url ?? '').split('?')
  const route = service.routeAt(path)
  if (route === undefined) return failed(404, 'Path not found')
  if (request.method !== route.method) return { ...failed(405, `Use ${route.method}`), allow: route.method }
  const body = await readAll(request)
  if (body === null) return failed(413, 'The body is too large')
  return route.answer({ query: new URLSearchParams(query.join('?')), body })
}

function acceptsGzip(request: IncomingMessage): boolean {
  const offers = (request.headers['accept-encoding'] ?? '').split(',')
  return offers.some((offer) => {
    const [coding = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** RFC 9110, 13.1.2: compared weakly. */
function isUnchanged(request: IncomingMessage, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
  const asked = request.headers['if-none-match']
  return asked !== undefined && (asked.trim() === '*' || asked.split(',').map(opaque).includes(opaque(etag)))
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply & { readonly allow?: string },
): Promise<void> {
  if (reply.allow !== undefined) response.setHeader('Allow', reply.allow)
  const isRead = request.method === 'GET' && reply.status === 200
  if (isRead) {
    response.setHeader('ETag', reply.body.etag)
    response.setHeader('Vary', 'Accept-Encoding')
  }
  if (isRead && isUnchanged(request, reply.body.etag)) {
    response.writeHead(304).end()
    return
  }
  const isCompressed = reply.body.bytes.length >= gzipFromBytes && acceptsGzip(request)
  const bytes = isCompressed ? await reply.body.gzip() : reply.body.bytes
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
  // Unread bytes of the body would be parsed as the next request.
  if (!request.complete) response.setHeader('Connection', 'close')
  response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes)
}

async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await send(request, response, await replyTo(service, request))
  } catch {
    // The client disconnected while sending, or this is a bug; either way only this request ends.
    response.destroy()
  }
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function portRefused<T>(port: number, why: string): Result<T> {
  const issue = { path: 'port', message: `port ${port} cannot be opened: ${why}` }
  return { ok: false, error: { kind: 'invalid-input', issues: [issue] } }
}

/** Listens on 127.0.0.1; port 0 is any free one. Error: invalid-input when the port cannot be used. */
export async function listen(port: number, service: Service): Promise<Result<RunningServer>> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return portRefused(port, 'not a port number')
  const server = createServer((request, response) => void serve(service, request, response))
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(portRefused(port, 'code' in error ? String(error.code) : 'unknown')))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const opened = isAddressInfo(address) ? address.port : port
      resolve({ ok: true, value: { port: opened, close: () => stop(server) } })
    })
  })
}
