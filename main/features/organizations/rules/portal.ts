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
export const isWebPage = (text: string): boolean => {
  let rest = text
    .slice(0, 4_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  for (;;) {
    const preamble = preambles.find(([open]) => rest.startsWith(open))
    if (preamble === undefined) return tag.test(rest)
    const end = rest.indexOf(preamble[1])
    if (end === -1) return false
    rest = rest.slice(end + preamble[1].length).trimStart()
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
