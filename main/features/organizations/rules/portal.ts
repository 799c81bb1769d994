/**
 * Detects networks that require a sign-in (hotels, halls, stadiums): they answer for the requested host with a page of
 * their own or a redirect to one.
 */

const tag =
  /^<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|h[1-6]|div|p|center|table|form)(?=[\s>/]))/i
/** Allowed before the first tag. */
const preambles = [
  ['<!--', '-->'],
  ['<?xml', '?>'],
] as const

/** Whether a text begins as web pages do. Data never begin so, whatever their form. */
export const isWebPage = (text: string): boolean => tag.test(text.slice(firstTagAt(text)))

/** Where the first tag of a page or of XML may stand, behind the declaration and comments. */
export const firstTagAt = (text: string): number => {
  const beginning = text.slice(0, 4_000)
  const skipBlanks = (from: number): number => from + (/^[\s\uFEFF]*/u.exec(beginning.slice(from))?.[0].length ?? 0)
  let at = skipBlanks(0)
  for (;;) {
    const preamble = preambles.find(([open]) => beginning.startsWith(open, at))
    if (preamble === undefined) return at
    const end = beginning.indexOf(preamble[1], at)
    if (end === -1) return text.length
    at = skipBlanks(end + preamble[1].length)
  }
}

/** Whether a reply points to another host than the one that was asked; other ports, and `www.`, are the same host's. */
export const leadsAway = (url: string, status: number, location: string | undefined): boolean => {
  if (status < 300 || status > 399 || location === undefined) return false
  const asked = URL.parse(url)
  const target = URL.parse(location, url)
  return asked !== null && target !== null && nameOf(target) !== nameOf(asked)
}

const nameOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

/** RFC 6585: the network wants a sign-in. */
export const signInStatus = 511
