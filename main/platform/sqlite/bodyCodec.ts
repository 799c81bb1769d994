import { isUtf8 } from 'node:buffer'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { charsetOf, utf16Of } from '../../kernel/text/textBytes.ts'

// Level 1 takes a sixth of the time of parsing the body, and shrinks JSON to a tenth.
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

export const packBody = (body: Uint8Array): Uint8Array => zstdCompressSync(body, packing)

/** Most bodies then come out in one piece, which takes half as long as in the usual pieces of 16 KB. */
const usualPiece = 128 * 1024
const mostPiece = 64 * 1024 * 1024

/**
 * `sizeBytes`: of the body, where it is known: one piece of that size leaves no others to the garbage collector. Smaller ones would
 * be parts of Node's pool, which `giveBackMemory` cannot give back.
 */
const unpacking = (sizeBytes = usualPiece) => ({
  // One byte more, or zlib would ask for another piece.
  chunkSize: Math.min(Math.max(sizeBytes, Buffer.poolSize), mostPiece) + 1,
})

/** Throws on bytes that a disk has altered: see `isDamagedBody`. */
export const unpackBody = (packed: Uint8Array, sizeBytes?: number): Buffer =>
  zstdDecompressSync(packed, unpacking(sizeBytes))

/** For an unpacked body that nothing will read again: V8 would keep its bytes until the next full collection. */
export const giveBackMemory = ({ buffer }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

/** zlib reports Z_BUF_ERROR for bytes that end too early. */
export const isDamagedBody = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  (thrown.code.startsWith('ZSTD_') || thrown.code === 'Z_BUF_ERROR')

/** The text of a body: UTF-8 whatever its Content-Type says, UTF-16 by its mark, else in the charset that this names; or null. */
export const decodeBody = (body: Uint8Array, contentType = ''): string | null => {
  if (isUtf8(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const charset = utf16Of(body) ?? charsetOf(contentType)
  if (charset === null) return null
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** At most so many characters from the start of a body's text; where it is none, a lossy reading for display. */
export const readStart = (
  body: Buffer,
  contentType: string,
  most: number,
): { readonly text: string; readonly isText: boolean; readonly isCut: boolean } => {
  // A character takes at most three bytes for each of its UTF-16 units.
  const start = body.subarray(0, 3 * most)
  const decoded = isUtf8(body)
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(start, { stream: true })
    : decodeBody(body, contentType)
  const text = decoded ?? start.toString('utf8')
  const isCut = text.length > most || (start.length < body.length && text.length >= most)
  return { text: text.slice(0, most), isText: decoded !== null, isCut }
}

/** Up to so many bytes packing against another body finds what they share without a large table in memory. */
const deltaLimitBytes = 16 * 1024 * 1024

/** The body as what differs from `base`; null when either is too large for that. */
export const packDelta = (body: Uint8Array, base: Uint8Array): Uint8Array | null => {
  if (Math.max(body.byteLength, base.byteLength) > deltaLimitBytes || isDictionary(base)) return null
  const window = bitsFor(body.byteLength + base.byteLength)
  const params = {
    ...packing.params,
    // The window must cover the whole base; the hash table indexes one in four positions.
    [constants.ZSTD_c_windowLog]: Math.max(10, window),
    [constants.ZSTD_c_hashLog]: Math.max(10, bitsFor(base.byteLength) - 2),
  }
  return zstdCompressSync(body, { params, dictionary: base })
}

export const unpackDelta = (packed: Uint8Array, base: Uint8Array, sizeBytes?: number): Buffer =>
  zstdDecompressSync(packed, { ...unpacking(sizeBytes), dictionary: base })

/** Bytes that begin like a trained dictionary of zstd would be taken for one. */
const isDictionary = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x37 && bytes[1] === 0xa4 && bytes[2] === 0x30 && bytes[3] === 0xec

const bitsFor = (bytes: number): number => Math.ceil(Math.log2(bytes + 1))
