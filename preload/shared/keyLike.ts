/** Issue of a text that looks like a key or holds a known one, in a field that is stored in clear. */
export const keyIssue = 'looks like a key'

const guid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const hexKey = /^(?=.*\d)(?=.*[a-f])[0-9a-f]+$/i
const shortestKey = 16

/** A random text goes from letters to digits and from lower to upper case about every other character; a name seldom does. */
const switches = (word: string): number => word.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0

/** Letters and digits without the words of a name in camel case. */
const leastLeft = 12
const isRandom = (word: string): boolean => {
  const left = word.replace(/[A-Z]?[a-z]{3,}/g, '')
  return left.length >= leastLeft && switches(left) >= Math.max(5, left.length / 6)
}

const isKeyWord = (word: string): boolean => word.length >= shortestKey && (hexKey.test(word) || isRandom(word))

/** The alphabets of base64 have signs that also join words: "M30-M35-M40" is none. */
const isBase64Key = (word: string): boolean =>
  word.length >= shortestKey && /[A-Za-z0-9]{8}/.test(word) && switches(word) >= word.length / 3.2

/** Whether the text holds a GUID, a long hexadecimal number or a long random word. */
export const looksLikeKey = (text: string): boolean =>
  guid.test(text) ||
  (text.match(/[A-Za-z0-9]+/g) ?? []).some(isKeyWord) ||
  (text.match(/[\w+/=-]+/g) ?? []).some(isBase64Key)

/** Whether the name of a header or of a parameter says that its value is a secret. */
export const namesSecret = (name: string): boolean =>
  /access|auth|bearer|cookie|credential|jwt|key|licen[cs]e|passw|pwd|secret|session|signature|\bsig\b|ticket|token/i.test(
    name,
  )

const longestHeaderName = 60
/** No part of a registered header name has more than 15 letters; others are words in camel case. */
const isHeaderPart = (part: string): boolean =>
  part.length <= 20 || /^[A-Za-z][a-z]{1,14}(?:[A-Z][a-z]{1,14})+$/.test(part)

/** Why a text cannot be the name of a request header: no token (RFC 9110, 5.6.2) or too long, or a key. Null for a name. */
export const headerNameFault = (text: string): 'token' | 'key' | null => {
  if (looksLikeKey(text) || !text.split(/[^A-Za-z0-9]/).every(isHeaderPart)) return 'key'
  return text.length <= longestHeaderName && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text) ? null : 'token'
}
