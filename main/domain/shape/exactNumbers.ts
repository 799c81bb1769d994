import type { Json } from '../../../preload/contract.ts'

const longDigits = /[0-9]{16}/

/**
 * Parses JSON; an integer too large to be held exactly keeps its digits as text, so that a long id is never altered.
 * Throws on what is not JSON.
 */
export const parseExactly = (text: string): Json => {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  const value = JSON.parse(json) as Json
  return longDigits.test(json) ? (JSON.parse(json, keepDigits) as Json) : value
}

type Context = { readonly source?: string }

function keepDigits(this: unknown, _key: string, value: unknown, context?: Context): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value
  return /^-?[0-9]{16,}$/.test(context.source) ? context.source : value
}
