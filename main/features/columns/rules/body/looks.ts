import type { Json } from '../../../../../preload/contract/ids.ts'
import {
  isAsideWord,
  isDetailListWord,
  isFieldListWord,
  isMemberWord,
  isPersonWord,
  isResultWord,
  isRowListWord,
} from './fieldWords.ts'
import { isMeasure, sampleOf } from './fieldLists.ts'
import { isList, isObject, type JsonObject } from './json.ts'
import { nameWords } from '../headers/nameWords.ts'
import { readName } from '../headers/readName.ts'
import { readPieces } from '../headers/readParts.ts'
import { leastSigns, lookForPeople, peopleSigns } from './people.ts'

/** The dotted names of an object's plain values and its lists (or objects in place of lists). */
type Look = { readonly plain: string[]; readonly lists: { readonly key: string; readonly value: Json }[] }

const sampleItems = 16
/** Objects in objects looked into, and values of one object looked at: enough to tell rows from groups. */
const deepest = 3
const mostValues = 200
/** Groups of groups of groups. */
const deepestGroups = 6

const lookAt = (object: JsonObject, prefix: string, depth: number, look: Look): Look => {
  for (const key in object) {
    if (look.plain.length + look.lists.length >= mostValues) break
    const value = object[key]
    // An empty group may have null instead of a list.
    if (isList(value) || (value === null && isRowListWord(key))) look.lists.push({ key, value })
    else if (!isObject(value)) look.plain.push(`${prefix}${key}`)
    else if (isRowListWord(key)) look.lists.push({ key, value })
    else if (depth < deepest) lookAt(value, `${prefix}${key}.`, depth + 1, look)
  }
  return look
}

const lookOf = (item: Json): Look => {
  const look: Look = { plain: [], lists: [] }
  return isObject(item) ? lookAt(item, '', 0, look) : look
}

const looksOf = (items: readonly Json[]): readonly Look[] => sampleOf(items, sampleItems).map(lookOf)

/** The names of the plain values of some of the objects, at most `mostValues` of them. */
export const fieldsOf = (items: readonly Json[]): ReadonlySet<string> => {
  const names = sampleOf(items, 8).flatMap((item) => lookOf(item).plain)
  return new Set([...new Set(names)].slice(0, mostValues))
}

/** Whether some plain values of some of the items are numbers or times. */
export const holdMeasures = (items: readonly Json[]): boolean =>
  sampleOf(items, 8).some((item) => {
    const cells = isObject(item) ? Object.values(item) : isList(item) ? item : []
    return cells.slice(0, mostValues).some(isMeasure)
  })

/** A list whose items could be rows: objects, or lists of plain values. */
const holdsRows = (value: Json): boolean => {
  if (isObject(value)) {
    const inner = Object.values(value)
    return inner.length > 0 && inner.every((item) => isList(item) || isObject(item))
  }
  return isList(value) && value.length > 0 && (value.every(isObject) || value.every(isList))
}

const isEmptyList = (value: Json): boolean => value === null || (isList(value) && value.length === 0)

/**
 * Whether a list's objects are groups that hold the rows, not rows themselves. Rows have what only a person has (a bib, a
 * surname, a place); groups hold a list that is called as lists of rows are, or one whose items are people, by their cells
 * too, while the groups are none or clearly less so. A list called as laps and splits are belongs to a row. `isInGroup`: other
 * groups beside hold rows, so that an empty list is one of rows too.
 */
export const areGroups = (items: readonly Json[], isInGroup = false, depth = 0): boolean => {
  // Nearly every row has no list, and the first one tells.
  if (sampleOf(items, sampleItems).some((item) => lookOf(item).lists.length === 0)) return false
  const looks = looksOf(items)
  const lists = looks.flatMap((look) => look.lists)
  if (areTeams(items, looks)) return false
  const arePersons = looks.some(({ plain }) => plain.some(isPersonWord))
  if (!arePersons) {
    if (lists.some(({ key, value }) => isRowListWord(key) && (holdsRows(value) || (isInGroup && isEmptyList(value)))))
      return true
    const plain = looks.reduce((most, look) => Math.max(most, look.plain.length), 0)
    if (plain <= 4 && lists.some(({ key, value }) => isListOfPersons(key, value, plain))) return true
  }
  return holdPeople(items, lists, arePersons, depth)
}

/** Teams with a result of their own, whose members have none. */
export const areTeams = (items: readonly Json[], looks = looksOf(items)): boolean => {
  const members = looks.flatMap(({ lists }) =>
    lists.flatMap(({ key, value }) => (isMemberWord(key) && isList(value) ? sampleOf(value, mostInner) : [])),
  )
  return members.length > 0 && haveOutcome(items) && !haveOutcome(members) && !holdClocks(members)
}

/** Several lists may hold the same people, as an overall list and one by age do: their texts, a time among them, are the same. */
const withoutRepeats = (items: readonly JsonObject[]): readonly Json[] => {
  const seen = new Set<string>()
  return items.filter((item) => {
    if (!holdClocks([item])) return true
    const texts = JSON.stringify(
      Object.values(item)
        .slice(0, mostValues)
        .filter((cell) => typeof cell === 'string'),
    )
    if (seen.has(texts)) return false
    seen.add(texts)
    return true
  })
}

const haveOutcome = (items: readonly Json[]): boolean =>
  [...fieldsOf(items)].some((field) => isOutcome(field.slice(field.lastIndexOf('.') + 1)))

/** A rank, a time that can be no start, or a place or a time of a team; a group has a place and a time as well. */
const isOutcome = (name: string): boolean => {
  const { claims } = readName(name)
  if (claims.some(({ role, strength }) => role === 'result' && strength === 1) || /^(?:rank|temps)$/i.test(name))
    return true
  const isOfTeam = claims.some(({ role, strength }) => (role === 'result' || role === 'place') && strength === 0.7)
  return isOfTeam && readPieces(nameWords(name))?.some((meaning) => meaning.has('team')) === true
}

const holdClocks = (items: readonly Json[]): boolean =>
  sampleOf(items, sampleItems).some(
    (item) =>
      isObject(item) && Object.values(item).some((cell) => typeof cell === 'string' && /^\d+:\d\d/.test(cell.trim())),
  )

const isListOfPersons = (key: string, value: Json, plain: number): boolean => {
  if (isDetailListWord(key) || !isList(value) || !value.every(isObject)) return false
  const fields = [...fieldsOf(value)]
  return fields.length > plain && fields.some(isPersonWord) && fields.filter(isResultWord).length >= 2
}

/** Inner items looked at per item of a list. */
const mostInner = 8

/** The lists of one name, taken together, are of people, or of groups that hold people, and their owners are none. */
const holdPeople = (items: readonly Json[], lists: Look['lists'], arePersons: boolean, depth: number): boolean => {
  const byKey = Map.groupBy(
    lists.filter(({ key, value }) => isList(value) && !isFieldListWord(key) && !isAsideWord(key)),
    ({ key }) => key,
  )
  if (byKey.size === 0) return false
  const { signs: own, hasNames } = lookForPeople(items)
  const haveResults = arePersons && haveOutcome(items)
  const least = Math.max(leastSigns, own + (arePersons && hasNames ? 3 : 1))
  return [...byKey].some(([key, ofKey]) => {
    // A relay with its own bib and result is one row that contains its legs.
    if (haveResults && isDetailListWord(key)) return false
    const inner = ofKey.flatMap(({ value }) => (isList(value) ? sampleOf(value, mostInner) : []))
    if (inner.length === 0 || !inner.every(isObject)) return false
    if (peopleSigns(withoutRepeats(inner)) >= least) return true
    return own < leastSigns && depth < deepestGroups && areGroups(inner, false, depth + 1)
  })
}
