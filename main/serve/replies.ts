import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { AppError, Result } from '../../preload/contract/result.ts'
import { contentSecurityPolicy } from '../gate/csp.ts'

/** Sent with every reply, whatever its kind. There are no CORS headers on purpose. */
const securityHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
}

type Headers = { readonly [name: string]: string | number }

export const writeHead = (response: ServerResponse, status: number, headers: Headers): void => {
  response.writeHead(status, { ...securityHeaders, ...headers })
}

export const sendResult = (
  response: ServerResponse,
  status: number,
  result: Result<unknown>,
  headers: Headers = {},
): void => {
  if (response.headersSent || response.destroyed) return
  const body = Buffer.from(JSON.stringify(result))
  writeHead(response, status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...headers,
  })
  // The body of a reply to HEAD is dropped by node:http.
  response.end(body)
}

export const refuse = (response: ServerResponse, status: number, error: AppError, headers: Headers = {}): void => {
  sendResult(response, status, { ok: false, error }, headers)
}

/** A whole reply as text, for a connection whose request could not be read and has no response object. */
export const bareReply = (status: number): string => {
  const headers = { ...securityHeaders, 'Content-Length': '0', 'Cache-Control': 'no-store', Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
}
