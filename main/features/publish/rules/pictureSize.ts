type Size = { readonly width: number; readonly height: number }

/** As the header of a PNG, JPEG or WebP picture says; null for what is none. */
export const pictureSize = (type: string, bytes: Buffer): Size | null => {
  try {
    return type === 'png' ? ofPng(bytes) : type === 'jpeg' ? ofJpeg(bytes) : ofWebp(bytes)
  } catch (thrown) {
    // The header is cut off.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

const ofPng = (bytes: Buffer): Size | null =>
  bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null

/** Markers of tables among those of frames, which begin with 0xffc. */
const tables = new Set([0xffc4, 0xffc8, 0xffcc])

const ofJpeg = (bytes: Buffer): Size | null => {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >> 4 === 0xffc && !tables.has(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
  }
}

const ofWebp = (bytes: Buffer): Size | null => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind !== 'VP8L') return null
  const sides = bytes.readUInt32LE(21)
  return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 }
}
