import type { Json } from '../../../preload/contract/ids.ts'
import { closingQuoteAt, quote } from './jsonTokens.ts'
import { isSameDecimal, parseDecimal } from './decimals.ts'

/**
 * Parses JSON; a number that JavaScript would hold as another one, or that lies beyond what it holds exactly, keeps its digits
 * as text, so that a long id or a long fraction is never altered. Throws on what is not JSON.
 */
export const parseExactly = (text: string): Json => {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (hasAlteredDigits(json)) return parseQuoted(json)
  const value = JSON.parse(json) as Json
  return holdsLargeNumber(value) ? parseQuoted(json) : value
}

/** A reviver is called for every value, which takes ten times as long as parsing and twice the memory. */
const parseQuoted = (json: string): Json => JSON.parse(quoteAltered(json)) as Json

const minus = 0x2d
const wholeNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The same JSON with every number that would be altered as a text of its digits. */
const quoteAltered = (json: string): string => {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) {
      at = closingQuoteAt(json, at)
      continue
    }
    if (code !== minus && !isDigitOrPoint(code)) continue
    const end = endOfNumber(json, at)
    const source = end - at > exactLength || hasExponent(json, at, end) ? json.slice(at, end) : ''
    if (source !== '' && wholeNumber.test(source) && isAltered(source)) {
      parts.push(json.slice(from, at), `"${source}"`)
      from = end
    }
    at = end - 1
  }
  return `${parts.join('')}${json.slice(from)}`
}

/** The index after the characters of a number. */
const endOfNumber = (json: string, start: number): number => {
  let end = start + 1
  for (let code = json.charCodeAt(end); isDigitOrPoint(code) || isSignOrE(code); code = json.charCodeAt(end)) end += 1
  return end
}

const isSignOrE = (code: number): boolean => code === 0x2b || code === minus || (code | 0x20) === 0x65

const hasExponent = (json: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) if ((json.charCodeAt(at) | 0x20) === 0x65) return true
  return false
}

/** So many digits and points are exact in any number. */
const exactLength = 15
const stride = exactLength + 1
const half = stride / 2

/**
 * Whether a number with many digits says something else once it is parsed. Looks at every sixteenth character only: a run of
 * more than fifteen cannot lie between. Large numbers with an exponent are short, and not seen.
 */
export const hasAlteredDigits = (json: string): boolean => {
  for (let at = exactLength; at < json.length; at += stride) {
    if (!isDigitOrPoint(json.charCodeAt(at))) continue
    // A run that is too long goes on for half of that to one side.
    if (!isDigitOrPoint(json.charCodeAt(at - half)) && !isDigitOrPoint(json.charCodeAt(at + half))) continue
    let start = at
    while (start > 0 && isDigitOrPoint(json.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (isDigitOrPoint(json.charCodeAt(end))) end += 1
    if (end - start <= exactLength) continue
    if (canStandBefore(json[start - 1]) && isAltered(json.slice(start, endOfNumber(json, start)))) return true
    at += Math.floor((end - 1 - at) / stride) * stride
  }
  return false
}

/** Most long runs of digits are ids sent as text, or stand within one. */
const canStandBefore = (character: string | undefined): boolean =>
  character === undefined || ' \n\r\t:,[-'.includes(character)

/** A digit, or the point among them. */
const isDigitOrPoint = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x2e

const isAltered = (source: string): boolean => {
  const value = Number(source)
  if (isLargeNumber(value)) return true
  if (String(value) === source || (source.length <= exactLength && !/e/i.test(source))) return false
  const [read, meant] = [parseDecimal(String(value)), parseDecimal(source)]
  return read === null || meant === null || !isSameDecimal(read, meant)
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
    // Most values are texts; skip them without a call.
    if (item === undefined || typeof item === 'string' || typeof item === 'boolean') continue
    if (typeof item === 'number' ? isLargeNumber(item) : holdsLargeNumber(item)) return true
  }
  return false
}

/** Beyond what a number holds exactly; also what is too large for any number. */
export const isLargeNumber = (value: number): boolean =>
  value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER
