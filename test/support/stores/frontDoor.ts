import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `lose`: the server does it, and its reply is lost. A text: the reply, with status 400, in place of the server's. */
export type Passing = (asked: IncomingMessage) => 'pass' | 'lose' | { readonly refusal: string }

export type FrontDoor = { readonly endpoint: string; readonly stop: () => Promise<void> }

/** Stands before a server on loopback and decides over each request. */
export const startFrontDoor = async (endpoint: string, passing: Passing): Promise<FrontDoor> => {
  const server: Server = createServer((asked, answer) => {
    const judged = passing(asked)
    if (typeof judged === 'object') {
      asked.resume()
      return void answer.writeHead(400, { 'Content-Type': 'application/xml' }).end(judged.refusal)
    }
    const { method, url, headers } = asked
    const onward = ask(`${endpoint}${url ?? ''}`, { method, headers, agent: false }, (reply) => {
      if (judged === 'lose') {
        reply.resume()
        return void reply.once('end', () => answer.destroy())
      }
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
