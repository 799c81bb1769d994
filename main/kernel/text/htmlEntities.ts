import { decodeHTMLStrict } from 'entities/decode'
import type { Json } from '../../../preload/contract/ids.ts'

/** Entities with their semicolon: without it, `&copy` may as well be the end of a name. */
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g
/** Control characters, what stands for those that do not exist, arrows, and the signs of mathematics: `Ski&Cup;` names a club. */
const unwanted = /[\p{Cc}\uFFFD\u2190-\u2211\u2213-\u22FF\u2900-\u2AFF]/u

/** The character that an entity names; the entity itself where it names none that a result may hold. */
const characterOf = (whole: string): string => {
  const character = decodeHTMLStrict(whole)
  return unwanted.test(character) ? whole : character
}

/** Decodes the HTML entities of a text once: `&amp;lt;` becomes `&lt;`. */
export const decodeEntities = (text: string): string => (text.includes('&') ? text.replace(entity, characterOf) : text)

export const hasEntities = (text: string): boolean => {
  for (const [whole] of text.matchAll(entity)) if (characterOf(whole) !== whole) return true
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
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    const texts = items.map(decodeTexts)
    return texts.some((text, at) => text !== items[at]) ? texts : items
  }
  let isSame = true
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    const [name, text] = [decodeEntities(key), decodeTexts(inner)]
    const isFree = name === key || !Object.hasOwn(value, name)
    if (text !== inner || (name !== key && isFree)) isSame = false
    return [isFree ? name : key, text]
  })
  return isSame ? value : Object.fromEntries(entries)
}
