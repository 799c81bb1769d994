/** Characters of RFC 8187's attr-char that encodeURIComponent leaves alone but must not. */
const escapeRest = (text: string): string =>
  text.replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * `Content-Disposition` for a download of that name (RFC 6266): an ASCII fallback, and the whole name in UTF-8.
 * Whatever the name holds, the value stays one header of printable ASCII.
 */
export const attachmentHeader = (name: string): string => {
  const clean = name.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}/\\]/gu, '_')
  // `%` would be decoded by some browsers; `"` and anything not ASCII cannot stand in a quoted string.
  const fallback = clean.replaceAll(/[^ -~]|["%]/gu, '_')
  return `attachment; filename="${fallback}"; filename*=UTF-8''${escapeRest(encodeURIComponent(clean))}`
}
