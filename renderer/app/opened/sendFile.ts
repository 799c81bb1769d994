import type { ReceivedFileId } from '../../../preload/contract/ids.ts'
import { call, type Problem } from '../../api.ts'

/** `unreadable`: the file went away or changed while it was read. */
export type SentFile =
  | { readonly ok: true; readonly id: ReceivedFileId }
  | { readonly ok: false; readonly error: Problem | 'unreadable' | 'stopped' }

/** Divisible by three, so that pieces of base64 need no filling; a request takes a little more. */
const PIECE_BYTES = 480_000

const readBase64 = (piece: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => resolve(null))
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.readAsDataURL(piece)
  })

/** Hands a file that the user chose over to the core, piece by piece. */
export const sendFile = async (
  file: Blob,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<SentFile> => {
  // The page chooses the ID.
  const id = crypto.randomUUID() as string as ReceivedFileId
  for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE_BYTES) {
    const data = file.size === 0 ? '' : await readBase64(file.slice(offset, offset + PIECE_BYTES))
    if (signal.aborted) return { ok: false, error: 'stopped' }
    if (data === null) return { ok: false, error: 'unreadable' }
    const received = await call('file:receive', { id, offset, data })
    if (!received.ok) return { ok: false, error: received.error }
    onProgress(received.value.receivedBytes)
  }
  return { ok: true, id }
}
