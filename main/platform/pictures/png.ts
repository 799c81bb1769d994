import { crc32, deflateSync } from 'node:zlib'
import type { Canvas } from './canvas.ts'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Bits of a channel; red, green and blue; the only compression and filters there are; not interlaced. */
const kind = [8, 2, 0, 0, 0]

/** The file of a picture (PNG, third edition). */
export const writePng = ({ width, height, pixels }: Canvas): Uint8Array => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set(kind, 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(scanlines(width, height, pixels))),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Each line after the number of its filter: 0, none, packs flat colours best. */
const scanlines = (width: number, height: number, pixels: Uint8Array): Uint8Array => {
  const lineBytes = width * 3
  const lines = new Uint8Array((lineBytes + 1) * height)
  for (let y = 0; y < height; y += 1) {
    lines.set(pixels.subarray(y * lineBytes, (y + 1) * lineBytes), y * (lineBytes + 1) + 1)
  }
  return lines
}

const chunk = (type: string, content: Uint8Array): Uint8Array => {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8)
  return bytes
}
