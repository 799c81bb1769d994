import type { Input } from '../../../preload/contract.ts'
import type {
  BlockChanges,
  BlockDetails,
  BlockList,
  BlockOpening,
  BlockSnapshot,
} from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, JobId, Json, ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import { compareBlocks, type ComparedBlock } from './rules/blockChanges.ts'
import { codeText } from './rules/blockFiles.ts'
import { previewDocument } from './rules/blockPreview.ts'
import { chooseShown, heavyFields, lightFields, type BlockSource } from './rules/blockTypes.ts'
import { fetchBlocks, saveBlocks, type BlockCallParts, type FetchedBlocks } from './fetchBlocks.ts'
import type { JobControl, JobEnd, Jobs } from '../jobs/jobs.ts'
import type { StoredBlockSnapshot } from './referenceTables.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { Previews } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'

export type BlockTypes = {
  readonly list: (input: Input<'block:list'>) => Promise<Result<BlockList>>
  readonly details: (input: Input<'block:details'>) => Promise<Result<BlockOpening>>
  /** The whole snapshot to read types from: the one named, or the newest that is shown. */
  readonly whole: (profileId: ProfileId, snapshot?: number) => StoredBlockSnapshot | null
}

export type BlockTypesParts = BlockCallParts & {
  readonly jobs: Jobs
  readonly emit: Emit
  readonly previews?: Previews
}

export const createBlockTypes = (parts: BlockTypesParts): BlockTypes => {
  const { store, profiles, jobs, emit, previews } = parts
  /** Overviews that are being asked for, and jobs that fetch whole lists; who asks again meanwhile shares them. */
  const asking = new Map<ProfileId, Promise<Result<null>>>()
  const fetching = new Map<ProfileId, JobId>()

  const snapshotsOf = (profileId: ProfileId): readonly StoredBlockSnapshot[] => store.blockSnapshots(profileId)

  const whole = (profileId: ProfileId, snapshot?: number): StoredBlockSnapshot | null => {
    const stored = snapshotsOf(profileId).filter(({ depth }) => depth === 'whole')
    return snapshot === undefined ? chooseShown(stored) : (stored.find(({ id }) => id === snapshot) ?? null)
  }

  const keep = async (fetched: FetchedBlocks): Promise<void> => {
    await saveBlocks(parts, fetched)
    emit({ name: 'blocks:changed', data: { profileId: fetched.profileId } })
  }

  const refreshOverview = async (profileId: ProfileId): Promise<Result<null>> => {
    const fetched = await fetchBlocks(parts, profileId, lightFields)
    if (!fetched.ok) return fetched
    await keep(fetched.value)
    return { ok: true, value: null }
  }

  const askOverview = (profileId: ProfileId): Promise<Result<null>> => {
    const known = asking.get(profileId)
    if (known !== undefined) return known
    const asked = refreshOverview(profileId).finally(() => asking.delete(profileId))
    asking.set(profileId, asked)
    return asked
  }

  const listChosenFields = async (profileId: ProfileId, fields: readonly string[]): Promise<Result<BlockList>> => {
    const fetched = await fetchBlocks(parts, profileId, fields)
    if (!fetched.ok) return fetched
    const { blocks, total, offset, limit, isReordered, skipped } = fetched.value.page
    // Requested details are part of the result.
    const types = blocks.map(({ type, source }) => ({ ...type, received: source }))
    return {
      ok: true,
      value: {
        types,
        total,
        offset,
        limit,
        isReordered,
        skipped,
        snapshot: null,
        whole: null,
        setAside: null,
        snapshots: [],
        changes: null,
      },
    }
  }

  const list = async ({ profileId, isRefresh, fields, snapshot, since }: Input<'block:list'>) => {
    if (fields !== undefined) return await listChosenFields(profileId, fields)
    if (isRefresh === true) {
      const refreshed = await askOverview(profileId)
      if (!refreshed.ok) return refreshed
    }
    return readList(profileId, snapshot, since)
  }

  const readList = (profileId: ProfileId, snapshot?: number, since?: number): Result<BlockList> => {
    const snapshots = snapshotsOf(profileId)
    const find = (id: number): StoredBlockSnapshot | undefined => snapshots.find((stored) => stored.id === id)
    const best = chooseShown(snapshots)
    const shown = snapshot === undefined ? (best ?? undefined) : find(snapshot)
    const earlier = since === undefined ? undefined : find(since)
    if ((snapshot !== undefined && shown === undefined) || (since !== undefined && earlier === undefined)) {
      return notFound('snapshot')
    }
    const [newest] = snapshots
    const wholeOne = whole(profileId)
    return {
      ok: true,
      value: {
        types: shown === undefined ? [] : store.blocksOf(shown.id).map(({ type }) => type),
        total: shown?.total ?? 0,
        offset: shown?.offset ?? 0,
        limit: shown?.limit ?? 0,
        isReordered: shown?.isReordered ?? false,
        skipped: shown?.skipped ?? 0,
        snapshot: shown === undefined ? null : publicSnapshot(shown),
        whole: wholeOne === null ? null : publicSnapshot(wholeOne),
        setAside: newest === undefined || newest === best ? null : publicSnapshot(newest),
        snapshots: snapshots.map(publicSnapshot),
        changes: shown === undefined || earlier === undefined ? null : changesBetween(earlier, shown),
      },
    }
  }

  const changesBetween = (from: StoredBlockSnapshot, to: StoredBlockSnapshot): BlockChanges => {
    const isWhole = from.depth === 'whole' && to.depth === 'whole'
    // A full reply may have overview fields that were not requested in an overview.
    const overviewOf = (source: BlockSource): BlockSource =>
      from.depth === to.depth
        ? source
        : Object.fromEntries(Object.entries(source).filter(([field]) => lightFields.includes(field)))
    const compared = (snapshot: number, side: string): readonly ComparedBlock[] =>
      store.blocksOf(snapshot).map(({ type, hash }) => ({
        type,
        // Hashes of full types and of overviews are not comparable.
        hash: isWhole ? hash : side,
        fields: () => (isWhole ? readSource(store.block(snapshot, type.id)?.content) : overviewOf(type.received)),
      }))
    return {
      from: publicSnapshot(from),
      to: publicSnapshot(to),
      depth: isWhole ? 'whole' : 'overview',
      ...compareBlocks(compared(from.id, 'from'), compared(to.id, 'to')),
    }
  }

  const fetchWhole = async (profile: Profile, control: JobControl): Promise<JobEnd> => {
    const fetched = await fetchBlocks(parts, profile.id, [...lightFields, ...heavyFields], {
      signal: control.signal,
      onProgress: (done, total) => control.report({ done, total: total ?? 0 }),
    })
    if (!fetched.ok) return endOf(fetched.error)
    if (control.signal.aborted) return endOf({ kind: 'cancelled' })
    control.report({ done: fetched.value.body.byteLength, total: fetched.value.body.byteLength })
    await keep(fetched.value)
    return { state: 'done' }
  }

  const startFetching = (profileId: ProfileId): Result<BlockOpening> => {
    const profile = profiles.find(profileId)
    if (!profile.ok) return profile
    const running = fetching.get(profileId)
    if (running !== undefined) return { ok: true, value: { state: 'fetching', jobId: running } }
    const jobId = jobs.start({
      kind: 'blocks',
      stage: null,
      title: profile.value.name,
      run: (control) => fetchWhole(profile.value, control).finally(() => fetching.delete(profileId)),
    })
    fetching.set(profileId, jobId)
    return { ok: true, value: { state: 'fetching', jobId } }
  }

  const readDetails = (stored: StoredBlockSnapshot, id: BlockTypeId, withPreview: boolean): Result<BlockOpening> => {
    const found = store.block(stored.id, id)
    if (found === null) return notFound('block type')
    const received = readSource(found.content)
    const [template, css, js] = [received['template'], received['css'], received['js']].map(codeText)
    const block: BlockDetails = {
      type: found.type,
      snapshot: publicSnapshot(stored),
      received,
      sizesBytes: {
        configuration: sizeOf(jsonText(received['configuration'])),
        template: sizeOf(template),
        css: sizeOf(css),
        js: sizeOf(js),
      },
      preview: withPreview ? (previews?.publish(previewDocument(template ?? '', css ?? '')) ?? null) : null,
    }
    return { ok: true, value: { state: 'stored', block } }
  }

  return {
    list,
    whole,
    details: async ({ profileId, id, snapshot, isRefresh, withPreview }) => {
      if (isRefresh === true) return startFetching(profileId)
      const stored = whole(profileId, snapshot)
      if (stored !== null) return readDetails(stored, id, withPreview === true)
      if (snapshot !== undefined) return notFound('snapshot')
      return startFetching(profileId)
    },
  }
}

const publicSnapshot = (stored: StoredBlockSnapshot): BlockSnapshot => ({
  id: stored.id,
  depth: stored.depth,
  fetchedAt: stored.fetchedAt,
  checkedAt: stored.checkedAt,
  types: stored.types,
  total: stored.total,
  sizeBytes: stored.sizeBytes,
})

/** Content of a type as the store wrote it. */
export const readSource = (content: string | undefined): BlockSource =>
  content === undefined ? {} : (JSON.parse(content) as BlockSource)

const jsonText = (value: Json | undefined): string => (value === undefined ? '' : JSON.stringify(value))

const sizeOf = (text: string | undefined): number => Buffer.byteLength(text ?? '', 'utf8')

const endOf = (error: AppError): JobEnd =>
  error.kind === 'cancelled' ? { state: 'cancelled', error } : { state: 'failed', error }
