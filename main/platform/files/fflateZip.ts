import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib'
import type { ZipInputFile } from 'fflate'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { ZipEntry } from './files.ts'

/** Zip dates count from 1980 and end with 2099. */
const firstDate = Date.UTC(1980, 0, 2)
const lastDate = Date.UTC(2099, 11, 30)
/** More needs zip64, which fflate cannot write. */
const limitBytes = 2 ** 32 - 1
const limitEntries = 2 ** 16 - 1

/** So much is packed at a time, by so many threads of zlib's at most. */
const chunkBytes = 128 * 1024
const chunksAtOnce = 3
/** A chunk ends on a whole byte without ending the stream. Level 6 takes twice as long to make tables an eighth smaller. */
const options: ZlibOptions = { level: 2, finishFlush: constants.Z_SYNC_FLUSH }
/** A last block with nothing in it. */
const endOfStream = Uint8Array.of(3, 0)

/** Packs on a zlib thread while the next pieces are made; a few chunks of one entry are in memory. */
export async function* zipFiles(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  modifiedAt: Instant,
): AsyncGenerator<Uint8Array> {
  // Loaded on first use.
  const { Zip } = await import('fflate')
  let ready: Uint8Array[] = []
  let sizeBytes = 0
  let count = 0
  const zip = new Zip((error, piece) => {
    // All names and bytes are our own, so this is a bug.
    if (error !== null) throw error
    sizeBytes += piece.length
    keepLimit(sizeBytes, limitBytes)
    ready.push(piece)
  })
  const mtime = Math.min(Math.max(Date.parse(modifiedAt), firstDate), lastDate)
  const taken = (): readonly Uint8Array[] => {
    const pieces = ready
    ready = []
    return pieces
  }
  for await (const { path, pieces } of entries) {
    count += 1
    keepLimit(count, limitEntries)
    const entry: ZipInputFile = { filename: path, size: 0, crc: 0, compression: 8, mtime }
    zip.add(entry)
    for await (const packed of deflated(measured(pieces, entry))) {
      entry.ondata?.(null, packed, false)
      yield* taken()
    }
    entry.ondata?.(null, new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

const keepLimit = (value: number, limit: number): void => {
  if (value > limit) throw new RangeError(`A zip archive takes no more than ${limit}`, { cause: 'zip' })
}

/** Chunks are packed apart from each other, so that several threads can; joined they are one stream. */
async function* deflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const packing: Promise<Uint8Array<ArrayBuffer>>[] = []
  for await (const chunk of chunks) {
    if (packing.length === chunksAtOnce) yield* await Promise.all(packing.splice(0, 1))
    packing.push(pack(chunk))
  }
  for (const packed of packing) yield await packed
  yield endOfStream
}

const deflateApart = promisify(deflateRaw)

const pack = async (chunk: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  // A round trip to a thread takes longer than packing a small piece.
  chunk.length < chunkBytes / 8 ? deflateRawSync(chunk, options) : await deflateApart(chunk, options)

/** Gathers pieces to chunks, and notes size and checksum of what went by. */
async function* measured(pieces: ZipEntry['pieces'], entry: ZipInputFile): AsyncGenerator<Uint8Array> {
  const measure = (bytes: Uint8Array): Uint8Array => {
    entry.size += bytes.length
    keepLimit(entry.size, limitBytes)
    entry.crc = crc32(bytes, entry.crc)
    return bytes
  }
  let text = ''
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      if (text.length < chunkBytes) continue
    }
    if (text !== '') yield measure(Buffer.from(text))
    text = ''
    if (typeof piece !== 'string' && piece.length > 0) yield measure(piece)
  }
  if (text !== '') yield measure(Buffer.from(text))
}
