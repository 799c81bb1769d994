import type { Input } from '../../../preload/contract.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, CapsuleFault, Result } from '../../../preload/contract/result.ts'
import { faultOfArchive, faultOfList } from './rules/archiveEntries.ts'
import { capsuleLimits, readManifest, type CapsuleManifest } from './rules/manifest.ts'
import type { SingleUse } from '../../kernel/singleUse.ts'
import type { JobControl, JobEnd, Jobs } from '../jobs/jobs.ts'
import type { ReceivedFiles } from '../files/receivedFiles.ts'
import type { CapsuleIntake, CapsuleStore } from './capsuleStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Archive, OpenArchive, OpenedEntry } from '../../platform/files/files.ts'
import { notFound } from '../../kernel/result.ts'

type Opened = { readonly jobId: JobId; readonly stage: StageGuid; readonly name: string }

type OpenCapsule = (input: Input<'capsule:open'>) => Promise<Result<Opened>>

export type OpenCapsuleParts = {
  readonly store: Pick<StageStore, 'stage' | 'removedStages'> & Pick<CapsuleStore, 'takeInCapsule'>
  readonly openArchive: OpenArchive
  readonly received: Pick<ReceivedFiles, 'use'>
  /** Paths that main itself was given. */
  readonly given: Pick<SingleUse<string>, 'claim'>
  readonly jobs: Pick<Jobs, 'start'>
  readonly emit: Emit
  readonly clock: Clock
}

/** A capsule with a valid manifest; its entries are checked as they are stored. */
type Checked = { readonly archive: Archive; readonly manifest: CapsuleManifest }

/** Stores the stage of a capsule like one that was taken. The file is not trusted. */
export const createCapsuleOpening = (parts: OpenCapsuleParts): OpenCapsule => {
  const { store, received, given, jobs } = parts

  /** Tells when the file was found good enough to begin, and ends when it is needed no more. */
  const openFrom = async (path: string, fileName: string, begun: (opened: Opened) => void): Promise<Result<null>> => {
    const archive = await parts.openArchive(path, capsuleLimits.entries)
    if (!archive.ok) return archive
    try {
      const manifest = await checkManifest(archive.value)
      if (!manifest.ok) return manifest
      const { guid, name } = manifest.value.stage
      const isInBin = store.removedStages().some((removed) => removed.guid === guid)
      const fault = isInBin ? 'in-bin' : faultOfStage(store.stage(guid), manifest.value)
      if (fault !== null) return refused(fault)
      const { promise: ended, resolve: end } = Promise.withResolvers<null>()
      const checked = { archive: archive.value, manifest: manifest.value }
      const run = (control: JobControl): Promise<JobEnd> =>
        takeIn(parts, checked, fileName, control).finally(() => end(null))
      begun({ jobId: jobs.start({ kind: 'open', stage: guid, title: name, run }), stage: guid, name })
      return { ok: true, value: await ended }
    } finally {
      archive.value.close()
    }
  }

  return async (input) => {
    const { promise: answer, resolve: tell } = Promise.withResolvers<Result<Opened>>()
    const begun = (opened: Opened): void => tell({ ok: true, value: opened })
    const path = 'ticket' in input ? given.claim(input.ticket) : null
    if ('ticket' in input && path === null) return notFound('file')
    const work = (found: string): Promise<Result<null>> => openFrom(found, input.name, begun)
    const opening = 'file' in input ? received.use(input.file, work) : work(path ?? '')
    // Once started, the outcome is reported by its job.
    opening.then(
      (ended) => {
        if (!ended.ok) tell(ended)
      },
      (thrown: unknown) => tell(Promise.reject(thrown)),
    )
    return await answer
  }
}

const refusal = (reason: CapsuleFault, detail?: string): AppError => ({
  kind: 'capsule-refused',
  reason,
  ...(detail === undefined || detail === '' ? {} : { detail }),
})

const refused = (reason: CapsuleFault, detail?: string): Result<never> => ({
  ok: false,
  error: refusal(reason, detail),
})

const checkManifest = async (archive: Archive): Promise<Result<CapsuleManifest>> => {
  const unfit = faultOfArchive(archive.entries)
  if (unfit !== null) return refused(unfit.reason, unfit.detail)
  const entry = await archive.read(0)
  if (!entry.ok) return entry
  const text = new TextDecoder('utf-8').decode(entry.value.bytes)
  const read = readManifest(text)
  if (!read.ok) return refused(read.fault)
  const { entries, ledger } = read.manifest
  const unlisted = faultOfList(archive.entries, entries, ledger?.path ?? null)
  return unlisted === null ? { ok: true, value: read.manifest } : refused(unlisted.reason, unlisted.detail)
}

/** The store asks the same again once it writes. */
const faultOfStage = (stage: ReturnType<StageStore['stage']>, { savedAt }: CapsuleManifest): CapsuleFault | null => {
  if (stage === null) return null
  if (stage.capsule === undefined) return 'stage-exists'
  return stage.capsule.savedAt > savedAt ? 'older' : null
}

const takeIn = async (
  { store, emit, clock }: OpenCapsuleParts,
  { archive, manifest }: Checked,
  fileName: string,
  control: JobControl,
): Promise<JobEnd> => {
  const totalBytes = manifest.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  control.report({ total: totalBytes })
  const intake = store.takeInCapsule(manifest)
  try {
    const stored = await storeAll(archive, manifest, intake, control, {
      fileName,
      at: new Date(clock()).toISOString() as Instant,
    })
    if (!stored.ok) {
      const { error } = stored
      return { state: error.kind === 'cancelled' ? 'cancelled' : 'failed', error }
    }
    emit({ name: 'stage:changed', data: { stage: manifest.stage.guid } })
    return { state: 'done' }
  } finally {
    intake.close()
  }
}

const storeAll = async (
  archive: Archive,
  manifest: CapsuleManifest,
  intake: CapsuleIntake,
  control: JobControl,
  opened: Parameters<CapsuleIntake['keep']>[2],
): Promise<Result<null>> => {
  const listed = new Map(manifest.entries.map((entry) => [entry.path, entry]))
  const places = new Map(archive.entries.map(({ path }, at) => [path, at]))
  let doneBytes = 0
  const read = async (path: string): Promise<Result<OpenedEntry>> => {
    if (control.signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
    const entry = await archive.read(places.get(path) ?? -1)
    if (!entry.ok) return entry.error.kind === 'capsule-refused' ? refused(entry.error.reason, path) : entry
    if (entry.value.sha256 !== listed.get(path)?.sha256) return refused('altered', path)
    doneBytes += entry.value.bytes.byteLength
    return entry
  }
  for (const [place, category] of manifest.categories.entries()) {
    for (const [isRows, body] of [[true, category.rowsBody] as const, [false, category.lastBody] as const]) {
      if (body === null) continue
      const entry = await read(body.path)
      if (!entry.ok) return entry
      const added = await intake.add(place, isRows, entry.value.bytes)
      if (!added.ok) return added
      control.report({ done: doneBytes })
    }
  }
  const links = manifest.links.path === null ? null : await read(manifest.links.path)
  if (links !== null && !links.ok) return links
  const ledger = manifest.ledger === null ? null : await read(manifest.ledger.path)
  if (ledger !== null && !ledger.ok) return ledger
  control.report({ done: doneBytes })
  if (control.signal.aborted) return { ok: false, error: { kind: 'cancelled' } }
  return await intake.keep(links?.value.bytes ?? null, ledger?.value.bytes ?? null, opened)
}
