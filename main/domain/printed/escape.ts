const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would make line feeds of them.
  '\r': '&#13;',
  // No document can hold it.
  '\0': '\uFFFD',
}

/** A text as it stands in an element or in a quoted attribute, whatever is in it. */
export const escapeHtml = (text: string): string =>
  text.toWellFormed().replace(/[&<>"'\r\0]/g, (character) => escapes[character] ?? character)

/** A text as a string of a style sheet within a document. */
export const cssString = (text: string): string =>
  `"${text.toWellFormed().replace(/[^\p{L}\p{N} .,:/·()-]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`
