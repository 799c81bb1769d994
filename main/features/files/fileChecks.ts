import type { Input } from '../../../preload/contract.ts'
import { longestReceipt, type FileCheck, type KnownExport } from '../../../preload/contract/files.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { knownExport, readReceipt, type Receipt } from './rules/receipts.ts'
import type { ReceivedFiles } from './receivedFiles.ts'
import type { ExportStore } from './exportTables.ts'
import type { FileReader } from '../../platform/files/files.ts'

type FileChecks = (input: Input<'file:verify'>) => Promise<Result<FileCheck>>

export type FileChecksParts = {
  readonly store: Pick<ExportStore, 'exportOf' | 'exportAt'>
  readonly received: Pick<ReceivedFiles, 'use'>
  readonly reader: FileReader
}

type Given = {
  readonly name: string
  readonly path: string | null
  readonly sizeBytes: number
  readonly sha256: string
  /** Undefined: no receipt came with the file. */
  readonly receipt: string | undefined
}

/**
 * Whether a file still is what was exported. What stands at its place counts, not that its bytes are some export's: by the
 * receipt that came with it or, where the store remembers an export at that place, by what is remembered.
 */
export const createFileChecks = ({ store, received, reader }: FileChecksParts): FileChecks => {
  const check = ({ name, path, sizeBytes, sha256, receipt: text }: Given): FileCheck => {
    const receipt = text === undefined ? null : readReceipt(text)
    const by = (known: Receipt, source: KnownExport['by']): FileCheck => ({
      sizeBytes,
      sha256,
      isReceiptUnreadable: text !== undefined && receipt === null,
      verdict: known.file.sha256 === sha256 ? 'unchanged' : 'changed',
      known: knownExport(known, source),
    })
    const place = store.exportAt({ name, path })
    const last = place === null ? null : readReceipt(place.receipt)
    // Anyone can write a receipt; one of a recorded or older export at this path adds nothing.
    const isNews = last === null || isLater(receipt, last, { name, isThere: place?.isThere === true })
    if (receipt !== null && isNews) return by(receipt, 'receipt')
    const isPlaced = last !== null && (place?.isThere === true || receipt?.writtenAt === last.writtenAt)
    if (isPlaced) return by(last, 'memory')
    const sameText = store.exportOf(sha256, name)
    const same = sameText === null ? null : readReceipt(sameText)
    // A file at an unknown path may be any export of that name, or a renamed one.
    if (same !== null && (last === null || same.file.name === name)) return by(same, 'memory')
    return last === null
      ? { verdict: 'unknown', sizeBytes, sha256, known: null, isReceiptUnreadable: text !== undefined }
      : by(last, 'memory')
  }

  return async (input) => {
    if ('path' in input) {
      const { path, sizeBytes, sha256, receipt } = input
      return { ok: true, value: check({ name: nameOf(path), path, sizeBytes, sha256, receipt }) }
    }
    const receipt =
      input.receipt === undefined
        ? undefined
        : await received.use(input.receipt, (path) => reader.text(path, longestReceipt * 4))
    if (receipt?.ok === false) return receipt
    const hashed = await received.use(input.file, (path) => reader.hash(path))
    if (!hashed.ok) return hashed
    return { ok: true, value: check({ name: input.name, path: null, ...hashed.value, receipt: receipt?.value }) }
  }
}

/** Where only the name is known, another export of it may be older as well. */
const isLater = (
  receipt: Receipt | null,
  last: Receipt,
  { name, isThere }: { readonly name: string; readonly isThere: boolean },
): boolean => {
  if (receipt === null) return false
  return isThere
    ? receipt.writtenAt > last.writtenAt && receipt.file.name === name
    : receipt.writtenAt !== last.writtenAt
}

const nameOf = (path: string): string => path.replace(/^.*[/\\]/su, '')
