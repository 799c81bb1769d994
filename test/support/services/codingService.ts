import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'

type CodingService = {
  readonly url: string
  /** A JSON file to send. */
  readonly bodyPath: string
  /** That replies were sent in, in the order of their first. */
  readonly codings: ReadonlySet<string>
  readonly connections: () => number
  readonly close: () => Promise<void>
}

const codecs = [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['identity', (body: Buffer) => body],
] as const

/** Orders of the main API, each reply in another content coding; `/v3/echo` gives back, `/v3/cut` breaks off. */
export const startCodingService = async (): Promise<CodingService> => {
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-codings-'))
  const bodyPath = join(folder, 'body.json')
  await writeFile(bodyPath, JSON.stringify({ sent: 'привет' }))
  const codings = new Set<string>()
  let connections = 0
  let turn = 0
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      if (request.url === '/v3/cut') return void request.socket.destroy()
      const data: unknown = sent === '' ? { number: 'A1', total: 1, items: [] } : JSON.parse(sent)
      const [coding, encode] = codecs[turn % codecs.length] ?? codecs[0]
      turn += 1
      if (sent === '') codings.add(coding)
      if (!(request.headers['accept-encoding'] ?? '').includes(coding) && coding !== 'identity') {
        return void response.writeHead(406).end()
      }
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
      response.end(encode(Buffer.from(JSON.stringify({ isSuccess: true, message: null, data }))))
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodyPath,
    codings,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
