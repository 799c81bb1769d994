import type { Json } from '../../../../../preload/contract/ids.ts'
import { isBlankCell } from '../cells/blanks.ts'
import { isMeasure } from '../body/fieldLists.ts'
import { isMemberWord, listOf } from '../body/fieldWords.ts'
import { wordOf } from '../body/wordOf.ts'
import { isObject, type JsonObject } from '../body/json.ts'
import { emptyLevel, leavesOf, seenNothing, visit, type Level, type Seen } from './levels.ts'
import { labelOf, type ItemPlace } from './listItems.ts'
import { addToOrder } from './mergedOrder.ts'

/** Longer lists stay one column: a table of a hundred laps would be unreadable. */
const mostItems = 40
/** Plain values become columns up to here: times at points, not lists of tags or coordinates. */
const mostPlainItems = 16
/** Most columns of one list; a list that needs more stays one column. */
export const mostListColumns = 240

type Lists = readonly (readonly Json[])[]

/** `longest`: characters of the longest value there; absent where that was not counted. */
export type ListColumn = { readonly item: ItemPlace; readonly longest?: number }

/**
 * The columns that the short lists of a table's rows become, in the order of their points; null for lists that stay one
 * column: empty in all rows, long, irregular, or of more fields than a table can show. 'too-deep': its items nest deeper than a row may.
 */
export const listColumnsOf = (name: string, lists: Lists, most: number): readonly ListColumn[] | 'too-deep' | null => {
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0)
  if (longest === 0 || longest > mostItems) return null
  const places = lists.every((list) => list.every(isItem))
    ? objectPlaces(name, lists as readonly (readonly (JsonObject | null)[])[], longest)
    : plainPlaces(lists, longest)
  if (places === 'too-deep') return places
  return places.length === 0 || places.length > most ? null : places
}

const isItem = (item: Json): boolean => item === null || isObject(item)

/** Times or numbers at as many points in every row; lists of other texts are read better whole. */
const plainPlaces = (lists: Lists, longest: number): readonly ListColumn[] => {
  if (longest < 2 || longest > mostPlainItems) return []
  const areEven = lists.every(({ length }) => length === 0 || length === longest)
  if (!areEven || !lists.every((list) => list.every(isPlainPoint))) return []
  return Array.from({ length: longest }, (_, index) => ({
    item: { key: null, label: String(index + 1), index, field: [] },
  }))
}

const isPlainPoint = (cell: Json): boolean => isBlankCell(cell) || isMeasure(cell)

type ObjectLists = readonly (readonly (JsonObject | null)[])[]

/** Item labels of each list; lists that agree share one sequence. */
type Labelling = { readonly key: string | null; readonly sequences: readonly (readonly string[])[] }

const objectPlaces = (name: string, lists: ObjectLists, longest: number): readonly ListColumn[] | 'too-deep' => {
  const seen = seenNothing()
  const { key, sequences } = labelItems(name, lists, longest)
  const levels = new Map<string, Level>()
  const order: string[] = []
  let usual: readonly string[] = []
  let usualLevels: readonly Level[] = []
  for (const [row, list] of lists.entries()) {
    const sequence = sequences[row] ?? []
    if (sequence !== usual) {
      usual = sequence
      usualLevels = sequence.map((label) => levelOf(levels, label, seen))
      if (levels.size > order.length) addToOrder(order, sequence)
    }
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index]
      const level = usualLevels[index]
      if (isObject(item) && level !== undefined) visit(item, level)
    }
  }
  if (seen.excess !== null) return seen.excess === 'depth' ? 'too-deep' : []
  if (key === null || order.every((label) => /^\d+$/.test(label))) order.sort((a, b) => Number(a) - Number(b))
  return order.flatMap((label, place) => {
    const index = key === null ? Number(label) - 1 : place
    return leavesOf(levelOf(levels, label, seen)).map(({ path, longest: characters }) => ({
      item: { key, label, index, field: path },
      longest: characters,
    }))
  })
}

const levelOf = (levels: Map<string, Level>, label: string, seen: Seen): Level => {
  const level = levels.get(label) ?? emptyLevel(0, seen)
  levels.set(label, level)
  return level
}

const labelWords = listOf(`
  name title label caption pointname checkpointname splitname lapname stagename legname point checkpoint split
  station location stage leg lap segment distance km название точка этап круг lapnumber splitnumber stagenumber
  legnumber pointnumber number no nr num index order sequence position n code id`)

/**
 * The field by which a list's items are told apart: every item has it, no two of one row the same, and the rows agree on
 * what it says. Known words come first, best first, then any text that is no time; null: the items are counted.
 */
const labelItems = (name: string, lists: ObjectLists, longest: number): Labelling => {
  const places = Array.from({ length: longest }, (_, index) => String(index + 1))
  const counted: Labelling = { key: null, sequences: lists.map(() => places) }
  const list = name.slice(name.lastIndexOf('.') + 1)
  if (isMemberWord(list) || wordOf(list) === 'team') return counted
  const first = lists.find((list) => list.some((item) => item !== null))?.find((item) => item !== null)
  const keys = Object.keys(first ?? {})
  const known = keys.filter((key) => labelWords.includes(wordOf(key)))
  known.sort((a, b) => labelWords.indexOf(wordOf(a)) - labelWords.indexOf(wordOf(b)))
  for (const key of known) {
    const sequences = sequencesBy(lists, key, longest * 2)
    if (sequences !== null) return { key, sequences }
  }
  if (lists.filter(({ length }) => length > 0).length < 3) return counted
  for (const key of keys) {
    const sequences = typeof first?.[key] === 'string' ? sequencesBy(lists, key, longest + 1, true) : null
    if (sequences !== null) return { key, sequences }
  }
  return counted
}

const sequencesBy = (
  lists: ObjectLists,
  key: string,
  most: number,
  isTextOnly = false,
): readonly (readonly string[])[] | null => {
  const all = new Set<string>()
  const sequences: (readonly string[])[] = []
  let usual: readonly string[] = []
  for (const list of lists) {
    if (list.length !== usual.length || !list.every((item, index) => labelOf(item, key) === usual[index])) {
      const labels = list.map((item) => labelOf(item, key)).filter((label) => label !== null)
      if (labels.length < list.length || new Set(labels).size < labels.length) return null
      if (isTextOnly && labels.some(isMeasure)) return null
      for (const label of labels) all.add(label)
      if (all.size > most || all.size > mostItems) return null
      usual = labels
    }
    sequences.push(usual)
  }
  return sequences
}
