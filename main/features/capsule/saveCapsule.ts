import { createHash } from 'node:crypto'
import type { Input } from '../../../preload/contract.ts'
import type { ChangeMark, ChangeMarks } from '../../../preload/contract/changes.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { CapsuleFault, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { changeLine } from './rules/ledgerLines.ts'
import {
  capsuleLimits,
  capsuleVersion,
  manifestPath,
  type CapsuleBody,
  type CapsuleCategory,
  type CapsuleEntry,
  type CapsuleManifest,
  type CapsuleShape,
} from './rules/manifest.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import { originOf } from '../../kernel/urls.ts'
import type { ExportDesk } from '../files/exportDesk.ts'
import type { Piece } from '../files/fileWriting.ts'
import { damagedOf } from '../files/resultDocument.ts'
import { stageOrigin } from '../stages/stageOrigin.ts'
import { turn } from '../../kernel/turns.ts'
import type { CapsuleBodySource, CapsuleCategorySource, CapsuleStore } from './capsuleStore.ts'
import type { LedgerStore } from '../changes/ledgerStore.ts'
import type { ShapeStore, TableStore } from '../columns/tableStore.ts'
import type { ProfileStore } from '../organizations/profileTables.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Zip, ZipEntry } from '../../platform/files/files.ts'
import { notFound } from '../../kernel/result.ts'

/** The stores that a capsule reads. */
type CapsuleSources = CapsuleStore & LedgerStore & Pick<ProfileStore, 'profiles'> & ShapeStore & StageStore & TableStore

type SaveCapsule = (input: Input<'capsule:save'>) => Promise<Result<{ readonly jobId: JobId } | null>>

export type SaveCapsuleParts = {
  readonly store: CapsuleSources
  readonly desk: Pick<ExportDesk, 'start'>
  readonly zip: Zip
  readonly clock: Clock
  readonly appVersion: string
  /** Hides secrets. */
  readonly mask: (text: string) => string
}

const ledgerPath = 'ledger.ndjson'
const linksPath = 'links.json'
const changesAtOnce = 2_000

/** One body on its way into the archive; `rows` are in the capsule with it. */
type Packed = { readonly source: CapsuleBodySource; readonly body: CapsuleBody; readonly rows: number }
type Ledger = { readonly pieces: readonly Buffer[]; readonly changes: number; readonly entry: CapsuleEntry }

/** Everything stored of a stage as one file that opens where there are neither keys nor network. */
export const createCapsuleSaving = (parts: SaveCapsuleParts): SaveCapsule => {
  const { store, desk, zip, clock, mask } = parts

  return async ({ stage: guid, areDamagedLeftOut = false }) => {
    const stage = store.stage(guid)
    if (stage === null) return notFound('stage')
    const damaged = damagedOf(store, { stage: guid })
    if (damaged.length > 0 && !areDamagedLeftOut) {
      return { ok: false, error: { kind: 'damaged-replies', categories: damaged } }
    }
    // Read synchronously, as one consistent state: replies and changes may arrive after the first await.
    const sources = store.capsuleCategories(guid)
    const until = store.lastChange(guid)
    const links = store.linksBody(guid)
    const facts = {
      savedAt: new Date(clock()).toISOString() as Instant,
      source: sourceOf(store, stage, sources),
      links: { ...store.linksOf(guid), path: links === null ? null : linksPath },
      shapes: shapesOf(store, guid),
      marks: marksOf(store, guid),
    }
    const ledger = await readLedger(parts, guid, sources, until)
    if (ledger === null) return refused('too-large')
    const { categories, bodies } = nameBodies(sources)
    const manifest: CapsuleManifest = {
      ...facts,
      version: capsuleVersion,
      derivation,
      appVersion: parts.appVersion,
      stage: { guid, name: stage.name },
      categories,
      ledger: ledger.changes === 0 ? null : { path: ledgerPath, changes: ledger.changes },
      entries: [
        ...(links === null ? [] : [entryOf(linksPath, [links])]),
        ...bodies.map(({ source, body }) => ({ path: body.path, sizeBytes: source.sizeBytes, sha256: source.sha256 })),
        ...(ledger.changes === 0 ? [] : [ledger.entry]),
      ],
    }
    const text = JSON.stringify(manifest, (_, value: unknown) => (typeof value === 'string' ? mask(value) : value), 1)
    if (!isWithinLimits(manifest, text)) return refused('too-large')

    const progress = { done: 0 }
    const entries = function* (): Generator<ZipEntry> {
      yield { path: manifestPath, pieces: [text] }
      if (links !== null) yield { path: linksPath, pieces: [links] }
      for (const { source, body, rows } of bodies) {
        yield { path: body.path, pieces: [bytesOf(store, source.snapshot)] }
        progress.done += rows
      }
      if (ledger.changes > 0) yield { path: ledgerPath, pieces: ledger.pieces }
    }
    const pieces = async function* (): AsyncGenerator<Piece> {
      try {
        for await (const bytes of zip(entries(), manifest.savedAt)) yield { bytes, done: progress.done }
      } catch (thrown) {
        if (store.stage(guid) !== null) throw thrown
      }
      if (store.stage(guid) === null) yield { error: { kind: 'not-found', what: 'stage' } }
    }
    return await desk.start({
      name: [stage.name],
      ending: 'racestage',
      stage: guid,
      title: stage.name,
      content: { total: bodies.reduce((sum, { rows }) => sum + rows, 0), pieces: pieces() },
    })
  }
}

/**
 * In a capsule marks are times, since changes get other ids where it is opened: no change that was unknown when the mark was set
 * may be as old as the mark.
 */
const marksOf = (store: Pick<LedgerStore, 'changeMarks' | 'earliestAfter'>, stage: StageGuid): ChangeMarks => {
  const stored = store.changeMarks(stage)
  const timeOf = (mark: ChangeMark): Instant | null => {
    const marked = stored[mark]
    if (marked === null) return null
    const earliest = store.earliestAfter(stage, marked.lastId)
    if (earliest === null || earliest > marked.at) return marked.at
    return new Date(Date.parse(earliest) - 1).toISOString() as Instant
  }
  return { looked: timeOf('looked'), printed: timeOf('printed'), exported: timeOf('exported') }
}

const refused = (reason: CapsuleFault): Result<never> => ({ ok: false, error: { kind: 'capsule-refused', reason } })

/** Another process may remove the stage, and its bodies with it, while the capsule is written. */
const bytesOf = (store: CapsuleSources, snapshot: number): Uint8Array => {
  const bytes = store.bodyBytes(snapshot)
  if (bytes === null) throw new Error('A stored reply went away while its capsule was written')
  return bytes
}

const entryOf = (path: string, pieces: readonly Uint8Array[]): CapsuleEntry => {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for (const piece of pieces) {
    hash.update(piece)
    sizeBytes += piece.byteLength
  }
  return { path, sizeBytes, sha256: hash.digest('hex') }
}

/** Null when it is larger than a capsule takes. */
const readLedger = async (
  { store, mask }: SaveCapsuleParts,
  stage: StageGuid,
  categories: readonly CapsuleCategorySource[],
  until: number,
): Promise<Ledger | null> => {
  const pieces: Buffer[] = []
  let [changes, sizeBytes, after] = [0, 0, 0]
  for (;;) {
    const read = store.capsuleChanges(stage, categories, { after, until, limit: changesAtOnce })
    if (read.last === null) return { pieces, changes, entry: entryOf(ledgerPath, pieces) }
    const piece = Buffer.from(read.changes.map((change) => changeLine(change, mask)).join(''))
    pieces.push(piece)
    changes += read.changes.length
    sizeBytes += piece.byteLength
    after = read.last
    if (sizeBytes > capsuleLimits.ledgerBytes) return null
    await turn()
  }
}

const nameBodies = (
  sources: readonly CapsuleCategorySource[],
): { readonly categories: readonly CapsuleCategory[]; readonly bodies: readonly Packed[] } => {
  const bodies: Packed[] = []
  const named = (source: CapsuleBodySource | null, rows: number): CapsuleBody | null => {
    if (source === null) return null
    const { url, fetchedAt, status, contentType } = source
    const path = `bodies/${String(bodies.length + 1).padStart(5, '0')}.${endingOf(contentType)}`
    const body = { path, url, fetchedAt, status, contentType }
    bodies.push({ source, body, rows })
    return body
  }
  const categories = sources.map(({ rowsBody, lastBody, ...category }) => ({
    ...category,
    rowsBody: named(rowsBody, category.rows),
    lastBody: named(lastBody, 0),
  }))
  return { categories, bodies }
}

const endingOf = (contentType: string): string => (/json/iu.test(contentType) ? 'json' : 'txt')

/** Origins only: paths of URLs stay private. */
const sourceOf = (
  store: CapsuleSources,
  stage: Stage,
  categories: readonly CapsuleCategorySource[],
): CapsuleManifest['source'] => {
  const linked = categories.find(({ url }) => originOf(url) !== null)
  return {
    profileName: stage.profileName,
    origin: stageOrigin(store, stage),
    resultsOrigin: linked === undefined ? null : originOf(linked.url),
  }
}

const shapesOf = (store: CapsuleSources, stage: StageGuid): readonly CapsuleShape[] =>
  store.shapes(stage).map(({ origin, signature, known, corrections }) => ({
    // Origins of a capsule carry its name as a prefix.
    origin: origin.replace(/^capsule:\S+ /u, ''),
    signature,
    known: [...known],
    corrections: [...corrections],
  }))

const isWithinLimits = ({ categories, entries }: CapsuleManifest, text: string): boolean =>
  categories.length <= capsuleLimits.categories &&
  Buffer.byteLength(text) <= capsuleLimits.manifestBytes &&
  entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, Buffer.byteLength(text)) <= capsuleLimits.totalBytes
