import type { Json } from '../../../preload/contract.ts'
import { isMeasure } from './fieldLists.ts'
import { wordOf } from './fieldWords.ts'
import { isObject, type JsonObject } from './json.ts'
import { emptyLevel, leavesOf, visit, type Level } from './levels.ts'
import { labelOf, type ItemPlace } from './listItems.ts'
import { addToOrder } from './mergedOrder.ts'

/** Longer lists stay one column: a table of a hundred laps would be wider than anybody can read. */
const mostItems = 40
/** Plain values become columns up to here: times at points, not lists of tags or coordinates. */
const mostPlainItems = 16
/** Columns that one list may become; a list that needs more stays one column. */
export const mostListColumns = 240

type Lists = readonly (readonly Json[])[]

/**
 * The columns that the short lists of a table's rows become, in the order of their points; null for lists that stay one
 * column: empty in all rows, long, irregular, or of more fields than a table can show.
 */
export const listColumnsOf = (name: string, lists: Lists, most: number): readonly ItemPlace[] | null => {
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0)
  if (longest === 0 || longest > mostItems) return null
  const places = lists.every((list) => list.every(isItem))
    ? objectPlaces(name, lists as readonly (readonly (JsonObject | null)[])[], longest)
    : plainPlaces(lists, longest)
  return places.length === 0 || places.length > most ? null : places
}

const isItem = (item: Json): boolean => item === null || isObject(item)

/** Times or numbers at as many points in every row; lists of other texts are read better whole. */
const plainPlaces = (lists: Lists, longest: number): readonly ItemPlace[] => {
  if (longest < 2 || longest > mostPlainItems) return []
  const areEven = lists.every(({ length }) => length === 0 || length === longest)
  if (!areEven || !lists.every((list) => list.every(isPlainPoint))) return []
  return Array.from({ length: longest }, (_, index) => ({ key: null, label: String(index + 1), index, field: [] }))
}

const isPlainPoint = (cell: Json): boolean => cell === null || cell === '' || cell === '-' || isMeasure(cell)

type ObjectLists = readonly (readonly (JsonObject | null)[])[]

const objectPlaces = (name: string, lists: ObjectLists, longest: number): readonly ItemPlace[] => {
  const key = labelKeyOf(name, lists, longest)
  const levels = new Map<string, Level>()
  const order: string[] = []
  for (const list of lists) {
    const sequence: string[] = []
    for (const [index, item] of list.entries()) {
      if (item === null) continue
      const label = key === null ? String(index + 1) : labelOf(item, key)
      if (label === null) continue
      const level = levels.get(label) ?? emptyLevel()
      levels.set(label, level)
      sequence.push(label)
      visit(item, level)
    }
    if (levels.size > order.length) addToOrder(order, sequence)
  }
  if (key === null || order.every((label) => /^\d+$/.test(label))) order.sort((a, b) => Number(a) - Number(b))
  return order.flatMap((label, place) => {
    const index = key === null ? Number(label) - 1 : place
    return leavesOf(levels.get(label) ?? emptyLevel()).map(({ path }) => ({ key, label, index, field: path }))
  })
}

const labelWords: readonly string[] = [
  'name',
  'title',
  'label',
  'caption',
  'pointname',
  'checkpointname',
  'splitname',
  'lapname',
  'stagename',
  'legname',
  'point',
  'checkpoint',
  'split',
  'station',
  'location',
  'stage',
  'leg',
  'lap',
  'segment',
  'distance',
  'km',
  'название',
  'точка',
  'этап',
  'круг',
  'lapnumber',
  'splitnumber',
  'stagenumber',
  'legnumber',
  'pointnumber',
  'number',
  'no',
  'nr',
  'num',
  'index',
  'order',
  'sequence',
  'position',
  'n',
  'code',
  'id',
]

/** Lists of people, whose names label nothing. */
const peopleWords = new Set(['members', 'teammembers', 'team', 'runners', 'athletes', 'participants', 'participanti'])

/**
 * The field by which a list's items are told apart: every item has it, no two of one row the same, and the rows agree on
 * what it says. Known words come first, best first, then any text that is no time; null: the items are counted.
 */
const labelKeyOf = (name: string, lists: ObjectLists, longest: number): string | null => {
  if (peopleWords.has(wordOf(name.slice(name.lastIndexOf('.') + 1)))) return null
  const first = lists.find((list) => list.some((item) => item !== null))?.find((item) => item !== null)
  const keys = Object.keys(first ?? {})
  const known = keys.filter((key) => labelWords.includes(wordOf(key)))
  known.sort((a, b) => labelWords.indexOf(wordOf(a)) - labelWords.indexOf(wordOf(b)))
  const byWord = known.find((key) => agreesOn(lists, key, longest * 2))
  if (byWord !== undefined) return byWord
  if (lists.filter(({ length }) => length > 0).length < 3) return null
  return keys.find((key) => typeof first?.[key] === 'string' && agreesOn(lists, key, longest + 1, true)) ?? null
}

const agreesOn = (lists: ObjectLists, key: string, most: number, isTextOnly = false): boolean => {
  const all = new Set<string>()
  for (const list of lists) {
    const own = new Set<string>()
    for (const item of list) {
      const label = item === null ? null : labelOf(item, key)
      if (label === null || own.has(label) || (isTextOnly && isMeasure(label))) return false
      own.add(label)
      all.add(label)
      if (all.size > most || all.size > mostItems) return false
    }
  }
  return true
}
