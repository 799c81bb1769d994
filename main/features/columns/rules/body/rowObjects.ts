import type { Json } from '../../../../../preload/contract/ids.ts'
import { bodyLimits } from '../../../../kernel/bodyLimits.ts'
import type { GroupLabel, Part, PartTree } from './candidate.ts'
import { isList, isObject, type JsonObject } from './json.ts'
import { incompleteOf } from './pageTotals.ts'
import type { FoundRows } from './foundRows.ts'
import { freeName, uniqueNames } from '../table/uniqueNames.ts'

type PlacedPart = { readonly part: Part; readonly labels: readonly GroupLabel[] }

/**
 * The rows of a table as objects, and each as it stands in the body. Rows that are lists get the names of their columns;
 * what their groups say stands in columns before them (`group`, `group 2` and so on from the outermost, other values of a
 * group as `group.…`), and the key of keyed rows in the column `key`.
 */
export const rowsOfTree = (tree: PartTree): FoundRows => {
  const parts: PlacedPart[] = []
  collectParts(tree, [], parts)
  const incomplete = incompleteOf(parts.map(({ part: { promised, items } }) => ({ promised, rows: items.length })))
  const [only] = parts
  if (parts.length === 1 && only !== undefined && isPlain(only)) {
    const { items } = only.part
    return { rows: items.every(isObject) ? items : items.map(asObject), sources: items, incomplete }
  }
  const rows: JsonObject[] = []
  const sources: Json[] = []
  const freeName = nameGiver(parts)
  for (const { part, labels } of parts) {
    const added = labelColumns(labels, freeName)
    const read = part.names === null ? asObject : positionalReader(part.names)
    const hasAdded = Object.keys(added).length > 0
    for (const [index, item] of part.items.entries()) {
      const key = part.keys?.[index]
      const row = read(item)
      if (key !== undefined) rows.push({ ...added, [freeName('key')]: key, ...row })
      else rows.push(hasAdded ? { ...added, ...row } : row)
      sources.push(item)
    }
  }
  return { rows, sources, incomplete }
}

const collectParts = (tree: PartTree, labels: readonly GroupLabel[], parts: PlacedPart[]): void => {
  if ('items' in tree) {
    parts.push({ part: tree, labels })
    return
  }
  const inner = tree.label === null ? labels : [...labels, tree.label]
  for (const child of tree.inner) collectParts(child, inner, parts)
}

const isPlain = ({ part, labels }: PlacedPart): boolean =>
  part.names === null && part.keys === null && labels.length === 0

/** A value among rows that is none keeps its place as a row with the one column `value`. */
export const asObject = (item: Json): JsonObject => (isObject(item) ? item : { value: item })

/** Gives a name that no row has for one of its own values. */
const nameGiver = (parts: readonly PlacedPart[]): ((name: string) => string) => {
  const taken = new Set<string>()
  for (const { part } of parts) {
    for (const name of part.names ?? []) taken.add(name)
    if (part.names !== null) continue
    for (const item of part.items) if (isObject(item)) for (const key in item) taken.add(key)
  }
  const given = new Map<string, string>()
  return (name) => {
    const known = given.get(name)
    if (known !== undefined) return known
    const free = freeName(name, taken)
    given.set(name, free)
    return free
  }
}

const labelColumns = (labels: readonly GroupLabel[], freeName: (name: string) => string): JsonObject => {
  const columns: [string, Json][] = []
  let level = 0
  for (const { name, others } of labels) {
    const isSilent = name === undefined && Object.keys(others).length === 0
    if (isSilent) continue
    level += 1
    const prefix = level === 1 ? 'group' : `group ${level}`
    if (name !== undefined) columns.push([freeName(prefix), name])
    for (const key of Object.keys(others)) columns.push([freeName(`${prefix}.${key}`), others[key] ?? null])
  }
  return Object.fromEntries(columns)
}

/** One column more than allowed: enough to report the table as too wide. */
const mostRead = bodyLimits.columns + 1

/** Reads a list as an object; a cell beyond the names is called by its place, from 1. */
export const positionalReader = (fields: readonly string[]): ((item: Json) => JsonObject) => {
  let names = namesFor(fields, Math.min(fields.length, mostRead))
  let hasProto = names.includes('__proto__')
  return (list) => {
    if (!isList(list)) return asObject(list)
    const item = list.length > mostRead ? list.slice(0, mostRead) : list
    if (item.length > names.length) {
      names = namesFor(fields, item.length)
      hasProto = names.includes('__proto__')
    }
    // Assigning to this name would set a prototype instead of a value.
    if (hasProto) return Object.fromEntries(item.map((cell, index) => [names[index] ?? '', cell]))
    const row: { [key: string]: Json } = {}
    for (let index = 0; index < item.length; index += 1) row[names[index] ?? ''] = item[index] ?? null
    return row
  }
}

const namesFor = (fields: readonly string[], count: number): readonly string[] =>
  uniqueNames(
    Array.from({ length: count }, (_, index) => {
      const name = fields[index] ?? ''
      return name === '' ? String(index + 1) : name
    }),
  )
