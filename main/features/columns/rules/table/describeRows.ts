import type { Column } from '../../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../../preload/contract/ids.ts'
import { isBlank, isBlankCell } from '../cells/blanks.ts'
import { gapLimitOf } from '../../../../kernel/gapTimes.ts'
import { bodyLimits, tooLarge, type Excess } from '../../../../kernel/bodyLimits.ts'
import { shortName } from '../../../../kernel/text/longNames.ts'
import { hasRest, mayHoldTwo } from './cellPairs.ts'
import {
  cellKind,
  cellReader,
  kindStep,
  meaningReader,
  pathReader,
  rowsAt,
  type CellPlace,
  type TableColumn,
} from './columns.ts'
import { areStartCells, signsOf } from './columnSigns.ts'
import { pointFieldSays, pointOfName } from '../headers/splitNames.ts'
import { partStep, withFilling } from './fillingColumns.ts'
import { findPart } from './findPart.ts'
import { withFinishPoint } from './finishPoint.ts'
import { isList, type JsonObject } from '../body/json.ts'
import { emptyLevel, leavesOf, visit } from './levels.ts'
import { listColumnsOf, mostListColumns } from './listColumns.ts'
import { numberedName, uniqueNames } from './uniqueNames.ts'

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

type FoundPlace = CellPlace & Pick<TableColumn, 'longest'>

type RowsDescription = {
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
  const places: FoundPlace[] = []
  const splits: FoundPlace[] = []
  for (const { path, isListOnly, longest } of leavesOf(top)) {
    const items = isListOnly && !areListsWhole ? splitPlaces(rows, path, mostSplitColumns - splits.length) : null
    if (items === 'too-deep') return tooLarge('depth')
    if (items === null) places.push({ path, longest })
    else splits.push(...items)
  }
  const all = [...places, ...splits]
  if (all.length > bodyLimits.columns) return tooLarge('columns')
  if (all.length * rows.length > bodyLimits.cells) return tooLarge('cells')
  const names = uniqueNames(all.map(nameOf))
  const columns = all.map(({ longest, ...place }, index): TableColumn => {
    const name = names[index] ?? ''
    const column = { name, ...place, ...withLength(lookAt(rows, name, place), longest) }
    const { path, item } = place
    if (item === undefined) return column
    return { ...column, split: { list: path.join('.'), label: item.label, field: item.field.join('.') } }
  })
  return {
    kind: 'rows',
    columns: areListsWhole ? columns : withFinishPoint(withCellFacts(columns, rows), rows),
    hasLargeNumber,
  }
}

/** The length of numbers and times; with those of texts, no two tables of a stage would have the same columns. */
export const withLength = <T extends Pick<TableColumn, 'kind'>>(
  column: T,
  longest = 0,
): T & Pick<TableColumn, 'longest'> =>
  column.kind === 'number' || column.kind === 'time' ? { ...column, longest } : column

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
  return (gaps.size < 2 ? split : withFilling(split, rows, gaps)).map(withPoint)
}

/** A column with the point of the course that its name speaks of. */
const withPoint = (column: TableColumn): TableColumn => {
  if (column.split !== undefined) {
    return pointFieldSays(column.split.field) === 'place' ? { ...column, isPlaceAtPoint: true } : column
  }
  const point = pointOfName(column.name)
  if (point === null) return column
  return { ...column, point: point.key, ...(point.says === 'place' ? { isPlaceAtPoint: true } : {}) }
}

type Glance = { readonly mayHoldTwo: boolean; readonly hasBlank: boolean }
const noGlance: Glance = { mayHoldTwo: false, hasBlank: false }
/** Rows of the sample that are enough to leave most columns at that. */
const glances = 16

const glanceAt = (rows: readonly (JsonObject | undefined)[], column: TableColumn): Glance => {
  const step = rows.length <= 48 ? Math.max(1, Math.floor(rows.length / glances)) : partStep(rows.length) * 3
  const cells = rowsAt(rows, step).map(cellReader(column))
  return {
    mayHoldTwo: cells.some((cell) => typeof cell === 'string' && !isBlank(cell) && mayHoldTwo(cell)),
    hasBlank: cells.some(isBlankCell),
  }
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
    const name = numberedName(column.name, 2, taken)
    taken.add(name)
    const split = column.split === undefined ? {} : { split: { ...column.split, field: `${column.split.field} (2)` } }
    const { signs: _signs, longest: _longest, ...bare } = column
    const beside: TableColumn = { ...bare, ...split, name, of: column.name, part: rest }
    return [
      { ...meant, ...kind },
      { ...beside, ...lookAt(rows, '', beside) },
    ]
  })
}

/** Only texts can have two parts. */
const textsOf = (rows: readonly (JsonObject | undefined)[], column: TableColumn): readonly string[] =>
  rowsAt(rows, partStep(rows.length))
    .map(cellReader(column))
    .filter((cell) => cellKind(cell) !== null)
    .map((cell) => (typeof cell === 'string' ? cell : '{}'))

const nameOf = ({ path, item }: CellPlace): string =>
  shortName((item === undefined ? path : [...path, item.label, ...item.field]).join('.'))

const splitPlaces = (
  rows: readonly JsonObject[],
  path: readonly string[],
  most: number,
): readonly FoundPlace[] | 'too-deep' | null => {
  const read = pathReader(path)
  const lists = rows.map(read).filter(isList)
  const items = listColumnsOf(path.join('.'), lists, Math.min(most, mostListColumns))
  return items === null || items === 'too-deep' ? items : items.map((item) => ({ path, ...item }))
}

/**
 * Kind and signs of a column, from rows spread over the table, each at a multiple of `kindStep`; a column of nothing but
 * blanks is text.
 */
export const lookAt = (
  rows: readonly (JsonObject | undefined)[],
  name: string,
  place: CellPlace,
): Pick<TableColumn, 'kind' | 'signs'> => {
  const step = kindStep(rows.length)
  const cells = rowsAt(rows, step).map(meaningReader(place))
  const kind = kindOf(cells)
  const areStarts = kind === 'time' && areStartCells(cells, step, true)
  const signs = areStarts ? { areStarts } : kind === 'time' ? undefined : signsOf(name, place.item, cells)
  const gapsBelowMs = place.item === undefined && (kind === 'time' || kind === 'text') ? gapLimitOf(cells) : undefined
  if (gapsBelowMs !== undefined) return { kind, signs: { ...signs, gapsBelowMs } }
  return signs === undefined ? { kind } : { kind, signs }
}

const kindOf = (cells: readonly (Cell | undefined)[]): Column['kind'] => {
  const kinds = new Set<Column['kind'] | null>()
  // After a text, only an object can still change the column's type.
  for (const cell of cells) if (!kinds.has('text') || typeof cell === 'object') kinds.add(cellKind(cell))
  kinds.delete(null)
  if (kinds.has('json')) return 'json'
  const [only = 'text'] = kinds
  return kinds.size === 1 && only !== null ? only : 'text'
}
