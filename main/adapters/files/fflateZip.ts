import { crc32, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { Instant } from '../../../preload/contract.ts'
import type { PackedFile } from '../../services/ports.ts'

/** Zip dates count from 1980 and end with 2099. */
const firstDate = Date.UTC(1980, 0, 2)
const lastDate = Date.UTC(2099, 11, 30)

/** Packs one file at a time: what is held is one file and its packed form. */
export function* zipFiles(files: Iterable<PackedFile>, modifiedAt: Instant): Generator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    // Only our own names and bytes go in, so this is a bug.
    if (error !== null) throw error
    ready.push(piece)
  })
  const mtime = Math.min(Math.max(Date.parse(modifiedAt), firstDate), lastDate)
  const taken = (): readonly Uint8Array[] => {
    const pieces = ready
    ready = []
    return pieces
  }
  for (const { path, text } of files) {
    const bytes = Buffer.from(text)
    // fflate's own packer takes a millisecond to begin, which thousands of small files feel.
    const packed = deflateRawSync(bytes)
    const isSmaller = packed.length < bytes.length
    const entry: ZipInputFile = {
      filename: path,
      size: bytes.length,
      crc: crc32(bytes),
      compression: isSmaller ? 8 : 0,
      mtime,
    }
    zip.add(entry)
    entry.ondata?.(null, isSmaller ? packed : bytes, true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
