const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Parsers would turn them into line feeds.
  '\r': '&#13;',
  // Not allowed in any document.
  '\0': '\uFFFD',
}

const unsafe = /[&<>"'\r\0\ud800-\udfff]/

/** Any text, escaped for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  !unsafe.test(text)
    ? text
    : text.toWellFormed().replace(/[&<>"'\r\0]/g, (character) => escapes[character] ?? character)

/** So many characters without a gap are wider than a column should be. */
const longestWord = 24
const longWord = new RegExp(`[^\\s]{${longestWord + 1},}`, 'u')

/** The same for a cell of a table, where the longest words may be broken; what is read back has no trace of it. */
export const escapeCell = (text: string): string =>
  text.length > longestWord && longWord.test(text) ? escapeLong(text) : escapeHtml(text)

const escapeLong = (text: string): string =>
  text
    .split(/(\s+)/u)
    .map((part) => (part.length > longestWord ? inPieces(part).map(escapeHtml).join('<wbr>') : escapeHtml(part)))
    .join('')

const inPieces = (word: string): readonly string[] => {
  const characters = [...word]
  return Array.from({ length: Math.ceil(characters.length / longestWord) }, (_, at) =>
    characters.slice(at * longestWord, (at + 1) * longestWord).join(''),
  )
}

/** A text as a string of a style sheet within a document. */
export const cssString = (text: string): string =>
  `"${text.toWellFormed().replace(/[^\p{L}\p{N} .,:/·()-]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`
