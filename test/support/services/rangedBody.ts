import type { ServerResponse } from 'node:http'
import type { Received, Script } from './hostileServer.ts'

type RangedBody = {
  readonly bytes: Buffer
  readonly headers?: Record<string, string>
  /** How many bytes the nth reply sends before its connection breaks; null: all of them. */
  readonly cutAfter: (nth: number) => number | null
}

/** A service that honours Range and If-Range as RFC 9110 has it, on a link that breaks. */
export const rangedBody = ({ bytes, headers = {}, cutAfter }: RangedBody): Script => {
  const whole = { 'accept-ranges': 'bytes', etag: '"v1"', ...headers }
  return (response, received, nth) => {
    const from = startOf(received, whole.etag)
    const rest = bytes.subarray(from)
    response.writeHead(from === 0 ? 200 : 206, {
      ...whole,
      'content-length': String(rest.length),
      ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    const cut = cutAfter(nth)
    if (cut === null || cut >= rest.length) response.end(rest)
    else sendThenBreak(response, rest.subarray(0, cut))
  }
}

/** The connection breaks once these bytes have left. */
export const sendThenBreak = (response: ServerResponse, bytes: Buffer): void => {
  response.write(bytes, () => response.destroy())
}

const startOf = ({ headers }: Received, etag: string): number => {
  if (headers['if-range'] !== etag) return 0
  const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')
  return Number(range?.[1] ?? 0)
}
