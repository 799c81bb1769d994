import type { Json } from '../../../preload/contract.ts'

/**
 * Parses JSON; an integer too large to be held exactly keeps its digits as text, so that a long id is never altered.
 * Throws on what is not JSON.
 */
export const parseExactly = (text: string): Json => {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  const value = JSON.parse(json) as Json
  return holdsLargeNumber(value) ? (JSON.parse(json, keepDigits) as Json) : value
}

const holdsLargeNumber = (value: Json): boolean => {
  if (typeof value === 'number') return isLargeNumber(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) if (holdsLargeNumber(item)) return true
    return false
  }
  const object = value as { readonly [key: string]: Json }
  for (const key in object) {
    const item = object[key]
    // Most values are texts: they are passed over without a call.
    if (item === undefined || typeof item === 'string' || typeof item === 'boolean') continue
    if (typeof item === 'number' ? isLargeNumber(item) : holdsLargeNumber(item)) return true
  }
  return false
}

/** Beyond what a number holds exactly. */
export const isLargeNumber = (value: number): boolean =>
  value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER

type Context = { readonly source?: string }

function keepDigits(this: unknown, _key: string, value: unknown, context?: Context): unknown {
  if (typeof value !== 'number' || !isLargeNumber(value) || context?.source === undefined) return value
  return /^-?[0-9]+$/.test(context.source) ? context.source : value
}
