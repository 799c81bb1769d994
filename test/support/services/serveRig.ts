import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { type Server, startServer, type ServerOptions } from '../../../main/serve/server.ts'

export type Reply = {
  readonly status: number
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export const parseReply = (text: string): Reply => {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body: text.slice(end + 4) }
}

/** Sends the bytes as they are and gives everything received until the server closes the connection. */
export const sendRaw = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A reset after the reply is the server refusing to read on; what was received counts.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })

/** Unlike `fetch`, this sends the path and every header as they are. */
export const askPlainly = async (
  url: string,
  options: RequestOptions,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> => {
  const [response] = (await once(request(url, options).end(), 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}

export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

export const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) return resolve()
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })

export type Ask = {
  readonly method?: string
  readonly target: string
  /** Null leaves a default header out. */
  readonly headers?: { readonly [name: string]: string | null }
  readonly body?: string
}

/** A request of the page itself: own Host, token, JSON; nothing in it is normalised. */
export const requestText = (server: Server, { method = 'POST', target, headers = {}, body = '' }: Ask): string => {
  const defaults: { readonly [name: string]: string | null } = {
    Host: new URL(server.origin).host,
    Authorization: `Bearer ${server.token}`,
    'Content-Type': method === 'POST' ? 'application/json' : null,
    'Content-Length': method === 'POST' ? String(Buffer.byteLength(body)) : null,
    Connection: 'close',
  }
  const lines = Object.entries({ ...defaults, ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  )
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export const bodyLimitBytes = 1024 * 1024
export const good: Ask = { target: '/api/app:info', body: '{}' }
export const withHeaders = (headers: NonNullable<Ask['headers']>): Ask => ({ ...good, headers })

export const portOf = (server: Server): number => Number(new URL(server.origin).port)

export const ask = async (server: Server, request: Ask): Promise<Reply> =>
  parseReply(await sendRaw(portOf(server), requestText(server, request)))

/** Asks, and fails when the request reached the gate. */
export const refusing =
  (server: Server, gate: HandGate) =>
  async (request: Ask): Promise<Reply> => {
    const before = gate.calls.length
    const reply = await ask(server, request)
    expect(gate.calls.length).toBe(before)
    return reply
  }

/** A gate that answers with what it was asked; for what only the transport decides. */
export const handGate = () => {
  const calls: { operation: string; input: unknown }[] = []
  const listeners = new Set<(event: AppEvent) => void>()
  const call = async (operation: string, input: unknown): Promise<Result<unknown>> => {
    calls.push({ operation, input })
    return { ok: true, value: { operation, input } }
  }
  return {
    call,
    calls,
    listen: (listener: (event: AppEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (event: AppEvent): void => {
      for (const listener of listeners) listener(event)
    },
    listeners: () => listeners.size,
  }
}

export type HandGate = ReturnType<typeof handGate>

export const stageChanged = (text: string): AppEvent => ({ name: 'stage:changed', data: { stage: text as StageGuid } })

export const jobProgressed = (done: number, title = 'Spring race'): AppEvent => ({
  name: 'job:progressed',
  data: {
    id: 'job-1' as JobId,
    kind: 'take',
    stage: '00000000-0000-4000-8000-000000000001' as StageGuid,
    title,
    state: 'running',
    done,
    total: 1_000_000,
    failed: 0,
    startedAt: '2026-05-16T09:00:00.000Z' as Instant,
    finishedAt: null,
    error: null,
    file: null,
  },
})

/** A built renderer in a temporary folder, with files beside it that must never be served. */
export const createRig = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'racedesk-serve-'))
  const rendererDir = join(folder, 'renderer')
  const servers: Server[] = []
  await mkdir(join(rendererDir, 'assets'), { recursive: true })
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>Racedesk</title>')
  await writeFile(join(rendererDir, 'assets', 'index-Ab12Cd34.js'), 'export {}')
  await writeFile(join(rendererDir, 'assets', 'index-Ab12Cd34.css'), ':root{}')
  await writeFile(join(rendererDir, '.env'), 'SECRET')
  await writeFile(join(folder, 'secret.txt'), 'SECRET')
  const closeServers = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()))
  }
  return {
    folder,
    rendererDir,
    closeServers,
    start: async (options: Omit<ServerOptions, 'rendererDir' | 'port'>): Promise<Server> => {
      const started = await startServer({ ...options, rendererDir, port: 0 })
      if (!started.ok) throw new Error(`the server did not start: ${started.error.kind}`)
      servers.push(started.value)
      return started.value
    },
    close: async () => {
      await closeServers()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type Rig = Awaited<ReturnType<typeof createRig>>
