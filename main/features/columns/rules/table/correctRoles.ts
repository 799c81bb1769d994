import type { Column, RoleCorrection } from '../../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../../preload/contract/ids.ts'
import { isPlaceRole, isTimeRole, type ColumnRole, type ColumnUnit } from '../../../../../preload/contract/roles.ts'
import { readPart, type CellPart } from './cellPairs.ts'
import { cellDistance, isDistanceUnit } from '../distances.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'
import { isMany, type Correction, type Corrections, type KnownColumns } from './tableShape.ts'

/** Why a correction makes no sense; `column` names the one at fault. */
export type CorrectionFault = {
  readonly reason:
    | 'no-such-column'
    | 'role-twice'
    | 'split-only'
    | 'unit-missing'
    | 'unit-odd'
    | 'no-time'
    | 'no-number'
  readonly column: string
  readonly role: ColumnRole | null
}

/** A column of a shape as far as judging what is said of it takes: some of its cells, blank ones left out. */
export type JudgedColumn = {
  readonly name: string
  readonly kind: Column['kind']
  readonly isSplit: boolean
  readonly cells: readonly Cell[]
  /** Which of two things in its cells the column is about. */
  readonly part?: CellPart
}

/** Corrections ready to store, or the first invalid one. */
export const readCorrections = (
  roles: readonly RoleCorrection[],
  columns: readonly JudgedColumn[],
  known: KnownColumns,
):
  | { readonly ok: true; readonly corrections: Corrections }
  | { readonly ok: false; readonly fault: CorrectionFault } => {
  const corrections = new Map<string, Correction>()
  const taken = new Set<ColumnRole>()
  for (const { column: name, role, unit } of roles) {
    const column = columns.find((judged) => judged.name === name)
    const reason = column === undefined ? 'no-such-column' : role === null ? null : faultOf(column, role, unit, taken)
    if (reason !== null) return { ok: false, fault: { reason, column: name, role } }
    if (role !== null) taken.add(role)
    const kind = known.get(name)?.kind ?? column?.kind ?? 'text'
    corrections.set(name, { role, ...(unit === undefined || role === null ? {} : { unit }), kind })
  }
  return { ok: true, corrections }
}

const faultOf = (
  { kind, isSplit, part, cells: whole }: JudgedColumn,
  role: ColumnRole,
  unit: ColumnUnit | undefined,
  taken: ReadonlySet<ColumnRole>,
): CorrectionFault['reason'] | null => {
  // Cells of a second-part column are already the parts.
  const cells = part === undefined || part.isRest === true ? whole : whole.map((cell) => readPart(cell, part) ?? cell)
  if (!isMany(role) && taken.has(role)) return 'role-twice'
  // A column per point cannot have a role that applies to the whole row.
  if (isSplit && !isMany(role)) return 'split-only'
  if (isDistanceUnit(unit)) {
    if (role !== 'result') return 'unit-odd'
    return cells.length > 0 && cells.every((cell) => cellDistance(cell, unit) === null) ? 'no-number' : null
  }
  if (!isTimeRole(role)) {
    if (unit !== undefined) return 'unit-odd'
    return isPlaceRole(role) && cells.length > 0 && !cells.some(isNumeric) ? 'no-number' : null
  }
  if (kind === 'number' && unit === undefined) return 'unit-missing'
  const isResult = (cell: Cell): boolean =>
    cellTimeMs(cell, unit) !== null || (role === 'result' && cellDistance(cell, unit) !== null)
  return cells.length > 0 && !cells.some(isResult) ? 'no-time' : null
}

const isNumeric = (cell: Cell): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && /\d/.test(cell) && !/\p{L}{3}/u.test(cell))
