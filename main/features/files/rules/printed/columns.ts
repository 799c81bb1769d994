import type { Column } from '../../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../../preload/contract/ids.ts'
import type { Status } from '../../../../../preload/contract/results.ts'
import { finishRoles, isFinishRole, type ColumnRole } from '../../../../../preload/contract/roles.ts'
import { clockText } from '../../../../kernel/text/clockText.ts'
import { cellText } from '../../../../kernel/text/cellText.ts'
import { cellDistance } from '../../../columns/rules/distances.ts'
import { isNoTime, isOpenResult, type FinisherReader } from '../../../results/rules/finisher.ts'
import type { JsonObject } from '../../../columns/rules/body/json.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'
import type { PageWords } from './words.ts'

/** A column of a page for people. */
export type PageColumn = {
  readonly header: string
  /** As the body calls it. */
  readonly name: string
  readonly isNumeric: boolean
  /** Too much for paper: on the screen only. */
  readonly isExtra: boolean
  /** Left out on a phone until the reader unfolds it. */
  readonly isFolded: boolean
  readonly text: (cells: readonly (Cell | undefined)[], row: JsonObject) => string
}

/** The usual order of a results list; other columns follow as received. */
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

const rankOf = (column: Column, isFirst: boolean): number => {
  const { role, split } = column
  if (isOpenResult(column)) return order.indexOf('result')
  const at = role === undefined || split !== undefined || !isFirst ? -1 : order.indexOf(role)
  if (at >= 0) return at
  return role === 'split' || role === 'lap' ? order.length : order.length + 1
}

/** The columns as places in what was given, in the usual order of a results list. */
export const inUsualOrder = (columns: readonly Column[]): readonly number[] => {
  const seen = new Set<ColumnRole>()
  const ranks = columns.map((column) => {
    const { role, split } = column
    const isFirst = role !== undefined && split === undefined && !seen.has(role)
    if (isFirst) seen.add(role)
    return rankOf(column, isFirst)
  })
  return [...columns.keys()].toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
}

/** Place, name, club and one time stand beside each other on a phone. */
const isForPhones = (role: ColumnRole, seen: ReadonlySet<ColumnRole>): boolean =>
  phoneRoles.has(role) ||
  role === finishRoles.find((finish) => seen.has(finish)) ||
  (role === 'team' && !seen.has('club'))

const phoneRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['place', 'name', 'lastName', 'firstName', 'club'])

const isPartOfName = (role: ColumnRole | undefined): boolean =>
  role === 'lastName' || role === 'firstName' || role === 'middleName'

export type PlannedTable = {
  readonly columns: readonly Column[]
  readonly reader: FinisherReader
  /** The user chose these columns in this order: all of them go on paper. */
  readonly areChosen: boolean
  /** Heads are the names that the service gives. */
  readonly areNamesKept?: boolean
  /** Names of columns that say nothing new. */
  readonly leftOut: ReadonlySet<string>
  readonly birthDates: 'full' | 'year'
}

/** How the columns of a results table stand on a page. */
export const planColumns = (table: PlannedTable, words: PageWords): readonly PageColumn[] => {
  const { columns, areChosen, areNamesKept = false } = table
  const seen = new Set<ColumnRole>()
  const placed = columns.map((column, at) => {
    const { role, split } = column
    const isFirst = role !== undefined && split === undefined && !seen.has(role)
    if (isFirst) seen.add(role)
    return { column, at, isFirst, rank: areChosen ? 0 : rankOf(column, isFirst) }
  })
  const isKnown = placed.some(({ column: { role, split } }) => role !== undefined && split === undefined)
  const finish = finishRoles.find((role) => seen.has(role))
  // Columns without a meaning stay out unless chosen, or nothing else is known.
  const meant = placed.filter(
    ({ column }) =>
      !table.leftOut.has(column.name) && (areChosen || !isKnown || column.role !== undefined || isOpenResult(column)),
  )
  const sorted = meant.toSorted((a, b) => a.rank - b.rank)
  const names = areChosen ? [] : sorted.filter(({ column, isFirst }) => isFirst && isPartOfName(column.role))
  const [lead, ...parts] = names[0]?.column.role === 'lastName' ? names : []
  const planned = sorted.flatMap(({ column, at, isFirst, rank }): PageColumn | readonly PageColumn[] => {
    if (parts.some((part) => part.at === at)) return []
    const tells =
      !isFirst || column.role === undefined ? null : column.role === finish ? 'finish' : told.get(column.role)
    const text = cellWriter(column, at, tells ?? null, table.reader, words)
    const rest = lead?.at === at ? parts.map((part) => cellWriter(part.column, part.at, null, table.reader, words)) : []
    return {
      header: areNamesKept
        ? column.name
        : rest.length > 0
          ? words.roles.name
          : headerOf(column, isFirst, table.birthDates, words),
      name: column.name,
      isNumeric:
        column.kind === 'number' || column.kind === 'time' || (column.role !== undefined && numeric.has(column.role)),
      isExtra: !areChosen && isKnown && rank >= order.length,
      isFolded: isKnown && !(isFirst && column.role !== undefined && isForPhones(column.role, seen)),
      text: (cells, row) =>
        [text, ...rest]
          .map((one) => one(cells, row))
          .filter((one) => one !== '')
          .join(' '),
    }
  })
  if (seen.has('status')) return planned
  const lastTime = sorted.findLastIndex(({ column: { role }, isFirst }) => isFirst && isFinishRole(role))
  const lastKnown = sorted.findLastIndex(({ rank }) => rank < order.length)
  const behind = areChosen ? lastTime : lastKnown
  return planned.toSpliced(behind < 0 ? planned.length : behind + 1, 0, addedStatus(table.reader, words))
}

/** Roles of cells that depend on the status of their row. */
type Told = 'status' | 'finish' | 'rank'

const told: ReadonlyMap<ColumnRole, Told> = new Map<ColumnRole, Told>([
  ['status', 'status'],
  ['place', 'rank'],
  ['placeOverall', 'rank'],
  ['placeSex', 'rank'],
  ['placeCategory', 'rank'],
  ['gap', 'rank'],
])

/** For tables whose statuses are in other words or flags, or in a column that was not chosen. */
const addedStatus = (reader: FinisherReader, words: PageWords): PageColumn => ({
  header: words.roles.status,
  name: words.roles.status,
  isNumeric: false,
  isExtra: false,
  // The finish column says DSQ, DNF and DNS itself.
  isFolded: true,
  text: (_, row) => statusText(reader, row, words),
})

/** '' for people with a result: the result already shows that they finished. */
const statusText = (reader: FinisherReader, row: JsonObject, words: PageWords): string => {
  const status = reader.status(row)
  return status === 'OK' && reader.hasFinish(row) ? '' : words.statuses[status]
}

/** Columns of a table that holds no results. */
export const plainColumns = (columns: readonly Column[]): readonly PageColumn[] =>
  columns.map(({ name, kind }, at) => ({
    header: name,
    name,
    isNumeric: kind === 'number' || kind === 'time',
    isExtra: false,
    isFolded: false,
    text: (cells) => cellText(cells[at]),
  }))

/** Heads of a table's columns in the words of a file's language; no two the same. */
export const columnHeads = (
  columns: readonly Column[],
  words: PageWords,
  birthDates: 'full' | 'year',
): readonly string[] => {
  const seen = new Set<ColumnRole>()
  const heads = columns.map((column) => {
    const { role, split } = column
    const isFirst = role !== undefined && split === undefined && !seen.has(role)
    if (isFirst) seen.add(role)
    return headerOf(column, isFirst, birthDates, words)
  })
  const counts = Map.groupBy(heads, (head) => head)
  return heads.map((head, at) => (counts.get(head)?.length === 1 ? head : `${head} (${columns[at]?.name})`))
}

const headerOf = (
  { name, label, role, split }: Column,
  isFirst: boolean,
  birthDates: 'full' | 'year',
  words: PageWords,
): string => {
  if (split !== undefined) {
    if (role === 'split') return split.label
    return role === 'lap' ? words.lap(split.label) : `${split.label} · ${words.field(split.field) ?? split.field}`
  }
  if (name === 'distance' && label === undefined) return words.distance
  if (name === 'category' && label === undefined) return words.category
  if (name === 'categories' && label === undefined) return words.categories
  if (role === undefined || !isFirst || role === 'split' || role === 'lap') return label ?? words.field(name) ?? name
  return words.roles[role === 'birthDate' && birthDates === 'year' ? 'birthYear' : role]
}

/** With these statuses a time would read as a result. */
const timeless: ReadonlySet<Status> = new Set<Status>(['DSQ', 'DNF', 'DNS'])
/** With these statuses a place is a leftover. */
const unranked: ReadonlySet<Status> = new Set<Status>([...timeless, 'OTL', 'NC'])

/**
 * Status words stand in the status column, and instead of a finish time that is missing or does not count; people without a
 * place have no place and no gap here.
 */
const cellWriter = (
  { unit }: Column,
  at: number,
  tells: Told | null,
  reader: FinisherReader,
  words: PageWords,
): PageColumn['text'] => {
  const asText = (cell: Cell | undefined): string => (unit === undefined ? cellText(cell) : timeText(cell, unit))
  if (tells === null) return (cells) => asText(cells[at])
  if (tells === 'status') {
    return (cells, row) => {
      const isFinished = reader.status(row) === 'OK' && reader.hasFinish(row)
      return isFinished ? '' : statusText(reader, row, words) || asText(cells[at])
    }
  }
  if (tells === 'rank') {
    return (cells, row) => {
      const said = asText(cells[at])
      return /\d/.test(said) && unranked.has(reader.status(row)) ? '' : said
    }
  }
  return (cells, row) => {
    const said = asText(cells[at])
    const status = reader.status(row)
    if (status === 'OK') return said
    const isResult = cellTimeMs(cells[at], unit) !== null || cellDistance(cells[at], unit) !== null
    const isMisleading = isResult && (timeless.has(status) || !reader.hasFinish(row))
    if (!isMisleading && said.trim() !== '') return said
    // The codes that every list of results uses, as short as a time; the status column has the words.
    return timeless.has(status) ? status : words.statuses[status] || said
  }
}

/** Numbers of seconds become a clock; a number that stands for no time becomes nothing. */
const timeText = (cell: Cell | undefined, unit: NonNullable<Column['unit']>): string => {
  const text = cellText(cell)
  if (isNoTime(cell, unit)) return ''
  const ms = /^\s*[+\-−]?\d+(?:[.,]\d+)?\s*$/.test(text) ? cellTimeMs(cell, unit) : null
  return ms === null ? text : clockText(ms)
}
