import type { Cell, Column, Json } from '../../../preload/contract.ts'
import { parseTimeMs } from '../times.ts'
import { isObject, type JsonObject } from './findRows.ts'
import { itemReader, type ItemPlace } from './listItems.ts'

/** A column of a category's table: where its cells stand in a row, and the dotted name of that place. */
export type TableColumn = Column & CellPlace

/** `path` leads to a value of the row; in a column of a short list it leads to the list, and `item` on from there. */
export type CellPlace = { readonly path: readonly string[]; readonly item?: ItemPlace }

type Node = {
  readonly key: string
  hasCell: boolean
  hasNull: boolean
  inner: Level | null
}

/** The keys met at one place, in the order they were first met. */
type Level = { readonly depth: number; readonly nodes: Node[]; readonly byKey: Map<string, Node> }

/** Far beyond what a service nests, far below where copying a value exhausts the stack. */
const maxDepth = 100

const emptyLevel = (depth: number): Level => {
  if (depth > maxDepth) throw new RangeError('The rows are nested too deeply')
  return { depth, nodes: [], byKey: new Map() }
}

/**
 * Every leaf of every row becomes a column, in the order first met; nothing is dropped. Costs one pass over the keys.
 * Throws a RangeError when rows are nested too deeply.
 */
export const findColumns = (rows: readonly JsonObject[]): readonly TableColumn[] => {
  const top = emptyLevel(0)
  for (const row of rows) visit(row, top)
  const paths: string[][] = []
  collect(top, [], paths)
  const names = uniqueNames(paths.map((path) => path.join('.')))
  return paths.map((path, index) => ({ name: names[index] ?? '', path, kind: kindOf(rows, path) }))
}

const visit = (object: JsonObject, level: Level): void => {
  const { nodes } = level
  let position = 0
  for (const key in object) {
    // Rows of one body nearly always repeat the same keys in the same order.
    let node = nodes[position]
    position += 1
    if (node === undefined || node.key !== key) node = nodeFor(level, key)
    const value = object[key]
    if (typeof value !== 'object') node.hasCell = true
    else visitObject(value, node, level.depth)
  }
}

const nodeFor = (level: Level, key: string): Node => {
  const known = level.byKey.get(key)
  if (known !== undefined) return known
  const node: Node = { key, hasCell: false, hasNull: false, inner: null }
  level.byKey.set(key, node)
  level.nodes.push(node)
  return node
}

const visitObject = (value: readonly Json[] | JsonObject | null, node: Node, depth: number): void => {
  if (value === null) {
    node.hasNull = true
  } else if (!isObject(value) || isEmpty(value)) {
    node.hasCell = true
    if (!isObject(value)) checkDepth(value)
  } else {
    node.inner ??= emptyLevel(depth + 1)
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

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

const isEmpty = (object: JsonObject): boolean => {
  for (const _ in object) return false
  return true
}

const collect = (level: Level, prefix: readonly string[], paths: string[][]): void => {
  for (const node of level.nodes) {
    const path = [...prefix, node.key]
    // A null where other rows have an object is an absent object, not a value of its own.
    if (node.hasCell || (node.hasNull && node.inner === null)) paths.push(path)
    if (node.inner !== null) collect(node.inner, path, paths)
  }
}

/** A key "a.b" beside an object a with b would give two columns of one name: the second gets " (2)". */
export const uniqueNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  })
}

/** Reads the cell of one column; undefined where a row has none. A non-empty object has its cells in columns of their own. */
export type CellReader = (row: JsonObject) => Cell | undefined

export const cellReader = (column: CellPlace): CellReader => {
  const { path, item } = column
  const read = valueReader(path)
  return item === undefined ? read : itemReader(read, item)
}

const valueReader = (path: readonly string[]): CellReader => {
  const [first = '', second = ''] = path
  // A key such as "constructor" would reach through to the prototype of rows that lack it.
  if (path.some((key) => key in Object.prototype)) return (row) => cellOf(ownValueAt(row, path))
  if (path.length === 1) {
    return (row) => {
      const value = row[first]
      return typeof value === 'object' ? cellOf(value) : value
    }
  }
  if (path.length === 2) {
    return (row) => {
      const outer = row[first]
      const value = isObject(outer) ? outer[second] : undefined
      return typeof value === 'object' ? cellOf(value) : value
    }
  }
  return (row) => cellOf(ownValueAt(row, path))
}

const cellOf = (value: Json | undefined): Cell | undefined => (isObject(value) && !isEmpty(value) ? undefined : value)

const ownValueAt = (row: JsonObject, path: readonly string[]): Json | undefined => {
  let value: Json | undefined = row
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Rows looked at to tell what a column holds: few of a small table, since a stage has many of those. */
const sampleSizeOf = (rows: number): number => Math.min(64, Math.max(8, Math.ceil(rows / 40)))
const numberPattern = /^[+-]?\d{1,15}(?:[.,]\d+)?$/

/** What a column's values look like, from rows spread over the table; a column of nothing but blanks is text. */
const kindOf = (rows: readonly JsonObject[], path: readonly string[]): Column['kind'] => {
  const step = Math.max(1, Math.floor(rows.length / sampleSizeOf(rows.length)))
  const seen = { text: 0, number: 0, time: 0, json: 0 }
  const read = cellReader({ path })
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index]
    const kind = row === undefined ? null : cellKind(read(row))
    if (kind !== null) seen[kind] += 1
  }
  if (seen.json > 0) return 'json'
  if (seen.text > 0) return 'text'
  if (seen.time > 0) return seen.number > 0 ? 'text' : 'time'
  return seen.number > 0 ? 'number' : 'text'
}

/** Null for a cell that holds nothing. */
export const cellKind = (cell: Cell | undefined): Column['kind'] | null => {
  if (cell === undefined || cell === null || cell === '' || cell === '-') return null
  if (typeof cell === 'number') return 'number'
  if (typeof cell === 'object') return 'json'
  if (typeof cell === 'boolean') return 'text'
  if (numberPattern.test(cell)) return 'number'
  if (cell.trim() === '') return null
  return cell.includes(':') && parseTimeMs(cell) !== null ? 'time' : 'text'
}

/** Columns of several tables as one list: by name, in the order first met; kinds that differ become text. */
export const mergeColumns = (tables: readonly (readonly Column[])[]): readonly Column[] => {
  const merged = new Map<string, Column>()
  for (const columns of tables) {
    for (const column of columns) {
      const { name, kind } = column
      const known = merged.get(name)
      if (known === undefined) merged.set(name, publicColumn(column))
      else if (known.kind !== kind)
        merged.set(name, { ...known, kind: known.kind === 'json' || kind === 'json' ? 'json' : 'text' })
    }
  }
  return [...merged.values()]
}

/** What the faces are told of a column. */
export const publicColumn = ({ name, kind, role, unit, split }: Column): Column => ({
  name,
  kind,
  ...(role === undefined ? {} : { role }),
  ...(unit === undefined ? {} : { unit }),
  ...(split === undefined ? {} : { split }),
})
