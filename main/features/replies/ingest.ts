import { hash } from 'node:crypto'
import type { CategoryId, Instant, JobId } from '../../../preload/contract/ids.ts'
import type { AppError, ReplyPlace } from '../../../preload/contract/result.ts'
import type { CategoryOutcome, Incomplete } from '../../../preload/contract/stages.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import { prepareChoice, type ReplyChoice } from './chooseReply.ts'
import { readingOf } from '../columns/bodyReading.ts'
import { currentSnapshot } from './compareStored.ts'
import { isSound, mendReply } from './damagedReplies.ts'
import { deriveAndCompare, type Compared } from './deriveAndCompare.ts'
import { deriveCategoryAgain } from './deriveAgain.ts'
import { findRowsInCategory } from './findRowsAgain.ts'
import { writeTable, type Derived } from './deriveTable.ts'
import { recordDrift } from './recordDrift.ts'
import { openShapeBook, type ShapeBook } from '../columns/shapeBook.ts'
import { writeLedger } from '../changes/ledgerWriting.ts'
import { leftReply, setAsideFrom, writeSetAside, type SetAsideReply } from './setAside.ts'
import { announceShrinkage } from './shrinks.ts'
import { packSnapshot, soundBytes, typedBody, type PackedSnapshot } from './snapshotBodies.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import type { FetchedBody, StoredOutcome } from '../stages/stageStore.ts'

/** One thing learned about a category during a take. */
export type Finding =
  | { readonly kind: 'body'; readonly fetched: FetchedBody }
  | ReplyChoice
  | { readonly kind: 'unchanged'; readonly category: CategoryId; readonly job: JobId; readonly at: Instant }
  | {
      readonly kind: 'failure'
      readonly category: CategoryId
      readonly job: JobId
      readonly at: Instant
      readonly error: AppError
    }

type Known = {
  readonly last: {
    readonly snapshot: number
    readonly sha256: string
    readonly fetchedAt: Instant
    readonly rows: number
    readonly setAside: SetAsideReply | null
  } | null
  /** The snapshot that the table was made from. */
  readonly table: number | null
  readonly rows: number
  readonly incomplete: Incomplete | null
}

type Prepared = (database: Database) => StoredOutcome

const categoryOf = (finding: Finding): number =>
  Number(finding.kind === 'body' ? finding.fetched.category : finding.category)

/**
 * Stores findings in one transaction and gives their outcomes in order. All parsing and packing is done before the
 * transaction begins, so that the write lock is held for inserts only. A table of an older version is read anew first: what
 * comes is compared with it, and what this version reads otherwise is no change of the service.
 */
export const ingest = (database: Database, findings: readonly Finding[]): readonly StoredOutcome[] => {
  for (const finding of findings) {
    deriveCategoryAgain(database, categoryOf(finding))
    findRowsInCategory(database, categoryOf(finding))
  }
  const book = openShapeBook(database)
  const prepared = findings.map((finding) => prepare(database, book, finding))
  return database.transaction(() => prepared.map((write) => write(database)))
}

const prepare = (database: Database, book: ShapeBook, finding: Finding): Prepared => {
  if (finding.kind === 'failure') {
    const { category, job, at, error } = finding
    return (db) => settle(db, { category, job, at, outcome: 'failed', error, wasAnswered: error.kind !== 'offline' })
  }
  if (finding.kind === 'unchanged') return prepareUnchanged(database, book, finding)
  if (finding.kind === 'choice') {
    const choose = prepareChoice(database, book, finding)
    return (db) => {
      const error = choose(db)
      return { ...storedNow(db, finding.category), outcome: error === null ? 'done' : 'failed', error }
    }
  }
  return prepareBody(database, book, finding.fetched)
}

/** A damaged reply cannot be confirmed: the whole body has to be requested. */
const prepareUnchanged = (
  database: Database,
  book: ShapeBook,
  { category, job, at }: Extract<Finding, { readonly kind: 'unchanged' }>,
): Prepared => {
  const { last } = readKnown(database, category)
  if (last === null || isSound(database, last.snapshot)) {
    return (db) => confirm(db, book, { category, job, at, isMended: false }, null)
  }
  const error: AppError = { kind: 'damaged-replies', categories: [placeOf(database, category)] }
  return (db) => settle(db, { category, job, at, outcome: 'failed', error, wasAnswered: false })
}

const placeOf = (database: Database, category: CategoryId): ReplyPlace => {
  const row = database.get('SELECT distance_name, category_name FROM categories WHERE id = ?', Number(category))
  return { distanceName: String(row?.['distance_name'] ?? ''), categoryName: String(row?.['category_name'] ?? '') }
}

const prepareBody = (database: Database, book: ShapeBook, fetched: FetchedBody): Prepared => {
  const { category, job, fetchedAt: at } = fetched
  const sha256 = hash('sha256', fetched.body, 'hex')
  const { last, table } = readKnown(database, category)
  const isKnown = last?.sha256 === sha256 || leftReply(database, Number(category), sha256) !== null
  // Another body takes the place of the stored ones, which are read for the comparison anyway.
  for (const stored of isKnown ? new Set([last?.snapshot, table]) : []) {
    if (stored !== undefined && stored !== null) isSound(database, stored)
  }
  const isMended = mendReply(database, Number(category), { sha256, body: fetched.body })
  const finding = { category, job, at, isMended }
  const prepared = isKnown ? null : prepareTable(database, book, fetched)
  return (db) => {
    // Another process, or another body of this batch, may have stored a reply meanwhile.
    const { last: now, table: shown, rows: shownRows } = readKnown(db, category)
    if (now?.sha256 === sha256) return confirm(db, book, finding, fetched)
    // The later reply stays the table: this one took longer to arrive.
    if (now !== null && now.snapshot !== last?.snapshot && now.fetchedAt > at) return confirm(db, book, finding, null)
    const left = leftReply(db, Number(category), sha256)
    if (left !== null) {
      db.run('UPDATE categories SET last_snapshot = ? WHERE id = ?', left, Number(category))
      return confirm(db, book, finding, fetched)
    }
    const isStale = currentSnapshot(db, Number(category)) !== (prepared?.compared.current?.snapshot ?? null)
    const { compared, packed } = prepared === null || isStale ? prepareTable(db, book, fetched) : prepared
    const { derived, comparison: changes } = compared
    if (derived.kind === 'refused')
      return settle(db, { category, job, at, outcome: 'failed', error: derived.error, wasAnswered: true })
    const snapshot = insertSnapshot(db, book, fetched, sha256, packed, derived)
    const place = { category: Number(category), snapshot, at }
    if (changes !== null) writeLedger(db, place, changes)
    if (derived.kind === 'rows' && shown !== null) {
      // For a table whose reply is damaged only the number of rows is known.
      const replaced = compared.replaced ?? { snapshot: shown, rows: shownRows, lost: 0 }
      announceShrinkage(db, place, derived.rows, replaced)
    }
    const outcome = derived.kind === 'rows' ? 'done' : 'no-rows'
    const error = derived.kind === 'rows' ? null : derived.error
    return settle(db, { category, job, at, outcome, error, wasAnswered: true })
  }
}

type PreparedTable = { readonly compared: Compared; readonly packed: PackedSnapshot }

const prepareTable = (database: Database, book: ShapeBook, fetched: FetchedBody): PreparedTable => {
  const reading = readingOf(database, Number(fetched.category))
  const compared = deriveAndCompare(database, book, { ...fetched, reading })
  const { current, derived } = compared
  if (derived.kind === 'refused') return { compared, packed: { packed: new Uint8Array(), base: null } }
  return {
    compared,
    packed: packSnapshot(database, fetched.body, derived.kind === 'rows' ? (current?.body ?? null) : null),
  }
}

const insertSnapshot = (
  database: Database,
  book: ShapeBook,
  fetched: FetchedBody,
  sha256: string,
  { packed, base }: PackedSnapshot,
  derived: Derived,
): number => {
  const rows = derived.kind === 'rows' ? derived.rows : 0
  const snapshot = database.run(
    `INSERT INTO snapshots (category, url, fetched_at, status, content_type, etag, last_modified, sha256, size_bytes, rows, body, base, derivation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    Number(fetched.category),
    fetched.url,
    fetched.fetchedAt,
    fetched.status,
    fetched.contentType,
    fetched.etag,
    fetched.lastModified,
    sha256,
    fetched.body.byteLength,
    rows,
    packed,
    base,
    derivation,
  )
  database.run('UPDATE categories SET last_snapshot = ? WHERE id = ?', snapshot, Number(fetched.category))
  // A reply without rows stands beside the good one and never takes its place.
  if (derived.kind !== 'rows') {
    if (derived.kind === 'no-rows' && derived.setAside !== undefined)
      writeSetAside(database, snapshot, derived.setAside)
    return snapshot
  }
  const place = { category: Number(fetched.category), snapshot, at: fetched.fetchedAt }
  recordDrift(database, place, derived.shaped.evidence)
  writeTable(database, book, place, derived)
  return snapshot
}

type Confirmed = {
  readonly category: CategoryId
  readonly job: JobId
  readonly at: Instant
  /** True when the stored bytes were damaged until now. */
  readonly isMended: boolean
}

/** The service gave again what is stored. An unchanged reply without rows is still a reply without rows. */
const confirm = (
  database: Database,
  book: ShapeBook,
  { category, job, at, isMended }: Confirmed,
  fetched: FetchedBody | null,
): StoredOutcome => {
  const { last } = readKnown(database, category)
  if (fetched !== null && last !== null) {
    // Rows go on being read in the charset that they were found in.
    database.run(
      `UPDATE snapshots SET url = ?, content_type = iif(rows = 0, ?, content_type), etag = ?, last_modified = ? WHERE id = ?`,
      fetched.url,
      fetched.contentType,
      fetched.etag,
      fetched.lastModified,
      last.snapshot,
    )
  }
  if (last !== null && last.setAside !== null) {
    const { error } = last.setAside
    return settle(database, { category, job, at, outcome: 'no-rows', error, wasAnswered: true })
  }
  if (last === null || last.rows > 0) {
    const outcome = last === null ? 'no-rows' : isMended ? 'done' : 'unchanged'
    return settle(database, { category, job, at, outcome, error: null, wasAnswered: true })
  }
  const derived = readAgain(database, book, Number(category), last.snapshot)
  const outcome = derived?.kind === 'rows' ? 'done' : 'no-rows'
  const error = derived?.kind === 'no-rows' ? derived.error : null
  return settle(database, { category, job, at, outcome, error, wasAnswered: true })
}

/** Why a stored body has no rows; or its rows, where the version that stored it could not find them. Null when it is damaged. */
const readAgain = (database: Database, book: ShapeBook, category: number, snapshot: number): Derived | null => {
  const row = database.get('SELECT * FROM snapshots WHERE id = ?', snapshot)
  const body = row === null ? null : soundBytes(database, row)
  if (row === null || body === null) return null
  const { derived } = deriveAndCompare(database, book, { ...typedBody(database, row, body), category })
  if (derived.kind === 'no-rows' && derived.setAside !== undefined) writeSetAside(database, snapshot, derived.setAside)
  if (derived.kind !== 'rows') return derived
  database.run('UPDATE snapshots SET rows = ? WHERE id = ?', derived.rows, snapshot)
  writeTable(database, book, { category, snapshot, at: String(row['fetched_at']) as Instant }, derived)
  return derived
}

const readKnown = (database: Database, category: CategoryId): Known => {
  const row = database.get(
    `SELECT s.id, s.sha256, s.fetched_at, s.rows AS last_rows, s.set_aside, t.snapshot AS table_snapshot, t.rows, t.total
     FROM categories c LEFT JOIN snapshots s ON s.id = c.last_snapshot LEFT JOIN category_tables t ON t.category = c.id
     WHERE c.id = ?`,
    Number(category),
  )
  const rows = Number(row?.['rows'] ?? 0)
  const total = row?.['total'] ?? null
  return {
    last:
      row === null || row['id'] === null
        ? null
        : {
            snapshot: Number(row['id']),
            sha256: String(row['sha256']),
            fetchedAt: String(row['fetched_at']) as Instant,
            rows: Number(row['last_rows']),
            setAside: setAsideFrom(row['set_aside']),
          },
    table: row === null || row['table_snapshot'] === null ? null : Number(row['table_snapshot']),
    rows,
    incomplete: total === null ? null : { rows, total: Number(total) },
  }
}

type Settled = {
  readonly category: CategoryId
  readonly job: JobId
  readonly at: Instant
  readonly outcome: Exclude<CategoryOutcome, 'never'>
  readonly error: AppError | null
  /** The service answered; only then is the stored copy known to be checked. */
  readonly wasAnswered: boolean
}

const settle = (database: Database, { category, job, at, outcome, error, wasAnswered }: Settled): StoredOutcome => {
  database.run(
    `UPDATE categories SET outcome = ?, error = ?, checked_at = coalesce(?, checked_at), confirmed_at = coalesce(?, confirmed_at)
     WHERE id = ?`,
    outcome,
    error === null ? null : JSON.stringify(error),
    wasAnswered && outcome !== 'failed' ? at : null,
    outcome === 'done' || outcome === 'unchanged' ? at : null,
    Number(category),
  )
  database.run(
    'INSERT OR REPLACE INTO job_outcomes (job, category, outcome) SELECT id, ?, ? FROM jobs WHERE id = ?',
    Number(category),
    outcome,
    job,
  )
  return { ...storedNow(database, category), outcome, error }
}

const storedNow = (
  database: Database,
  category: CategoryId,
): Pick<StoredOutcome, 'category' | 'rows' | 'incomplete'> => {
  const { rows, incomplete } = readKnown(database, category)
  return { category, rows, incomplete }
}
