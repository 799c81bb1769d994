import { open } from 'node:fs/promises'
import type { FileReason, Result } from '../../preload/contract/result.ts'
import { invalid } from './commandLine.ts'
import type { Input } from './verb.ts'

const reasons: ReadonlyMap<string, FileReason> = new Map([
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'not-a-folder'],
  ['ENAMETOOLONG', 'name-too-long'],
  ['EBUSY', 'locked'],
  ['EEXIST', 'not-a-folder'],
  ['ENOSPC', 'no-space'],
])

const collect = async (
  input: AsyncIterable<Uint8Array>,
  limitBytes: number,
  flag: string,
): Promise<Result<Uint8Array>> => {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of input) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) return invalid(flag, `larger than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return { ok: true, value: Buffer.concat(chunks) }
}

type InputFile = {
  /** Where to read: an absolute path, or stdin. */
  readonly from: string | Input
  /** As the user gave it. */
  readonly given: string
  readonly flag: string
  readonly limitBytes: number
}

/** The bytes of a file or of stdin; never reads much more than the limit. Errors: file, invalid-input at `flag`. */
export const readInput = async ({ from, given, flag, limitBytes }: InputFile): Promise<Result<Uint8Array>> => {
  if (typeof from !== 'string') return collect(from, limitBytes, flag)
  try {
    const handle = await open(from)
    try {
      return await collect(handle.createReadStream({ autoClose: false }), limitBytes, flag)
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    return readFailure(thrown, given)
  }
}

/** Why a file could not be read. */
export const readFailure = (thrown: unknown, path: string): Result<never> => {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  return { ok: false, error: { kind: 'file', reason: reasons.get(code) ?? 'denied', path } }
}
