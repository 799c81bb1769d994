import type { Json } from '../../../../../preload/contract/ids.ts'
import { isBlankCell } from '../cells/blanks.ts'
import { parseTimeMs } from '../../../../kernel/times.ts'
import { isFieldListWord, isHeaderWord, isPersonWord, listOf } from './fieldWords.ts'
import { shortName } from '../../../../kernel/text/longNames.ts'
import { isObject, type JsonObject } from './json.ts'

/** Names of the columns of rows that are lists. `isNamed`: it stands under a name such as `fields` or `columns`. */
export type FieldList = {
  readonly names: readonly string[]
  readonly isNamed: boolean
  /** Descriptions of fields, of which a page may show a part only. */
  readonly isDescribed: boolean
  readonly source: Json
}

const nameKeys = listOf(`
  name field key dataField data property code Name Field Key title label caption header text Title Label Caption
  id`)

/** More would be no list of names: the price of looking at a long list of other things stays small. */
const mostFields = 2_000

/** The field lists among an object's own values: lists of texts, lists of objects with a name, names with their places. */
export const fieldListsOf = (object: JsonObject): readonly FieldList[] => {
  const lists: FieldList[] = []
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (typeof value !== 'object' || value === null) continue
    const isNamed = isFieldListWord(key)
    const names = Array.isArray(value) ? namesOf(value, isNamed) : isNamed && isObject(value) ? placesOf(value) : null
    if (names !== null) lists.push(fieldList(names, isNamed, value))
  }
  return [...lists, ...listsInside(object)]
}

/** An object of more values is a table of its own, and looking into all of them would cost more than it tells. */
const mostBeside = 20

/** Field lists in an object beside the rows: `{meta: {columns: [...]}, rows: [...]}`. */
const listsInside = (object: JsonObject): readonly FieldList[] => {
  const values = Object.values(object)
  if (values.length > mostBeside) return []
  return values.filter(isObject).flatMap((inner) => {
    const keys = Object.keys(inner)
    if (keys.length > mostBeside) return []
    return keys.filter(isFieldListWord).flatMap((key): readonly FieldList[] => {
      const source = inner[key]
      const names = Array.isArray(source) ? namesOf(source, true) : null
      return source === undefined || names === null ? [] : [fieldList(names, true, source)]
    })
  })
}

const fieldList = (names: readonly string[], isNamed: boolean, source: Json): FieldList => {
  const isDescribed = Array.isArray(source) && source.every(isObject)
  return { names: names.map(shortName), isNamed, isDescribed, source }
}

const namesOf = (list: readonly Json[], isNamed: boolean): readonly string[] | null => {
  if (list.length === 0 || list.length > mostFields) return null
  if (list.every((item) => typeof item === 'string')) return isNamed || isDistinct(list) ? list : null
  if (!isNamed || !list.every(isObject)) return null
  for (const key of nameKeys) {
    const names = list.map((item) => (Object.hasOwn(item, key) ? item[key] : undefined))
    if (names.every((name) => typeof name === 'string') && isDistinct(names)) return names
  }
  return null
}

/** `{bib: 0, name: 1}`: every name with the place of its column, counted from 0 or 1. */
const placesOf = (object: JsonObject): readonly string[] | null => {
  const names = Object.keys(object)
  if (names.length === 0 || names.length > mostFields) return null
  const places = names.map((name) => object[name])
  const first = places.includes(0) ? 0 : 1
  const sorted: (string | undefined)[] = names.map(() => undefined)
  for (const [index, place] of places.entries()) {
    const at = typeof place === 'number' && Number.isInteger(place) ? place - first : -1
    if (at < 0 || at >= names.length || sorted[at] !== undefined) return null
    sorted[at] = names[index]
  }
  return sorted.filter((name) => name !== undefined)
}

const isDistinct = (names: readonly Json[]): boolean => new Set(names).size === names.length

/** Rows looked at to learn how wide a list of lists is. */
const sampleRows = 32

export const sampleOf = <T>(items: readonly T[], size: number): readonly T[] => {
  const step = Math.max(1, Math.floor(items.length / size))
  const sample: T[] = []
  for (let index = 0; index < items.length && sample.length < size; index += step) sample.push(items[index] as T)
  return sample
}

/** The width that most of the rows have, by a sample. */
export const widthOf = (rows: readonly (readonly Json[])[]): number => usualWidth(sampleOf(rows, sampleRows))

export const usualWidth = (rows: readonly (readonly Json[])[]): number => {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
  let width = 0
  let most = 0
  for (const [length, count] of counts) {
    if (count > most) [width, most] = [length, count]
  }
  return width
}

/** The field list that fits rows of this width: as long as they are; else one of names that is called so, if hardly shorter. */
export const fittingFields = (lists: readonly FieldList[], width: number): readonly string[] | null => {
  const exact = lists.filter(({ names }) => names.length === width)
  const best = exact.find(({ isNamed }) => isNamed) ?? exact[0]
  if (best !== undefined) return best.names
  return lists.find((list) => list.isNamed && !list.isDescribed && list.names.length * 2 >= width)?.names ?? null
}

const plainNumber = /^[+\-−]?\d+(?:[.,]\d+)?$/

/** A number or a time, whether it came as a number or as text. */
export const isMeasure = (cell: Json | undefined): boolean => {
  if (typeof cell === 'number') return true
  if (typeof cell !== 'string') return false
  const text = cell.trim()
  return plainNumber.test(text) || (text.includes(':') && parseTimeMs(text) !== null)
}

/**
 * Whether the first of several lists names the columns of the others: distinct texts that are no numbers or times, some of
 * them words of results, or over columns of numbers and times.
 */
export const isHeaderRow = (first: readonly Json[], others: readonly (readonly Json[])[]): boolean => {
  const texts = first.filter((cell) => typeof cell === 'string' && cell.trim() !== '')
  if (texts.length < 2 || texts.length * 2 < first.length || !isDistinct(texts)) return false
  if (first.some((cell) => (typeof cell !== 'string' && cell !== null) || isMeasure(cell))) return false
  const known = first.filter((cell) => typeof cell === 'string' && isHeaderWord(cell)).length
  if (others.length === 0) return known >= 2 && first.some((cell) => typeof cell === 'string' && isPersonWord(cell))
  return known >= 2 || first.some((_, index) => holdsMeasures(others, index))
}

/** Most filled cells of the column are numbers or times. */
export const holdsMeasures = (rows: readonly (readonly Json[])[], index: number): boolean => {
  let measures = 0
  let filled = 0
  for (const row of sampleOf(rows, sampleRows)) {
    const cell = row[index]
    if (isBlankCell(cell)) continue
    filled += 1
    if (isMeasure(cell)) measures += 1
  }
  return filled > 0 && measures * 10 >= filled * 8
}
