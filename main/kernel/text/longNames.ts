import type { Json } from '../../../preload/contract/ids.ts'
import { backslash } from './jsonTokens.ts'

/** Rules that read field names cost seconds where these have thousands of characters, and no race needs such names. */

const longestName = 200
/** The rest of the 200 holds the hash. */
const keptCharacters = 180
/** A table has no more levels; the limits of results bodies refuse what is deeper. */
const deepest = 40

/** A name of at most 200 characters: of a longer one the beginning, and a hash of the whole. */
export const shortName = (name: string): string => {
  if (name.length <= longestName) return name
  let [low, high] = [name.length, 0]
  for (let at = 0; at < name.length; at += 1) {
    low = Math.imul(low ^ name.charCodeAt(at), 0x01000193)
    high = Math.imul(high + low, 0x85ebca6b) ^ (high >>> 15)
  }
  const hash = [low, high].map((part) => (part >>> 0).toString(36)).join('')
  return `${name.slice(0, keptCharacters).toWellFormed()}… ${hash}`
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before -= 1
  return (at - before) % 2 === 0
}

/** Whether JSON may have a longer name. Looks at few of its characters. */
export const mayHaveLongNames = (text: string): boolean => {
  let at = 0
  while (at + longestName < text.length) {
    let last = text.lastIndexOf('"', at + longestName)
    while (last >= at && isEscaped(text, last)) last = text.lastIndexOf('"', last - 1)
    if (last >= at) {
      at = last + 1
      continue
    }
    let end = text.indexOf('"', at + longestName)
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
    if (end === -1) return false
    let next = end + 1
    while (text.charCodeAt(next) <= 0x20) next += 1
    if (text[next] === ':') return true
    at = end + 1
  }
  return false
}

/** Parsed JSON with names cut, and for each value of it the one as received. */
export const cutNames = (value: Json): { readonly value: Json; readonly received: (value: Json) => Json } => {
  const originals = new Map<Json, Json>()
  const cut = (whole: Json, depth: number): Json => {
    if (typeof whole !== 'object' || whole === null || depth > deepest) return whole
    const copy = Array.isArray(whole)
      ? whole.map((item) => cut(item as Json, depth + 1))
      : Object.fromEntries(Object.entries(whole).map(([name, item]) => [shortName(name), cut(item, depth + 1)]))
    originals.set(copy, whole)
    return copy
  }
  return { value: cut(value, 0), received: (one) => originals.get(one) ?? one }
}
