import type { ServerResponse } from 'node:http'
import type { AppEvent } from '../../preload/contract.ts'
import { writeHead } from './replies.ts'
import type { ServedGate } from './servedGate.ts'

export type EventStreams = {
  readonly open: (response: ServerResponse) => void
  /** Ends every open stream. */
  readonly close: () => void
}

type Limits = {
  readonly heartbeatMs: number
  /** Bytes queued for one reader before its stream is cut. */
  readonly queueLimitBytes: number
}

/** Events of the gate as server-sent events, `data: <AppEvent JSON>`, to any number of readers. */
export const createEventStreams = (gate: Pick<ServedGate, 'listen'>, limits: Limits): EventStreams => {
  const streams = new Set<ServerResponse>()

  const send = (stream: ServerResponse, text: string): void => {
    if (stream.writableLength + text.length > limits.queueLimitBytes) stream.destroy()
    else stream.write(text)
  }

  const sendEvent = (event: AppEvent): void => {
    if (streams.size === 0) return
    const text = `data: ${JSON.stringify(event)}\n\n`
    for (const stream of streams) {
      // Later progress replaces this one, so a slow reader may skip it.
      if (event.name === 'job:progressed' && stream.writableNeedDrain) continue
      send(stream, text)
    }
  }

  const stopListening = gate.listen(sendEvent)
  const heartbeat = setInterval(() => {
    for (const stream of streams) if (!stream.writableNeedDrain) send(stream, ': still here\n\n')
  }, limits.heartbeatMs)
  heartbeat.unref()

  return {
    open: (response) => {
      writeHead(response, 200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'close',
      })
      streams.add(response)
      response.once('close', () => streams.delete(response))
      response.write(': open\n\n')
    },
    close: () => {
      stopListening()
      clearInterval(heartbeat)
      for (const stream of streams) stream.end()
    },
  }
}
