import type { AppError, ExcessOf } from '../../preload/contract.ts'

/** A body that holds more than is read, and of what. */
export type Excess = Extract<AppError, { kind: 'too-large' }>

/**
 * What one body of a service may hold, far above what races need: beyond it, reading takes the memory of the whole process.
 * `values`: of all kinds, each list and object among them · `objects`: lists and objects · `keys`: different ones, rows that are
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

/** How much JSON is parsed. */
export type JsonBounds = Readonly<Record<'depth' | 'values' | 'objects' | 'text', number>>

/** Of replies to generic calls, whatever they are: they need not become a table. */
export const callBounds: JsonBounds = { ...bodyLimits, depth: 500, text: Infinity }
/** Of replies whose every value is looked at while others wait: orders, block types, links, years. */
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

/** Text so short does no harm whatever it holds, and looking at it would cost a fifth of parsing it. */
const harmlessLength = 250_000

/** Nothing else is parsed for long. */
const jsonStart = /^\s*[{[]/

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** Both opening brackets with this bit set, and both closing ones. */
const caseBit = 0x20
const opening = 0x7b
const closing = 0x7d
const openList = 0x5b

/**
 * Looks at JSON before it is parsed, in one pass and without memory of its own. Null when the text may be parsed, or begins
 * as no list or object does.
 */
export const excessOfJson = (text: string, bounds: JsonBounds = bodyLimits): Excess | null => {
  if (text.length <= harmlessLength || !jsonStart.test(text)) return null
  /** Commas in each of the open lists; below zero in objects, whose keys are no rows. */
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

/** Counts different hashes; tells how many there have been. */
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

/** Looks at text of lines and cells before it is cut into them. Quoted separators count: the bound is far from any table. */
export const excessOfLines = (text: string, separator: string | null = null): Excess | null => {
  if (text.length <= harmlessLength) return null
  if (countUpTo(text, '\n', bodyLimits.rows + lineSlack) > bodyLimits.rows + lineSlack) return tooLarge('rows')
  if (countUpTo(text, '\r', bodyLimits.rows + lineSlack) > bodyLimits.rows + lineSlack) return tooLarge('rows')
  if (separator === null) return null
  return countUpTo(text, separator, bodyLimits.values) > bodyLimits.values ? tooLarge('values') : null
}

/** Lines of a table that are no rows: titles, names, some empty ones. */
const lineSlack = 100

const countUpTo = (text: string, part: string, most: number): number => {
  let count = 0
  for (let at = text.indexOf(part); at !== -1 && count <= most; at = text.indexOf(part, at + 1)) count += 1
  return count
}
