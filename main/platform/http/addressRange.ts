type Address = { readonly bits: 32 | 128; readonly value: bigint }

const join = (digits: readonly bigint[], base: bigint): bigint => digits.reduce((sum, digit) => sum * base + digit, 0n)

/** `hostname` as URL gives it: IPv4 in dotted decimals, IPv6 shortened and in brackets. Null for a name. */
const readAddress = (hostname: string): Address | null => {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)) return { bits: 32, value: join(hostname.split('.').map(BigInt), 256n) }
  if (!hostname.startsWith('[')) return null
  const [first = [], last = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((word) => word !== ''))
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return {
    bits: 128,
    value: join(
      [...first, ...zeros, ...last].map((word) => BigInt(`0x${word}`)),
      65_536n,
    ),
  }
}

/**
 * Whether a URL's `hostname` is the address, or in the range of addresses, that `text` names: `10.0.0.0/8`, `fd00::1`,
 * `[fd00::]/8`. False for names, whatever they resolve to.
 */
export const isInRange = (hostname: string, text: string): boolean => {
  const [, place = '', length] = /^([\d.]+|\[?[\da-f:]*:[\da-f:.]*\]?)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const written = place.includes(':') && !place.startsWith('[') ? `[${place}]` : place
  const range = place === '' ? null : readAddress(URL.parse(`http://${written}`)?.hostname ?? '')
  const address = readAddress(hostname)
  if (range === null || address === null || range.bits !== address.bits) return false
  const free = range.bits - Number(length ?? range.bits)
  return free >= 0 && address.value >> BigInt(free) === range.value >> BigInt(free)
}
