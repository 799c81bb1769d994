import type { Column } from '../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import {
  finishRoles,
  isFinishRole,
  placeRoles,
  type ColumnRole,
  type ColumnUnit,
} from '../../../../preload/contract/roles.ts'
import { isBlank } from '../../columns/rules/cells/blanks.ts'
import { elapsedMs, gapInResultsMs, isDitto } from '../../../kernel/gapTimes.ts'
import { cellDistance, isDistanceUnit, parseDistance, type Distance } from '../../columns/rules/distances.ts'
import { placeOfCell, wholeText } from '../../columns/rules/cells/places.ts'
import { flagOfName, flagValue, reasonValue, type Flag } from '../../columns/rules/cells/flags.ts'
import { sexOf, type Sex } from '../../columns/rules/headers/sexWords.ts'
import { cellReader, meaningReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { splitReader, type Split } from './splits.ts'
import {
  isCodeName,
  isUnknownMark,
  reasonOfWord,
  statusOfGroup,
  statusOfCode,
  statusOfLiveCode,
  statusOfWord,
} from '../../columns/rules/cells/statusWords.ts'
import { gapReader, lapReader, type LapReader } from './gaps.ts'
import { cellTimeMs } from '../../../kernel/times.ts'

export type PlaceRole = (typeof placeRoles)[number]
export type FinishRole = (typeof finishRoles)[number]
export type TimeRole = FinishRole | 'gap'

/**
 * Reads rows by column roles. Every function returns '' or null when the table has no such column or the cell is
 * unreadable; it guesses nothing.
 */
export type FinisherReader = {
  /** The cell of the first column with the role, as received; of two things in it the one that the role is about. */
  readonly cell: (row: JsonObject, role: ColumnRole) => Cell
  /** The same as trimmed text; 596.0 is 596 where the role is a whole number, and marks of nothing such as -- and NA are ''. */
  readonly text: (row: JsonObject, role: ColumnRole) => string
  /**
   * The name as received, else last, first and middle name with spaces between, else what stands in a column that has
   * something only where names are blank.
   */
  readonly name: (row: JsonObject) => string
  /** The name from the column that has one where the name's own is blank; '' elsewhere. */
  readonly otherName: (row: JsonObject) => string
  /** A whole number from 1; sentinels for "no place" (0, negative, from 1,000,000 on) are none. */
  readonly place: (row: JsonObject, role?: PlaceRole) => number | null
  /** The result as received, else the chip time, the gun time, or what stands in a column of results whose unit is open. */
  readonly resultText: (row: JsonObject) => string
  readonly timeMs: (row: JsonObject, role?: TimeRole) => number | null
  /**
   * The result if it has one, else chip time, else gun time, or the one asked for; sentinels for "no result" (0, 99:59:59,
   * from 1,000,000 seconds on, nothing but nines such as 999.999) are none.
   */
  readonly finishMs: (row: JsonObject, role?: FinishRole) => number | null
  /** How far the person came, where the result is not a time: in a 24-hour race, or with fewer laps than others. */
  readonly finishDistance: (row: JsonObject) => Distance | null
  /** It has a time, or a distance in a race by distance, for a result, or a place with a distance or the gap to the first one. */
  readonly hasFinish: (row: JsonObject) => boolean
  /** Behind the leader, also where the gap stands among the results; zero or more, whatever sign it was sent with. */
  readonly gapMs: (row: JsonObject) => number | null
  /** The first row has a time for a result, and others gaps to it in the same column. */
  readonly hasGapsForResults: boolean
  /** As `LapReader`. */
  readonly laps: LapReader
  /**
   * The status in a column, a flag such as isDnf, or a word in place of the result or the place. Otherwise on course
   * when the row says that the runner has not finished and shows a passed point or a running time, OK with a result,
   * else unknown. A row without finish and place is never OK.
   */
  readonly status: (row: JsonObject) => Status
  /** The body shows that the runner has started, and not that the race is over for them. */
  readonly isOnCourse: (row: JsonObject) => boolean
  /** Null for unknown letters, and for those that are ambiguous in the header's language. */
  readonly sex: (row: JsonObject) => Sex | null
  /** In years, as received; never reckoned from a birth date. */
  readonly age: (row: JsonObject) => number | null
  /** Birth year, from the year or the date of birth. */
  readonly birthYear: (row: JsonObject) => number | null
  readonly points: (row: JsonObject) => number | null
  /** One for each point of the course that the table knows, whether passed or not. */
  readonly splits: (row: JsonObject) => readonly Split[]
  readonly has: (role: ColumnRole) => boolean
  /** The times are plain numbers in an unknown unit; none is read. */
  readonly isUnitOpen: boolean
}

/** Stand for no time in some timing systems: 99:59:59 and 999:59:59. */
const noTimesMs: ReadonlySet<number> = new Set([99, 999].map((hours) => ((hours * 60 + 59) * 60 + 59) * 1000))
/** From here on a number of seconds is a service's way to say that there is none. */
const noTimeSeconds = 1_000_000

/** Results in an unknown unit: shown as received, and no times. */
export const isOpenResult = ({ open, split }: Column): boolean => split === undefined && isFinishRole(open?.role)

/** The cell holds a bare number that stands for no time at all. */
export const isNoTime = (cell: Cell | undefined, unit: ColumnUnit | undefined): boolean => {
  if (unit === undefined || (typeof cell !== 'number' && typeof cell !== 'string')) return false
  const text = String(cell).trim()
  return /^(?:9{5,}|9{3,}[.,]9{2,})$/.test(text) || (unit === 's' && Number(text.replace(',', '.')) >= noTimeSeconds)
}

const spaced = (one: string, other: string): string => (one === '' || other === '' ? one + other : `${one} ${other}`)

/** What `work` said of the same row is said again. */
const ofLast = <V>(work: (row: JsonObject) => V): ((row: JsonObject) => V) => {
  let last: { readonly row: JsonObject; readonly value: V } | null = null
  return (row) => {
    if (last?.row !== row) last = { row, value: work(row) }
    return last.value
  }
}

type Found = { readonly column: TableColumn; readonly read: (row: JsonObject) => Cell }

export const finisherReader = (columns: readonly TableColumn[]): FinisherReader => {
  const byRole = foundByRole(columns)
  const splits = splitReader(columns)
  const flag = flagReader(columns)
  const cell = (row: JsonObject, role: ColumnRole): Cell => byRole.get(role)?.read(row) ?? null
  const text = (row: JsonObject, role: ColumnRole): string => {
    const said = textOf(cell(row, role))
    // "NA" may be a Korean name, or Namibia.
    if (!letteredRoles.has(role) && isBlank(said) && !isDitto(said)) return ''
    return wholeRoles.has(role) ? wholeText(said) : said
  }
  const openResult = columns.find(isOpenResult)
  const readOpen = openResult === undefined ? null : meaningReader(openResult)
  const resultText = (row: JsonObject): string =>
    text(row, 'result') || text(row, 'chipTime') || text(row, 'gunTime') || textOf(readOpen?.(row) ?? null)
  const timeMs = (row: JsonObject, role: TimeRole = 'result'): number | null => {
    const found = byRole.get(role)
    if (found === undefined) return null
    const cell = found.read(row)
    if (role !== 'gap') return elapsedMs(cell, found.column)
    if (found.column.signs?.gapsBelowMs === undefined) return cellTimeMs(cell, found.column.unit)
    return gapInResultsMs(cell, found.column)
  }
  const finishMs = (row: JsonObject, only?: FinishRole): number | null => {
    for (const role of only === undefined ? finishRoles : [only]) {
      const ms = timeMs(row, role)
      if (ms === null || ms <= 0 || noTimesMs.has(ms)) continue
      if (!isNoTime(cell(row, role), byRole.get(role)?.column.unit)) return ms
    }
    return null
  }
  const ownName = (row: JsonObject): string =>
    text(row, 'name') || spaced(spaced(text(row, 'lastName'), text(row, 'firstName')), text(row, 'middleName'))
  const otherName = otherNameReader(columns, byRole)
  const code = codeReader(columns)
  const gaps = gapReader(columns)
  const isOnLap = lapFlagReader(columns)
  const hasPunched = timeReader(columns, punchName)
  const hasArrived = timeReader(columns, arrivalName)
  const groupedAs = groupReader(columns)
  const finishDistance = (row: JsonObject): Distance | null => {
    const distance =
      finishMs(row) === null ? cellDistance(cell(row, 'result'), byRole.get('result')?.column.unit) : null
    if (distance === null || distance.value === 0) return null
    const isBehind = gaps !== null && distance.unit === 'laps' && distance.value > 0
    return isBehind ? { ...distance, value: -distance.value } : distance
  }
  const isByDistance = isDistanceUnit(byRole.get('result')?.column.unit)
  const isRanked = placeRoles.some((role) => byRole.has(role))
  const hasPlace = (row: JsonObject): boolean => placeRoles.some((role) => placeOfCell(cell(row, role)) !== null)
  /** As in motor racing, whose statuses are Finished, +1 Lap and Engine. */
  const isLapped = (row: JsonObject): boolean => {
    const said = parseDistance(text(row, 'status'))
    return said !== null && said.unit === 'laps' && said.value < 0
  }
  // A status asks it twice, and whoever counts finishers once more.
  /** Among times a distance says how far somebody came who gave up, unless that has a place. */
  const isFarEnough = (row: JsonObject): boolean => {
    const distance = finishDistance(row)
    return distance !== null && (isByDistance || distance.value < 0 || hasPlace(row))
  }
  const hasFinish = ofLast(
    (row: JsonObject) =>
      finishMs(row) !== null ||
      isFarEnough(row) ||
      (gaps?.isFinish(row) === true && (hasPlace(row) || !isRanked)) ||
      (isLapped(row) && hasPlace(row)),
  )
  const isStartList = columns.some(({ signs }) => signs?.areStarts) && !columns.some(({ open }) => open !== undefined)
  const knowsFinish = isStartList || [...finishRoles, ...placeRoles].some((role) => byRole.has(role))
  const said = (row: JsonObject): Status | null => {
    const status = statusOfWord(text(row, 'status'))
    // Some services keep "finished" when a flag disqualifies.
    if (status !== null && status !== 'OK' && status !== 'on course') return status
    for (const reason of reasonFlags) if (flag(row, reason) === true) return reason
    const coded = code(row)
    if (coded !== null && coded !== 'OK' && coded !== 'on course') return coded
    for (const role of wordRoles) {
      const value = byRole.get(role)?.read(row)
      const reason = typeof value === 'string' ? reasonOfWord(value.trim()) : null
      if (reason !== null) return reason
    }
    const grouped = groupedAs(row) ?? (flag(row, 'NC') === true ? 'NC' : null)
    if (grouped !== null) return grouped
    // A status shared by all rows does not make a finisher, nor do starts.
    return status === 'OK' && knowsFinish && !hasFinish(row) && !hasPlace(row) ? null : status
  }
  const isRunning = (row: JsonObject): boolean => {
    const isFinished = flag(row, 'finished')
    if (isFinished === true || flag(row, 'finisher') !== null) return false
    if (flag(row, 'on course') === true) return true
    const hasStarted = flag(row, 'started')
    if (hasStarted === false) return false
    if (isFinished === false) {
      return (
        hasFinish(row) ||
        (!flag.isSettled('finished') && (hasStarted === true || splits.hasPassed(row) || isOnLap(row)))
      )
    }
    // "OK" with a passed split and no finish means still on the course: people who gave up have another code. A relay leg has
    // a time of its own.
    return code.isOpen(row) && !hasFinish(row) && !hasArrived(row) && (splits.hasPassed(row) || hasPunched(row))
  }
  const status = (row: JsonObject): Status =>
    said(row) ??
    (isRunning(row)
      ? 'on course'
      : hasFinish(row) && flag(row, 'finisher') !== false && !markRoles.some((role) => isUnknownMark(cell(row, role)))
        ? 'OK'
        : 'unknown')
  return {
    cell,
    text,
    name: (row) => ownName(row) || otherName(row),
    otherName: (row) => (ownName(row) === '' ? otherName(row) : ''),
    place: (row, role = 'place') => placeOfCell(cell(row, role)),
    resultText,
    timeMs,
    finishMs,
    finishDistance,
    hasFinish,
    gapMs: (row) => {
      const ms = timeMs(row, 'gap') ?? gaps?.ms(row) ?? null
      // A leader may have their time there.
      return ms === null || ms === finishMs(row) ? null : Math.abs(ms)
    },
    hasGapsForResults: gaps?.areAmongResults === true,
    laps: lapReader(columns),
    status,
    isOnCourse: (row) => status(row) === 'on course',
    sex: (row) => sexOf(text(row, 'sex'), byRole.get('sex')?.column.name ?? ''),
    age: (row) => wholeWithin(text(row, 'age'), 1, 120),
    birthYear: (row) => wholeWithin(text(row, 'birthYear'), 1900, 2100) ?? yearOfDate(text(row, 'birthDate')),
    points: (row) => pointsOf(text(row, 'points')),
    splits: splits.read,
    has: (role) => byRole.has(role),
    isUnitOpen: columns.some(({ open }) => open !== undefined),
  }
}

const letteredRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'name',
  'firstName',
  'lastName',
  'middleName',
  'country',
  'region',
])
const wholeRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'bib',
  'age',
  'birthYear',
])
const reasonFlags = ['DSQ', 'DNF', 'DNS'] as const
const markRoles = ['result', 'place', 'placeOverall'] as const
/** Columns where services write a reason instead of a number. */
const wordRoles = [
  'result',
  'place',
  'chipTime',
  'gunTime',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'gap',
] as const

const foundByRole = (columns: readonly TableColumn[]): ReadonlyMap<ColumnRole, Found> => {
  const byRole = new Map<ColumnRole, Found>()
  for (const column of columns) {
    if (column.role === undefined || byRole.has(column.role)) continue
    const read = meaningReader(column)
    byRole.set(column.role, { column, read: (row) => read(row) ?? null })
  }
  return byRole
}

/** A column of places or the like is not a name, even if it is filled where names are blank. */
const otherRoles: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole | undefined>([undefined, 'team'])

const otherNameReader = (
  columns: readonly TableColumn[],
  byRole: ReadonlyMap<ColumnRole, Found>,
): ((row: JsonObject) => string) => {
  const named = (byRole.get('name') ?? byRole.get('lastName'))?.column
  const column = named && columns.find(({ role, signs }) => signs?.fills === named.name && otherRoles.has(role))
  if (column === undefined) return () => ''
  const read = meaningReader(column)
  // "Last, " without a first name.
  return (row) => textOf(read(row) ?? null).replace(/(?<![\s,])[\s,]+$/, '')
}

/** The flag in a column without a role; null unless its cells are yes or no. */
export const flagOfColumn = ({ name, role, split, of, ...column }: Column | TableColumn): Flag | null => {
  if (role !== undefined || split !== undefined || of !== undefined) return null
  return 'signs' in column && column.signs?.flag === 'odd' ? null : flagOfName(name)
}

type FlagReader = {
  (row: JsonObject, flag: Flag): boolean | null
  /** Nearly all rows say yes, so that a no does not mean "on course". */
  readonly isSettled: (flag: Flag) => boolean
}

/** Columns of yes and no have no role; they are known by their names and cells. */
const flagReader = (columns: readonly TableColumn[]): FlagReader => {
  const readers = new Map<
    Flag,
    { readonly column: TableColumn; readonly read: (row: JsonObject) => Cell | undefined }
  >()
  for (const column of columns) {
    const flag = flagOfColumn(column)
    if (flag !== null && !readers.has(flag)) readers.set(flag, { column, read: cellReader(column) })
  }
  const read = (row: JsonObject, flag: Flag): boolean | null => {
    const found = readers.get(flag)
    return found === undefined ? null : reasonValue(flag, found.read(row))
  }
  return Object.assign(read, { isSettled: (flag: Flag) => readers.get(flag)?.column.signs?.flag === 'mostly-yes' })
}

/** Some lap says that the runner is on it. */
const lapFlagReader = (columns: readonly TableColumn[]): ((row: JsonObject) => boolean) => {
  const readers = columns
    .filter(({ split }) => split !== undefined && flagOfName(split.field) === 'on lap')
    .map((column) => cellReader(column))
  return (row) => readers.some((read) => flagValue(read(row)) === true)
}

const punchName = /^(?:punch|stempel|stämpling|poinçon|leima)\s?\d+$/i
const arrivalName = /^(?:finish|ziel|mål|arrivée|maali|time|zeit|tid|temps|aika)$/i

/** Some column of an OE or OS table with such a name has a time, whatever its role. */
const timeReader = (columns: readonly TableColumn[], names: RegExp): ((row: JsonObject) => boolean) => {
  const readers = columns.filter(({ name }) => names.test(name)).map((column) => cellReader(column))
  return (row) => readers.some((read) => (cellTimeMs(read(row), undefined) ?? 0) > 0)
}

/** Reads a status from a group such as "DNF" or "Disqualified". */
const groupReader = (columns: readonly TableColumn[]): ((row: JsonObject) => Status | null) => {
  const readers = columns.filter(isGroup).map((column) => cellReader(column))
  return (row) => {
    for (const read of readers) {
      const cell = read(row)
      const status = typeof cell === 'string' ? statusOfGroup(cell.trim()) : null
      if (status !== null) return status
    }
    return null
  }
}

const isGroup = ({ name, role, split }: TableColumn): boolean =>
  split === undefined && (role === 'ageGroup' || (role === undefined && /^group(?: \d)?(?:\.name)?$/.test(name)))

type CodeReader = {
  (row: JsonObject): Status | null
  /** The codes of the runner and of the team say neither that they are out nor that they have not started. */
  readonly isOpen: (row: JsonObject) => boolean
}

/** The codes of OE and OS in a column of their own; of LiveResultat, whose status is beside the gap. */
const codeReader = (columns: readonly TableColumn[]): CodeReader => {
  const isOfProgram = columns.some(({ name }) => programMark.test(name))
  const own = columns.filter((column) => isCodeColumn(column) || (isOfProgram && isStatusColumn(column)))
  const coded = own.length > 0 ? own : columns.filter((column) => isLiveCode(column, columns)).slice(0, 1)
  const readers = coded.map(cellReader)
  const statusOf = own.length > 0 ? statusOfCode : statusOfLiveCode
  const read = (row: JsonObject): Status | null => statusOf(readers[0]?.(row) ?? null)
  const isOpen = (row: JsonObject): boolean =>
    readers.length > 0 &&
    readers.every((one) => {
      const status = statusOf(one(row) ?? null)
      return status === 'OK' || status === 'on course'
    })
  return Object.assign(read, { isOpen })
}

/** The first header cell of their files; the Swedish ones call the codes "Status". */
const programMark = /^O[ES]\d{4}[a-z]?$/
const isStatusColumn = ({ name, split }: TableColumn): boolean => split === undefined && name === 'Status'

/** A column of OE's or OS's codes. */
export const isCodeColumn = ({ name, role, split }: TableColumn | Column): boolean =>
  split === undefined && (role === undefined || role === 'status') && isCodeName(name)

const isLiveCode = ({ name, role, split }: TableColumn, columns: readonly TableColumn[]): boolean =>
  split === undefined &&
  (role === undefined || role === 'status') &&
  /(?:^|\.)status$/.test(name) &&
  columns.some((column) => column.name === name.replace(/status$/, 'timeplus'))

const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell).trim()
}

const numberOf = (text: string): number | null =>
  /^-?\d{1,12}(?:[.,]\d{1,30})?$/.test(text) ? Number(text.replace(',', '.')) : null

/** Also of a text such as 1500 pts. */
const pointsOf = (text: string): number | null => {
  const distance = parseDistance(text)
  return distance?.unit === 'points' ? distance.value : numberOf(text)
}

const wholeWithin = (text: string, least: number, most: number): number | null => {
  const value = numberOf(text)
  return value !== null && Number.isInteger(value) && value >= least && value <= most ? value : null
}

/** Year of a date in either order. */
export const yearOfDate = (text: string): number | null => {
  const year = /^(\d{4})-\d{2}-\d{2}/.exec(text)?.[1] ?? /^\d{1,2}[./-]\d{1,2}[./-](\d{4})(?!\d)/.exec(text)?.[1]
  return year === undefined ? null : wholeWithin(year, 1900, 2100)
}
