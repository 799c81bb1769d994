import type { TextRecord } from './textRecords.ts'

/** Whether a line goes on with the row above it; `lead`: the first cell that such lines have. */
export type Continued = ((line: TextRecord | undefined) => boolean) & { readonly lead: number }

const leadOf = ({ cells }: TextRecord): number => cells.findIndex((cell) => cell.trim() !== '')

/** A further line leaves at least so many cells blank that other lines fill. */
const leastIndent = 3

/** Times at points, with places or without. */
const holdsFigures = ({ cells }: TextRecord): boolean =>
  cells.every((cell) => cell.trim() === '' || /\d/.test(cell) || /^[\s\-–—.]*$/.test(cell))

/**
 * Finds the second lines of rows: leg times below the result, in a line whose cells before them are blank. Null where a table
 * has none: they follow a third of the rows at least, and never stand first.
 */
export const continuationsOf = (sections: readonly (readonly TextRecord[])[]): Continued | null => {
  const leads = sections.flatMap((rows) => rows.map(leadOf))
  const first = leads.toSorted((a, b) => a - b)[Math.floor(leads.length / 10)] ?? 0
  const isIndented = (line: TextRecord): boolean => leadOf(line) >= first + leastIndent && holdsFigures(line)
  if (sections.some(([row]) => row !== undefined && isIndented(row))) return null
  const further = sections.flatMap((rows) => rows.filter(isIndented))
  if (further.length === 0 || further.length * 3 < leads.length - further.length) return null
  const lead = further.reduce((least, line) => Math.min(least, leadOf(line)), Infinity)
  return Object.assign((line: TextRecord | undefined) => line !== undefined && isIndented(line), { lead })
}
