/** The charset that a Content-Type names; null without one. */
export const charsetOf = (contentType: string): string | null => /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? null

/** Charsets that results come in, to choose from; any other that the Encoding Standard knows can be read, too. */
export const charsetNames: readonly string[] = [
  'utf-8',
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-15',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'utf-16le',
]

/** The usual name of a charset that text can be read in, by any of its names; null for others. */
export const charsetNamed = (name: string): string | null => {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

type ReadText = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' }

/**
 * The text of a file as spreadsheets write it: UTF-16 by its mark, UTF-8 when the bytes are that, else the Windows encoding
 * of Russian Excel. Null when the bytes are not text (a workbook, an image). Without the byte order mark.
 */
export const readText = (bytes: Uint8Array): ReadText | null => {
  const mark = utf16Of(bytes)
  if (mark !== null) return decoded(bytes, mark)
  if (bytes.includes(0) || isZip(bytes)) return null
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1251')
}

/** By the byte order mark. */
export const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null

/** "PK" opens every workbook. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const decoded = (bytes: Uint8Array, encoding: ReadText['encoding']): ReadText | null => {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
  } catch {
    return null
  }
}
