import { isBlankCell } from '../cells/blanks.ts'
import type { JsonObject } from '../body/json.ts'
import { cellReader, rowsAt, type TableColumn } from './columns.ts'

/** Rows in which one of the two must be blank, and as many in which the other must be. */
const fewestRows = 2

/** Step between the rows that are looked at for columns of two things and for columns that fill each other. */
export const partStep = (rows: number): number => Math.max(1, Math.floor(rows / 48))

/**
 * Two columns of texts of which each holds something just where the other is blank know of one another, as `fills` of their
 * signs: a name in its own script beside names in Latin letters, a team beside single runners. By some of the rows;
 * `gaps` names the columns of texts that have blanks.
 */
export const withFilling = (
  columns: readonly TableColumn[],
  rows: readonly (JsonObject | undefined)[],
  gaps: ReadonlySet<string>,
): readonly TableColumn[] => {
  // At the step of columns' parts, so that a later body's changed rows tell the same.
  const looked = rowsAt(rows, partStep(rows.length))
  const texts = columns
    .filter(({ name, split, of }) => gaps.has(name) && split === undefined && of === undefined)
    .map((column) => ({ column, isFilled: looked.map(cellReader(column)).map((cell) => !isBlankCell(cell)) }))
    .filter(({ isFilled }) => isFilled.includes(false) && isFilled.includes(true))
  if (texts.length < 2) return columns
  const fills = new Map<TableColumn, string>()
  for (const { column, isFilled } of texts) {
    const other = texts.find((one) => one.column !== column && areOpposite(one.isFilled, isFilled))
    if (other !== undefined) fills.set(column, other.column.name)
  }
  return columns.map((column) => {
    const name = fills.get(column)
    return name === undefined ? column : { ...column, signs: { ...column.signs, fills: name } }
  })
}

/** Nearly every row has one of the two, and not both. */
const areOpposite = (first: readonly boolean[], second: readonly boolean[]): boolean => {
  const filled = first.filter(Boolean).length
  const blank = first.length - filled
  if (filled < fewestRows || blank < fewestRows) return false
  const both = first.filter((is, at) => is && second[at] === true).length
  const filling = second.filter((is, at) => is && first[at] === false).length
  return both <= filled * 0.1 && filling >= blank * 0.9
}
