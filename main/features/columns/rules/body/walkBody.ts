import type { Json } from '../../../../../preload/contract/ids.ts'
import { fieldListsOf, fittingFields, isHeaderRow, sampleOf, widthOf, type FieldList } from './fieldLists.ts'
import {
  groupNameRank,
  isAsideWord,
  isDetailListWord,
  isFieldListWord,
  isPersonWord,
  isResultWord,
  isRowListWord,
} from './fieldWords.ts'
import { isList, isObject, plainValues, type JsonObject } from './json.ts'
import { areGroups, areTeams, fieldsOf, holdMeasures } from './looks.ts'
import { createClusters, joinCandidates, isAcceptable, type Candidate, type GroupLabel } from './candidate.ts'
import { promisedBy, type Promised } from './pageTotals.ts'
import { leastSigns, peopleSigns } from './people.ts'

type Place = {
  readonly key: string
  readonly isExpected: boolean
  readonly lists: readonly FieldList[]
  readonly promised: Promised | null
  readonly depth: number
  readonly isInGroup: boolean
}

/** Rows that lie deeper are details of something. */
const deepest = 24
/** Field lists beside and above a list that are tried on it, the nearest first. */
const mostLists = 8

/** The best candidate of the whole body, or null when nothing in it looks like a table. */
export const bestCandidate = (body: Json): Candidate | null => {
  const found = walk(body, { key: '', isExpected: true, lists: [], promised: null, depth: 0, isInGroup: false })
  return found.filter(isAcceptable)[0] ?? null
}

const walk = (value: Json, place: Place): readonly Candidate[] => {
  if (place.depth > deepest) return []
  if (isList(value)) return walkList(value, place)
  return isObject(value) ? walkObject(value, place) : []
}

const factorOf = (key: string): number => (isRowListWord(key) ? 2 : isDetailListWord(key) ? 0.2 : 1)

const leafOf = (
  place: Place,
  items: readonly Json[],
  fields: ReadonlySet<string>,
  names: readonly string[] | null = null,
  keys: readonly string[] | null = null,
): Candidate => ({
  tree: { items, names, keys, promised: place.promised },
  rows: items.length,
  fields,
  isPositional: names !== null,
  hasMeasures: holdMeasures(items),
  signs: peopleSigns(items, names),
  factor: factorOf(place.key),
  isExpected: place.isExpected || names !== null,
})

const walkList = (items: readonly Json[], place: Place): readonly Candidate[] => {
  if (items.length === 0) {
    const isAwaited = place.isExpected || place.lists.some(({ isNamed }) => isNamed)
    return isAwaited && place.depth > 0 ? [{ ...leafOf(place, items, new Set()), isExpected: true }] : []
  }
  const objects = items.reduce<number>((count, item) => count + (isObject(item) ? 1 : 0), 0)
  if (objects * 2 > items.length) {
    return items.every(isObject) && areGroups(items, place.isInGroup)
      ? walkGroups(items, place)
      : [leafOf({ ...place, isExpected: place.isExpected || areTeams(items) }, items, fieldsOf(items))]
  }
  return items.every(isList) ? walkLists(items, place) : []
}

/** All groups or none: a list of which some objects hold no rows that can be read is a list of rows itself. */
const walkGroups = (items: readonly JsonObject[], place: Place): readonly Candidate[] => {
  const groups: { readonly label: GroupLabel; readonly candidate: Candidate }[] = []
  for (const item of items) {
    const [candidate] = walkObject(item, { ...place, depth: place.depth + 1, isInGroup: true })
    if (candidate === undefined) {
      if (Object.values(item).some(isFilled)) return [leafOf(place, items, fieldsOf(items))]
      continue
    }
    groups.push({ label: labelOf(item), candidate })
  }
  return groups.length === 0 ? [] : [joinCandidates(groups)]
}

const isFilled = (value: Json): boolean =>
  typeof value === 'object' && value !== null && (isList(value) ? value.length > 0 : Object.keys(value).length > 0)

/** The group's name, and its plain values beside it, also those in objects of their own. */
const labelOf = (group: JsonObject): GroupLabel => {
  const plain = Object.keys(group).filter((key) => typeof group[key] !== 'object')
  const ranked = plain.filter((key) => groupNameRank(key) >= 0).sort((a, b) => groupNameRank(a) - groupNameRank(b))
  const [nameKey] = ranked
  const others = new Map<string, Json>(plainValues(group, isRowListWord))
  if (nameKey !== undefined) others.delete(nameKey)
  return { name: nameKey === undefined ? undefined : group[nameKey], others: Object.fromEntries(others) }
}

const walkLists = (lists: readonly (readonly Json[])[], place: Place): readonly Candidate[] => {
  const [first = [], ...others] = lists
  const [second] = others
  if (others.length === 1 && second !== undefined && second.length > 0 && second.every(isList)) {
    const above = fieldListsOf({ fields: first })
    if (above.length > 0) return walk(second, { ...place, lists: [...above, ...place.lists], depth: place.depth + 1 })
  }
  if (holdsPlainRows(lists)) {
    const names = fittingFields(place.lists, widthOf(lists))
    if (names !== null) return [leafOf(place, lists, new Set(names), names)]
    if (!isHeaderRow(first, others)) {
      const places = Array.from({ length: widthOf(lists) }, (_, index) => String(index + 1))
      return peopleSigns(lists) < leastSigns ? [] : [leafOf(place, lists, new Set(places), places)]
    }
    const header = first.map((cell) => (typeof cell === 'string' ? cell : ''))
    return [leafOf(place, others, new Set(header), header)]
  }
  const clusters = createClusters()
  for (const list of lists) {
    for (const candidate of walk(list, { ...place, depth: place.depth + 1 })) clusters.add(candidate, null, true)
  }
  return clusters.candidates()
}

/** Lists of mostly plain values, as rows have them. */
const holdsPlainRows = (lists: readonly (readonly Json[])[]): boolean => {
  let cells = 0
  let plain = 0
  for (const row of sampleOf(lists, 32)) {
    for (const cell of row) {
      cells += 1
      if (typeof cell !== 'object' || cell === null) plain += 1
    }
  }
  return plain * 2 > cells || cells === 0
}

const walkObject = (object: JsonObject, place: Place): readonly Candidate[] => {
  const named = fieldListsOf(object)
  const keyed = keyedRows(object, place, named)
  if (keyed !== null) return [keyed]
  const transposed = columnLists(object, place)
  if (transposed !== null) return [transposed]
  const lists = [...named, ...place.lists].slice(0, mostLists)
  const promised = promisedBy(object) ?? place.promised
  const clusters = createClusters()
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (typeof value !== 'object' || value === null || isAsideWord(key)) continue
    if (named.some(({ source, isNamed }) => isNamed && source === value)) continue
    const isLabel = looksLikeLabel(key)
    const isExpected = isRowListWord(key) || (isLabel && place.isExpected && place.depth > 0)
    const { isInGroup } = place
    const found = walk(value, { key, isExpected, lists, promised, isInGroup, depth: place.depth + 1 })
    const label: GroupLabel = { name: key, others: {} }
    for (const candidate of found) clusters.add(candidate, label, isLabel, isRowListWord(key))
  }
  const isEmpty = Object.keys(object).length === 0
  if (isEmpty && isRowListWord(place.key) && lists.some(({ isNamed }) => isNamed)) {
    return [{ ...leafOf(place, [], new Set()), isExpected: true }]
  }
  return clusters.candidates()
}

/** A key that does not look like a field name: "M 40", "#1_Men", "Женщины". */
const looksLikeLabel = (key: string): boolean => !isRowListWord(key) && !/^[a-z_$][A-Za-z_]*$/.test(key)

/** A bib or an id: digits with some letters; alone in its object it must be nothing else. */
const idPattern = /^(?=.*\d)[\w-]{1,40}$/
const strictIdPattern = /^(?:[A-Za-z]{0,3}[-_]?\d{1,12}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
/** So many objects of one kind are rows whatever they are keyed by. */
const manyAlike = 5

/**
 * An object whose values are the rows, keyed by bib or id: all keys look like such, or the values are of one kind and
 * persons, or many.
 */
const keyedRows = (object: JsonObject, place: Place, named: readonly FieldList[]): Candidate | null => {
  const keys = Object.keys(object).filter((key) => typeof object[key] === 'object' && object[key] !== null)
  const [firstKey] = keys
  if (firstKey === undefined || (keys.length === 1 && !strictIdPattern.test(firstKey))) return null
  const values = keys.map((key) => object[key] ?? null)
  const areIds = sampleOf(keys, 64).every((key) => idPattern.test(key))
  if (!areIds && keys.length < Object.keys(object).length) return null
  if (values.every(isObject)) {
    if (areGroups(values) || values.every(isKeyed)) return null
    const fields = fieldsOf(values)
    const areRows = areIds
      ? fields.size > 0
      : areAlike(values) && (values.length >= manyAlike || [...fields].some(isPersonWord))
    return areRows
      ? { ...leafOf(place, values, fields, null, keys), isExpected: place.isExpected && (areIds || values.length > 1) }
      : null
  }
  if (!areIds || !values.every(isList) || !holdsPlainRows(values)) return null
  const names = fittingFields([...named, ...place.lists], widthOf(values))
  return names === null ? null : leafOf(place, values, new Set(names), names, keys)
}

/** Holds nothing but objects under keys like ids: a group of keyed rows, not a row. */
const isKeyed = (object: JsonObject): boolean => {
  const keys = Object.keys(object)
  return keys.length > 0 && keys.every((key) => idPattern.test(key) && isObject(object[key]))
}

/** Columns instead of rows: lists of plain values, all as long, under names of results or those of the field list beside. */
const columnLists = (object: JsonObject, place: Place): Candidate | null => {
  const names = Object.keys(object).filter((key) => isList(object[key]) && !isFieldListWord(key))
  const columns = names.map((name) => object[name]).filter(isList)
  const length = columns[0]?.length ?? 0
  if (columns.length < 2 || length === 0 || !columns.every((column) => column.length === length)) return null
  const isAnnounced = place.lists.some(({ names: fields }) => names.every((name) => fields.includes(name)))
  if (!isAnnounced && (names.filter(isResultWord).length < 2 || !names.some(isPersonWord))) return null
  if (!columns.every((column) => column.every((cell) => typeof cell !== 'object' || cell === null))) return null
  const rows = Array.from({ length }, (_, index) => columns.map((column) => column[index] ?? null))
  return leafOf(place, rows, new Set(names), names)
}

/** Most of the objects have most of the keys of the first. */
const areAlike = (values: readonly JsonObject[]): boolean => {
  const sample = sampleOf(values, 16)
  const [first = {}] = sample
  const keys = Object.keys(first)
  if (keys.length < 2) return false
  const alike = sample.filter((value) => {
    const shared = keys.filter((key) => Object.hasOwn(value, key)).length
    return shared * 2 >= Math.max(keys.length, Object.keys(value).length)
  })
  return alike.length * 4 >= sample.length * 3
}
