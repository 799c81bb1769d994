import { bodyLimits } from '../bodyLimits.ts'

/** `end` is the place of the separator or line break behind the cell, or the end of the text. */
type ReadCell = { readonly text: string; readonly end: number }

/** Cell that opens with a quote at `start`; null when it is never closed, or longer than any text. Text after the closing quote is kept. */
function readQuoted(text: string, start: number, separator: string): ReadCell | null {
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  // Unpaired in one piece and never too long: the parts of a cell of nothing but quotes take thirty times its memory.
  if (quote === -1 || quote - start > bodyLimits.text) return null
  const end = plainEnd(text, quote + 1, separator)
  return { text: text.slice(start + 1, quote).replaceAll('""', '"') + text.slice(quote + 1, end), end }
}

function plainEnd(text: string, start: number, separator: string): number {
  let at = start
  while (at < text.length) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') break
    at += 1
  }
  return at
}

/** Cell at `start`, quoted as RFC 4180 says or bare; null when its quote is never closed, or it is longer than any text. */
export function readCell(text: string, start: number, separator: string): ReadCell | null {
  if (text[start] === '"') return readQuoted(text, start, separator)
  const end = plainEnd(text, start, separator)
  return { text: text.slice(start, end), end }
}
