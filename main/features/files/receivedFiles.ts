import type { Input } from '../../../preload/contract.ts'
import type { ReceivedFileId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import type { ReceivedFolder } from '../../platform/files/files.ts'
import { invalidInput, notFound, type Failure } from '../../kernel/result.ts'
import { createQueue } from '../../kernel/turns.ts'

export type ReceivedFiles = {
  /** Pieces come in their order; one at offset 0 begins the file, anew if there was one. Errors: invalid-input, too-large, file. */
  readonly receive: (input: Input<'file:receive'>) => Promise<Result<{ readonly receivedBytes: number }>>
  /** Gives the path of what has come to `work` and forgets the file afterwards. Errors: not-found, and those of `work`. */
  readonly use: <T>(id: ReceivedFileId, work: (path: string) => Promise<Result<T>>) => Promise<Result<T>>
  readonly close: () => Promise<void>
}

/** Limit of all held files together, in bytes. */
const limitBytes = 1024 ** 3
const heldFiles = 8

/** `name` is that within the folder. */
type Held = { readonly name: string; sizeBytes: number }

/** Files that a page sends in pieces, since it knows no paths. A later file replaces an unused one. */
export const createReceivedFiles = (folder: ReceivedFolder): ReceivedFiles => {
  /** The one that was touched last is the last. */
  const held = new Map<ReceivedFileId, Held>()
  let named = 0

  /** One piece at a time: what makes room for another must not be written at that moment. */
  const inTurn = createQueue()

  const forget = async (id: ReceivedFileId): Promise<void> => {
    const name = held.get(id)?.name
    held.delete(id)
    if (name !== undefined) await folder.remove(name)
  }

  const makeRoom = async (bytes: number): Promise<void> => {
    for (const id of held.keys()) {
      const together = [...held.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes)
      if (held.size < heldFiles && together <= limitBytes) return
      await forget(id)
    }
  }

  const append = async ({ id, offset, data }: Input<'file:receive'>): Promise<Result<{ receivedBytes: number }>> => {
    if (offset === 0) await forget(id)
    const file = offset === 0 ? { name: String((named += 1)), sizeBytes: 0 } : held.get(id)
    if (file?.sizeBytes !== offset) return wrongOffset
    held.delete(id)
    const bytes = Buffer.from(data, 'base64')
    const isTooLarge = offset + bytes.length > limitBytes
    if (!isTooLarge) await makeRoom(offset + bytes.length)
    const written = isTooLarge ? tooLarge : await folder.append(file.name, offset, bytes)
    if (!written.ok) {
      await folder.remove(file.name)
      return written
    }
    file.sizeBytes += bytes.length
    held.set(id, file)
    return { ok: true, value: { receivedBytes: file.sizeBytes } }
  }

  return {
    receive: (input) => inTurn(() => append(input)),
    use: async (id, work) => {
      const name = await inTurn(async () => {
        const file = held.get(id)
        held.delete(id)
        return file?.name
      })
      if (name === undefined) return notFound('file')
      try {
        return await work(folder.pathOf(name))
      } finally {
        await folder.remove(name)
      }
    },
    close: async () => {
      await inTurn(() => Promise.resolve())
      await folder.close()
    },
  }
}

const tooLarge: Failure = {
  ok: false,
  error: tooManyBytes(limitBytes),
}

const wrongOffset: Failure = invalidInput('offset', 'not where the file ends')
