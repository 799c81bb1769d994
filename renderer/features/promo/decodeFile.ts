type DecodedFile = { readonly text: string; readonly isWindows: boolean } | { readonly problem: 'notText' | 'tooLarge' }

/** A set of the most lines is far smaller. */
export const FILE_LIMIT_BYTES = 2 * 1024 * 1024

const decode = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Text as spreadsheets save it: UTF-16 by its mark, UTF-8, else Windows-1251. The terminal reads files by the same rule. */
export const decodeFile = (bytes: Uint8Array): DecodedFile => {
  if (bytes.length > FILE_LIMIT_BYTES) return { problem: 'tooLarge' }
  const [first, second] = bytes
  const mark = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  // "PK" starts a workbook; single-byte text never contains a zero byte.
  const isBinary = mark === null && (bytes.includes(0) || (first === 0x50 && second === 0x4b && bytes[2] === 3))
  const text = isBinary ? null : decode(bytes, mark ?? 'utf-8')
  if (text !== null) return { text, isWindows: false }
  const windows = isBinary || mark !== null ? null : decode(bytes, 'windows-1251')
  return windows === null ? { problem: 'notText' } : { text: windows, isWindows: true }
}
