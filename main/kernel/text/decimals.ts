/** A number exactly as its digits say: `units` times ten to the power of minus `scale`. */
type Decimal = { readonly units: bigint; readonly scale: number }

const pattern = /^([+-]?)([0-9]{1,60})(?:\.([0-9]{1,60}))?(?:[eE]([+-]?[0-9]{1,3}))?$/
/** A larger power of ten is not an amount, and would cost memory. */
const largestExponent = 100

/**
 * Reads a number of JSON, or one sent as text: with spaces between digits, with a comma before at most two decimals.
 * Null for anything but a number, and for ambiguous ones such as `1,200`.
 */
export const parseDecimal = (text: string): Decimal | null => {
  const plain = text
    .trim()
    .replace(/(?<=[0-9])[ \u00a0\u202f](?=[0-9]{3}(?![0-9]))/g, '')
    .replace(/,(?=[0-9]{1,2}$)/, '.')
  const [, sign, whole, fraction = '', exponentText = '0'] = pattern.exec(plain) ?? []
  const exponent = Number(exponentText)
  if (whole === undefined || Math.abs(exponent) > largestExponent) return null
  const scale = fraction.length - exponent
  const digits = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale))
  return { units: sign === '-' ? -digits : digits, scale: Math.max(0, scale) }
}

const unitsAt = ({ units, scale }: Decimal, wantedScale: number): bigint => units * 10n ** BigInt(wantedScale - scale)

export const addDecimals = (terms: readonly Decimal[]): Decimal => {
  const scale = terms.reduce((finest, term) => Math.max(finest, term.scale), 0)
  return { units: terms.reduce((sum, term) => sum + unitsAt(term, scale), 0n), scale }
}

export const isSameDecimal = (a: Decimal, b: Decimal): boolean => {
  const scale = Math.max(a.scale, b.scale)
  return unitsAt(a, scale) === unitsAt(b, scale)
}

/** Plain digits, with as many decimals as the scale says. */
export const decimalText = ({ units, scale }: Decimal): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`
  return units < 0n ? `-${text}` : text
}
