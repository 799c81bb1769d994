/** Names of devices on Windows, with whatever extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i
/** Leaves room in Windows' 260 characters of a path, and in the 255 bytes of a name elsewhere. */
const longestStem = { characters: 120, bytes: 230 }
const longestEnd = 20

/**
 * A name valid on Windows, macOS and Linux: Cyrillic kept, what a file system refuses replaced. Without its extension.
 * Of a name that is too long the last part stays (when it is short) and what stands before it is cut.
 */
export const fileStem = (parts: readonly string[]): string => {
  const cleaned = parts.map(clean).filter((part) => part !== '')
  const whole = cleaned.join(' ')
  const last = cleaned.at(-1) ?? ''
  const end = cleaned.length > 1 && last.length <= longestEnd ? ` ${last}` : ''
  const stem = fits(whole) ? whole : cut(cleaned.slice(0, end === '' ? undefined : -1).join(' '), end)
  const trimmed = stem.replace(/^[. ]+|[. ]+$/g, '')
  if (trimmed === '') return 'results'
  return reserved.test(trimmed) ? `results ${trimmed}` : trimmed
}

const clean = (part: string): string =>
  part
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const encoder = new TextEncoder()

const fits = (text: string): boolean =>
  text.length <= longestStem.characters && encoder.encode(text).length <= longestStem.bytes

const cut = (text: string, end: string): string => {
  let kept = ''
  for (const character of text) {
    if (!fits(kept + character + end)) break
    kept += character
  }
  return kept.trimEnd() + end
}
