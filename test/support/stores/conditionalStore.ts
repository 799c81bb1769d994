import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One file of an S3-compatible store that keeps to the conditions of a write, which Swift does not. */
export type ConditionalStore = {
  readonly endpoint: string
  readonly read: () => string | null
  /** Puts what somebody else writes as soon as the file was looked at. */
  readonly putAfterLook: (text: string) => void
  readonly stop: () => Promise<void>
}

/**
 * How a store compares the version that a write expects with the one that it has: Amazon's as it was told, Ceph 16
 * without the quotes, so that its own answer never fits.
 */
export const comparisons = {
  quoted: (expected: string, etag: string): boolean => expected === etag,
  bare: (expected: string, etag: string): boolean => expected === etag.replaceAll('"', ''),
} as const

export const startConditionalStore = async (
  fits: (expected: string, etag: string) => boolean,
): Promise<ConditionalStore> => {
  let body: Buffer | null = null
  let next: Buffer | null = null
  const etag = (): string | null => body && `"${createHash('md5').update(body).digest('hex')}"`
  const look = (reply: ServerResponse): void => {
    const version = etag()
    reply.writeHead(version === null ? 404 : 200, version === null ? {} : { etag: version }).end()
    body = next ?? body
    next = null
  }
  const write = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const sent = await buffer(request)
    const { 'if-match': expected, 'if-none-match': none } = request.headers
    const version = etag()
    const isRefused =
      (none === '*' && version !== null) || (expected !== undefined && (version === null || !fits(expected, version)))
    if (!isRefused) body = sent
    reply.writeHead(isRefused ? 412 : 200, { etag: etag() ?? '' }).end()
  }
  const server = createServer((request, reply) => {
    if (request.method === 'HEAD') look(reply)
    else void write(request, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: () => body && body.toString(),
    putAfterLook: (text) => void (next = Buffer.from(text)),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
