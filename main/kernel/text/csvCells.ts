/** `end` is the place of the separator or line break behind the cell, or the end of the text. */
type ReadCell = { readonly text: string; readonly end: number }

/** Cell that opens with a quote at `start`; null when it is never closed. What follows the closing quote is kept. */
function readQuoted(text: string, start: number, separator: string): ReadCell | null {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const end = plainEnd(text, quote + 1, separator)
      return { text: value + text.slice(quote + 1, end), end }
    }
    value += '"'
    from = quote + 2
  }
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

/** Cell at `start`, quoted as RFC 4180 says or bare; null when its quote is never closed. */
export function readCell(text: string, start: number, separator: string): ReadCell | null {
  if (text[start] === '"') return readQuoted(text, start, separator)
  const end = plainEnd(text, start, separator)
  return { text: text.slice(start, end), end }
}
