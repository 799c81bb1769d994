import type { Column } from '../../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../../preload/contract/ids.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'
import { isBlank } from '../cells/blanks.ts'
import { readPart, type CellPart } from './cellPairs.ts'
import type { ColumnSigns } from './columnSigns.ts'
import { isObject, type JsonObject } from '../body/json.ts'
import { addToOrder } from './mergedOrder.ts'
import { cellOf, itemReader, ownValueAt, type ItemPlace } from './listItems.ts'

/** A column of a category's table: the path of its cells in a row, and its dotted name. */
export type TableColumn = Column &
  CellPlace & {
    readonly signs?: ColumnSigns
    /** The point of the course that the name of a flat column speaks of; columns about one point share it. */
    readonly point?: string
    /** The column says the place at a point. */
    readonly isPlaceAtPoint?: true
  }

/**
 * `path` leads to a value of the row; in a column of a short list it leads to the list, and `item` on from there. `part`:
 * the value holds two things, and this is one of them.
 */
export type CellPlace = { readonly path: readonly string[]; readonly item?: ItemPlace; readonly part?: CellPart }

/** Reads the cell of one column; undefined where a row has none. A non-empty object has its cells in columns of their own. */
export type CellReader = (row: JsonObject) => Cell | undefined

/** Cells as received; those of a column that has the second thing of another's cells are that thing. */
export const cellReader = (column: CellPlace): CellReader =>
  column.part?.isRest === true ? meaningReader(column) : wholeReader(column)

/** Reads the meaning of a column's cells: of two things in a cell the one that the column is about. */
export const meaningReader = (column: CellPlace): CellReader => {
  const { part } = column
  const read = wholeReader(column)
  return part === undefined ? read : (row) => readPart(read(row), part)
}

const wholeReader = ({ path, item }: CellPlace): CellReader => {
  const read = pathReader(path)
  return item === undefined ? read : itemReader(read, item)
}

/** The values at a path of keys. */
export const pathReader = (path: readonly string[]): CellReader => {
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

/** Rows looked at to tell what a column holds: few of a small table, since a stage has many of those. */
const sampleSizeOf = (rows: number): number => Math.min(64, Math.max(8, Math.ceil(rows / 40)))
/** The first row is looked at, and each so many rows further on. */
export const kindStep = (rows: number): number => Math.max(1, Math.floor(rows / sampleSizeOf(rows)))
/** The rows at multiples of a step. Where only some rows of a table are known, these are among them. */
export const rowsAt = (rows: readonly (JsonObject | undefined)[], step: number): readonly JsonObject[] => {
  const found: JsonObject[] = []
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index]
    if (row !== undefined) found.push(row)
  }
  return found
}
/** Most times are written so, and are told without reading them. */
const plainClock = /^[+-]?\d{1,3}(?::[0-5]\d){1,2}$/
const numberPattern = /^[+-]?\d{1,15}(?:[.,]\d+)?$/

/** Null for a cell that holds nothing. */
export const cellKind = (cell: Cell | undefined): Column['kind'] | null => {
  if (cell === undefined || cell === null) return null
  if (typeof cell === 'number') return 'number'
  if (typeof cell === 'object') return 'json'
  if (typeof cell === 'boolean') return 'text'
  if (numberPattern.test(cell)) return 'number'
  if (plainClock.test(cell)) return 'time'
  if (isBlank(cell)) return null
  return cell.includes(':') && cellTimeMs(cell, undefined) !== null ? 'time' : 'text'
}

/**
 * Columns of several tables as one list: by name, in the order first met, splits last. Kinds that differ become text; of units
 * that differ none is left.
 */
export const mergeColumns = (tables: readonly (readonly Column[])[]): readonly Column[] => {
  const merged = new Map<string, Column>()
  for (const columns of tables) {
    for (const column of columns) {
      const { name, kind, unit, longest = 0 } = column
      const known = merged.get(name) ?? publicColumn(column)
      const { unit: knownUnit = unit, ...unitless } = known
      merged.set(name, {
        ...(unit === undefined || unit === knownUnit ? known : unitless),
        kind: known.kind === kind ? kind : known.kind === 'json' || kind === 'json' ? 'json' : 'text',
        ...(longest > (known.longest ?? 0) ? { longest } : {}),
      })
    }
  }
  const splits: string[] = []
  for (const columns of tables) {
    addToOrder(
      splits,
      columns.filter(({ split }) => split !== undefined).map(({ name }) => name),
    )
  }
  const plain = [...merged.values()].filter(({ split }) => split === undefined)
  const points = splits.map((name) => merged.get(name)).filter((column) => column !== undefined)
  return [...plain, ...points.filter(({ split }) => split !== undefined)]
}

/** A column as the faces see it. */
export const publicColumn = ({
  name,
  label,
  kind,
  role,
  unit,
  open,
  split,
  of,
  isJoined,
  longest,
}: Column): Column => ({
  name,
  ...(label === undefined ? {} : { label }),
  kind,
  ...(role === undefined ? {} : { role }),
  ...(unit === undefined ? {} : { unit }),
  ...(open === undefined ? {} : { open }),
  ...(split === undefined ? {} : { split }),
  ...(of === undefined ? {} : { of }),
  ...(isJoined === undefined ? {} : { isJoined }),
  ...(longest === undefined ? {} : { longest }),
})
