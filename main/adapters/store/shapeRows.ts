import type { Column, Drift, Instant, RoleGuess, ShapeSignature } from '../../../preload/contract.ts'
import type { TableColumn } from '../../domain/shape/columns.ts'
import {
  effectiveGuesses,
  withEffectiveRoles,
  type Correction,
  type Corrections,
  type Evidence,
  type KnownColumn,
  type KnownColumns,
} from '../../domain/shape/tableShape.ts'
import type { StoredShape } from '../../services/ports.ts'
import type { SqlRow } from './sqliteDatabase.ts'

/** What the JSON columns of shapes, tables and drifts hold. Maps stand as lists of pairs: every text may be a column's name. */

const entriesFrom = <T>(json: unknown): ReadonlyMap<string, T> =>
  new Map(typeof json === 'string' ? (JSON.parse(json) as readonly (readonly [string, T])[]) : [])

export const knownFrom = (json: unknown): KnownColumns => entriesFrom<KnownColumn>(json)
export const correctionsFrom = (json: unknown): Corrections => entriesFrom<Correction>(json)
export const evidenceFrom = (json: unknown): Evidence =>
  entriesFrom<{ readonly kind: Column['kind']; readonly filled: number }>(json)

/** Columns with the roles in force by a row with `shape`, `version`, `known` and `corrections`; its own `columns` unless given. */
export type RolesReader = (row: SqlRow, columns?: readonly TableColumn[]) => readonly TableColumn[]

/** Roles are worked out once for all tables of a shape, and again when it changed. */
export const createRolesReader = (): RolesReader => {
  const memory = new Map<number, { readonly version: number; readonly guesses: ReadonlyMap<string, RoleGuess> }>()
  return (row, columns = JSON.parse(String(row['columns'])) as readonly TableColumn[]) => {
    if (row['shape'] === null) return columns
    const shape = Number(row['shape'])
    const version = Number(row['version'])
    let found = memory.get(shape)
    if (found?.version !== version) {
      found = { version, guesses: effectiveGuesses(knownFrom(row['known']), correctionsFrom(row['corrections'])) }
      memory.set(shape, found)
    }
    return withEffectiveRoles(columns, found.guesses)
  }
}

export const shapeFrom = (row: SqlRow): StoredShape => ({
  id: Number(row['id']),
  origin: String(row['origin']),
  signature: String(row['signature']) as ShapeSignature,
  known: knownFrom(row['known']),
  corrections: correctionsFrom(row['corrections']),
  stored: {
    rows: Number(row['stored_rows']),
    categories: Number(row['stored_categories']),
    stages: Number(row['stored_stages']),
  },
  firstSeenAt: String(row['first_seen_at']) as Instant,
  lastSeenAt: String(row['last_seen_at']) as Instant,
})

/** Drift that nobody has taken note of, as a part of its category. */
export const driftFrom = (at: unknown, changes: unknown): { readonly drift?: Drift } =>
  typeof at === 'string' && typeof changes === 'string'
    ? { drift: { at: at as Instant, changes: JSON.parse(changes) as Drift['changes'] } }
    : {}
