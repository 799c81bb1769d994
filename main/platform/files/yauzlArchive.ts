import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'
import type { CapsuleFault, Result } from '../../../preload/contract/result.ts'
import { fileReason } from './fileReason.ts'
import type { Archive, OpenArchive, OpenedEntry } from './files.ts'

const refused = (reason: CapsuleFault): Result<never> => ({ ok: false, error: { kind: 'capsule-refused', reason } })

/** Maps to a file system error, else to an archive fault. */
const failed = (thrown: unknown, path: string, otherwise: CapsuleFault): Result<never> => {
  const reason = fileReason(thrown)
  return reason === null ? refused(otherwise) : { ok: false, error: { kind: 'file', reason, path } }
}

/** Upper half of the attributes that Unix writes into a directory: the kind of the file. */
const linkKind = 0o120000
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === linkKind

/** Names are read from the directory byte for byte; callers must check them. */
export const openYauzlArchive: OpenArchive = async (path, limitEntries) => {
  let zip: ZipFile
  try {
    // Opening a pipe waits for a writer.
    if (!(await stat(path)).isFile()) return refused('not-a-zip')
    // Loaded on first use.
    const { openPromise } = await import('yauzl')
    zip = await openPromise(path, { autoClose: false, decodeStrings: false })
  } catch (thrown) {
    return failed(thrown, path, 'not-a-zip')
  }
  // The entry's own stream reports read errors.
  zip.on('error', () => undefined)
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      if (entries.length <= limitEntries) continue
      zip.close()
      return refused('too-large')
    }
  } catch (thrown) {
    zip.close()
    return failed(thrown, path, 'damaged')
  }
  return { ok: true, value: archiveOf(zip, entries, path) }
}

const archiveOf = (zip: ZipFile, entries: readonly Entry[], path: string): Archive => ({
  entries: entries.map((entry) => ({
    path: entry.fileNameRaw.toString('utf8'),
    sizeBytes: entry.uncompressedSize,
    isEncrypted: entry.isEncrypted(),
    isLink: isLink(entry),
  })),
  read: async (at) => {
    const entry = entries[at]
    if (entry === undefined) return refused('damaged')
    try {
      return await readEntry(zip, entry)
    } catch (thrown) {
      return failed(thrown, path, 'damaged')
    }
  },
  close: () => zip.close(),
})

/** Holds no more than the directory promises, whatever comes out of the packed bytes. */
const readEntry = async (zip: ZipFile, entry: Entry): Promise<Result<OpenedEntry>> => {
  const stream = await zip.openReadStreamPromise(entry)
  const bytes = new Uint8Array(entry.uncompressedSize)
  const hash = createHash('sha256')
  let filled = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    // Ends the loop and, with it, the unpacking.
    if (filled + piece.length > bytes.length) return refused('altered')
    bytes.set(piece, filled)
    hash.update(piece)
    filled += piece.length
  }
  if (filled !== bytes.length) return refused('altered')
  return { ok: true, value: { bytes, sha256: hash.digest('hex') } }
}
