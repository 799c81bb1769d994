import type { Cell, Column, ColumnRole, Status } from '../../../preload/contract.ts'
import { clockText } from '../clockText.ts'
import { cellText } from '../csv.ts'
import { isNoTime, type FinisherReader } from '../finisher.ts'
import type { JsonObject } from '../shape/findRows.ts'
import { cellTimeMs } from '../times.ts'
import type { PageWords } from './words.ts'

/** A column of a page for people. */
export type PageColumn = {
  readonly header: string
  /** As the body calls it. */
  readonly name: string
  readonly isNumeric: boolean
  /** Too much for paper: on the screen only. */
  readonly isExtra: boolean
  readonly text: (cells: readonly (Cell | undefined)[], row: JsonObject) => string
}

/** The order in which a results list is read; what is not here stands behind, as received. */
const order: readonly ColumnRole[] = [
  'place',
  'bib',
  'name',
  'lastName',
  'firstName',
  'middleName',
  'sex',
  'birthDate',
  'birthYear',
  'age',
  'ageGroup',
  'country',
  'region',
  'city',
  'club',
  'team',
  'chipTime',
  'gunTime',
  'result',
  'gap',
  'pace',
  'points',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'status',
]

const numeric: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'age',
  'birthYear',
  'points',
  'pace',
  'result',
  'gunTime',
  'chipTime',
  'gap',
  'split',
  'lap',
])

const rankOf = ({ role, split }: Column, isFirst: boolean): number => {
  const at = role === undefined || split !== undefined || !isFirst ? -1 : order.indexOf(role)
  if (at >= 0) return at
  return role === 'split' || role === 'lap' ? order.length : order.length + 1
}

export type PlannedTable = {
  readonly columns: readonly Column[]
  readonly reader: FinisherReader
  /** The user chose these columns in this order: all of them go on paper. */
  readonly areChosen: boolean
  readonly birthDates: 'full' | 'year'
}

/** How the columns of a results table stand on a page. */
export const planColumns = (table: PlannedTable, words: PageWords): readonly PageColumn[] => {
  const { columns, areChosen } = table
  const seen = new Set<ColumnRole>()
  const placed = columns.map((column, at) => {
    const { role, split } = column
    const isFirst = role !== undefined && split === undefined && !seen.has(role)
    if (isFirst) seen.add(role)
    return { column, at, isFirst, rank: areChosen ? 0 : rankOf(column, isFirst) }
  })
  const hasStatus = seen.has('status')
  const isKnown = placed.some(({ rank }) => rank < order.length)
  return placed
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column, at, isFirst, rank }) => ({
      header: headerOf(column, isFirst, table, words),
      name: column.name,
      isNumeric:
        column.kind === 'number' || column.kind === 'time' || (column.role !== undefined && numeric.has(column.role)),
      isExtra: !areChosen && isKnown && rank >= order.length,
      text: cellWriter(column, at, isFirst && !(column.role === 'result' && hasStatus), table.reader, words),
    }))
}

/** Columns of a table that holds no results. */
export const plainColumns = (columns: readonly Column[]): readonly PageColumn[] =>
  columns.map(({ name, kind }, at) => ({
    header: name,
    name,
    isNumeric: kind === 'number' || kind === 'time',
    isExtra: false,
    text: (cells) => cellText(cells[at]),
  }))

const headerOf = (
  { name, role, split }: Column,
  isFirst: boolean,
  { birthDates }: PlannedTable,
  words: PageWords,
): string => {
  if (split !== undefined) {
    if (role === 'split') return split.label
    return role === 'lap' ? words.lap(split.label) : `${split.label} · ${split.field}`
  }
  if (role === undefined || !isFirst || role === 'split' || role === 'lap') return name
  return words.roles[role === 'birthDate' && birthDates === 'year' ? 'birthYear' : role]
}

/** Status words stand where the body says why there is no result: in its column, else in place of the result. */
const cellWriter = (
  { role, unit }: Column,
  at: number,
  tellsStatus: boolean,
  reader: FinisherReader,
  words: PageWords,
): PageColumn['text'] => {
  const asText = (cell: Cell | undefined): string => (unit === undefined ? cellText(cell) : timeText(cell, unit))
  if (tellsStatus && role === 'status') {
    return (cells, row) => {
      const status = reader.status(row)
      // Who has a result has finished: a list says that once.
      if (status === 'OK' && reader.finishMs(row) !== null) return ''
      return words.statuses[status] || asText(cells[at])
    }
  }
  if (!tellsStatus || role !== 'result') return (cells) => asText(cells[at])
  return (cells, row) => {
    if (reader.finishMs(row, 'result') !== null) return asText(cells[at])
    const status: Status = reader.status(row)
    const said = asText(cells[at])
    const isSilent = said.trim() === '' || cellTimeMs(cells[at], unit) !== null
    return isSilent && status !== 'OK' ? words.statuses[status] || said : said
  }
}

/** Numbers of seconds become a clock; a number that stands for no time becomes nothing. */
const timeText = (cell: Cell | undefined, unit: NonNullable<Column['unit']>): string => {
  const text = cellText(cell)
  if (isNoTime(cell, unit)) return ''
  const ms = /^\s*[+\-−]?\d+(?:[.,]\d+)?\s*$/.test(text) ? cellTimeMs(cell, unit) : null
  return ms === null ? text : clockText(ms)
}
