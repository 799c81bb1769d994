/** @typedef {{ readonly size: number, readonly png: Uint8Array }} IconImage `size`: pixels of the square's side. */

/**
 * A Windows icon file: a directory of 16 bytes an image, then the images as PNG.
 * @param {readonly IconImage[]} images
 * @returns {Buffer}
 */
export const packIco = (images) => {
  const headerBytes = 6
  const entryBytes = 16
  const directory = Buffer.alloc(headerBytes + entryBytes * images.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(images.length, 4)
  let offset = directory.length
  for (const [index, { size, png }] of images.entries()) {
    const at = headerBytes + entryBytes * index
    // The size is one byte; 0 means 256.
    directory.writeUInt8(size % 256, at)
    directory.writeUInt8(size % 256, at + 1)
    directory.writeUInt16LE(1, at + 4)
    directory.writeUInt16LE(32, at + 6)
    directory.writeUInt32LE(png.length, at + 8)
    directory.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([directory, ...images.map(({ png }) => png)])
}

/** Types of PNG images in an icns file; a side that screens of double density also use has a second one. */
const icnsTypes = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['icp6', 'ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
])

/**
 * A macOS icon file: after "icns" and its length, each image with its type and length (8 bytes included).
 * @param {readonly IconImage[]} images
 * @returns {Buffer}
 */
export const packIcns = (images) => {
  const chunks = images.flatMap(({ size, png }) =>
    (icnsTypes.get(size) ?? []).map((type) => Buffer.concat([icnsHead(type, png.length), png])),
  )
  const body = Buffer.concat(chunks)
  return Buffer.concat([icnsHead('icns', body.length), body])
}

/**
 * @param {string} type
 * @param {number} contentBytes
 */
const icnsHead = (type, contentBytes) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(contentBytes + 8, 4)
  return head
}
