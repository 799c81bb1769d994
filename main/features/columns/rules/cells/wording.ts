import type { Json } from '../../../../../preload/contract/ids.ts'
import { isAgeGroup } from './ageGroups.ts'
import { flagValue } from './flags.ts'
import { isSexWord } from '../headers/sexWords.ts'
import { statusOfWord } from './statusWords.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'

const mostTexts = 64
const mostDepth = 6

/** The texts in a list or an object, as many as one row may be found by. */
export const wordsWithin = (value: Json): readonly string[] => {
  const texts: string[] = []
  const gather = (inner: Json, depth: number): void => {
    if (texts.length >= mostTexts || depth > mostDepth) return
    if (typeof inner === 'string') {
      if (isWording(inner)) texts.push(inner)
    } else if (typeof inner === 'object' && inner !== null) {
      for (const part of Object.values(inner)) gather(part, depth + 1)
    }
  }
  gather(value, 0)
  return texts
}

const letters = /\p{L}{3}|^\p{L}{2}$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const noWording = [
  // Links, addresses, file names.
  /:\/\/|^www\.|@|\.[a-z]{3,4}$/i,
  // Ids, keys and dates.
  /^[0-9a-f-]{16,}$|^[\w+/=-]{24,}$|^\d{4}-\d{2}-\d{2}|^\d{1,2}[./]\d{1,2}[./]\d{2,4}/i,
  // Codes of countries and the like, lengths and paces.
  /^\p{Lu}{1,3}$|^[\d.,:]+\s?(?:\/\s?)?\p{L}{1,3}(?:\/\p{L}{1,2})?$/u,
]

/** A text that may be a name: not a link, ID, code, date, time, status, sex or age group. */
export const isWording = (text: string): boolean => {
  if (text.length < 2 || text.length > 200 || !letters.test(text)) return false
  const trimmed = text.trim()
  if (noWording.some((pattern) => pattern.test(trimmed))) return false
  if (flagValue(trimmed) !== null || statusOfWord(trimmed) !== null || isSexWord(trimmed) || isAgeGroup(trimmed))
    return false
  return cellTimeMs(trimmed, undefined) === null
}

const searchable = new Set('number bib name fullname firstname lastname middlename club team city'.split(' '))

/** Search reads columns whose last dotted part has one of these names, whatever their roles. */
export const isSearchableName = (columnName: string): boolean =>
  searchable.has(columnName.slice(columnName.lastIndexOf('.') + 1).toLowerCase())
