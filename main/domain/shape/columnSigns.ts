import type { Cell, Json } from '../../../preload/contract.ts'
import { flagOfName, flagValue, reasonValue } from '../roles/flags.ts'
import { isSexWord } from '../roles/sexWords.ts'
import { isAgeGroup } from '../roles/ageGroups.ts'
import { isBibShaped } from '../roles/valueShapes.ts'
import { statusOfWord } from '../statusWords.ts'
import { cellTimeMs } from '../times.ts'
import type { ItemPlace } from './listItems.ts'

/** What the cells of a column show before anybody knows what the column means. */
export type ColumnSigns = {
  /** Words, as of people, clubs and places: those that tell rows apart, and those that many rows share. */
  readonly texts?: 'telling' | 'shared'
  /** Short numbers, perhaps with letters, no two the same and not counted up. */
  readonly isUniqueNumber?: true
  /** Of a column with a flag's name: some cell is no yes and no, or nearly all of them are yes. */
  readonly flag?: 'odd' | 'mostly-yes'
  /** The column that has something nearly only where this one is blank. */
  readonly fills?: string
}

/** By cells of some rows. Blank cells may hold anything further on. */
export const signsOf = (
  name: string,
  item: ItemPlace | undefined,
  cells: readonly (Cell | undefined)[],
): ColumnSigns | undefined => {
  const filled = cells.filter(isFilled)
  if (item === undefined && flagOfName(name) !== null) {
    const flag = isReasonTold(name, filled, cells.length) ? undefined : flagSign(filled)
    if (flag !== 'odd') return flag === undefined ? undefined : { flag }
    return { flag, ...textSigns(filled, null) }
  }
  if (item !== undefined && item.key !== null && item.field.length === 1 && item.field[0] === item.key) return undefined
  // Searched whatever their cells hold.
  if (item === undefined && isSearchableName(name)) return undefined
  const signs = textSigns(filled, item?.label ?? null)
  if (signs.texts !== undefined) return signs
  return item === undefined && areUniqueNumbers(filled) ? { isUniqueNumber: true } : undefined
}

const isFilled = (cell: Cell | undefined): cell is Cell =>
  cell !== undefined && cell !== null && cell !== '' && cell !== '-'

const leastRows = 8

/** Under "disqualified" and the like stands why, for a few: nobody writes a remark for all. */
const isReasonTold = (name: string, filled: readonly Cell[], rows: number): boolean =>
  rows >= leastRows && filled.length * 2 <= rows && filled.every((cell) => reasonValue(flagOfName(name), cell) !== null)

const flagSign = (cells: readonly Cell[]): ColumnSigns['flag'] => {
  const values = cells.map(flagValue)
  if (values.includes(null)) return 'odd'
  const said = values.filter((value) => value === true).length
  return cells.length >= leastRows && said >= cells.length * 0.9 ? 'mostly-yes' : undefined
}

const textSigns = (cells: readonly Cell[], label: string | null): Pick<ColumnSigns, 'texts'> => {
  if (cells.length === 0) return { texts: 'telling' }
  const distinct = new Set<string>()
  let worded = 0
  for (const cell of cells) {
    const texts = typeof cell === 'object' ? wordsWithin(cell) : typeof cell === 'string' ? [cell] : []
    const words = texts.filter((text) => text !== label && isWording(text))
    if (words.length === 0) continue
    worded += 1
    distinct.add(words.join(' '))
  }
  if (worded < cells.length / 2) return {}
  return { texts: distinct.size >= Math.max(Math.min(2, cells.length), cells.length * 0.3) ? 'telling' : 'shared' }
}

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

/** A text that may name somebody or something: no link, id, code, date, time, status, sex or age group. */
const isWording = (text: string): boolean => {
  if (text.length < 2 || text.length > 200 || !letters.test(text)) return false
  const trimmed = text.trim()
  if (noWording.some((pattern) => pattern.test(trimmed))) return false
  if (flagValue(trimmed) !== null || statusOfWord(trimmed) !== null || isSexWord(trimmed) || isAgeGroup(trimmed))
    return false
  return cellTimeMs(trimmed, undefined) === null
}

const searchable = new Set([
  'number',
  'bib',
  'name',
  'fullname',
  'firstname',
  'lastname',
  'middlename',
  'club',
  'team',
  'city',
])

/** Whatever the roles say, search reads columns whose last dotted part has one of these names (interface.md). */
export const isSearchableName = (columnName: string): boolean =>
  searchable.has(columnName.slice(columnName.lastIndexOf('.') + 1).toLowerCase())

const areUniqueNumbers = (cells: readonly Cell[]): boolean => {
  if (cells.length < 3) return false
  const seen = new Set<string>()
  for (const cell of cells) {
    const text = typeof cell === 'number' || typeof cell === 'string' ? String(cell) : ''
    if (seen.has(text) || !isBibShaped(text.trim())) return false
    seen.add(text)
  }
  const numbers = cells.map(Number)
  return new Set(numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))).size > 1
}
