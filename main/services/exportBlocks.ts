import { setImmediate } from 'node:timers/promises'
import type { AppError, BlockType, Input, JobId, Result } from '../../preload/contract.ts'
import { blockFiles, blockFolders } from '../domain/blockFiles.ts'
import { fileStem } from '../domain/fileNames.ts'
import { readSource, type BlockTypes } from './blockTypes.ts'
import type { JobControl, JobEnd, Jobs } from './jobs.ts'
import type {
  Clock,
  Delivery,
  DeliveryTarget,
  Files,
  FileWriter,
  PackedFile,
  ReferenceStore,
  StoredBlockSnapshot,
  Zip,
} from './ports.ts'
import type { Profiles } from './profiles.ts'

export type BlockExports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'block:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type BlockExportsParts = {
  readonly store: ReferenceStore
  readonly profiles: Profiles
  readonly blockTypes: BlockTypes
  readonly files: Files
  readonly zip: Zip
  readonly delivery: Delivery
  readonly jobs: Jobs
  readonly clock: Clock
}

const turnMs = 8
const chunkBytes = 256 * 1024

export const createBlockExports = (parts: BlockExportsParts): BlockExports => ({
  start: async ({ profileId, id, snapshot }) => {
    const stored = parts.blockTypes.whole(profileId, snapshot)
    if (stored === null) return { ok: false, error: { kind: 'not-found', what: 'block type details' } }
    const types = parts.store.blocksOf(stored.id).map(({ type }) => type)
    const chosen = id === undefined ? types : types.filter((type) => type.id === id)
    if (chosen.length === 0) return { ok: false, error: { kind: 'not-found', what: 'block type' } }
    const profile = parts.profiles.find(profileId)
    const title = id === undefined ? (profile.ok ? profile.value.name : profileId) : (chosen[0]?.name ?? id)
    const target = await parts.delivery.choose(
      id === undefined ? nameOfAll(title, new Date(parts.clock())) : `${nameOfOne(chosen)}.zip`,
    )
    if (target === null) return { ok: true, value: null }
    if (!target.ok) return target
    const jobId = parts.jobs.start({
      kind: 'export',
      stage: null,
      title,
      run: (control) => writeZip(parts, target.value, stored, types, chosen, control),
    })
    return { ok: true, value: { jobId } }
  },
})

const nameOfOne = (chosen: readonly BlockType[]): string => {
  const [folder = 'block'] = blockFolders(chosen).values()
  return folder
}

/** `2026-05-16 Spring crew - block types 1405.zip`, in local time. */
const nameOfAll = (profileName: string, now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}${two(now.getMinutes())}`
  return `${fileStem([date, `${profileName} - block types`, time])}.zip`
}

const writeZip = async (
  { files, zip, store }: BlockExportsParts,
  target: DeliveryTarget,
  stored: StoredBlockSnapshot,
  types: readonly BlockType[],
  chosen: readonly BlockType[],
  control: JobControl,
): Promise<JobEnd> => {
  control.report({ total: chosen.length })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  // Names are given among all types, so that one of them has the same name alone as with the others.
  const folders = blockFolders(types)
  const packed = function* (): Generator<PackedFile> {
    for (const [index, { id }] of chosen.entries()) {
      for (const { name, text } of blockFiles(readSource(store.block(stored.id, id)?.content))) {
        yield { path: `${folders.get(id) ?? id}/${name}`, text }
      }
      control.report({ done: index + 1 })
    }
  }
  const failed = await writePieces(writer, zip(packed(), stored.fetchedAt), control)
  if (failed !== null) {
    await writer.discard()
    return { state: failed.kind === 'cancelled' ? 'cancelled' : 'failed', error: failed }
  }
  const finished = await writer.finish()
  if (!finished.ok) {
    await writer.discard()
    return { state: 'failed', error: finished.error }
  }
  const { path, download } = target.finish()
  const name = target.path.replace(/^.*[/\\]/, '')
  return {
    state: 'done',
    file: { name, rows: chosen.length, unit: 'blocks', sha256: finished.value.sha256, path, download },
  }
}

const writePieces = async (
  writer: FileWriter,
  pieces: Iterable<Uint8Array>,
  control: JobControl,
): Promise<AppError | null> => {
  let turnStartedAt = performance.now()
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const writeOut = async (): Promise<AppError | null> => {
    if (control.signal.aborted) return { kind: 'cancelled' }
    const written = await writer.write(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
    return written.ok ? null : written.error
  }
  for (const piece of pieces) {
    waiting.push(piece)
    waitingBytes += piece.byteLength
    const failed = waitingBytes >= chunkBytes ? await writeOut() : null
    if (failed !== null) return failed
    if (performance.now() - turnStartedAt > turnMs) {
      await setImmediate()
      turnStartedAt = performance.now()
    }
  }
  return await writeOut()
}
