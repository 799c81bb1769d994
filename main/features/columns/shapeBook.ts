import type { RoleGuess } from '../../../preload/contract/columns.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { TableColumn } from './rules/table/columns.ts'
import type { JsonObject } from './rules/body/json.ts'
import { learn } from './rules/table/learn.ts'
import {
  carryOver,
  effectiveGuesses,
  evidenceOf,
  signatureOf,
  tellsMore,
  withEffectiveRoles,
  type Corrections,
  type Evidence,
  type KnownColumns,
} from './rules/table/tableShape.ts'
import { derivation } from './rules/table/derivation.ts'
import { correctionsFrom, knownFrom } from './shapeRows.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** A table in the making, with the roles of its shape. */
export type Shaped = {
  readonly origin: string
  readonly signature: string
  readonly evidence: Evidence
  readonly columns: readonly TableColumn[]
}

/** Shapes as they are met by one batch of tables: read once, guessed where a table tells more, written with the batch. */
export type ShapeBook = {
  /**
   * `origin` of the results link. Of `rows` those at `sampledPlaces` are enough, unless the table tells more than all before:
   * then `all` is asked. Reads the database, writes nothing.
   */
  readonly shape: (
    origin: string,
    columns: readonly TableColumn[],
    rows: readonly (JsonObject | undefined)[],
    all: () => readonly JsonObject[],
  ) => Shaped
  /** Within the transaction that stores the table: writes what was learned of its shape, gives its id. */
  readonly keep: (shaped: Pick<Shaped, 'origin' | 'signature'>, at: Instant) => number
}

/** Knowledge of a shape before its first table. */
export type GivenShape = {
  readonly origin: string
  readonly signature: string
  readonly known: KnownColumns
  readonly corrections: Corrections
  /** Guessed by the rules of an earlier version. */
  readonly isOld: boolean
}

/**
 * Origin for the shapes of a capsule's stage. No service can have it, so that a foreign file does not change what is
 * known here.
 */
export const capsuleOrigin = (stage: string, origin: string): string => `${capsuleOrigins(stage)}${origin}`
/** How the origins of a capsule's shapes begin. */
export const capsuleOrigins = (stage: string): string => `capsule:${stage} `

/** The book for tables of a stage that came from a capsule. */
export const ofCapsule = (book: ShapeBook, stage: string): ShapeBook => ({
  ...book,
  shape: (origin, ...table) => book.shape(capsuleOrigin(stage, origin), ...table),
})

type Page = {
  readonly known: KnownColumns | null
  /**
   * What the next table changes: `anew`, all guesses, since they come from earlier rules; `more`, those it tells more of;
   * `nothing`, since the guesses were learned where the tables arrived, in an order that is unknown here.
   */
  readonly learns: 'anew' | 'more' | 'nothing'
  readonly corrections: Corrections
  readonly guesses: ReadonlyMap<string, RoleGuess>
  readonly hasLearned: boolean
}

/** `isAnew`: every shape is guessed anew from its first table, since bodies are read otherwise. */
export const openShapeBook = (database: Database, given: readonly GivenShape[] = [], isAnew = false): ShapeBook => {
  const pages = new Map<string, Page>()
  for (const { origin, signature, known, corrections, isOld } of given) {
    const guesses = effectiveGuesses(known, corrections)
    pages.set(pageKey(origin, signature), {
      known,
      learns: isOld ? 'anew' : 'nothing',
      corrections,
      guesses,
      hasLearned: false,
    })
  }
  const ids = new Map<string, number>()
  const pageOf = (origin: string, signature: string, evidence: Evidence): Page => {
    const found = pages.get(pageKey(origin, signature))
    if (found !== undefined) return found
    const row = database.get(
      'SELECT known, corrections, derivation FROM shapes WHERE origin = ? AND signature = ?',
      origin,
      signature,
    )
    // Guesses of an earlier version are dropped; corrections of users are kept.
    const known = row === null || Number(row['derivation']) < derivation ? null : knownFrom(row['known'])
    const corrections =
      row === null ? carryOver(evidence, correctionsAt(database, origin)) : correctionsFrom(row['corrections'])
    const guesses = effectiveGuesses(known ?? new Map(), corrections)
    return { known, learns: isAnew ? 'anew' : 'more', corrections, guesses, hasLearned: false }
  }
  return {
    shape: (origin, columns, rows, all) => {
      const signature = signatureOf(columns)
      const evidence = evidenceOf(columns, rows)
      let page = pageOf(origin, signature, evidence)
      if (page.learns === 'anew' || (page.learns === 'more' && tellsMore(evidence, page.known))) {
        const known = learn(columns, all(), evidence, page.known)
        page = { ...page, known, learns: 'more', guesses: effectiveGuesses(known, page.corrections), hasLearned: true }
      }
      pages.set(pageKey(origin, signature), page)
      return { origin, signature, evidence, columns: withEffectiveRoles(columns, page.guesses) }
    },
    keep: ({ origin, signature }, at) => {
      const key = pageKey(origin, signature)
      const done = ids.get(key)
      if (done !== undefined) return done
      const page = pages.get(key)
      if (page === undefined) throw new RangeError('A shape is kept that was never met')
      const id = writePage(database, origin, signature, page, at)
      ids.set(key, id)
      return id
    },
  }
}

const pageKey = (origin: string, signature: string): string => `${signature} ${origin}`

/** Corrections for the origin's shapes, newest first. */
const correctionsAt = (database: Database, origin: string): readonly Corrections[] =>
  database
    .all(
      'SELECT corrections FROM shapes WHERE origin = ? AND corrected_at IS NOT NULL ORDER BY corrected_at DESC, id',
      origin,
    )
    .map((row) => correctionsFrom(row['corrections']))

/** Another process may have written the shape meanwhile: what it was told by users stays. */
const writePage = (database: Database, origin: string, signature: string, page: Page, at: Instant): number => {
  const known = JSON.stringify([...(page.known ?? [])])
  const row = database.get(
    'SELECT id, known, corrections FROM shapes WHERE origin = ? AND signature = ?',
    origin,
    signature,
  )
  if (row === null) {
    return database.run(
      `INSERT INTO shapes (origin, signature, known, corrections, version, first_seen_at, last_seen_at, derivation)
       VALUES (?, ?, ?, ?, (SELECT coalesce(max(version), 0) + 1 FROM shapes), ?, ?, ?)`,
      origin,
      signature,
      known,
      JSON.stringify([...page.corrections]),
      at,
      at,
      derivation,
    )
  }
  const id = Number(row['id'])
  const corrections = correctionsFrom(row['corrections'])
  const before = JSON.stringify([...effectiveGuesses(knownFrom(row['known']), corrections)])
  const hasNews =
    page.hasLearned && before !== JSON.stringify([...effectiveGuesses(page.known ?? new Map(), corrections)])
  database.run(
    `UPDATE shapes SET last_seen_at = max(last_seen_at, ?), known = CASE WHEN ? THEN ? ELSE known END,
       derivation = CASE WHEN ? THEN ? ELSE derivation END,
       version = CASE WHEN ? THEN (SELECT max(version) + 1 FROM shapes) ELSE version END WHERE id = ?`,
    at,
    page.hasLearned ? 1 : 0,
    known,
    page.hasLearned ? 1 : 0,
    derivation,
    hasNews ? 1 : 0,
    id,
  )
  return id
}
