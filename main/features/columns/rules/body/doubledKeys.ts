import {
  backslash,
  caseBit,
  closing,
  closingQuoteAt,
  comma,
  openList,
  opening,
  quote,
} from '../../../../kernel/text/jsonTokens.ts'

/** A key that stands a second time in one object: where its text begins and ends, quotes included. */
type Doubled = { readonly start: number; readonly end: number; readonly name: string }

/** Up to this length a body is looked at whole. */
const wholeLength = 4_096
/** A longer text is sampled at its start and before its end. */
const windowLength = 1_024

/** Between two objects of a list; inside a string the quote would be escaped. */
const nextObject = /\}\s*,\s*(?=\{\s*")/

/**
 * Whether one of the objects names a key twice, as far as a sample of the text shows: JSON.parse would keep the last value
 * only, and reading the others takes longer. The sample is the whole text up to 4,096 characters, else the first 1,024 and as
 * many from the first object on that begins within the last 2,048: objects of one list mostly have the same keys.
 */
export const hasDoubledKeys = (text: string): boolean => {
  if (text.length <= wholeLength) return isDoubledIn(text, 0, text.length)
  if (isDoubledIn(text, 0, windowLength)) return true
  const end = text.slice(-2 * windowLength)
  const match = nextObject.exec(end)
  if (match === null) return false
  const start = match.index + match[0].length
  return isDoubledIn(end, start, start + windowLength)
}

/** True also where two keys only have the same hash, which `renameDoubledKeys` sorts out: nearly no body has doubled keys. */
const isDoubledIn = (text: string, start: number, end: number): boolean => {
  const stop = Math.min(end, text.length)
  /** Hashes of the keys of all open objects. */
  const hashes: number[] = []
  /** Where those of each open object begin; -1 for a list. */
  const begins: number[] = []
  let count = 0
  let begin = -1
  let isKeyNext = false
  for (let at = start; at < stop; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      if (!isKeyNext) {
        at = closingQuoteAt(text, at)
        continue
      }
      isKeyNext = false
      let hash = 0
      at += 1
      for (let inner = text.charCodeAt(at); inner !== quote && at < text.length; inner = text.charCodeAt(at)) {
        // One key may be escaped in two ways.
        if (inner === backslash) return true
        hash = Math.imul(hash ^ inner, 0x01000193)
        at += 1
      }
      for (let known = begin; known < count; known += 1) if (hashes[known] === hash) return true
      hashes[count] = hash
      count += 1
    } else if ((code | caseBit) === opening) {
      begins.push(begin)
      isKeyNext = code !== openList
      begin = isKeyNext ? count : -1
    } else if ((code | caseBit) === closing) {
      if (begin >= 0) count = begin
      begin = begins.pop() ?? -1
      isKeyNext = false
    } else if (code === comma) isKeyNext = begin >= 0
  }
  return false
}

/** The text with every doubled key renamed: the second "a" of an object becomes "a (2)". One pass over all of it. */
export const renameDoubledKeys = (text: string): string => {
  const parts: string[] = []
  let from = 0
  for (const { start, end, name } of doubledKeys(text, 0, text.length)) {
    parts.push(text.slice(from, start), JSON.stringify(name))
    from = end
  }
  return from === 0 ? text : `${parts.join('')}${text.slice(from)}`
}

/** Every duplicate key with a free name for it. */
function* doubledKeys(text: string, start: number, end: number): Generator<Doubled> {
  const open: (Map<string, number> | null)[] = []
  let keys: Map<string, number> | null = null
  let isKeyNext = false
  const stop = Math.min(end, text.length)
  for (let at = start; at < stop; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const close = closingQuoteAt(text, at)
      if (close >= text.length) return
      if (isKeyNext && keys !== null) {
        isKeyNext = false
        const name = nameTwice(keys, keyOf(text.slice(at + 1, close)))
        if (name !== null) yield { start: at, end: close + 1, name }
      }
      at = close
    } else if ((code | caseBit) === opening) {
      open.push(keys)
      isKeyNext = code !== openList
      keys = isKeyNext ? new Map() : null
    } else if ((code | caseBit) === closing) {
      keys = open.pop() ?? null
      isKeyNext = false
    } else if (code === comma) {
      isKeyNext = keys !== null
    }
  }
}

const keyOf = (literal: string): string => {
  if (!literal.includes('\\')) return literal
  try {
    return String(JSON.parse(`"${literal}"`))
  } catch {
    return literal
  }
}

/** Remembers a key; null when it is the first of its name, else a name that the object does not have yet. */
const nameTwice = (keys: Map<string, number>, key: string): string | null => {
  const times = keys.get(key)
  if (times === undefined) {
    keys.set(key, 1)
    return null
  }
  let count = times + 1
  while (keys.has(`${key} (${count})`)) count += 1
  keys.set(key, count)
  keys.set(`${key} (${count})`, 1)
  return `${key} (${count})`
}
