import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { openDoor } from '../stores/frontDoor.ts'
import { inEnvelope } from './raceService.ts'

const codecs = [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['identity', (body: Buffer) => body],
] as const

/** Orders of the main API, each reply in another content coding; `/v3/echo` gives back, `/v3/cut` breaks off. */
export const startCodingService = async () => {
  const folder = await mkdtempDisposable(join(tmpdir(), 'racedesk-codings-'))
  const bodyPath = join(folder.path, 'body.json')
  await writeFile(bodyPath, JSON.stringify({ sent: 'привет' }))
  const codings = new Set<string>()
  let turn = 0
  const sockets = new Set<Socket>()
  const { endpoint, stop } = await openDoor((request, response) => {
    sockets.add(request.socket)
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
      response.end(encode(Buffer.from(inEnvelope(data))))
    })
  })
  return {
    url: endpoint,
    bodyPath,
    codings,
    connections: () => sockets.size,
    close: () => stop().then(folder.remove),
  }
}
