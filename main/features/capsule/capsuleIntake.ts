import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { CapsuleFault, Result } from '../../../preload/contract/result.ts'
import type { StageCapsule } from '../../../preload/contract/stages.ts'
import { readChangeLine, type CapsuleChange } from './rules/ledgerLines.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import type { CapsuleBody, CapsuleCategory, CapsuleManifest } from './rules/manifest.ts'
import { givenName } from '../stages/rules/stageTitle.ts'
import { packBody } from '../../platform/sqlite/bodyCodec.ts'
import { capsuleShapes, renewShapes, withRolesSaidHere } from './capsuleRoles.ts'
import { deriveTable, writeTable, type Derived } from '../replies/deriveTable.ts'
import { insertEntry } from '../changes/ledgerWriting.ts'
import { ofCapsule, openShapeBook, type ShapeBook } from '../columns/shapeBook.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import {
  areCategoriesOf,
  beginStaging,
  clearStaged,
  exchange,
  hideSnapshot,
  inParts,
  isStillStaged,
  stagedCategory,
  type Staged,
} from './stagedIntake.ts'

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
  /** Bytes of prepared bodies in memory, until stored. */
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
  const { charset = null, hasHeader = null } = described ?? {}
  const derived = deriveTable(intake.book, { ...body, body: bytes, reading: { charset, hasHeader } })
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

/**
 * Stores the whole capsule or nothing: bodies and changes in hidden parts, which one small transaction gives to the stage. Replies
 * fetched from a service are never touched.
 */
export const keepIntake = async (database: Database, intake: Intake, kept: KeptCapsule): Promise<Result<null>> => {
  const { manifest } = intake
  // Checked before writing: most unusable stage files fail here.
  if (!isLedgerSound(manifest, kept.ledger)) return refused('bad-manifest')
  const unfit = faultOfStage(database, manifest)
  if (unfit !== null) return refused(unfit)
  for (;;) {
    const stored = await storeStaged(database, intake, kept)
    // Another process may have stored an older capsule meanwhile, whose categories keep their ids, or removed these parts.
    if (stored !== 'stale') return stored
  }
}

const storeStaged = async (database: Database, intake: Intake, kept: KeptCapsule): Promise<Result<null> | 'stale'> => {
  const { manifest } = intake
  const staged = beginStaging(database, manifest.stage.guid, kept.at)
  try {
    const categories: WrittenCategory[] = []
    for (const [place, category] of manifest.categories.entries()) {
      categories.push(await writeCategory(database, intake, staged, category, place))
    }
    await inParts(database, writeChanges(database, staged, manifest, kept.ledger, categories))
    return database.transaction(() => makeItTheStage(database, intake, kept, staged, categories))
  } finally {
    // After a success these are the parts of the older capsule. On a full disk they stay until the next start.
    await clearStaged(database, staged.id).catch(() => undefined)
  }
}

/** Reads the stage's rows at one moment, since other processes store too. */
const faultOfStage = (database: Database, manifest: CapsuleManifest): CapsuleFault | null => {
  const row = database.get('SELECT capsule, removed_at FROM stages WHERE guid = ?', manifest.stage.guid)
  if (row === null) return null
  if (row['removed_at'] !== null) return 'in-bin'
  if (row['capsule'] === null) return 'stage-exists'
  return savedAt(String(row['capsule'])) > manifest.savedAt ? 'older' : null
}

/** Within a transaction. */
const makeItTheStage = (
  database: Database,
  { manifest, book, prepared }: Intake,
  kept: KeptCapsule,
  staged: Staged,
  categories: readonly WrittenCategory[],
): Result<null> | 'stale' => {
  const { guid } = manifest.stage
  const unfit = faultOfStage(database, manifest)
  if (unfit !== null) return refused(unfit)
  const ids = categories.map(({ id }) => id)
  const snapshots = categories.flatMap(({ rowsSnapshot, lastSnapshot }) =>
    [rowsSnapshot, lastSnapshot].filter((snapshot) => snapshot !== null),
  )
  if (!areCategoriesOf(database, staged, ids) || !isStillStaged(database, staged, snapshots)) return 'stale'
  writeStage(database, manifest, kept)
  exchange(database, staged, ids)
  renewShapes(database, guid, capsuleShapes(manifest))
  for (const [place, { id, rowsSnapshot, lastSnapshot }] of categories.entries()) {
    const category = manifest.categories[place]
    const rows = prepared.get(placeOf(place, true))
    if (category !== undefined) describeCategory(database, id, category, place, { rows, lastSnapshot })
    if (rows?.derived.kind === 'rows' && rowsSnapshot !== null) {
      writeTable(database, book, { category: id, snapshot: rowsSnapshot, at: rows.body.fetchedAt }, rows.derived)
    }
  }
  // Marks are times in a capsule, since changes get new ids here.
  database.run(
    `UPDATE ledger_marks SET last_id = coalesce(
       (SELECT min(l.id) - 1 FROM ledger l WHERE l.stage = ledger_marks.stage AND l.at > ledger_marks.at),
       (SELECT max(l.id) FROM ledger l WHERE l.stage = ledger_marks.stage), 0)
     WHERE stage = ?`,
    guid,
  )
  return done
}

/** Written by this store. */
const savedAt = (json: string): Instant => (JSON.parse(json) as StageCapsule).savedAt

const writeStage = (database: Database, manifest: CapsuleManifest, { links, fileName, at }: KeptCapsule): void => {
  const { stage, source, savedAt: saved } = manifest
  const distances = manifest.categories.flatMap(({ isListed, distanceName }) => (isListed ? [distanceName] : []))
  const capsule: StageCapsule = { fileName, savedAt: saved, openedAt: at, origin: source.origin }
  database.run(
    `INSERT INTO stages (guid, name, profile_id, profile_name, added_at, template, links_fetched_at, links_body, capsule)
     VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (guid) DO UPDATE SET profile_name = excluded.profile_name, template = excluded.template,
       links_fetched_at = excluded.links_fetched_at, links_body = excluded.links_body, capsule = excluded.capsule, charset = NULL, has_header = NULL`,
    stage.guid,
    givenName(stage.name, distances, stage.guid),
    source.profileName,
    at,
    manifest.links.template,
    manifest.links.fetchedAt,
    links === null ? null : packBody(links),
    JSON.stringify(capsule),
  )
  // Marks set here win over those of the file.
  for (const [mark, marked] of Object.entries(manifest.marks)) {
    if (marked === null) continue
    database.run('INSERT OR IGNORE INTO ledger_marks (stage, mark, at) VALUES (?, ?, ?)', stage.guid, mark, marked)
  }
}

/** Categories of an older capsule keep their ids, by which saved views name them. */
type WrittenCategory = {
  readonly id: number
  readonly rowsSnapshot: number | null
  readonly lastSnapshot: number | null
}

const writeCategory = async (
  database: Database,
  { prepared }: Intake,
  staged: Staged,
  category: CapsuleCategory,
  place: number,
): Promise<WrittenCategory> => {
  const { distanceGuid, categoryGuid } = category
  const id = database.transaction(() => stagedCategory(database, staged, { distanceGuid, categoryGuid }, place))
  const write = async (isRows: boolean): Promise<number | null> => {
    const one = prepared.get(placeOf(place, isRows))
    await setImmediate()
    return one === undefined ? null : database.transaction(() => writeBody(database, staged, id, one, isRows))
  }
  const rowsSnapshot = await write(true)
  return { id, rowsSnapshot, lastSnapshot: (await write(false)) ?? rowsSnapshot }
}

const describeCategory = (
  database: Database,
  id: number,
  category: CapsuleCategory,
  place: number,
  { rows, lastSnapshot }: { readonly rows: Prepared | undefined; readonly lastSnapshot: number | null },
): void => {
  const lastAnswer = category.lastBody === null ? category.checkedAt : null
  database.run(
    `UPDATE categories SET distance_name = ?, category_name = ?, url = ?, position = ?, is_listed = ?, outcome = ?, error = NULL,
       checked_at = ?, confirmed_at = ?, last_snapshot = ?, charset = ?, has_header = ? WHERE id = ?`,
    category.distanceName,
    category.categoryName,
    category.url,
    place,
    category.isListed ? 1 : 0,
    category.outcome,
    category.checkedAt,
    category.confirmedAt ?? lastAnswer ?? rows?.body.fetchedAt ?? null,
    lastSnapshot,
    category.charset ?? null,
    category.hasHeader === undefined ? null : category.hasHeader ? 1 : 0,
    id,
  )
}

const writeBody = (database: Database, staged: Staged, category: number, one: Prepared, isRows: boolean): number => {
  const { body, derived } = one
  const snapshot = database.run(
    `INSERT INTO snapshots (category, url, fetched_at, status, content_type, sha256, size_bytes, rows, body, derivation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    category,
    body.url,
    body.fetchedAt,
    body.status,
    body.contentType,
    one.sha256,
    one.sizeBytes,
    isRows && derived.kind === 'rows' ? derived.rows : 0,
    one.packed,
    derivation,
  )
  hideSnapshot(database, staged, snapshot)
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

/** Stands for a body missing from the file. */
const noSnapshot = 0

/** Gives way after each change. */
function* writeChanges(
  database: Database,
  staged: Staged,
  manifest: CapsuleManifest,
  ledger: Uint8Array | null,
  categories: readonly WrittenCategory[],
): Generator<undefined> {
  const headlines = new Map<number, number>()
  for (const change of changesOf(manifest, ledger)) {
    const category = change === null ? undefined : categories[change.category]
    if (change === null || category === undefined) continue
    const snapshot = change.isOfRows === true ? (category.rowsSnapshot ?? noSnapshot) : noSnapshot
    const place = { category: category.id, snapshot, at: change.at }
    const { count, of } = change
    const id = insertEntry(database, staged.newStage, place, {
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
    yield
  }
}
