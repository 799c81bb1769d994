import { createHash } from 'node:crypto'
import { basename, dirname, extname, join } from 'node:path'
import type { AppEvent, Input } from '../../../preload/contract.ts'
import type { AutoExport, ExportOptions } from '../../../preload/contract/files.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { fileStem } from './rules/fileNames.ts'
import { readReceipt } from './rules/receipts.ts'
import { receiptEnding, type ExportDesk } from './exportDesk.ts'
import type { Exports } from './exportResults.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { AutoExportStore, AutoFile, ExportStore } from './exportTables.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { ChooseFolder } from '../../kernel/face.ts'
import type { Files } from '../../platform/files/files.ts'
import { notFound } from '../../kernel/result.ts'

type AutoExports = {
  readonly set: (input: Input<'stage:autoExport'>) => Promise<Result<AutoExport | null>>
  /** Rounds and takes of watched stages are what files follow. */
  readonly follow: (event: AppEvent) => void
  readonly close: () => Promise<void>
}

export type AutoExportParts = {
  readonly store: AutoExportStore &
    Pick<StageStore, 'stage'> &
    Pick<TableStore, 'tables'> &
    Pick<ExportStore, 'exportAt'>
  readonly files: Files
  readonly desk: Pick<ExportDesk, 'write'>
  readonly content: Exports['content']
  readonly chooseFolder: ChooseFolder
  readonly isWatched: (stage: StageGuid) => boolean
  readonly emit: Emit
  readonly clock: Clock
  readonly errorOf: (thrown: unknown) => AppError
  /** Found again by the next process of such a face; one that remembers nothing ends what it has begun. */
  readonly isRemembered: boolean
}

type Entry = {
  readonly stage: StageGuid
  state: AutoExport
  files: ReadonlyMap<CategoryId, AutoFile>
  canceller: AbortController
  /** The stage's name in the file names of the last round. */
  named: string | null
  /** Rows may have come since the round that runs began. */
  isDue: boolean
  running: Promise<void> | null
}

/** Files that follow watched stages, one for each category. A round at a time, so a slow disk only makes rounds fewer. */
export const createAutoExports = (parts: AutoExportParts): AutoExports => {
  const { store, emit, isRemembered } = parts
  const entries = new Map<StageGuid, Entry>()
  const seenRounds = new Map<StageGuid, number>()
  let isClosed = false

  const find = (stage: StageGuid): Entry | null => {
    const known = entries.get(stage)
    if (known !== undefined) return known
    const stored = isRemembered ? store.autoExport(stage) : null
    return stored === null ? null : add(stage, { ...stored.state, error: null }, stored.files)
  }

  const add = (stage: StageGuid, state: AutoExport, files: Entry['files']): Entry => {
    const entry = { stage, state, files, canceller: new AbortController(), named: null, isDue: false, running: null }
    entries.set(stage, entry)
    return entry
  }

  const change = (entry: Entry, state: AutoExport): void => {
    entry.state = state
    // A stage that was removed meanwhile has nothing to remember.
    if (store.stage(entry.stage) === null) return
    try {
      if (isRemembered) store.saveAutoExport(entry.stage, { state, files: entry.files })
    } catch (thrown) {
      entry.state = { ...state, error: state.error ?? parts.errorOf(thrown) }
    }
    emit({ name: 'autoExport:changed', data: { stage: entry.stage, state: entry.state } })
  }

  const run = async (entry: Entry): Promise<void> => {
    // Let `running` be set before the work can end.
    await Promise.resolve()
    while (entry.isDue && entry.state.isOn && !entry.canceller.signal.aborted) {
      entry.isDue = false
      const { signal } = entry.canceller
      const round = await writeRound(parts, entry, signal).catch((thrown: unknown): Round => ({
        files: entry.files,
        written: 0,
        kept: 0,
        replaced: entry.state.replaced,
        error: parts.errorOf(thrown),
      }))
      const { written, kept, replaced, error } = round
      const hasRows = written + kept > 0 || error !== null
      if (!hasRows) continue
      entry.files = round.files
      const writtenAt = error === null ? (new Date(parts.clock()).toISOString() as Instant) : entry.state.writtenAt
      const told = replaced === undefined ? {} : { replaced }
      const { warnings: _, ...last } = entry.state
      const state = { ...last, ...told, ...warningsOf(round.files), writtenAt, written, kept, error }
      if (!signal.aborted) change(entry, state)
    }
    entry.running = null
  }

  const refresh = (stage: StageGuid): void => {
    const entry = isClosed ? null : find(stage)
    if (entry === null || !entry.state.isOn) return
    entry.isDue = true
    entry.running ??= run(entry)
  }

  const begin = async (
    stage: Stage,
    { options, isFolderAsked, folder: wanted }: NonNullable<Input<'stage:autoExport'>['set']>,
  ): Promise<Result<AutoExport | null>> => {
    const known = find(stage.guid)?.state
    const isAsked = known === undefined || isFolderAsked === true || wanted !== undefined
    const folder = isAsked
      ? await parts.chooseFolder(`${stage.name} ${stage.guid.slice(0, 8)}`, wanted)
      : { ok: true as const, value: known.folder }
    // Another window or process may have set it while the dialog was open.
    const entry = find(stage.guid)
    const before = entry?.state ?? null
    if (folder === null) return { ok: true, value: before }
    if (!folder.ok) return folder
    const { replaced: _, ...last } = before ?? { writtenAt: null, written: 0, kept: 0 }
    const state: AutoExport = {
      ...last,
      isOn: true,
      folder: folder.value,
      options: options ?? before?.options ?? { format: 'csv' },
      error: null,
    }
    const begun = entry ?? add(stage.guid, state, new Map())
    if (begun.canceller.signal.aborted) begun.canceller = new AbortController()
    change(begun, state)
    refresh(stage.guid)
    return { ok: true, value: state }
  }

  return {
    set: async ({ stage: guid, set }) => {
      const stage = store.stage(guid)
      if (stage === null) return notFound('stage')
      if (set?.isOn === true) return await begin(stage, set)
      const entry = find(guid)
      if (set === undefined) return { ok: true, value: entry?.state ?? null }
      if (entry === null) return { ok: true, value: null }
      const { canceller } = entry
      canceller.abort()
      await entry.running
      // A different canceller means that it was switched on again meanwhile.
      if (entry.canceller !== canceller) return { ok: true, value: entry.state }
      change(entry, { ...entry.state, isOn: false, options: set.options ?? entry.state.options, error: null })
      return { ok: true, value: entry.state }
    },
    follow: ({ name, data }) => {
      if (name === 'job:finished' && data.kind === 'take' && data.stage !== null && parts.isWatched(data.stage)) {
        refresh(data.stage)
      }
      if (name === 'stage:changed') {
        const named = entries.get(data.stage)?.named ?? null
        if (named === null || !parts.isWatched(data.stage)) return
        if ((store.stage(data.stage)?.name ?? named) !== named) refresh(data.stage)
      }
      if (name !== 'watch:changed') return
      const { stage, state } = data
      const seen = seenRounds.get(stage) ?? 0
      if (state === null) seenRounds.delete(stage)
      else seenRounds.set(stage, state.rounds)
      // Rows stored by an aborted poll count too.
      if (state === null || state.rounds > seen) refresh(stage)
    },
    close: async () => {
      isClosed = true
      if (isRemembered) for (const { canceller } of entries.values()) canceller.abort()
      for (const { running } of entries.values()) await running
    },
  }
}

const warningsOf = (files: Entry['files']): Pick<AutoExport, 'warnings'> => {
  const warnings = new Set([...files.values()].flatMap((file) => file.warnings ?? []))
  return warnings.size === 0 ? {} : { warnings: [...warnings] }
}

type Round = {
  readonly files: ReadonlyMap<CategoryId, AutoFile>
  readonly written: number
  readonly kept: number
  readonly replaced: AutoExport['replaced']
  readonly error: AppError | null
}

/** Paths that are being written. */
const inFlight = new Set<string>()

const writeRound = async (parts: AutoExportParts, entry: Entry, signal: AbortSignal): Promise<Round> => {
  const { state, files: before } = entry
  const stage = parts.store.stage(entry.stage)
  const files = new Map(before)
  const counts = { written: 0, kept: 0 }
  let error: AppError | null = null
  const tables = stage === null ? [] : parts.store.tables(entry.stage)
  const { name = '', guid = '' } = stage ?? {}
  entry.named = stage?.name ?? null
  const stems = stemsOf(name, tables)
  const ownStems = stemsOf(`${name} ${guid.slice(0, 8)}`, tables)
  for (const [at, table] of tables.entries()) {
    if (signal.aborted) break
    const known = before.get(table.category)
    const { options, folder } = state
    const wanted = { table, stem: stems[at] ?? '', ownStem: ownStems[at] ?? '', options, folder, signal }
    const file = await writeCategory(parts, wanted, known)
    if (!file.ok) {
      error ??= file.error
      continue
    }
    counts[file.value.isWritten ? 'written' : 'kept'] += 1
    files.set(table.category, file.value.file)
  }
  const replaced = await removeReplaced(parts, entry, files)
  return { files, ...counts, replaced, error }
}

/** Removes untouched files under an earlier name of the stage or category: they would never change again. */
const removeReplaced = async (
  { store, files: disk }: AutoExportParts,
  { stage, state, files: before }: Entry,
  files: Round['files'],
): Promise<AutoExport['replaced']> => {
  const taken = new Set([...files.values()].map(({ path }) => path))
  let { removed = 0, left = [] } = state.replaced ?? {}
  const found: string[] = []
  for (const [category, old] of before) {
    const path = files.get(category)?.path ?? old.path
    const isOfName = dirname(path) === dirname(old.path) && extname(path) === extname(old.path)
    if (!isOfName || taken.has(old.path) || inFlight.has(old.path) || isOfAnother(store, old.path, stage)) continue
    const end = await disk.removeWritten(old.path, old, path)
    if (end === 'left') found.push(old.path)
    if (end !== 'removed') continue
    removed += 1
    const receipt = store.exportAt({ name: basename(old.path), path: old.path })?.receipt
    if (receipt === undefined) continue
    const sha256 = createHash('sha256').update(receipt).digest('hex')
    const written = { sizeBytes: Buffer.byteLength(receipt), sha256 }
    await disk.removeWritten(`${old.path}${receiptEnding}`, written, `${path}${receiptEnding}`)
  }
  if (found.length > 0) left = found
  return removed === 0 && left.length === 0 ? undefined : { removed, left }
}

type Wanted = {
  readonly table: StoredTable
  readonly stem: string
  /** Where another stage of that name writes into the same folder. */
  readonly ownStem: string
  readonly options: ExportOptions
  readonly folder: string
  readonly signal: AbortSignal
}

const writeCategory = async (
  { store, files, desk, content }: AutoExportParts,
  { table, stem, ownStem, options, folder, signal }: Wanted,
  known: AutoFile | undefined,
): Promise<Result<{ readonly file: AutoFile; readonly isWritten: boolean }>> => {
  const { snapshot, roles, category, stage } = table
  const made = JSON.stringify([snapshot, roles, folder, stem, options])
  const isThere = known !== undefined && (await files.sizeOf(known.path)) === known.sizeBytes
  if (isThere && known.made === made) return { ok: true, value: { file: known, isWritten: false } }
  const prepared = await content({ stage, categories: [category], ...options })
  if (!prepared.ok) return prepared
  const { warnings = [] } = prepared.value
  const warned = warnings.length === 0 ? {} : { warnings }
  const pathOf = (one: string): string => join(folder, `${one}.${prepared.value.ending}`)
  const isOthers = (one: string): boolean =>
    known?.path !== one && (inFlight.has(one) || isOfAnother(store, one, stage))
  const path = pathOf(isOthers(pathOf(stem)) ? ownStem : stem)
  const last = isThere && known.path === path ? known : undefined
  if (inFlight.has(path)) return { ok: false, error: { kind: 'file', reason: 'locked', path } }
  inFlight.add(path)
  const target = { path, finish: () => ({ path, download: null }) }
  const control = { signal, report: () => undefined }
  const end = await desk.write(target, prepared.value, control, last?.sha256).finally(() => inFlight.delete(path))
  if (end.error !== undefined) return { ok: false, error: end.error }
  if (end.file !== undefined) {
    const { sha256 } = end.file
    const file: AutoFile = { made, path, sha256, sizeBytes: (await files.sizeOf(path)) ?? 0, ...warned }
    return { ok: true, value: { file, isWritten: true } }
  }
  return last === undefined
    ? { ok: false, error: { kind: 'cancelled' } }
    : { ok: true, value: { file: { ...last, made, ...warned }, isWritten: false } }
}

/** Whether another stage was exported to that path, by this process or another. */
const isOfAnother = (store: Pick<ExportStore, 'exportAt'>, path: string, stage: StageGuid): boolean => {
  const last = store.exportAt({ name: basename(path), path })
  if (last?.isThere !== true) return false
  const of = readReceipt(last.receipt)?.stage?.guid
  return of !== undefined && of !== stage
}

/** `Stage - 10 km - M40`, one of each, whatever file systems take for the same. */
const stemsOf = (stage: string, tables: readonly StoredTable[]): readonly string[] => {
  const taken = new Set<string>()
  return tables.map(({ distanceName, categoryName }) => {
    const name = [stage, distanceName, categoryName].filter((part) => part.trim() !== '').join(' - ')
    let stem = fileStem([name])
    for (let count = 2; taken.has(stem.toLowerCase()); count += 1) stem = fileStem([name, `(${count})`])
    taken.add(stem.toLowerCase())
    return stem
  })
}
