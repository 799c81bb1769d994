import { hash } from 'node:crypto'
import type { CapsuleFault, Instant, Result, StageCapsule } from '../../../preload/contract.ts'
import { readChangeLine, type CapsuleChange } from '../../domain/capsule/ledgerLines.ts'
import type { CapsuleBody, CapsuleCategory, CapsuleManifest } from '../../domain/capsule/manifest.ts'
import { packBody } from './bodyCodec.ts'
import { renewShapes, withRolesSaidHere } from './capsuleRoles.ts'
import { deriveTable, writeTable, type Derived } from './deriveTable.ts'
import { insertEntry } from './ledgerWriting.ts'
import { capsuleShapes, ofCapsule, openShapeBook, type ShapeBook } from './shapeBook.ts'
import type { Database } from './sqliteDatabase.ts'

/** A body as it will be stored. */
type Prepared = {
  readonly body: CapsuleBody
  readonly sizeBytes: number
  readonly sha256: string
  readonly packed: Uint8Array
  readonly derived: Derived
}

/** A capsule on its way in; nothing of it is in the database yet. */
export type Intake = {
  readonly manifest: CapsuleManifest
  readonly book: ShapeBook
  /** By the category's place and which body it is. */
  readonly prepared: Map<string, Prepared>
  /** Of all that is prepared, in memory until it is stored. */
  heldBytes: number
}

/** Search texts and packed bodies of a million rows are estimated at half of it. */
export const heldLimitBytes = 512 * 1024 ** 2

export type KeptCapsule = {
  readonly links: Uint8Array | null
  readonly ledger: Uint8Array | null
  readonly fileName: string
  readonly at: Instant
}

export const beginIntake = (database: Database, manifest: CapsuleManifest): Intake => {
  const { guid } = manifest.stage
  const shapes = withRolesSaidHere(database, guid, capsuleShapes(manifest))
  return { manifest, book: ofCapsule(openShapeBook(database, shapes), guid), prepared: new Map(), heldBytes: 0 }
}

const refused = (reason: CapsuleFault): Result<never> => ({ ok: false, error: { kind: 'capsule-refused', reason } })
const done: Result<null> = { ok: true, value: null }

const placeOf = (category: number, isRows: boolean): string => `${category} ${isRows ? 'rows' : 'last'}`

/** Reads and packs a body as a take would. Errors: capsule-refused. */
export const addBody = (intake: Intake, category: number, isRows: boolean, bytes: Uint8Array): Result<null> => {
  const described = intake.manifest.categories[category]
  const body = isRows ? described?.rowsBody : described?.lastBody
  if (body === null || body === undefined) return refused('bad-manifest')
  const packed = packBody(bytes)
  const derived = deriveTable(intake.book, { ...body, body: bytes })
  intake.heldBytes += packed.byteLength + textBytes(derived)
  if (intake.heldBytes > heldLimitBytes) return refused('too-large')
  intake.prepared.set(placeOf(category, isRows), {
    body,
    sizeBytes: bytes.byteLength,
    sha256: hash('sha256', bytes, 'hex'),
    packed,
    derived,
  })
  return done
}

/** Two for each character, as most that are not Latin take. */
const textBytes = (derived: Derived): number =>
  derived.kind === 'rows' ? 2 * (derived.searchText.length + derived.columns.length) : 0

/** Stores all of it in one transaction, or nothing. What was fetched from a service is never touched. */
export const keepIntake = (database: Database, intake: Intake, kept: KeptCapsule): Result<null> => {
  const { manifest } = intake
  // Looked at first, since nothing may be found wrong once writing has begun.
  if (!isLedgerSound(manifest, kept.ledger)) return refused('bad-manifest')
  return database.transaction(() => {
    const row = database.get('SELECT capsule FROM stages WHERE guid = ?', manifest.stage.guid)
    if (row !== null && row['capsule'] === null) return refused('stage-exists')
    if (row !== null && savedAt(String(row['capsule'])) > manifest.savedAt) return refused('older')
    writeStage(database, manifest, kept)
    clearStage(database, manifest.stage.guid)
    renewShapes(database, manifest.stage.guid, capsuleShapes(manifest))
    const categories = manifest.categories.map((category, place) => writeCategory(database, intake, category, place))
    const gone = JSON.stringify(categories.map(({ id }) => id))
    database.run(
      'DELETE FROM categories WHERE stage = ? AND id NOT IN (SELECT value FROM json_each(?))',
      manifest.stage.guid,
      gone,
    )
    writeChanges(database, manifest, kept.ledger, categories)
    // Marks are times in a capsule, and these changes have ids of their own here.
    database.run(
      `UPDATE ledger_marks SET last_id = coalesce(
         (SELECT min(l.id) - 1 FROM ledger l WHERE l.stage = ledger_marks.stage AND l.at > ledger_marks.at),
         (SELECT max(l.id) FROM ledger l WHERE l.stage = ledger_marks.stage), 0)
       WHERE stage = ?`,
      manifest.stage.guid,
    )
    return done
  })
}

/** Written by this store. */
const savedAt = (json: string): Instant => (JSON.parse(json) as StageCapsule).savedAt

const writeStage = (database: Database, manifest: CapsuleManifest, { links, fileName, at }: KeptCapsule): void => {
  const { stage, source, savedAt: saved } = manifest
  const capsule: StageCapsule = { fileName, savedAt: saved, openedAt: at, origin: source.origin }
  database.run(
    `INSERT INTO stages (guid, name, profile_id, profile_name, added_at, template, links_fetched_at, links_body, capsule)
     VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (guid) DO UPDATE SET profile_name = excluded.profile_name, template = excluded.template,
       links_fetched_at = excluded.links_fetched_at, links_body = excluded.links_body, capsule = excluded.capsule`,
    stage.guid,
    stage.name,
    source.profileName,
    at,
    manifest.links.template,
    manifest.links.fetchedAt,
    links === null ? null : packBody(links),
    JSON.stringify(capsule),
  )
  // What somebody marked here stays theirs.
  for (const [mark, marked] of Object.entries(manifest.marks)) {
    if (marked === null) continue
    database.run('INSERT OR IGNORE INTO ledger_marks (stage, mark, at) VALUES (?, ?, ?)', stage.guid, mark, marked)
  }
}

/** What an older capsule brought. Categories keep their ids, by which saved views name them. */
const clearStage = (database: Database, stage: string): void => {
  const ofStage = 'category IN (SELECT id FROM categories WHERE stage = ?)'
  for (const table of ['drifts', 'category_tables', 'snapshots']) {
    database.run(`DELETE FROM ${table} WHERE ${ofStage}`, stage)
  }
  database.run('DELETE FROM ledger WHERE stage = ?', stage)
  database.run('UPDATE categories SET last_snapshot = NULL WHERE stage = ?', stage)
}

type WrittenCategory = { readonly id: number; readonly rowsSnapshot: number | null }

const writeCategory = (
  database: Database,
  { manifest, book, prepared }: Intake,
  category: CapsuleCategory,
  place: number,
): WrittenCategory => {
  const { distanceGuid, categoryGuid } = category
  database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (stage, distance_guid, category_guid) DO UPDATE SET distance_name = excluded.distance_name,
       category_name = excluded.category_name, url = excluded.url, position = excluded.position,
       is_listed = excluded.is_listed`,
    manifest.stage.guid,
    distanceGuid,
    category.distanceName,
    categoryGuid,
    category.categoryName,
    category.url,
    place,
    category.isListed ? 1 : 0,
  )
  const row = database.get(
    'SELECT id FROM categories WHERE stage = ? AND distance_guid = ? AND category_guid = ?',
    manifest.stage.guid,
    distanceGuid,
    categoryGuid,
  )
  const id = Number(row?.['id'])
  const rows = prepared.get(placeOf(place, true))
  const last = prepared.get(placeOf(place, false))
  const rowsSnapshot = rows === undefined ? null : writeBody(database, book, id, rows, true)
  const lastSnapshot = last === undefined ? rowsSnapshot : writeBody(database, book, id, last, false)
  const lastAnswer = last === undefined ? category.checkedAt : null
  const confirmedAt = category.confirmedAt ?? lastAnswer ?? rows?.body.fetchedAt ?? null
  database.run(
    'UPDATE categories SET outcome = ?, error = NULL, checked_at = ?, confirmed_at = ?, last_snapshot = ? WHERE id = ?',
    category.outcome,
    category.checkedAt,
    confirmedAt,
    lastSnapshot,
    id,
  )
  return { id, rowsSnapshot }
}

const writeBody = (database: Database, book: ShapeBook, category: number, one: Prepared, isRows: boolean): number => {
  const { body, derived } = one
  const isTable = isRows && derived.kind === 'rows'
  const snapshot = database.run(
    `INSERT INTO snapshots (category, url, fetched_at, status, content_type, sha256, size_bytes, rows, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    category,
    body.url,
    body.fetchedAt,
    body.status,
    body.contentType,
    one.sha256,
    one.sizeBytes,
    isTable ? derived.rows : 0,
    one.packed,
  )
  if (isTable) writeTable(database, book, { category, snapshot, at: body.fetchedAt }, derived)
  return snapshot
}

const newLine = 0x0a

/** Lines as texts, one at a time: the ledger of a long day is large. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length;) {
    const end = buffer.indexOf(newLine, start)
    yield buffer.toString('utf8', start, end === -1 ? buffer.length : end)
    start = end === -1 ? buffer.length : end + 1
  }
}

function* changesOf({ categories }: CapsuleManifest, ledger: Uint8Array | null): Generator<CapsuleChange | null> {
  if (ledger === null) return
  for (const line of linesOf(ledger)) yield readChangeLine(line, categories.length)
}

/** Every line is a change, their number is the listed one, and details come behind the headline that they name. */
const isLedgerSound = (manifest: CapsuleManifest, ledger: Uint8Array | null): boolean => {
  let changes = 0
  let lastId = -1
  const headlines = new Set<number>()
  for (const change of changesOf(manifest, ledger)) {
    if (change === null || change.id <= lastId) return false
    if (change.headline !== undefined && !headlines.has(change.headline)) return false
    if (change.type === 'mass-recalculation') headlines.add(change.id)
    lastId = change.id
    changes += 1
  }
  return changes === (manifest.ledger?.changes ?? 0)
}

/** Of a body that did not come along; no snapshot has it. */
const noSnapshot = 0

const writeChanges = (
  database: Database,
  manifest: CapsuleManifest,
  ledger: Uint8Array | null,
  categories: readonly WrittenCategory[],
): void => {
  const headlines = new Map<number, number>()
  for (const change of changesOf(manifest, ledger)) {
    const category = change === null ? undefined : categories[change.category]
    if (change === null || category === undefined) continue
    const snapshot = change.isOfRows === true ? (category.rowsSnapshot ?? noSnapshot) : noSnapshot
    const place = { category: category.id, snapshot, at: change.at }
    const { count, of } = change
    const id = insertEntry(database, manifest.stage.guid, place, {
      type: change.type,
      bib: change.bib ?? null,
      name: change.name ?? null,
      before: change.before ?? null,
      after: change.after ?? null,
      index: change.index ?? null,
      person: change.person ?? null,
      personBefore: change.personBefore ?? null,
      isFirstResult: change.isFirst === true,
      headline: change.headline === undefined ? null : (headlines.get(change.headline) ?? null),
      ...(count === undefined ? {} : { count }),
      ...(of === undefined ? {} : { of }),
    })
    if (change.type === 'mass-recalculation') headlines.set(change.id, id)
  }
}
