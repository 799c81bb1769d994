import type { JsonFault, ReplySyntax } from '../../../../preload/contract/result.ts'
import { firstTagAt } from './portal.ts'
import { backslash, comma, openList, opening, quote } from '../../../kernel/text/jsonTokens.ts'

/**
 * Which syntax a reply without readable data has: XML, or JSON with its first fault. Null for anything else, such as plain text.
 * `text` is the whole reply.
 */
export const replySyntax = (text: string): ReplySyntax | null => xmlSyntax(text) ?? jsonSyntax(text)

const xmlRoot = /^(?:<!DOCTYPE[^>[]{0,999}(?:\[[^\]]{0,2000}\])?\s*>\s*)?<([\p{L}_][\p{L}\p{N}_.:-]{0,99})[\s/>]/iu

/** Position and name of the root element; the beginning of a reply is enough. */
export const xmlSyntax = (text: string): ReplySyntax | null => {
  const start = firstTagAt(text)
  const [before, root] = xmlRoot.exec(text.slice(start, start + 4_000)) ?? []
  if (before === undefined || root === undefined) return null
  return { language: 'xml', root, ...placeOf(text, start + before.lastIndexOf('<')) }
}

const blanks = /^\uFEFF?(?:\s|\/\/.*|\/\*[^]*?\*\/)*/u
const value = /[-+.\d"'[{\]/]|(?:true|false|null|nan|undefined|none|infinity)\b/.source
const jsonStart = new RegExp(`^(?:\\{\\s*(?:["'}/]|[\\p{L}\\w$-]+\\s*:)|\\[\\s*(?:${value}))`, 'iu')
/** An assignment, a callback, or what services put before data so that no page can run it. */
const code =
  /^(?:(?:var|let|const|return|export default|typeof)\b|[\p{L}_$][\w$]*(?:\.[\w$]+|\[[^\]]{1,40}\])*\s*[=(]|for\s*\(;;\)|throw\b|\)\]\})[^[{]{0,200}[[{]/u

const jsonSyntax = (text: string): ReplySyntax | null => {
  const start = blanks.exec(text)?.[0].length ?? 0
  const rest = text.slice(start, start + 400)
  if (jsonStart.test(rest)) {
    const found = findFault(text)
    return found && { language: 'json', fault: found.fault, ...placeOf(text, found.at) }
  }
  return code.test(rest) ? { language: 'json', fault: 'script', ...placeOf(text, start) } : null
}

type Fault = { readonly fault: JsonFault; readonly at: number }

/** `item` and `key` may also be the end of the list or object that has just begun. */
type Wanted = 'value' | 'item' | 'key' | 'name' | 'colon' | 'next'

const apostrophe = 0x27
const colon = 0x3a
const closeList = 0x5d
const closeObject = 0x7d
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.$+-])/y

/** The first character that is against the rules of JSON (RFC 8259); null in valid JSON. */
const findFault = (text: string): Fault | null => {
  const open: number[] = []
  let wanted = 'value' as Wanted
  let isAfterComma = false
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (isBlank(text.charCodeAt(at))) at += 1
    if (at >= text.length) return wanted === 'next' && open.length === 0 ? null : { fault: 'cut', at }
    const found = text.charCodeAt(at)
    const inside = open.at(-1)
    const isEnd = inside !== undefined && found === (inside === openList ? closeList : closeObject)
    if (wanted === 'next' && inside === undefined) return { fault: isComment(text, at) ? 'comment' : 'more', at }
    if (isEnd && (wanted === 'next' || wanted === 'item' || wanted === 'key')) {
      open.pop()
      wanted = 'next'
      at += 1
    } else if (wanted === 'next' && found === comma) {
      isAfterComma = true
      wanted = inside === openList ? 'value' : 'name'
      at += 1
    } else if (wanted === 'colon' && found === colon) {
      isAfterComma = false
      wanted = 'value'
      at += 1
    } else if (found === quote && wanted !== 'next' && wanted !== 'colon') {
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      wanted = wanted === 'key' || wanted === 'name' ? 'colon' : 'next'
      at = end
    } else if ((found === openList || found === opening) && (wanted === 'value' || wanted === 'item')) {
      open.push(found)
      wanted = found === openList ? 'item' : 'key'
      at += 1
    } else {
      scalar.lastIndex = at
      const isScalar = (wanted === 'value' || wanted === 'item') && scalar.test(text)
      if (!isScalar) return { fault: isEnd && isAfterComma ? 'comma' : faultAt(text, at, wanted), at }
      wanted = 'next'
      at = scalar.lastIndex
    }
  }
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const isComment = (text: string, at: number): boolean => /^\/[/*]/.test(text.slice(at, at + 2))

const faultAt = (text: string, at: number, wanted: Wanted): JsonFault => {
  if (isComment(text, at)) return 'comment'
  if (wanted === 'next' || wanted === 'colon') return 'other'
  if (text.charCodeAt(at) === apostrophe) return 'quotes'
  const isWord = /^[-+.$\p{L}\p{N}_]/u.test(text.slice(at, at + 2))
  return !isWord ? 'other' : wanted === 'key' || wanted === 'name' ? 'name' : 'value'
}

const escapes = new Set('"\\/bfnrt')

/** The index after a string, or its fault. */
const endOfString = (text: string, start: number): number | Fault => {
  for (let at = start + 1; at < text.length; at += 1) {
    const found = text.charCodeAt(at)
    if (found === quote) return at + 1
    if (found < 0x20) return { fault: 'control', at }
    if (found !== backslash) continue
    at += 1
    if (text[at] === 'u' && /^[\dA-F]{4}$/i.test(text.slice(at + 1, at + 5))) at += 4
    else if (at < text.length && !escapes.has(text[at] ?? '')) return { fault: 'escape', at }
  }
  return { fault: 'cut', at: text.length }
}

/** From 1, as editors count; a byte order mark is no character of a line. */
const placeOf = (text: string, at: number): Pick<ReplySyntax, 'line' | 'column'> => {
  let line = 1
  let start = text.startsWith('\uFEFF') ? 1 : 0
  for (const { index, 0: end } of text.slice(0, at).matchAll(/\r\n?|\n/g)) {
    line += 1
    start = index + end.length
  }
  return { line, column: at - start + 1 }
}
