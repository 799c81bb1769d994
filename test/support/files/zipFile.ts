import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  readonly name: string
  readonly data: Uint8Array
  readonly isDeflated?: boolean
  /** General purpose bits, such as 1 for encrypted. */
  readonly flags?: number
  /** Kind and permissions of the file, as Unix has them. */
  readonly mode?: number
  /** The unpacked size that both headers name, whatever it is. */
  readonly claimedBytes?: number
}

/** A zip archive of files, marked executable for their owner and stored unless they say otherwise. */
export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, isDeflated = false, flags = 0, mode = 0o100755, claimedBytes = data.length } of entries) {
    const packed = isDeflated ? deflateRawSync(data) : data
    const nameBytes = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(isDeflated ? 8 : 0, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedBytes, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    const madeByUnix = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeByUnix, common, rest, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directoryBytes, Buffer.from('PK\u0005\u0006'), end])
}
