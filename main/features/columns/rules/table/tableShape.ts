import type { Column, RoleCandidate, RoleGuess } from '../../../../../preload/contract/columns.ts'
import type { ColumnRole, ColumnUnit } from '../../../../../preload/contract/roles.ts'
import { cellKind, kindStep, meaningReader, rowsAt, type TableColumn } from './columns.ts'
import { areStartCells } from './columnSigns.ts'
import { partStep } from './fillingColumns.ts'
import type { JsonObject } from '../body/json.ts'
import { withRoles } from './givenRoles.ts'

/**
 * Key of a column over all tables of a service: its name; for split columns the list and the field, whatever the points
 * of one race are called. The finish has its own key.
 */
export const columnKeyOf = (column: Column): string =>
  column.split?.isFinish === true ? `${pointKeyOf(column)} (finish)` : pointKeyOf(column)

const pointKeyOf = ({ name, split }: Column): string => (split === undefined ? name : `${split.list}.*.${split.field}`)

/** Facts of one column's cells in one table. */
export type ColumnEvidence = {
  /** Kind of most filled cells. */
  readonly kind: Column['kind']
  /** Cells that hold something: counted in a sample, scaled to the table. */
  readonly filled: number
  /** The cells are the second things in those of another column. */
  readonly isPart?: true
  /** All of them may be starts, so that later cells tell more. */
  readonly areStarts?: true
}

export type Evidence = ReadonlyMap<string, ColumnEvidence>

/** A column over all tables of its shape: the evidence of its most informative table. */
export type KnownColumn = ColumnEvidence & {
  readonly guess: RoleGuess
  /** The best two guesses; absent in what early versions and capsules know. */
  readonly guesses?: readonly RoleCandidate[]
  /** Kinds of its cells in the tables behind the guess. */
  readonly kinds: readonly Column['kind'][]
}
export type KnownColumns = ReadonlyMap<string, KnownColumn>

/** A user's correction. `kind` is that of its cells then, so that it applies to no other column of the name. */
export type Correction = {
  readonly role: ColumnRole | null
  readonly unit?: ColumnUnit
  readonly kind: Column['kind']
  /** Said of another shape of the same service. */
  readonly isCarried?: boolean
}
export type Corrections = ReadonlyMap<string, Correction>

const sampleRows = 16
const evidenceStep = (rows: number): number => Math.max(1, Math.floor(rows / sampleRows))
/** Above this many filled cells, more add no evidence. */
const plenty = 200

/** The same for the same set of columns, in whatever order; 32 hexadecimal digits. */
export const signatureOf = (columns: readonly Column[]): string => {
  // Second parts of cells come and go with the rows and do not affect the shape.
  const whole = columns.filter(({ of }) => of === undefined)
  const text = JSON.stringify([...new Set(whole.map(pointKeyOf))].sort())
  return [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((seed) => hash32(text, seed)).join('')
}

const hash32 = (text: string, seed: number): string => {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 15
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Places of the rows that kinds of columns, their parts and evidence are taken from, in a table of so many. */
export function* sampledPlaces(rows: number): Generator<number> {
  for (const step of new Set([kindStep(rows), evidenceStep(rows), partStep(rows)])) {
    for (let place = 0; place < rows; place += step) yield place
  }
}

/** Rows that are at none of the `sampledPlaces` may be left out. */
export const evidenceOf = (columns: readonly TableColumn[], rows: readonly (JsonObject | undefined)[]): Evidence => {
  const step = evidenceStep(rows.length)
  const sample = rowsAt(rows, step)
  const scale = rows.length / Math.max(1, sample.length)
  const evidence = new Map<string, ColumnEvidence>()
  for (const column of columns) {
    const key = columnKeyOf(column)
    const read = meaningReader(column)
    const seen = new Map<Column['kind'], number>()
    let filled = 0
    for (const row of sample) {
      const kind = cellKind(read(row))
      if (kind === null) continue
      filled += 1
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }
    const scaled = Math.round(filled * scale)
    const [most] = [...seen].sort((a, b) => b[1] - a[1])
    const known = evidence.get(key)
    if (known !== undefined && known.filled >= scaled) continue
    const areStarts = most?.[0] === 'time' && areStartCells(sample.map(read), step, false)
    const isPart = column.of === undefined ? {} : { isPart: true as const }
    evidence.set(key, { kind: most?.[0] ?? 'text', filled: scaled, ...isPart, ...(areStarts ? { areStarts } : {}) })
  }
  return evidence
}

/** Whether a table tells clearly more of some column than all tables of its shape did before, or something else. */
export const tellsMore = (evidence: Evidence, known: KnownColumns | null): boolean => {
  if (known === null) return true
  for (const [key, seen] of evidence) {
    const before = known.get(key)
    if (before === undefined || isRetyped(seen, before) || areFirstTimes(seen, before)) return true
    if (areFirstTimes(before, seen)) continue
    if (seen.filled > 2 * before.filled && before.filled < plenty) return true
  }
  return false
}

/** Cells of a new kind in the column; those of a small table do not change how large ones are read. */
export const isRetyped = ({ kind, filled }: ColumnEvidence, before: KnownColumn): boolean =>
  filled >= 3 && 2 * filled >= before.filled && !before.kinds.includes(kind)

/** Times that were run, where all were starts before. */
export const areFirstTimes = (seen: ColumnEvidence, before: ColumnEvidence): boolean =>
  before.areStarts === true && seen.areStarts !== true && seen.kind === 'time' && seen.filled > 3

/** Roles that more than one column of a table may have. */
export const isMany = (role: ColumnRole): boolean => role === 'split' || role === 'lap'

/** The meaning of each column: corrected, else guessed. Each role but split and lap has one column. */
export const effectiveGuesses = (known: KnownColumns, corrections: Corrections): ReadonlyMap<string, RoleGuess> => {
  const holders = new Map<ColumnRole, string>()
  for (const [key, { role }] of corrections) if (role !== null) holders.set(role, key)
  const guesses = [...known].map(([key, { guess }]) => [key, adopted(guess)] as const)
  const byConfidence = [...guesses].sort(([, a], [, b]) => b.confidence - a.confidence)
  for (const [key, { role }] of byConfidence) {
    if (role !== null && !corrections.has(key) && !holders.has(role)) holders.set(role, key)
  }
  const effective = new Map<string, RoleGuess>()
  for (const [key, guess] of guesses) {
    const said = corrections.get(key)
    effective.set(key, said === undefined ? yielding(guess, key, holders) : guessOf(said))
  }
  // A single point of a list has its own name only where a user corrected it.
  for (const [key, said] of corrections) if (!effective.has(key)) effective.set(key, guessOf(said))
  return effective
}

/** A guess without enough confidence gives no role. */
export const adopted = (guess: RoleGuess): RoleGuess => {
  if (guess.role === null) return guess
  const [column] = withRoles([{ name: '', kind: 'text', path: [] }], [guess])
  if (column?.role !== undefined) return guess
  return { role: null, confidence: guess.confidence, reasons: [{ code: 'doubt' }, ...guess.reasons] }
}

const yielding = (guess: RoleGuess, key: string, holders: ReadonlyMap<ColumnRole, string>): RoleGuess => {
  if (guess.role === null || isMany(guess.role)) return guess
  const holder = holders.get(guess.role) ?? key
  return holder === key
    ? guess
    : { role: null, confidence: guess.confidence, reasons: [{ code: 'taken', word: holder }] }
}

const guessOf = ({ role, unit }: Correction): RoleGuess => ({
  role,
  ...(unit === undefined ? {} : { unit }),
  confidence: 1,
  reasons: [{ code: 'user' }],
})

export const doubt: RoleGuess = { role: null, confidence: 0, reasons: [{ code: 'doubt' }] }

/** The columns of a table with the roles of its shape, in place of any they had. */
export const withEffectiveRoles = (
  columns: readonly TableColumn[],
  effective: ReadonlyMap<string, RoleGuess>,
): readonly TableColumn[] => {
  const bare = columns.map(({ role: _role, unit: _unit, open: _open, ...column }): TableColumn => column)
  return withRoles(
    bare,
    bare.map((column) => effective.get(column.name) ?? effective.get(columnKeyOf(column)) ?? doubt),
  )
}

/** Corrections of the same columns in other shapes of the service, newest first; blank columns fit any kind. */
export const carryOver = (evidence: Evidence, others: readonly Corrections[]): Corrections =>
  others.reduce<Corrections>((carried, corrections) => {
    const fitting = [...corrections].filter(([key, { kind }]) => {
      const seen = evidence.get(key)
      return seen !== undefined && (seen.filled === 0 || seen.kind === kind)
    })
    return new Map([...carried, ...carriedBeside(new Map(fitting), carried)])
  }, new Map())

/** Own corrections, and those of others where they take neither a column nor a role from them, as carried ones. */
export const withOwnCorrections = (others: Corrections, own: Corrections): Corrections =>
  own.size === 0 ? others : new Map([...own, ...carriedBeside(others, own)])

const carriedBeside = (others: Corrections, own: Corrections): readonly (readonly [string, Correction])[] =>
  besides(others, own).map(([key, one]) => [key, { ...one, isCarried: true }])

/** Earlier corrections with the new ones over them. A role given to one column is taken from the column that had it. */
export const correctedAlso = (before: Corrections, said: Corrections): Corrections =>
  new Map([...besides(before, said), ...said])

const besides = (others: Corrections, own: Corrections): readonly (readonly [string, Correction])[] => {
  const taken = new Set([...own.values()].map(({ role }) => role).filter((role) => role !== null && !isMany(role)))
  return [...others].filter(([key, { role }]) => !own.has(key) && !taken.has(role))
}
