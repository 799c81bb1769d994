import type { Cell, ColumnRole, Status, TimeUnit } from '../../preload/contract.ts'
import { placeOfCell, wholeText } from './places.ts'
import { flagOfName, flagValue, type Flag } from './roles/flags.ts'
import { sexOf, type Sex } from './roles/sexWords.ts'
import { cellReader, type TableColumn } from './shape/columns.ts'
import type { JsonObject } from './shape/findRows.ts'
import { splitReader, type Split } from './splits.ts'
import { reasonOfWord, statusOfWord } from './statusWords.ts'
import { cellTimeMs } from './times.ts'

export type { Split } from './splits.ts'

export type PlaceRole = 'place' | 'placeOverall' | 'placeSex' | 'placeCategory'
export type FinishRole = 'result' | 'chipTime' | 'gunTime'
export type TimeRole = 'result' | 'gunTime' | 'chipTime' | 'gap'

/**
 * What the roles of a table's columns make of a row. Every function answers '' or null when the table has no such column or
 * the cell holds nothing readable; nothing is guessed here.
 */
export type FinisherReader = {
  /** The cell of the first column with the role, as received. */
  readonly cell: (row: JsonObject, role: ColumnRole) => Cell
  /** The same as trimmed text; 596.0 is 596 where the role is a whole number. */
  readonly text: (row: JsonObject, role: ColumnRole) => string
  /** The name as received, else last, first and middle name with spaces between. */
  readonly name: (row: JsonObject) => string
  /** A whole number from 1; sentinels for "no place" (0, negative, from 1,000,000 on) are none. */
  readonly place: (row: JsonObject, role?: PlaceRole) => number | null
  readonly timeMs: (row: JsonObject, role?: TimeRole) => number | null
  /**
   * The result if it has one, else chip time, else gun time, or the one asked for; sentinels for "no result" (0, 99:59:59,
   * from 1,000,000 seconds on, nothing but nines) are none.
   */
  readonly finishMs: (row: JsonObject, role?: FinishRole) => number | null
  /** Behind the leader; zero or more, whatever sign it was sent with. */
  readonly gapMs: (row: JsonObject) => number | null
  /**
   * What the body says, in a column of its own, by a flag such as isDnf, or by a word where the result or the place
   * should stand; else OK with a result, on course when it shows a start and no finish, otherwise unknown.
   */
  readonly status: (row: JsonObject) => Status
  /** The body shows that the runner has started, and not that the race is over for them. */
  readonly isOnCourse: (row: JsonObject) => boolean
  /** Null for letters nobody knows, and for those that mean either sex in the header's language. */
  readonly sex: (row: JsonObject) => Sex | null
  /** In years, as received; never reckoned from a birth date. */
  readonly age: (row: JsonObject) => number | null
  /** Of the year, else of the date of birth. */
  readonly birthYear: (row: JsonObject) => number | null
  readonly points: (row: JsonObject) => number | null
  /** One for each point of the course that the table knows, whether passed or not. */
  readonly splits: (row: JsonObject) => readonly Split[]
  readonly has: (role: ColumnRole) => boolean
}

/** Stands for no time in some timing systems. */
const noTimeMs = ((99 * 60 + 59) * 60 + 59) * 1000
/** From here on a number of seconds is a service's way to say that there is none. */
const noTimeSeconds = 1_000_000

/** The cell holds a bare number that stands for no time at all. */
export const isNoTime = (cell: Cell | undefined, unit: TimeUnit | undefined): boolean => {
  if (unit === undefined || (typeof cell !== 'number' && typeof cell !== 'string')) return false
  const text = String(cell).trim()
  return /^9{7,}$/.test(text) || (unit === 's' && Number(text.replace(',', '.')) >= noTimeSeconds)
}

type Found = { readonly column: TableColumn; readonly read: (row: JsonObject) => Cell }

export const finisherReader = (columns: readonly TableColumn[]): FinisherReader => {
  const byRole = foundByRole(columns)
  const splits = splitReader(columns)
  const flag = flagReader(columns)
  const cell = (row: JsonObject, role: ColumnRole): Cell => byRole.get(role)?.read(row) ?? null
  const text = (row: JsonObject, role: ColumnRole): string => {
    const said = textOf(cell(row, role))
    return wholeRoles.has(role) ? wholeText(said) : said
  }
  const timeMs = (row: JsonObject, role: TimeRole = 'result'): number | null => {
    const found = byRole.get(role)
    return found === undefined ? null : cellTimeMs(found.read(row), found.column.unit)
  }
  const finishMs = (row: JsonObject, only?: FinishRole): number | null => {
    for (const role of only === undefined ? finishRoles : [only]) {
      const ms = timeMs(row, role)
      if (ms === null || ms <= 0 || ms === noTimeMs) continue
      if (!isNoTime(cell(row, role), byRole.get(role)?.column.unit)) return ms
    }
    return null
  }
  const said = (row: JsonObject): Status | null => {
    const status = statusOfWord(text(row, 'status'))
    // Some services leave "finished" in place when they disqualify by a flag.
    if (status !== null && status !== 'OK' && status !== 'on course') return status
    for (const reason of reasonFlags) if (flag(row, reason) === true) return reason
    if (status !== null) return status
    for (const role of wordRoles) {
      const value = byRole.get(role)?.read(row)
      const reason = typeof value === 'string' ? reasonOfWord(value.trim()) : null
      if (reason !== null) return reason
    }
    return null
  }
  const isRunning = (row: JsonObject): boolean => {
    if (flag(row, 'on course') === true) return true
    const isFinished = flag(row, 'finished')
    if (isFinished === true || flag(row, 'started') === false) return false
    const hasResult = finishMs(row) !== null
    if (isFinished === false) return flag(row, 'started') === true || hasResult || splits.hasPassed(row)
    return !hasResult && splits.hasPassed(row)
  }
  const status = (row: JsonObject): Status =>
    said(row) ?? (isRunning(row) ? 'on course' : finishMs(row) === null ? 'unknown' : 'OK')
  return {
    cell,
    text,
    name: (row) =>
      text(row, 'name') ||
      [text(row, 'lastName'), text(row, 'firstName'), text(row, 'middleName')].filter((part) => part !== '').join(' '),
    place: (row, role = 'place') => placeOfCell(cell(row, role)),
    timeMs,
    finishMs,
    gapMs: (row) => {
      const ms = timeMs(row, 'gap')
      return ms === null ? null : Math.abs(ms)
    },
    status,
    isOnCourse: (row) => status(row) === 'on course',
    sex: (row) => sexOf(text(row, 'sex'), byRole.get('sex')?.column.name ?? ''),
    age: (row) => wholeWithin(text(row, 'age'), 1, 120),
    birthYear: (row) => wholeWithin(text(row, 'birthYear'), 1900, 2100) ?? yearOfDate(text(row, 'birthDate')),
    points: (row) => numberOf(text(row, 'points')),
    splits: splits.read,
    has: (role) => byRole.has(role),
  }
}

export const wholeRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'bib',
  'age',
  'birthYear',
])
const finishRoles = ['result', 'chipTime', 'gunTime'] as const
const reasonFlags = ['DSQ', 'DNF', 'DNS'] as const
/** Where services write why there is no number. */
const wordRoles = ['result', 'place', 'chipTime', 'gunTime', 'placeOverall', 'placeCategory'] as const

const foundByRole = (columns: readonly TableColumn[]): ReadonlyMap<ColumnRole, Found> => {
  const byRole = new Map<ColumnRole, Found>()
  for (const column of columns) {
    if (column.role === undefined || byRole.has(column.role)) continue
    const read = cellReader(column)
    byRole.set(column.role, { column, read: (row) => read(row) ?? null })
  }
  return byRole
}

/** Columns of yes and no have no role; they are known by their names. */
const flagReader = (columns: readonly TableColumn[]): ((row: JsonObject, flag: Flag) => boolean | null) => {
  const readers = new Map<Flag, (row: JsonObject) => Cell | undefined>()
  for (const column of columns) {
    if (column.role !== undefined || column.split !== undefined) continue
    const flag = flagOfName(column.name)
    if (flag !== null && !readers.has(flag)) readers.set(flag, cellReader(column))
  }
  return (row, flag) => {
    const read = readers.get(flag)
    return read === undefined ? null : flagValue(read(row))
  }
}

const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell).trim()
}

const numberOf = (text: string): number | null =>
  /^-?\d{1,12}(?:[.,]\d{1,30})?$/.test(text) ? Number(text.replace(',', '.')) : null

const wholeWithin = (text: string, least: number, most: number): number | null => {
  const value = numberOf(text)
  return value !== null && Number.isInteger(value) && value >= least && value <= most ? value : null
}

/** Of a date, written either way round. */
export const yearOfDate = (text: string): number | null => {
  const year = /^(\d{4})-\d{2}-\d{2}/.exec(text)?.[1] ?? /^\d{1,2}[./-]\d{1,2}[./-](\d{4})(?!\d)/.exec(text)?.[1]
  return year === undefined ? null : wholeWithin(year, 1900, 2100)
}
