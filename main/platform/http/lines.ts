import type { Dispatcher } from 'undici'
import type { AppError } from '../../../preload/contract/result.ts'
import { onTheWayToProxy } from './connectionError.ts'

export type Lines = {
  /** Null: without a proxy. */
  readonly to: (proxy: URL | null) => Promise<Dispatcher>
  readonly renew: () => void
  readonly end: () => Promise<void>
}

/** Connections, kept apart by the proxy that they go through. */
export function createLines(connectMs: number): Lines {
  let lines = new Map<string, Promise<Dispatcher>>()
  // undici is loaded with the first call, not at the start.
  const open = async (proxy: URL | null): Promise<Dispatcher> => {
    const { Agent, Pool, ProxyAgent, buildConnector } = await import('undici')
    if (proxy === null) return new Agent({ allowH2: false, connect: { timeout: connectMs } })
    const connect = buildConnector({ allowH2: false, timeout: connectMs })
    return new ProxyAgent({
      uri: proxy.href,
      allowH2: false,
      connectTimeout: connectMs,
      clientFactory: (origin) =>
        new Pool(origin, {
          // A proxy that accepts a connection and never replies is unusable.
          headersTimeout: connectMs,
          connect: (target, whenOpen) =>
            connect(target, (...[error, socket]) =>
              error === null ? whenOpen(null, socket) : whenOpen(onTheWayToProxy(error), null),
            ),
        }),
    })
  }
  return {
    to: (proxy) => {
      const key = proxy?.href ?? ''
      const known = lines.get(key)
      if (known !== undefined) return known
      const line = open(proxy)
      const opened = lines
      lines.set(key, line)
      line.catch(() => opened.delete(key))
      return line
    },
    renew: () => {
      for (const line of lines.values()) void line.then((opened) => opened.close()).catch(() => undefined)
      lines = new Map()
    },
    end: async () => {
      await Promise.allSettled(Array.from(lines.values(), async (line) => (await line).destroy()))
    },
  }
}

/** Where all proxies are of a kind that cannot be used. */
export const noRoute = (host: string): AppError => ({
  kind: 'offline',
  host,
  detail: 'NO_ROUTE',
  proxy: { host: '', problem: 'unsupported' },
})
