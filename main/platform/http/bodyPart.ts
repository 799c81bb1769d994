import type { AppError } from '../../../preload/contract/result.ts'
import { resumeValidator, type ReceivedPart, type ReplyHeaders } from './ranges.ts'
import { createBodySink, type SinkListeners } from './bodySink.ts'

/** The body of one reply. It outlives a broken try, so the next try can resume it. */
export type BodyPart = ReceivedPart & {
  readonly status: number
  /** For If-Range; null when the rest cannot be requested. */
  readonly validator: string | null
  /** Reports the body to this try from now on. */
  readonly attach: (listeners: SinkListeners) => void
  /** No try is under way. */
  readonly detach: () => void
  readonly write: (chunk: Buffer) => void
  /** Ends the body. False when bytes are missing, which leaves the body open, or too many came. */
  readonly end: () => boolean
  /** `total` is the size given by the reply that resumes the body. */
  readonly goOnTo: (totalBytes: number) => void
  readonly canGoOn: () => boolean
  readonly destroy: () => void
}

/** `limitBytes` bounds the bytes as transferred and as decoded. */
export function createBodyPart(
  status: number,
  headers: ReplyHeaders,
  isResumable: boolean,
  limitBytes: number,
): BodyPart {
  const validator = isResumable && status === 200 ? resumeValidator(headers) : null
  let listeners: SinkListeners | null = null
  let receivedBytes = 0
  let totalBytes = readLength(headers['content-length'])
  let isOver = false
  const tell = (heard: (to: SinkListeners) => void): void => {
    // Between two tries no listener handles the error, so the next try starts over.
    isOver = true
    if (listeners !== null) heard(listeners)
  }
  const sink = createBodySink(headers['content-encoding'] ?? '', limitBytes, {
    whenDone: (body) => tell((to) => to.whenDone(body)),
    whenTooLarge: () => tell((to) => to.whenTooLarge()),
    whenUndecodable: (code) => tell((to) => to.whenUndecodable(code)),
    pause: () => listeners?.pause(),
    resume: () => listeners?.resume(),
  })
  return {
    status,
    headers,
    validator,
    get receivedBytes() {
      return receivedBytes
    },
    get totalBytes() {
      return totalBytes
    },
    attach: (to) => {
      listeners = to
    },
    detach: () => {
      listeners = null
    },
    write: (chunk) => {
      receivedBytes += chunk.byteLength
      if (receivedBytes > limitBytes) tell((to) => to.whenTooLarge())
      else sink.write(chunk)
    },
    end: () => {
      if (totalBytes !== null && status === 200 && receivedBytes !== totalBytes) return false
      isOver = true
      sink.end()
      return true
    },
    goOnTo: (total) => {
      totalBytes = total
    },
    canGoOn: () =>
      validator !== null && receivedBytes > 0 && (totalBytes === null || receivedBytes <= totalBytes) && !isOver,
    destroy: () => {
      listeners = null
      isOver = true
      sink.destroy()
    },
  }
}

export function readLength(text: string | undefined): number | null {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null
}

/** A compressed body that ends too early is a broken connection; any other damage came from the service. */
export function undecodable(code: string, host: string, headers: ReplyHeaders): AppError {
  if (code === 'Z_BUF_ERROR') return { kind: 'offline', host, detail: code }
  const contentEncoding = (headers['content-encoding'] ?? '').slice(0, 40)
  return { kind: 'unexpected-reply', where: `content-encoding ${contentEncoding}`, bodyStart: '' }
}

export function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
