import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type SiteFile = { readonly body: Uint8Array; readonly contentType: string }

export type LoopbackSite = {
  readonly url: string
  /** Ends open connections, too. */
  readonly close: () => Promise<void>
}

const headersForAll = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "frame-ancestors 'none'",
}

/**
 * Shows files to browsers of this computer, on a free port of 127.0.0.1, which is an origin of its own. `read` gets the path as it
 * was asked for, without its slash at the beginning; null has no answer. Rejects when nothing can be listened on.
 */
export const openLoopbackSite = async (read: (path: string) => Promise<SiteFile | null>): Promise<LoopbackSite> => {
  const refuse = (response: ServerResponse, status: number): void =>
    void response.writeHead(status, { ...headersForAll, Connection: 'close' }).end()
  const http = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const { method = '', url = '' } = request
    // Another name is a foreign page that was led here (DNS rebinding).
    if (request.headers.host !== host()) return refuse(response, 403)
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405)
    read(url.replace(/[?#].*$/, '').slice(1)).then(
      (file) => {
        if (file === null) return refuse(response, 404)
        response.writeHead(200, {
          ...headersForAll,
          'Content-Type': file.contentType,
          'Content-Length': file.body.byteLength,
        })
        response.end(method === 'HEAD' ? undefined : file.body)
      },
      () => refuse(response, 500),
    )
  })
  http.maxConnections = 64
  const host = (): string => `127.0.0.1:${(http.address() as AddressInfo | null)?.port}`
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen({ host: '127.0.0.1', port: 0 }, resolve)
  })
  const url = `http://${host()}/`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      http.close(() => resolve())
      http.closeAllConnections()
    })
  return { url, close }
}
