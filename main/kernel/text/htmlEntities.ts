import { decodeHTMLStrict } from 'entities/decode'
import type { Json } from '../../../preload/contract/ids.ts'
import { memoised } from '../bounded.ts'

/** Entities with their semicolon: without it, `&copy` may as well be the end of a name. */
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g
const entityHere = new RegExp(entity.source, 'y')
/** Control characters, what stands for those that do not exist, arrows, and the signs of mathematics: `Ski&Cup;` names a club. */
const unwanted = /[\p{Cc}\uFFFD\u2190-\u2211\u2213-\u22FF\u2900-\u2AFF]/u

/** The character that an entity names; the entity itself where it names none that a result may hold. */
const characterOf = memoised((whole) => {
  const character = decodeHTMLStrict(whole)
  return unwanted.test(character) ? whole : character
})

/** Decodes the HTML entities of a text once: `&amp;lt;` becomes `&lt;`. */
export const decodeEntities = (text: string): string => (text.includes('&') ? text.replace(entity, characterOf) : text)

export const hasEntities = (text: string): boolean => {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    entityHere.lastIndex = at
    const whole = entityHere.exec(text)?.[0]
    if (whole !== undefined && characterOf(whole) !== whole) return true
  }
  return false
}

/** In place of the semicolon of an entity while a text is cut at semicolons; of the same length. */
const hidden = '\uE000'
const hiddenEnd = new RegExp(`(&#?\\w+)${hidden}`, 'g')

export const hideEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(entity, (whole) => (characterOf(whole) === whole ? whole : `${whole.slice(0, -1)}${hidden}`))
    : text

export const decodeHidden = (text: string): string => decodeEntities(text.replace(hiddenEnd, '$1;'))

/** The value with the entities of its texts and keys decoded; the very same value where it has none. */
export const decodeTexts = (value: Json): Json => {
  if (typeof value === 'string') return decodeEntities(value)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return decodeObject(value as { readonly [key: string]: Json })
  const items: readonly Json[] = value
  const texts = items.map(decodeTexts)
  return texts.some((text, at) => text !== items[at]) ? texts : items
}

const decodeObject = (object: { readonly [key: string]: Json }): Json => {
  let copy: { [key: string]: Json } | null = null
  let areKeysPlain = true
  for (const key in object) {
    if (key.includes('&')) areKeysPlain = false
    const value = object[key] ?? null
    const text = decodeTexts(value)
    // A copy has the keys in their order, so that rows stay alike.
    if (text !== value) (copy ??= { ...object })[key] = text
  }
  const decoded = copy ?? object
  if (areKeysPlain) return decoded
  const entries = Object.entries(decoded).map(([key, text]): [string, Json] => {
    const name = decodeEntities(key)
    return [Object.hasOwn(object, name) ? key : name, text]
  })
  return Object.fromEntries(entries)
}
