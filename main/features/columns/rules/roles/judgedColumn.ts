import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import type { TableColumn } from '../table/columns.ts'
import type { ColumnFacts, Sample } from './columnFacts.ts'
import type { NameReading } from '../headers/readName.ts'
import type { PointName } from '../headers/splitNames.ts'

/** A column as far as deciding its role takes. */
export type JudgedColumn = {
  /** Its place among the table's columns. */
  readonly index: number
  readonly column: TableColumn
  readonly name: NameReading
  /** The text that `name` was read from: the column's name or its label. */
  readonly said: string
  readonly facts: ColumnFacts
  /** The course point in the name of a flat column, or of one made from a list. */
  readonly point: PointName | null
  /** The point is the finish. */
  readonly isFinish: boolean
}

/** The columns stand in an order that does not hang on theirs in the table. */
export type JudgedTable = { readonly columns: readonly JudgedColumn[]; readonly sample: Sample }

/** `unit`: what the numbers count, by evidence. Null with several units in `open`: each of them stays possible; with none: no times. */
export type UnitReading = { readonly unit: TimeUnit | null; readonly open: readonly TimeUnit[] }
export type TimeKind = 'finish' | 'piece' | 'gap'
/** The unit of a column of numbers. */
export type UnitOf = (column: JudgedColumn, kind: TimeKind) => UnitReading

/** A place implies a result. */
export const isRanking = ({ facts, name }: JudgedColumn): boolean =>
  facts.ints > facts.filled / 2 &&
  facts.least > 0 &&
  name.claims.some(({ role, strength }) => (role === 'place' || role === 'placeOverall') && strength >= 0.85)
