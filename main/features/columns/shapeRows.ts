import type { Column, Drift, RoleGuess } from '../../../preload/contract/columns.ts'
import type { Instant, ShapeSignature } from '../../../preload/contract/ids.ts'
import { isObject } from './rules/body/json.ts'
import type { TableColumn } from './rules/table/columns.ts'
import {
  effectiveGuesses,
  withEffectiveRoles,
  type Correction,
  type Corrections,
  type Evidence,
  type KnownColumn,
  type KnownColumns,
} from './rules/table/tableShape.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import type { StoredShape } from './tableStore.ts'

/** JSON columns of shapes, tables and drifts. Maps are lists of pairs, since any text can be a column name. */

const parsed = (json: unknown): unknown => {
  try {
    return JSON.parse(String(json))
  } catch {
    return null
  }
}

/** Entries that the disk altered are left out, which no hash tells: their columns then count as unknown. */
const entriesFrom = <T>(json: unknown, isSound: (value: unknown) => value is T): ReadonlyMap<string, T> => {
  const pairs: unknown = parsed(json ?? '[]')
  const isPair = (pair: unknown): pair is readonly [string, T] =>
    Array.isArray(pair) && typeof pair[0] === 'string' && isSound(pair[1])
  return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : [])
}

const isRole = (role: unknown): boolean => role === null || typeof role === 'string'

const isKnownColumn = (value: unknown): value is KnownColumn =>
  isObject(value) &&
  Array.isArray(value['kinds']) &&
  isObject(value['guess']) &&
  isRole(value['guess']['role']) &&
  Array.isArray(value['guess']['reasons'])

const isCorrection = (value: unknown): value is Correction => isObject(value) && isRole(value['role'])

type ColumnFill = { readonly kind: Column['kind']; readonly filled: number }
const isColumnFill = (value: unknown): value is ColumnFill => isObject(value) && typeof value['filled'] === 'number'

export const knownFrom = (json: unknown): KnownColumns => entriesFrom(json, isKnownColumn)
export const correctionsFrom = (json: unknown): Corrections => entriesFrom(json, isCorrection)
export const evidenceFrom = (json: unknown): Evidence => entriesFrom(json, isColumnFill)

const isColumn = (value: unknown): value is TableColumn =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  Array.isArray(value['path']) &&
  value['path'].every((key) => typeof key === 'string')

/** The stored columns of a table; null where the disk altered them, which no hash tells. */
export const columnsFrom = (json: unknown): readonly TableColumn[] | null => {
  const columns: unknown = parsed(json)
  return Array.isArray(columns) && columns.every(isColumn) ? columns : null
}

/**
 * Columns with the roles in force by a row with `shape` and its `version`; its own `columns` unless given. Null where the
 * disk altered those.
 */
type RolesReader = {
  (row: SqlRow): readonly TableColumn[] | null
  (row: SqlRow, columns: readonly TableColumn[]): readonly TableColumn[]
}

type KnownShape = {
  readonly version: number
  readonly guesses: ReadonlyMap<string, RoleGuess>
  /** Columns with these roles, by the JSON they were read from: most tables of a shape have the same. */
  readonly tables: Map<string, readonly TableColumn[]>
}

const keptTables = 100

/** Roles are worked out once for all tables of a shape, and again when it changed. */
export const createRolesReader = (database: Database): RolesReader => {
  const memory = new Map<number, KnownShape>()
  const shapeOf = (row: SqlRow): KnownShape => {
    const shape = Number(row['shape'])
    const version = Number(row['version'])
    const known = memory.get(shape)
    if (known?.version === version) return known
    const stored = database.get('SELECT known, corrections FROM shapes WHERE id = ?', shape)
    const guesses = effectiveGuesses(knownFrom(stored?.['known']), correctionsFrom(stored?.['corrections']))
    const found = { version, guesses, tables: new Map<string, readonly TableColumn[]>() }
    memory.set(shape, found)
    return found
  }
  const withRoles = (row: SqlRow, given?: readonly TableColumn[]): readonly TableColumn[] | null => {
    const shape = row['shape'] === null ? null : shapeOf(row)
    if (given !== undefined) return shape === null ? given : withEffectiveRoles(given, shape.guesses)
    const json = String(row['columns'])
    const known = shape?.tables.get(json)
    if (known !== undefined) return known
    const bare = columnsFrom(json)
    if (shape === null || bare === null) return bare
    const columns = withEffectiveRoles(bare, shape.guesses)
    if (shape.tables.size >= keptTables) shape.tables.clear()
    shape.tables.set(json, columns)
    return columns
  }
  return withRoles as RolesReader
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

/** Unconfirmed drift, as part of its category. */
export const driftFrom = (at: unknown, changes: unknown): { readonly drift?: Drift } =>
  typeof at === 'string' && typeof changes === 'string'
    ? { drift: { at: at as Instant, changes: JSON.parse(changes) as Drift['changes'] } }
    : {}
