import { once } from 'node:events'
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import { listening } from './listening.ts'

/**
 * `lose`: the server does it, and its reply is lost, unless it refused. A text: the reply, with status 400, in place of the
 * server's.
 */
export type Passing = (asked: IncomingMessage) => 'pass' | 'lose' | { readonly refusal: string }

export const giveBack = (reply: IncomingMessage, answer: ServerResponse): void => {
  // The asker is gone.
  if (answer.destroyed) return void reply.destroy()
  answer.writeHead(reply.statusCode ?? 502, reply.headers)
  pipeline(reply, answer, () => undefined)
}

const lose = (reply: IncomingMessage, answer: ServerResponse): void => {
  if ((reply.statusCode ?? 0) >= 400) return giveBack(reply, answer)
  reply.resume()
  reply.once('end', () => answer.destroy())
}

/** Asks a server the same, and resolves once its reply is given back. */
export const passOn = async (
  endpoint: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  give: (reply: IncomingMessage, answer: ServerResponse) => unknown = giveBack,
): Promise<void> => {
  const { method, url, headers } = asked
  let isReplied = false
  const onward = ask(`${endpoint}${url ?? ''}`, { method, headers, agent: false }, (reply) => {
    isReplied = true
    give(reply, answer)
  })
  // Swift sends the end of a body after its reply to HEAD, at which this client stumbles.
  onward.on('error', () => isReplied || answer.destroy())
  asked.pipe(onward)
  await once(answer, 'close')
}

/** `port` 0: any that is free. */
export const openDoor = async (answering: RequestListener, port = 0) => {
  const { host, stop } = await listening(createServer(answering), port)
  return { endpoint: `http://${host}`, stop }
}

export const startFrontDoor = (endpoint: string, passing: Passing, port = 0) =>
  openDoor((asked, answer) => {
    const judged = passing(asked)
    if (typeof judged !== 'object') return void passOn(endpoint, asked, answer, judged === 'lose' ? lose : giveBack)
    asked.resume()
    answer.writeHead(400, { 'Content-Type': 'application/xml' }).end(judged.refusal)
  }, port)
