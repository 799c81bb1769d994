import type { IncomingMessage, ServerResponse } from 'node:http'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { AppError, Result } from '../../preload/contract/result.ts'
import { largestRequestBytes, requestLimitBytes, tooLargeRequest } from '../gate/requestLimits.ts'
import { resolveStaticPath } from '../gate/staticFiles.ts'
import { contentSecurityPolicy, previewHeaders, printHeaders } from '../gate/csp.ts'
import { operationNames } from '../gate/gate.ts'
import { callerOf, isOwnCaller, isToken } from './access.ts'
import { attachmentHeader } from './attachment.ts'
import type { ClaimedFile, Tickets } from './downloads.ts'
import type { EventStreams } from './eventStream.ts'
import { exchangePath, type OneTimeTickets } from './oneTimeAddress.ts'
import { peerOf } from './peerUser.ts'
import { previewPrefix, previewSources, printPrefix, type PreviewTickets } from './previews.ts'
import { refuse, sendResult, writeHead } from './replies.ts'
import { discardRest, isJsonRequest, parseJson, readBody } from './requestBody.ts'
import type { ServedGate } from './servedGate.ts'
import type { StaticFiles } from './staticRenderer.ts'

/** Uses of the one-time address that its user should know of. */
export type Misuse = 'used-again' | 'other-user'

/** A ticket has 43 characters; a body that holds one is far below this. */
const exchangeLimitBytes = 1024

type RouteOptions = {
  readonly gate: Pick<ServedGate, 'call'>
  readonly files: StaticFiles
  readonly tickets: Tickets
  readonly previews: PreviewTickets
  readonly prints: PreviewTickets
  readonly oneTime: Pick<OneTimeTickets, 'exchange'>
  readonly onMisuse: (misuse: Misuse) => void
  readonly streams: EventStreams
  readonly port: number
  readonly token: string
  /** How long a refused caller may go on sending before its connection is cut. */
  readonly discardMs: number
  /** Logs the stack of a bug; returns its reference. */
  readonly bug: (thrown: unknown) => string
}

export type Routes = (request: IncomingMessage, response: ServerResponse) => void

const untrusted: AppError = { kind: 'untrusted-caller' }
const invalid = (path: string, message: string): AppError => ({ kind: 'invalid-input', issues: [{ path, message }] })

const refuseMethod = (response: ServerResponse, allowed: string): void =>
  refuse(response, 405, invalid('', `only ${allowed}`), { Allow: allowed })

const ticketIn = (input: Result<unknown>): string | null => {
  if (!input.ok || typeof input.value !== 'object' || input.value === null) return null
  return 'ticket' in input.value && typeof input.value.ticket === 'string' ? input.value.ticket : null
}

/**
 * Answers every request of the browser face. Targets are compared as they came, never normalised:
 * another spelling of an operation's path is another path, hence 404.
 */
export const createRoutes = (options: RouteOptions): Routes => {
  const staticPaths = new Set(options.files.keys())
  const pagePolicy = contentSecurityPolicy(previewSources(options.port))

  const callOperation = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isJsonRequest(request)) return refuse(response, 415, invalid('', 'the content type must be application/json'))
    const limitBytes = requestLimitBytes(name)
    const hasRoom = Number(request.headers['content-length'] ?? 0) <= limitBytes
    if (hasRoom && request.headers.expect !== undefined) response.writeContinue()
    const body = await readBody(request, limitBytes)
    if (body.state === 'aborted') return
    if (body.state === 'too-large') return refuse(response, 413, tooLargeRequest(name))
    const input = parseJson(body.bytes)
    sendResult(response, 200, input.ok ? await options.gate.call(name, input.value) : input)
  }

  const answerApi = async (target: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isToken(options.token, request.headers.authorization)) {
      return refuse(response, 401, untrusted, { 'WWW-Authenticate': 'Bearer' })
    }
    if (target === '/api/events') {
      if (request.method !== 'GET') return refuseMethod(response, 'GET')
      return options.streams.open(response)
    }
    const name = target.slice('/api/'.length)
    if (!operationNames.has(name)) return refuse(response, 404, { kind: 'not-found', what: 'operation' })
    if (request.method !== 'POST') return refuseMethod(response, 'POST')
    await callOperation(name, request, response)
  }

  const exchangeTicket = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return refuseMethod(response, 'POST')
    if (!isJsonRequest(request)) return refuse(response, 415, invalid('', 'the content type must be application/json'))
    const body = await readBody(request, exchangeLimitBytes)
    if (body.state === 'aborted') return
    if (body.state === 'too-large') return refuse(response, 413, invalid('', 'too long'))
    const ticket = ticketIn(parseJson(body.bytes))
    if (ticket === null) return refuse(response, 400, invalid('ticket', 'must be a text'))
    // Checked before the ticket is used up, so that another user cannot use it up.
    const peer = await peerOf(request.socket)
    if (peer === 'other-user') options.onMisuse('other-user')
    if (peer !== 'own') return refuse(response, 403, untrusted)
    const exchange = options.oneTime.exchange(ticket)
    if (exchange === 'opened') return sendResult(response, 200, { ok: true, value: { token: options.token } })
    if (exchange === 'used') options.onMisuse('used-again')
    refuse(response, exchange === 'used' ? 410 : 404, { kind: 'not-found', what: 'ticket' })
  }

  const sendFile = async (file: ClaimedFile, response: ServerResponse): Promise<void> => {
    const handle = await open(file.path).catch(() => null)
    if (handle === null) return refuse(response, 404, { kind: 'not-found', what: 'download' })
    try {
      const { size } = await handle.stat()
      writeHead(response, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': size,
        'Content-Disposition': attachmentHeader(file.name),
        'Cache-Control': 'no-store',
      })
      await pipeline(handle.createReadStream(), response)
    } catch {
      // The reader disconnected, or the disk failed: a cut connection shows the browser that the file is incomplete.
      response.destroy()
    } finally {
      await handle.close()
    }
  }

  const answerDownload = async (ticket: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET') return refuseMethod(response, 'GET')
    const file = options.tickets.claim(ticket)
    if (file === null) return refuse(response, 404, { kind: 'not-found', what: 'download' })
    try {
      await sendFile(file, response)
    } finally {
      await file.release()
    }
  }

  const answerOnce = (
    html: () => string | null,
    headers: typeof previewHeaders,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    if (request.method !== 'GET') return refuseMethod(response, 'GET')
    const found = html()
    if (found === null) return refuse(response, 404, { kind: 'not-found', what: 'preview' })
    const body = Buffer.from(found)
    writeHead(response, 200, { ...headers, 'Content-Length': body.length })
    response.end(body)
  }

  const answerPage = (target: string, request: IncomingMessage, response: ServerResponse): void => {
    const file = options.files.get(resolveStaticPath(staticPaths, target) ?? '')
    if (file === undefined) return refuse(response, 404, { kind: 'not-found', what: 'page' })
    if (request.method === 'POST') return refuseMethod(response, 'GET, HEAD')
    writeHead(response, 200, {
      'Content-Type': file.contentType,
      'Content-Length': file.bytes.length,
      'Cache-Control': file.cacheControl,
      'Content-Security-Policy': pagePolicy,
    })
    response.end(file.bytes)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isOwnCaller(callerOf(request), options.port)) return refuse(response, 403, untrusted)
    const { method = '', url: target = '', headers } = request
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
      return refuse(response, 417, invalid('', 'only Expect: 100-continue'))
    }
    if (!['GET', 'HEAD', 'POST'].includes(method)) return refuseMethod(response, 'GET, HEAD, POST')
    if (target.startsWith('/api/')) return await answerApi(target, request, response)
    if (target === exchangePath) return await exchangeTicket(request, response)
    if (target.startsWith('/download/')) {
      return await answerDownload(target.slice('/download/'.length), request, response)
    }
    if (target.startsWith(previewPrefix)) {
      const ticket = target.slice(previewPrefix.length)
      return answerOnce(() => options.previews.claim(ticket), previewHeaders, request, response)
    }
    if (target.startsWith(printPrefix)) {
      const ticket = target.slice(printPrefix.length)
      return answerOnce(() => options.prints.claim(ticket), printHeaders, request, response)
    }
    answerPage(target, request, response)
  }

  const answerSafely = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await answer(request, response)
    } catch (thrown) {
      refuse(response, 500, { kind: 'internal', reference: options.bug(thrown) })
    }
    discardRest(request, { limitBytes: 8 * largestRequestBytes, timeoutMs: options.discardMs })
  }

  return (request, response) => void answerSafely(request, response)
}
