import { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'

/** Takes a body as it arrives, decodes it and keeps it within the limit. */
type BodySink = {
  readonly write: (chunk: Buffer) => void
  readonly end: () => void
  /** Drops what was collected; no listener is called any more. */
  readonly destroy: () => void
}

export type SinkListeners = {
  readonly whenDone: (body: Uint8Array<ArrayBuffer>) => void
  readonly whenTooLarge: () => void
  /** `code` is zlib's. */
  readonly whenUndecodable: (code: string) => void
  readonly pause: () => void
  readonly resume: () => void
}

const chunkSize = 64 * 1024
const mostEncodings = 3

type Coding = 'gzip' | 'x-gzip' | 'br' | 'zstd'
const decoders: Readonly<Record<Coding, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
  // RFC 9659: a window above 8 MiB is not for the web; it bounds the memory a hostile frame can ask for.
  zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/**
 * `contentEncoding` is the header's text; an encoding that was not requested leaves the body as received.
 * `limitBytes` bounds the decoded body.
 */
export function createBodySink(contentEncoding: string, limitBytes: number, listeners: SinkListeners): BodySink {
  let chunks: Buffer[] = []
  let sizeBytes = 0
  let isOver = false

  const stop = (tell: () => void): void => {
    if (isOver) return
    isOver = true
    chunks = []
    tell()
  }
  const collect = (chunk: Buffer): void => {
    if (isOver) return
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) return stop(listeners.whenTooLarge)
    chunks.push(chunk)
  }
  const finish = (): void => {
    const body = joinExactly(chunks, sizeBytes)
    stop(() => listeners.whenDone(body))
  }

  const codings = readCodings(contentEncoding)
  if (codings.length === 0) {
    return { write: collect, end: finish, destroy: () => stop(() => {}) }
  }
  return decodeInto(codings, {
    collect,
    finish,
    stop,
    isOver: () => isOver,
    listeners,
  })
}

type Target = {
  readonly collect: (chunk: Buffer) => void
  readonly finish: () => void
  readonly stop: (tell: () => void) => void
  readonly isOver: () => boolean
  readonly listeners: SinkListeners
}

/** The decoders come with the first byte: a reply without a body (304) may name an encoding too. */
function decodeInto(codings: readonly Coding[], target: Target): BodySink {
  let chain: readonly Transform[] = []

  const discard = (): void => {
    for (const decoder of chain) decoder.destroy()
  }
  const open = (): readonly Transform[] => {
    const opened = codings.map((coding) => decoders[coding]())
    opened.forEach((decoder, index) => {
      decoder.on('error', (error: NodeJS.ErrnoException) => {
        discard()
        target.stop(() => target.listeners.whenUndecodable(error.code ?? error.name))
      })
      const next = opened[index + 1]
      if (next !== undefined) decoder.pipe(next)
    })
    opened[0]?.on('drain', target.listeners.resume)
    opened.at(-1)?.on('data', (chunk: Buffer) => {
      target.collect(chunk)
      if (target.isOver()) discard()
    })
    opened.at(-1)?.on('end', target.finish)
    return opened
  }

  return {
    write: (chunk) => {
      if (target.isOver()) return
      if (chain.length === 0) chain = open()
      if (chain[0]?.write(chunk) === false) target.listeners.pause()
    },
    end: () => {
      if (chain.length === 0) target.finish()
      else chain[0]?.end()
    },
    destroy: () => {
      target.stop(() => {})
      discard()
    },
  }
}

/** In the order of decoding: the last one named was put on last. Empty when the body is to stay as it is. */
function readCodings(contentEncoding: string): Coding[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  return names.length <= mostEncodings && names.every(isCoding) ? names.filter(isCoding).toReversed() : []
}

function isCoding(name: string): name is Coding {
  return Object.hasOwn(decoders, name)
}

/** An ArrayBuffer of exactly the body's size, so that it can be transferred. */
function joinExactly(chunks: readonly Buffer[], sizeBytes: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(Buffer.allocUnsafeSlow(sizeBytes).buffer)
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.length
  }
  return joined
}
