import type { ServerResponse } from 'node:http'
import type { ServedScreens } from './screens.ts'

export type StreamLimits = {
  /** Screens that follow at the same time. */
  readonly streams: number
  readonly beatMs: number
  /** How long a reader may take nothing before it is cut off. */
  readonly stalledMs: number
}

/**
 * States as server-sent events. A reader gets the state there is when it comes, again or for the first time, and the newest one
 * whenever it can take one: those between are skipped, so that a slow reader keeps nothing in memory.
 */
export const createScreenStreams = (screens: Pick<ServedScreens, 'follow'>, limits: StreamLimits) => {
  const streams = new Set<ServerResponse>()
  // Sent as an event, since a page is not told of comments.
  const beat = setInterval(() => {
    for (const stream of streams) if (!stream.writableNeedDrain) stream.write('event: beat\ndata: \n\n')
  }, limits.beatMs)
  beat.unref()
  return {
    /** False where too many follow already. */
    open: (secret: string, response: ServerResponse): boolean => {
      if (streams.size >= limits.streams) return false
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      })
      response.socket?.setNoDelay(true)
      streams.add(response)
      let waiting: string | null = null
      let cut: NodeJS.Timeout | null = null
      const write = (state: string): void => {
        response.write(`data: ${state}\n\n`)
        if (response.writableNeedDrain) cut ??= setTimeout(() => response.destroy(), limits.stalledMs)
      }
      response.on('drain', () => {
        if (cut !== null) clearTimeout(cut)
        cut = null
        const next = waiting
        waiting = null
        if (next !== null) write(next)
      })
      response.write('retry: 1000\n\n')
      const unfollow = screens.follow(secret, (state) => {
        if (response.writableNeedDrain) waiting = state
        else write(state)
      })
      response.once('close', () => {
        streams.delete(response)
        if (cut !== null) clearTimeout(cut)
        unfollow()
      })
      return true
    },
    close: (): void => {
      clearInterval(beat)
      for (const stream of streams) stream.end()
    },
  }
}
