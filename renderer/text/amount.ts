import type { Language } from './text.ts'

const PLAIN = /^-?\d{1,60}(?:\.(\d{1,60}))?$/
const isPlain = (amount: string): amount is `${number}` => PLAIN.test(amount)

const currencies = new Set(Intl.supportedValuesOf('currency'))
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (language: Language, currency: string, decimals: number): Intl.NumberFormat => {
  const key = `${language} ${currency} ${decimals}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const style = { style: 'currency', currency } as const
  const usual = new Intl.NumberFormat(language, style).resolvedOptions().maximumFractionDigits ?? 0
  const digits = Math.max(usual, decimals)
  const made = new Intl.NumberFormat(language, {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(key, made)
  return made
}

/**
 * An amount with its currency. The digits are those received: Intl takes them as text, so no float ever holds them. Without a code
 * that Intl knows, and for anything but a plain number, amount and code are shown as received.
 */
export const formatAmount = (amount: string, code: string | null, language: Language): string => {
  const currency = code?.trim().toUpperCase() ?? ''
  if (!isPlain(amount) || !currencies.has(currency)) return code === null ? amount : `${amount} ${code}`
  return formatOf(language, currency, PLAIN.exec(amount)?.[1]?.length ?? 0).format(amount)
}
