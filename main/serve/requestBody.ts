import type { IncomingMessage } from 'node:http'
import type { Result } from '../../preload/contract/result.ts'
import { invalidInput } from '../kernel/result.ts'

type RequestBody =
  | { readonly state: 'complete'; readonly bytes: Buffer }
  | { readonly state: 'too-large' }
  /** The connection ended first. */
  | { readonly state: 'aborted' }

/** True for JSON in UTF-8, not compressed. */
export const isJsonRequest = (request: IncomingMessage): boolean =>
  /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(request.headers['content-type'] ?? '') &&
  request.headers['content-encoding'] === undefined

/** Counts what arrives, whatever length was declared; a declared length over the limit is refused unread. */
export const readBody = (request: IncomingMessage, limitBytes: number): Promise<RequestBody> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      resolve({ state: 'too-large' })
      return
    }
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const settle = (body: RequestBody): void => {
      request.off('data', take)
      resolve(body)
    }
    const take = (chunk: Buffer): void => {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) settle({ state: 'too-large' })
      else chunks.push(chunk)
    }
    request.on('data', take)
    request.once('end', () => settle({ state: 'complete', bytes: Buffer.concat(chunks) }))
    request.once('error', () => settle({ state: 'aborted' }))
    request.once('close', () => settle({ state: 'aborted' }))
  })

/**
 * Reads on after an early refusal, keeping nothing, so that the reply reaches a caller that is still sending;
 * cuts the connection when it goes on for too long.
 */
export const discardRest = (request: IncomingMessage, limits: { limitBytes: number; timeoutMs: number }): void => {
  if (request.complete || request.destroyed) return
  let leftBytes = limits.limitBytes
  const cut = setTimeout(() => request.destroy(), limits.timeoutMs)
  cut.unref()
  request.once('end', () => clearTimeout(cut))
  request.once('close', () => clearTimeout(cut))
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0) request.destroy()
  })
}

const invalid: Result<never> = invalidInput('', 'the body is not JSON in UTF-8')

export const parseJson = (bytes: Uint8Array): Result<unknown> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { ok: true, value }
  } catch {
    return invalid
  }
}
