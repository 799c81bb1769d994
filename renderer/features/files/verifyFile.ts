import type { FileCheck } from '../../../preload/contract/files.ts'
import { call, type Problem } from '../../api.ts'
import { sendFile } from '../../app/opened/sendFile.ts'

/** One file, and its receipt if it came along. */
export type Picked = { readonly file: File; readonly receipt: File | null }

const isReceipt = ({ name }: File): boolean => name.toLowerCase().endsWith('.receipt.json')

/** `none`: a receipt alone · `many`: ambiguous. */
export const pick = (files: readonly File[]): Picked | 'none' | 'many' => {
  const receipts = files.filter(isReceipt)
  const others = files.filter((file) => !isReceipt(file))
  const [file] = others
  if (others.length > 1 || receipts.length > 1) return 'many'
  return file === undefined ? 'none' : { file, receipt: receipts[0] ?? null }
}

export type Verified =
  | { readonly ok: true; readonly value: FileCheck }
  | { readonly ok: false; readonly error: Problem | 'unreadable' | 'stopped' }

export const verifyFile = async (
  { file, receipt }: Picked,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<Verified> => {
  const about = receipt === null ? null : await sendFile(receipt, signal, () => undefined)
  if (about?.ok === false) return about
  const sent = await sendFile(file, signal, onProgress)
  if (!sent.ok) return sent
  return await call('file:verify', {
    file: sent.id,
    name: file.name,
    ...(about === null ? {} : { receipt: about.id }),
  })
}
