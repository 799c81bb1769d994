import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { listening } from '../stores/listening.ts'
import type { KeyPair } from './certificates.ts'

/** A real proxy on loopback that leads to one port of this machine, whatever name is asked for, or answers with `status`; with a pair over TLS. */
export const startConnectProxy = async (
  answer: { readonly port: number } | { readonly status: number | 'none' },
  pair?: KeyPair,
) => {
  /** `target`: such as `api.race.test:443`. */
  const asked: { target: string; headers: IncomingHttpHeaders }[] = []
  const server = pair === undefined ? createServer() : createSecureServer(pair)
  server.on('request', (_, response) => response.writeHead(400).end())
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    asked.push({ target: url, headers })
    if ('status' in answer) {
      if (answer.status !== 'none') client.end(`HTTP/1.1 ${answer.status} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const upstream = connect(answer.port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'))
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  const { host, stop } = await listening(server)
  return { url: `${pair === undefined ? 'http' : 'https'}://${host}`, host, asked, close: stop }
}

/** Answers every request over TLS with an empty envelope. */
export const startSecureService = async (pair: KeyPair) => {
  const body = '{"isSuccess":true,"message":null,"data":[]}'
  const reply = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  let greeted = 0
  let received = ''
  const server = createTlsServer(pair, (socket) => {
    greeted += 1
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      socket.write(reply)
    })
  })
  const { port, stop } = await listening(server)
  return { port, greeted: () => greeted, received: () => received, close: stop }
}

export type SecureService = Awaited<ReturnType<typeof startSecureService>>
