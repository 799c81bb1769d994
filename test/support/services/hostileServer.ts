import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createRawServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../stores/freePort.ts'
import { listening } from '../stores/listening.ts'

/** A request as it arrived; `cancelled` settles when its connection went away before the reply was finished. */
export type Received = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly cancelled: Promise<void>
}

/** Answers one request, or leaves it hanging; `nth` counts the requests for that path from 1. */
export type Script = (response: ServerResponse, received: Received, nth: number) => unknown

/** A real service on loopback that misbehaves as its scripts say. */
export async function startHostileServer() {
  const requests: Received[] = []
  const scripts = new Map<string, Script>()
  const counts = new Map<string, number>()
  const waiting = new Set<() => void>()
  let open = 0
  let mostOpen = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    const cancelled = new Promise<void>((resolve) => {
      response.once('close', () => {
        open -= 1
        if (!response.writableFinished) resolve()
      })
    })
    const body = (await buffer(request)).toString()
    const { method = '', url = '', headers } = request
    const path = url.replace(/\?.*$/, '')
    const nth = (counts.get(path) ?? 0) + 1
    counts.set(path, nth)
    const received: Received = { method, url, headers, body, cancelled }
    requests.push(received)
    for (const check of waiting) check()
    const script = scripts.get(path)
    if (script === undefined) response.writeHead(404).end()
    else await script(response, received, nth)
  }
  const server = createServer((request, response) => {
    response.on('error', () => {})
    answer(request, response).catch(() => response.destroy())
  })
  const { host, stop } = await listening(server)
  return {
    url: `http://${host}`,
    host,
    requests: requests as readonly Received[],
    mostOpen: () => mostOpen,
    /** By path without query; anything else is 404. */
    script: (path: string, script: Script): void => void scripts.set(path, script),
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        const check = (): void => {
          if (requests.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    close: stop,
  }
}

export type HostileServer = Awaited<ReturnType<typeof startHostileServer>>

/** For replies that node:http would not write; `script` gets each connection once its first bytes have come. */
export async function startRawServer(script: (socket: Socket, nth: number) => unknown) {
  let connections = 0
  const server = createRawServer((socket) => {
    connections += 1
    const nth = connections
    socket.once('data', () => script(socket, nth))
  })
  const { host, stop } = await listening(server)
  return { url: `http://${host}`, host, connections: () => connections, close: stop }
}

export type RawServer = Awaited<ReturnType<typeof startRawServer>>

export const findClosedHost = async (): Promise<string> => `127.0.0.1:${await freePort()}`
