import type { ServerResponse } from 'node:http'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { ScreenConnection } from '../../../preload/contract/screens/layout.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ServedScreens } from './screens.ts'
import { createShares } from './shares.ts'

export type StreamLimits = {
  /** Screens that follow at the same time, in all and from one address. */
  readonly streams: number
  readonly streamsOfOne: number
  readonly beatMs: number
  /** How long a reader may take nothing before it is cut off. */
  readonly stalledMs: number
}

type StreamParts = {
  readonly screens: Pick<ServedScreens, 'follow'>
  readonly limits: StreamLimits
  readonly clock: Clock
  /** A screen came from this address, or went. */
  readonly onChange: (from: string) => void
}

const ended = 'event: end\ndata: \n\n'

type Stream = ScreenConnection & { readonly secret: string }

/**
 * States as server-sent events. A reader gets the state there is when it comes, again or for the first time, and the newest one
 * whenever it can take one: those between are skipped, so that a slow reader keeps nothing in memory.
 */
export const createScreenStreams = ({ screens, limits, clock, onChange }: StreamParts) => {
  const streams = new Map<ServerResponse, Stream>()
  // Sent as an event, since a page is not told of comments.
  const beat = setInterval(() => {
    for (const stream of streams.keys())
      if (!stream.writableNeedDrain && !stream.writableEnded) stream.write('event: beat\ndata: \n\n')
  }, limits.beatMs)
  beat.unref()
  const shares = createShares<ServerResponse>()
  const isRoomFor = (from: string): boolean => {
    if (shares.of(from) >= limits.streamsOfOne) return false
    if (shares.all() < limits.streams) return true
    const other = shares.toGive(from)
    other?.destroy()
    return other !== null
  }
  return {
    /** False where too many follow already. */
    open: (secret: string, response: ServerResponse): boolean => {
      const from = response.socket?.remoteAddress?.replace(/^::ffff:/, '') ?? ''
      if (!isRoomFor(from)) return false
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      })
      response.socket?.setNoDelay(true)
      const giveBack = shares.add(from, response)
      streams.set(response, { secret, from, since: new Date(clock()).toISOString() as Instant })
      onChange(from)
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
        if (response.writableEnded) return
        if (state === null) response.end(ended)
        else if (response.writableNeedDrain) waiting = state
        else write(state)
      })
      response.once('close', () => {
        streams.delete(response)
        giveBack()
        if (cut !== null) clearTimeout(cut)
        unfollow()
        onChange(from)
      })
      return true
    },
    /** Devices that follow the screen, the first of them first. */
    connectionsOf: (secret: string): readonly ScreenConnection[] =>
      [...streams.values()].flatMap((stream) =>
        stream.secret === secret ? [{ since: stream.since, from: stream.from }] : [],
      ),
    close: (): void => {
      clearInterval(beat)
      for (const stream of streams.keys()) stream.end()
    },
  }
}
