/** UTF-16 code units of JSON. */
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const openList = 0x5b
/** Set in a bracket's code unit, it gives `opening` for `[` and `{`, and `closing` for `]` and `}`. */
export const caseBit = 0x20
export const opening = 0x7b
export const closing = 0x7d

/** The index of the quote that ends the string begun at `start`; not below the length of a text that breaks off in it. */
export const closingQuoteAt = (text: string, start: number): number => {
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== quote && at < text.length; code = text.charCodeAt(at)) {
    at += code === backslash ? 2 : 1
  }
  return at
}
