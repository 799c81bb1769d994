import type { Json } from '../../../preload/contract.ts'
import { isLargeNumber } from './exactNumbers.ts'
import { isList, isObject, type JsonObject } from './json.ts'

export type Node = {
  readonly key: string
  /** Some row has a plain value here, or an empty object. */
  hasCell: boolean
  hasNull: boolean
  hasList: boolean
  inner: Level | null
}

/** The keys met at one place, in the order they were first met. */
export type Level = {
  readonly depth: number
  readonly nodes: Node[]
  readonly byKey: Map<string, Node>
  readonly seen: Seen
}

/** What was met anywhere: integers beyond those that JSON.parse reads exactly. */
type Seen = { hasLargeNumber: boolean }

/** Far beyond what a service nests, far below where copying a value exhausts the stack. */
const maxDepth = 100

export const emptyLevel = (depth = 0, seen: Seen = { hasLargeNumber: false }): Level => {
  if (depth > maxDepth) throw new RangeError('The rows are nested too deeply')
  return { depth, nodes: [], byKey: new Map(), seen }
}

/** Learns the keys of one more object. Throws a RangeError when it is nested too deeply. */
export const visit = (object: JsonObject, level: Level): void => {
  const { nodes } = level
  let position = 0
  for (const key in object) {
    // Rows of one body nearly always repeat the same keys in the same order.
    let node = nodes[position]
    position += 1
    if (node === undefined || node.key !== key) node = nodeFor(level, key)
    const value = object[key]
    if (typeof value === 'string') node.hasCell = true
    else if (typeof value === 'object') visitObject(value, node, level)
    else {
      node.hasCell = true
      if (typeof value === 'number' && isLargeNumber(value)) level.seen.hasLargeNumber = true
    }
  }
}

const nodeFor = (level: Level, key: string): Node => {
  const known = level.byKey.get(key)
  if (known !== undefined) return known
  const node: Node = { key, hasCell: false, hasNull: false, hasList: false, inner: null }
  level.byKey.set(key, node)
  level.nodes.push(node)
  return node
}

const visitObject = (value: readonly Json[] | JsonObject | null, node: Node, level: Level): void => {
  if (value === null) {
    node.hasNull = true
  } else if (!isObject(value)) {
    node.hasList = true
    checkDepth(value)
  } else if (isEmpty(value)) {
    node.hasCell = true
  } else {
    node.inner ??= emptyLevel(level.depth + 1, level.seen)
    visit(value, node.inner)
  }
}

/** Follows first items only: lists in lists without end, at the price of one look at any other list. */
const checkDepth = (list: readonly Json[]): void => {
  let inner: Json | undefined = list[0]
  for (let depth = 1; isList(inner); depth += 1) {
    if (depth > maxDepth) throw new RangeError('The rows are nested too deeply')
    inner = inner[0]
  }
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
    // A null where other rows have an object is an absent object, not a value of its own.
    if (node.hasCell || node.hasList || (node.hasNull && node.inner === null))
      leaves.push({ path, hasCell: node.hasCell, hasList: node.hasList, isListOnly })
    if (node.inner !== null) collect(node.inner, path, leaves)
  }
}
