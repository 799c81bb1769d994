import type { FileCheck, Input, Result } from '../../preload/contract.ts'
import { knownExport, longestReceipt, readReceipt } from '../domain/receipts.ts'
import type { ExportStore, FileReader } from './ports.ts'
import type { ReceivedFiles } from './receivedFiles.ts'

export type FileChecks = (input: Input<'file:verify'>) => Promise<Result<FileCheck>>

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

/** Whether a file still is what was exported: what the store remembers says so first, then the receipt that came with it. */
export const createFileChecks = ({ store, received, reader }: FileChecksParts): FileChecks => {
  const remembered = (receipt: string | null) => (receipt === null ? null : readReceipt(receipt))

  const check = ({ name, path, sizeBytes, sha256, receipt: text }: Given): FileCheck => {
    const receipt = text === undefined ? null : readReceipt(text)
    const answer = { sizeBytes, sha256, isReceiptUnreadable: text !== undefined && receipt === null }
    const same = remembered(store.exportOf(sha256))
    if (same !== null) return { ...answer, verdict: 'unchanged', known: knownExport(same, 'memory') }
    const before = remembered(store.exportAt({ name, path }))
    // A receipt of that very export that names other bytes now was changed along with the file.
    const isForged = receipt?.writtenAt === before?.writtenAt
    if (receipt !== null && !isForged) {
      const verdict = receipt.file.sha256 === sha256 ? 'unchanged' : 'changed'
      return { ...answer, verdict, known: knownExport(receipt, 'receipt') }
    }
    return before === null
      ? { ...answer, verdict: 'unknown', known: null }
      : { ...answer, verdict: 'changed', known: knownExport(before, 'memory') }
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

const nameOf = (path: string): string => path.replace(/^.*[/\\]/su, '')
