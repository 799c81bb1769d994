const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i
const longestStem = 120

/** A name valid on Windows, macOS and Linux: Cyrillic kept, what a file system refuses replaced. Without its extension. */
export const fileStem = (parts: readonly string[]): string => {
  const text = parts
    .join(' ')
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, longestStem)
    .toWellFormed()
    .replace(/^[. ]+|[. ]+$/g, '')
  if (text === '') return 'results'
  return reserved.test(text) ? `${text} results` : text
}
