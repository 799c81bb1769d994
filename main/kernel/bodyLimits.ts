import type { AppError, ExcessOf } from '../../preload/contract/result.ts'
import { backslash, caseBit, closing, comma, openList, opening, quote } from './text/jsonTokens.ts'

/** A body beyond a limit, and the limit. */
export type Excess = Extract<AppError, { kind: 'too-large' }>

/**
 * Limits of one body, far above what races need: larger bodies could use up the memory of the process.
 * `values`: all values, lists and objects included · `objects`: lists and objects · `keys`: distinct field names, with rows that are
 * keyed by bib among them · `cells`: rows times columns of a table · `depth`: levels of lists and objects of a results body ·
 * `text`: characters of one text.
 */
export const bodyLimits = {
  rows: 1_000_000,
  columns: 2_000,
  depth: 30,
  cells: 50_000_000,
  values: 6_000_000,
  objects: 1_500_000,
  keys: 200_000,
  text: 4_000_000,
} as const satisfies { readonly [K in ExcessOf]?: number }

/** Limits of the JSON that is parsed. */
type JsonBounds = Readonly<Record<'depth' | 'values' | 'objects' | 'text', number>>

/** Limits for replies to generic calls, which need not become a table. */
export const callBounds: JsonBounds = { ...bodyLimits, depth: 500, text: Infinity }
/** Limits for replies that are read in one turn while other calls wait: orders, block types, links, years. */
export const recordBounds: JsonBounds = { depth: 500, values: 1_000_000, objects: 400_000, text: Infinity }

export const tooLarge = (what: keyof typeof bodyLimits, limit: number = bodyLimits[what]): Excess => ({
  kind: 'too-large',
  what,
  limit,
})

export const tooManyBytes = (limitBytes: number): Excess => ({
  kind: 'too-large',
  what: 'bytes',
  limit: limitBytes,
  limitBytes,
})

/** Shorter text is harmless, and checking it would cost a fifth of parsing it. */
const harmlessLength = 250_000

/** Other text fails to parse at once. */
const jsonStart = /^\s*[{[]/

/**
 * Checks JSON before it is parsed, in one pass and without extra memory. Null when the text may be parsed or does not begin
 * as a list or object.
 */
export const excessOfJson = (text: string, bounds: JsonBounds = bodyLimits): Excess | null => {
  if (text.length <= harmlessLength || !jsonStart.test(text)) return null
  /** Number of commas in each open list; below zero for objects, whose keys are not rows. */
  const items = new Int32Array(bounds.depth + 2)
  const keys = createKeyCount()
  let level = 0
  let objects = 0
  let values = 0
  let isKeyNext = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const start = at
      let hash = 0
      at += 1
      for (let inner = text.charCodeAt(at); inner !== quote && at < text.length; inner = text.charCodeAt(at)) {
        at += inner === backslash ? 2 : 1
        hash = Math.imul(hash ^ inner, 0x01000193)
      }
      if (at - start > bounds.text) return tooLarge('text', bounds.text)
      if (isKeyNext && keys(hash) > bodyLimits.keys) return tooLarge('keys')
      isKeyNext = false
    } else if (code === comma) {
      values += 1
      const count = (items[level] ?? 0) + 1
      items[level] = count
      isKeyNext = count < 0
      if (count >= bodyLimits.rows) return tooLarge('rows')
      if (values >= bounds.values) return tooLarge('values', bounds.values)
    } else if ((code | caseBit) === opening) {
      level += 1
      objects += 1
      values += 1
      if (level > bounds.depth) return tooLarge('depth', bounds.depth)
      if (objects > bounds.objects) return tooLarge('objects', bounds.objects)
      isKeyNext = code !== openList
      items[level] = isKeyNext ? notAList : 0
    } else if ((code | caseBit) === closing && level > 0) level -= 1
  }
  return null
}

const notAList = -0x7fffffff

/** Counts distinct hashes: each call adds one and returns the count so far. */
const createKeyCount = (): ((hash: number) => number) => {
  const mask = 0x7ffff
  const seen = new Int32Array(mask + 1)
  let count = 0
  return (hash) => {
    const key = hash === 0 ? 1 : hash
    let slot = (key ^ (key >>> 15)) & mask
    while (seen[slot] !== 0 && seen[slot] !== key) slot = (slot + 1) & mask
    if (seen[slot] === key) return count
    seen[slot] = key
    count += 1
    return count
  }
}

/** Checks delimited text before it is split. Quoted separators count too, since the limit is far above any table. */
export const excessOfLines = (text: string, separator: string | null = null): Excess | null => {
  if (text.length <= harmlessLength) return null
  if (countUpTo(text, '\n', bodyLimits.rows + lineSlack) > bodyLimits.rows + lineSlack) return tooLarge('rows')
  if (countUpTo(text, '\r', bodyLimits.rows + lineSlack) > bodyLimits.rows + lineSlack) return tooLarge('rows')
  if (separator === null) return null
  return countUpTo(text, separator, bodyLimits.values) > bodyLimits.values ? tooLarge('values') : null
}

/** Allowance for lines that are not rows: titles, column names, empty lines. */
const lineSlack = 100

const countUpTo = (text: string, part: string, most: number): number => {
  let count = 0
  for (let at = text.indexOf(part); at !== -1 && count <= most; at = text.indexOf(part, at + 1)) count += 1
  return count
}
