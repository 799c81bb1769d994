import { isBlank } from '../cells/blanks.ts'
import { readName } from '../headers/readName.ts'
import { parseTimeMs } from '../../../../kernel/times.ts'
import type { TextRecord } from './textRecords.ts'

/** Whether a line goes on with the row above it; `lead`: the first cell that such lines have. */
type Continued = ((line: TextRecord | undefined) => boolean) & { readonly lead: number }
type Rows = { readonly names: readonly string[]; readonly rows: readonly TextRecord[] }

const leadOf = ({ cells }: TextRecord): number => cells.findIndex((cell) => cell.trim() !== '')

/** A further line leaves at least so many cells blank that other lines fill. */
const leastIndent = 3
/** Leg times take a line or two; in a longer run of such lines each stays a row. */
const mostFurther = 20

/** Times at points, with places or without. */
const holdsFigures = ({ cells }: TextRecord): boolean => cells.every((cell) => /\d/.test(cell) || isBlank(cell))

/**
 * Finds the second lines of rows: leg times below the result, in a line whose cells before them are blank. Null where a table
 * has none: they follow a third of the rows at least, never stand first and never in long runs, and their times are parts of
 * those above them. People without a name or a place have times of their own.
 */
export const continuationsOf = (sections: readonly Rows[]): Continued | null => {
  const leads = sections.flatMap(({ rows }) => rows.map(leadOf))
  const first = leads.toSorted((a, b) => a - b)[Math.floor(leads.length / 10)] ?? 0
  const isIndented = (line: TextRecord): boolean => leadOf(line) >= first + leastIndent && holdsFigures(line)
  if (sections.some(({ rows: [row] }) => row !== undefined && isIndented(row))) return null
  const further = sections.flatMap(({ names, rows }) => furtherLines(rows, names, isIndented))
  if (further.length === 0 || further.length * 3 < leads.length - further.length) return null
  if (further.some(({ run, isSomebody }) => run > mostFurther || isSomebody)) return null
  if (!areParts(further)) return null
  const lead = further.reduce((least, { line }) => Math.min(least, leadOf(line)), Infinity)
  return Object.assign((line: TextRecord | undefined) => line !== undefined && isIndented(line), { lead })
}

type Further = {
  readonly line: TextRecord
  readonly main: TextRecord
  /** Lines below the same main line so far. */
  readonly run: number
  /** It has a bib or a name. */
  readonly isSomebody: boolean
}

const furtherLines = (
  rows: readonly TextRecord[],
  names: readonly string[],
  isIndented: (line: TextRecord) => boolean,
): readonly Further[] => {
  const own = names.flatMap((name, place) => (isOfPerson(name) ? [place] : []))
  const found: Further[] = []
  let main: TextRecord | undefined
  let run = 0
  for (const line of rows) {
    run = isIndented(line) ? run + 1 : 0
    if (run === 0 || main === undefined) main = line
    else found.push({ line, main, run, isSomebody: own.some((place) => (line.cells[place] ?? '').trim() !== '') })
  }
  return found
}

const personRoles: ReadonlySet<string> = new Set(['bib', 'name', 'firstName', 'lastName'])
const isOfPerson = (name: string): boolean =>
  readName(name).claims.some(({ role, strength }) => strength >= 0.7 && personRoles.has(role))

/** The time of a cell, also of "63:29(1)"; NaN without one. */
const timeIn = (cell: string): number =>
  parseTimeMs(/^\s*\d{1,4}(?::\d{2}){1,2}(?:[.,]\d{1,3})?(?!\d)/.exec(cell)?.[0] ?? '') ?? Number.NaN

/** Sums of rounded times are off by so much. */
const roundingMs = 1_500

/**
 * Nearly all times of the further lines are differences of those above them, or the other way round, or much shorter, as paces
 * are. Where nothing stands above them, they are no longer than the time of the whole.
 */
const areParts = (further: readonly Further[]): boolean => {
  const counts = { pairs: 0, parts: 0, alone: 0, within: 0 }
  for (const { line, main } of further) count(line.cells.map(timeIn), main.cells.map(timeIn), counts)
  if (counts.pairs > 0) return counts.parts * 10 >= counts.pairs * 8
  return counts.alone > 0 && counts.within * 10 >= counts.alone * 9
}

const count = (
  own: readonly number[],
  above: readonly number[],
  counts: { pairs: number; parts: number; alone: number; within: number },
): void => {
  const longest = above.reduce((most, ms) => (ms > most ? ms : most), 0)
  let before = { own: 0, above: 0 }
  for (const [place, ms] of own.entries()) {
    const whole = above[place] ?? Number.NaN
    if (Number.isNaN(ms)) {
      if (!Number.isNaN(whole)) before = { ...before, above: whole }
    } else if (Number.isNaN(whole)) {
      counts.alone += 1
      if (ms <= longest) counts.within += 1
    } else {
      // The first leg equals the time so far.
      if (Math.abs(ms - whole) > roundingMs) {
        counts.pairs += 1
        const isLeg = Math.abs(whole - before.above - ms) <= roundingMs
        const isSum = Math.abs(ms - before.own - whole) <= roundingMs
        if (isLeg || isSum || ms * 2 <= whole) counts.parts += 1
      }
      before = { own: ms, above: whole }
    }
  }
}
