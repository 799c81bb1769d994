import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import type { Value } from '../../preload/contract.ts'
import type { StageGuid } from '../../preload/contract/ids.ts'
import type { AppError } from '../../preload/contract/result.ts'
import type { CapsuleManifest } from '../../main/features/capsule/rules/manifest.ts'
import type { Cores } from './coreRig.ts'
import { handOver, type OpenCore } from './openCore.ts'
import { takeRows, type TakenRows } from './takenRows.ts'
import { zipFile, type ZipEntry } from './files/zipFile.ts'

/** The entries of a zip archive, read by its central directory alone. */
export const unzip = (archive: Buffer): readonly { readonly name: string; readonly data: Buffer }[] => {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const found: { name: string; data: Buffer }[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packedBytes, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + packedBytes)
    const data = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    if (crc32(data) !== archive.readUInt32LE(at + 16)) throw new Error('a checksum of the archive is wrong')
    found.push({ name: archive.toString('utf8', at + 46, at + 46 + nameLength), data })
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return found
}

export const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Saves the stage; the core delivers to `path`. */
export const saveCapsule = async (open: OpenCore, stage: StageGuid, path: string): Promise<Buffer> => {
  const begun = await open.call('capsule:save', { stage })
  if (begun === null) throw new Error('no job')
  const job = await open.finished(begun.jobId)
  if (job.state !== 'done') throw new Error(JSON.stringify(job.error))
  return await readFile(path)
}

type Opening = Pick<OpenCore, 'ask' | 'core' | 'finished'>

/** Waits for the end: null once the file is stored, else why it is not. */
const endOf = async ({ ask, finished }: Opening, given: unknown): Promise<AppError | null> => {
  const begun = await ask('capsule:open', given)
  if (!begun.ok) return begun.error
  const job = await finished((begun.value as Value<'capsule:open'>).jobId)
  return job.state === 'done' ? null : (job.error ?? { kind: 'cancelled' })
}

/** As a page does. */
export const openBytes = async (open: OpenCore, bytes: Uint8Array, name = 'a.racestage'): Promise<AppError | null> =>
  await endOf(open, { file: await handOver(open, bytes), name })

/** By the path of the file, as the desktop and the terminal do. */
export const openPath = async (open: Opening, folder: string, bytes: Uint8Array): Promise<AppError | null> => {
  const path = join(folder, 'given.racestage')
  await writeFile(path, bytes)
  return await endOf(open, open.core.giveFile(path))
}

export type Capsule = { readonly manifest: CapsuleManifest; readonly parts: readonly ZipEntry[] }

export const readCapsule = (archive: Buffer): Capsule => {
  const [first, ...parts] = unzip(archive)
  return { manifest: JSON.parse(first?.data.toString('utf8') ?? '') as CapsuleManifest, parts }
}

export const manifestEntry = (manifest: unknown): ZipEntry => ({
  name: 'manifest.json',
  data: Buffer.from(typeof manifest === 'string' ? manifest : JSON.stringify(manifest)),
})

/** Another capsule of the same parts, with a list that fits them. */
export const withParts = ({ manifest }: Capsule, parts: readonly ZipEntry[]): Buffer => {
  const entries = parts.map(({ name, data }) => ({ path: name, sizeBytes: data.length, sha256: sha256(data) }))
  return zipFile([manifestEntry({ ...manifest, entries }), ...parts])
}

export type Rows = readonly Readonly<Record<string, unknown>>[]

export const useSources =
  (cores: Cores) =>
  (bodies: Readonly<Record<string, Rows>>): Promise<TakenRows> =>
    takeRows(cores, bodies, { fileName: 'out.racestage' })

export const finisher = (number: number, time: string, more: Readonly<Record<string, unknown>> = {}) => ({
  number,
  position: number,
  name: `Runner ${String.fromCharCode(64 + number)}`,
  resultTime: time,
  ...more,
})

export const small = {
  M40: [finisher(1, '0:31:02'), finisher(2, '0:32:40'), finisher(3, '0:33:01')],
  F18: [finisher(11, '0:41:00'), finisher(12, '0:42:10')],
}

/** Everything that a user can read of a stage, without the ids that each database gives anew. */
export const readable = async (open: OpenCore, stage: StageGuid): Promise<unknown> => {
  const tree = await open.call('stage:tree', { stage })
  const page = await open.call('results:page', { stage, offset: 0, limit: 1_000 })
  const mapping = await open.call('results:mapping', { stage })
  const flat = await open.call('results:changes', { stage, isFlat: true, offset: 0, limit: 1_000 })
  const headlines = await open.call('results:changes', { stage, offset: 0, limit: 1_000 })
  const categories = tree.distances.flatMap((distance) => distance.categories)
  const nameOf = new Map(categories.map(({ id, guid }) => [id, guid]))
  const orderOf = new Map(flat.changes.toReversed().map(({ id }, place) => [id, place]))
  const bodies = await Promise.all(
    categories.map(async ({ id, hasBody }) => (hasBody ? await open.call('results:raw', { category: id }) : null)),
  )
  return {
    stage: { ...tree.stage, profileId: null, addedAt: null, capsule: null },
    linksFetchedAt: tree.linksFetchedAt,
    // Drift and shrinking are in the ledger; notices are only for the downloading computer.
    categories: categories.map(({ id: _, drift: __, shrunk: ___, ...category }) => category),
    columns: page.columns,
    rows: page.rows.map(({ category, identity, ...row }) => ({
      ...row,
      category: nameOf.get(category),
      identity: identity.replace(/^\d+/u, ''),
    })),
    mapping: mapping.map(({ columns, signature, rows }) => ({ columns, signature, rows })),
    changes: flat.changes.map(({ id: _, category, headline, ...change }) => ({
      ...change,
      category: nameOf.get(category),
      headline: headline === null ? null : orderOf.get(headline),
    })),
    counts: headlines.counts,
    marks: flat.marks,
    bodies,
  }
}

export const refusalOf = (reason: string, detail?: string): unknown => ({
  kind: 'capsule-refused',
  reason,
  ...(detail === undefined ? {} : { detail }),
})
