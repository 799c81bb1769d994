import type { Cell, Column, Json } from '../../../preload/contract.ts'
import { cellTimeMs } from '../times.ts'
import { blankTexts } from '../blankTexts.ts'
import { bodyLimits, tooLarge, type Excess } from '../bodyLimits.ts'
import { findPart, hasRest, mayHoldTwo, readPart, type CellPart } from './cellPairs.ts'
import { partStep, withFilling } from './fillingColumns.ts'
import { signsOf, type ColumnSigns } from './columnSigns.ts'
import { isList, isObject, type JsonObject } from './json.ts'
import { withFinishPoint } from './finishPoint.ts'
import { emptyLevel, isEmpty, leavesOf, visit } from './levels.ts'
import { listColumnsOf, mostListColumns } from './listColumns.ts'
import { addToOrder } from './mergedOrder.ts'
import { uniqueNames } from './uniqueNames.ts'
import { itemReader, type ItemPlace } from './listItems.ts'

/** A column of a category's table: where its cells stand in a row, and the dotted name of that place. */
export type TableColumn = Column & CellPlace & { readonly signs?: ColumnSigns }

/**
 * `path` leads to a value of the row; in a column of a short list it leads to the list, and `item` on from there. `part`:
 * the value holds two things, and this is one of them.
 */
export type CellPlace = { readonly path: readonly string[]; readonly item?: ItemPlace; readonly part?: CellPart }

/** Columns that the short lists of a table may become in all; beyond that they stay one column each. */
const mostSplitColumns = 480

/**
 * Every leaf of every row becomes a column, in the order first met; nothing is dropped. Short lists in the rows become
 * columns of their own behind the others, one for each field of each point. Costs a pass over the keys, and two more over
 * the lists. None for rows that are more than a table may be. `areListsWhole`: lists stay one column each.
 */
export const findColumns = (rows: readonly JsonObject[], areListsWhole = false): readonly TableColumn[] => {
  const described = describeRows(rows, areListsWhole)
  return described.kind === 'rows' ? described.columns : []
}

export type RowsDescription = {
  readonly kind: 'rows'
  readonly columns: readonly TableColumn[]
  /** The rows hold numbers that may have lost digits when they were parsed. */
  readonly hasLargeNumber: boolean
}

export const describeRows = (rows: readonly JsonObject[], areListsWhole = false): RowsDescription | Excess => {
  if (rows.length > bodyLimits.rows) return tooLarge('rows')
  const top = emptyLevel()
  for (const row of rows) visit(row, top)
  const { excess, hasLargeNumber } = top.seen
  if (excess !== null) return tooLarge(excess)
  const places: CellPlace[] = []
  const splits: CellPlace[] = []
  for (const { path, isListOnly } of leavesOf(top)) {
    const items = isListOnly && !areListsWhole ? splitPlaces(rows, path, mostSplitColumns - splits.length) : null
    if (items === 'too-deep') return tooLarge('depth')
    if (items === null) places.push({ path })
    else splits.push(...items)
  }
  const all = [...places, ...splits]
  if (all.length > bodyLimits.columns) return tooLarge('columns')
  if (all.length * rows.length > bodyLimits.cells) return tooLarge('cells')
  const names = uniqueNames(all.map(nameOf))
  const columns = all.map((place, index): TableColumn => {
    const name = names[index] ?? ''
    const column = { name, ...place, ...lookAt(rows, name, place) }
    const { path, item } = place
    if (item === undefined) return column
    return { ...column, split: { list: path.join('.'), label: item.label, field: item.field.join('.') } }
  })
  return {
    kind: 'rows',
    columns: areListsWhole ? columns : withFinishPoint(withCellFacts(columns, rows), rows, cellReader),
    hasLargeNumber,
  }
}

/** Columns with what some of the cells show of them beside their kinds. */
export const withCellFacts = (
  columns: readonly TableColumn[],
  rows: readonly (JsonObject | undefined)[],
): readonly TableColumn[] => {
  const isWorth = columns.map((column) => (column.kind === 'text' ? glanceAt(rows, column) : noGlance))
  const split = isWorth.some(({ mayHoldTwo }) => mayHoldTwo)
    ? withParts(columns, rows, new Set(columns.filter((_, at) => isWorth[at]?.mayHoldTwo)))
    : columns
  const gaps = new Set(columns.filter((_, at) => isWorth[at]?.hasBlank).map(({ name }) => name))
  return gaps.size < 2 ? split : withFilling(split, rows, gaps, cellReader)
}

type Glance = { readonly mayHoldTwo: boolean; readonly hasBlank: boolean }
const noGlance: Glance = { mayHoldTwo: false, hasBlank: false }
/** Rows of the sample that are enough to leave most columns at that. */
const glances = 16

const glanceAt = (rows: readonly (JsonObject | undefined)[], column: TableColumn): Glance => {
  const read = cellReader(column)
  const step = rows.length <= 48 ? Math.max(1, Math.floor(rows.length / glances)) : partStep(rows.length) * 3
  let mayBe = false
  let hasBlank = false
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index]
    const cell = row === undefined ? undefined : read(row)
    if (typeof cell !== 'string') hasBlank ||= cell === undefined || cell === null
    else if (cell.length < 3) hasBlank ||= blankTexts.has(cell.trim())
    else mayBe ||= mayHoldTwo(cell)
  }
  return { mayHoldTwo: mayBe, hasBlank }
}

/**
 * Columns whose cells hold two things know which one is meant, and have the other one beside them in a column of its own.
 * Decided by rows at multiples of `partStep`, all columns alike, so that two readings of a table agree; columns of nothing
 * but numbers, times or objects are not looked at.
 */
const withParts = (
  columns: readonly TableColumn[],
  rows: readonly (JsonObject | undefined)[],
  worth: ReadonlySet<TableColumn>,
): readonly TableColumn[] => {
  const taken = new Set(columns.map(({ name }) => name))
  return columns.flatMap((column) => {
    const part = worth.has(column) ? findPart(textsOf(rows, column), column.name) : null
    if (part === null) return [column]
    const meant = { ...column, part }
    const kind = { kind: lookAt(rows, column.name, meant).kind }
    if (!hasRest(part)) return [{ ...meant, ...kind }]
    const rest = { ...part, at: part.at === 1 ? 2 : 1, isRest: true } as const
    let name = `${column.name} (2)`
    for (let count = 3; taken.has(name); count += 1) name = `${column.name} (${count})`
    taken.add(name)
    const split = column.split === undefined ? {} : { split: { ...column.split, field: `${column.split.field} (2)` } }
    const { signs: _signs, ...bare } = column
    const beside: TableColumn = { ...bare, ...split, name, of: column.name, part: rest }
    return [
      { ...meant, ...kind },
      { ...beside, ...lookAt(rows, '', beside) },
    ]
  })
}

const textsOf = (rows: readonly (JsonObject | undefined)[], column: TableColumn): readonly string[] => {
  const read = cellReader(column)
  const texts: string[] = []
  const step = partStep(rows.length)
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index]
    const cell = row === undefined ? undefined : read(row)
    if (cellKind(cell) === null || cell === undefined || cell === null) continue
    // Whatever is no text holds one thing only.
    texts.push(typeof cell === 'string' ? cell : '{}')
  }
  return texts
}

const nameOf = ({ path, item }: CellPlace): string =>
  (item === undefined ? path : [...path, item.label, ...item.field]).join('.')

const splitPlaces = (
  rows: readonly JsonObject[],
  path: readonly string[],
  most: number,
): readonly CellPlace[] | 'too-deep' | null => {
  const read = pathReader(path)
  const lists = rows.map(read).filter(isList)
  const items = listColumnsOf(path.join('.'), lists, Math.min(most, mostListColumns))
  return items === null || items === 'too-deep' ? items : items.map((item) => ({ path, item }))
}

/** Reads the cell of one column; undefined where a row has none. A non-empty object has its cells in columns of their own. */
export type CellReader = (row: JsonObject) => Cell | undefined

/** Cells as received; those of a column that has the second thing of another's cells are that thing. */
export const cellReader = (column: CellPlace): CellReader =>
  column.part?.isRest === true ? meaningReader(column) : wholeReader(column)

/** What a column's cells mean: of two things in a cell the one that the column is about. */
export const meaningReader = (column: CellPlace): CellReader => {
  const { part } = column
  const read = wholeReader(column)
  return part === undefined ? read : (row) => readPart(read(row), part)
}

const wholeReader = ({ path, item }: CellPlace): CellReader => {
  const read = pathReader(path)
  return item === undefined ? read : itemReader(read, item)
}

const pathReader = (path: readonly string[]): CellReader => {
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
/** The first row is looked at, and each so many rows further on. */
export const kindStep = (rows: number): number => Math.max(1, Math.floor(rows / sampleSizeOf(rows)))
const numberPattern = /^[+-]?\d{1,15}(?:[.,]\d+)?$/

/**
 * What a column's values look like, from rows spread over the table, each at a multiple of `kindStep`; a column of nothing but
 * blanks is text.
 */
export const lookAt = (
  rows: readonly (JsonObject | undefined)[],
  name: string,
  place: CellPlace,
): Pick<TableColumn, 'kind' | 'signs'> => {
  const step = kindStep(rows.length)
  const seen = { text: 0, number: 0, time: 0, json: 0 }
  const read = meaningReader(place)
  const cells: (Cell | undefined)[] = []
  for (let index = 0; index < rows.length; index += step) {
    const row = rows[index]
    const cell = row === undefined ? undefined : read(row)
    cells.push(cell)
    // Once there is a text among them, only an object can still make a difference.
    if (seen.text > 0 && typeof cell !== 'object') continue
    const kind = cellKind(cell)
    if (kind !== null) seen[kind] += 1
  }
  const kind = kindFrom(seen)
  const signs = kind === 'time' ? undefined : signsOf(name, place.item, cells)
  return signs === undefined ? { kind } : { kind, signs }
}

const kindFrom = (seen: { readonly [K in Column['kind']]: number }): Column['kind'] => {
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
  if (cell.length <= 9 && blankTexts.has(cell.trim())) return null
  if (cell.trim() === '') return null
  return cell.includes(':') && cellTimeMs(cell, undefined) !== null ? 'time' : 'text'
}

/** Columns of several tables as one list: by name, in the order first met, splits last; kinds that differ become text. */
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

/** What the faces are told of a column. */
export const publicColumn = ({ name, kind, role, unit, open, split, of }: Column): Column => ({
  name,
  kind,
  ...(role === undefined ? {} : { role }),
  ...(unit === undefined ? {} : { unit }),
  ...(open === undefined ? {} : { open }),
  ...(split === undefined ? {} : { split }),
  ...(of === undefined ? {} : { of }),
})
