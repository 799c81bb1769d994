import type { Json } from '../../../../../preload/contract/ids.ts'
import { bodyLimits } from '../../../../kernel/bodyLimits.ts'
import { isLargeNumber } from '../../../../kernel/text/exactNumbers.ts'
import { isList, isObject, type JsonObject } from '../body/json.ts'

export type Node = {
  readonly key: string
  /** Some row has a plain value here, or an empty object. */
  hasCell: boolean
  hasNull: boolean
  hasList: boolean
  /** Characters of the longest text. */
  longest: number
  /** The largest number, which is the longest of whole ones. */
  largest: number
  inner: Level | null
}

/** The keys met at one place, in the order they were first met. */
export type Level = {
  readonly depth: number
  readonly nodes: Node[]
  readonly byKey: Map<string, Node>
  readonly seen: Seen
}

export type Seen = {
  /** Integers beyond those that JSON.parse reads exactly. */
  hasLargeNumber: boolean
  /** Different places with keys of their own. */
  nodes: number
  /** The first limit that was exceeded; learning stops there. */
  excess: 'depth' | 'columns' | null
}

const maxDepth = bodyLimits.depth
/** Leaves and the places that lead to them. */
const mostNodes = 2 * bodyLimits.columns

export const seenNothing = (): Seen => ({ hasLargeNumber: false, nodes: 0, excess: null })

export const emptyLevel = (depth = 0, seen: Seen = seenNothing()): Level => ({
  depth,
  nodes: [],
  byKey: new Map(),
  seen,
})

/**
 * Learns the keys of one more object, as far as rows may have them and nest: `seen.excess` tells of others. False for an
 * object without keys.
 */
export const visit = (object: JsonObject, level: Level): boolean => {
  const { nodes } = level
  let position = 0
  for (const key in object) {
    // Rows of one body nearly always repeat the same keys in the same order.
    let node = nodes[position]
    position += 1
    if (node === undefined || node.key !== key) node = nodeFor(level, key)
    const value = object[key]
    if (typeof value === 'object') visitObject(value, node, level)
    else {
      if (!node.hasCell) node.hasCell = true
      if (typeof value === 'string') {
        if (value.length > node.longest) node.longest = value.length
      } else if (typeof value === 'number') {
        if (value > node.largest) node.largest = value
        if (isLargeNumber(value)) level.seen.hasLargeNumber = true
      }
    }
  }
  return position > 0
}

const nodeFor = (level: Level, key: string): Node => {
  const known = level.byKey.get(key)
  if (known !== undefined) return known
  const node: Node = { key, hasCell: false, hasNull: false, hasList: false, longest: 0, largest: 0, inner: null }
  if (level.seen.nodes >= mostNodes) {
    level.seen.excess = 'columns'
    return node
  }
  level.seen.nodes += 1
  level.byKey.set(key, node)
  level.nodes.push(node)
  return node
}

const visitObject = (value: readonly Json[] | JsonObject | null, node: Node, level: Level): void => {
  if (value === null) {
    node.hasNull = true
  } else if (!isObject(value)) {
    node.hasList = true
    if (isDeepList(value)) level.seen.excess = 'depth'
  } else if (node.inner === null && isEmpty(value)) {
    node.hasCell = true
  } else if (level.depth >= maxDepth) {
    level.seen.excess = 'depth'
  } else {
    node.inner ??= emptyLevel(level.depth + 1, level.seen)
    if (!visit(value, node.inner)) node.hasCell = true
  }
}

/** Follows first items only, which finds endlessly nested lists at the cost of one check per list. */
const isDeepList = (list: readonly Json[]): boolean => {
  let inner: Json | undefined = list[0]
  for (let depth = 1; isList(inner); depth += 1) {
    if (depth > maxDepth) return true
    inner = inner[0]
  }
  return false
}

export const isEmpty = (object: JsonObject): boolean => {
  for (const _ in object) return false
  return true
}

export type Leaf = {
  readonly path: readonly string[]
  readonly hasCell: boolean
  readonly hasList: boolean
  readonly isListOnly: boolean
  /** Characters of the longest value, as far as texts and whole numbers tell. */
  readonly longest: number
}

/** Every place at which some row has a value of its own, in the order first met. */
export const leavesOf = (level: Level): readonly Leaf[] => {
  const leaves: Leaf[] = []
  collect(level, [], leaves)
  return leaves
}

const collect = (level: Level, prefix: readonly string[], leaves: Leaf[]): void => {
  for (const node of level.nodes) {
    const path = [...prefix, node.key]
    const isListOnly = node.hasList && !node.hasCell && node.inner === null
    const longest = node.largest === 0 ? node.longest : Math.max(node.longest, String(node.largest).length)
    // A null where other rows have an object is an absent object, not a value of its own.
    if (node.hasCell || node.hasList || (node.hasNull && node.inner === null))
      leaves.push({ path, hasCell: node.hasCell, hasList: node.hasList, isListOnly, longest })
    if (node.inner !== null) collect(node.inner, path, leaves)
  }
}
