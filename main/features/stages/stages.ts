import type { Instant, ProfileId, StageGuid, JobId, CategoryId } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { RemovedStage, Stage, StageTree } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { originOf, stageFromText } from '../../kernel/urls.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Profiles } from '../organizations/profiles.ts'
import { takeOffline, type TakeParts } from './takeOffline.ts'
import { refusalOfStage } from './stageLinks.ts'
import type { StageStore } from './stageStore.ts'
import type { Emit } from '../../kernel/emit.ts'
import { invalidInput, notFound, type Failure } from '../../kernel/result.ts'

type Stages = {
  readonly add: (profileId: ProfileId, text: string, name: string | null, isChecked: boolean) => Promise<Result<Stage>>
  readonly rename: (guid: StageGuid, name: string) => Result<Stage>
  readonly remove: (guid: StageGuid) => Promise<Result<null>>
  readonly removed: () => readonly RemovedStage[]
  readonly restore: (guid: StageGuid) => Result<Stage>
  readonly emptyBin: (guid: StageGuid | null) => Promise<Result<{ readonly deleted: number }>>
  readonly tree: (guid: StageGuid) => Promise<Result<StageTree>>
  readonly take: (guid: StageGuid, only: readonly CategoryId[] | null) => Promise<Result<{ readonly jobId: JobId }>>
}

export type StagesParts = Omit<TakeParts, 'stageChanged'> & {
  readonly watchOf: (guid: StageGuid) => WatchState | null
  readonly store: StageStore
  readonly profiles: Profiles
  readonly jobs: Jobs
  readonly emit: Emit
  /** Once all outcomes of a take are on disk. */
  readonly roundEnded: (stage: StageGuid) => void
}

/** No service is asked for a stage that came from a capsule. */
const readOnly: Failure = {
  ok: false,
  error: { kind: 'capsule-refused', reason: 'read-only' },
}

const inBin: Failure = { ok: false, error: { kind: 'capsule-refused', reason: 'in-bin' } }

export const createStages = (parts: StagesParts): Stages => {
  const { store, profiles, jobs, emit, clock } = parts
  const changed = (stage: StageGuid): void => emit({ name: 'stage:changed', data: { stage } })
  const found = (guid: StageGuid): Result<Stage> => {
    const stage = store.stage(guid)
    return stage === null ? notFound('stage') : { ok: true, value: stage }
  }
  const refusalOf = async (profileId: ProfileId, guid: StageGuid): Promise<AppError | null> => {
    const profile = await profiles.ready(profileId)
    const credentials = profile.ok ? await parts.secrets.credentialsFor(profile.value) : profile
    return credentials.ok ? await refusalOfStage(parts, guid, credentials.value) : null
  }
  return {
    add: async (profileId, text, name, isChecked) => {
      const profile = profiles.find(profileId)
      if (!profile.ok) return profile
      const guid = stageFromText(text)
      if (guid === null) {
        const message = 'holds no GUID, such as 3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
        return invalidInput('text', message)
      }
      if (store.stage(guid)?.capsule !== undefined) return readOnly
      if (store.removedStages().some((removed) => removed.guid === guid && removed.capsule !== undefined)) return inBin
      if (isChecked && store.stage(guid) === null) {
        const refusal = await refusalOf(profileId, guid)
        if (refusal !== null) return { ok: false, error: refusal }
      }
      const at = new Date(clock()).toISOString() as Instant
      store.saveStage({ guid, profileId, profileName: profile.value.name, at })
      if (name !== null) store.renameStage(guid, name.trim())
      changed(guid)
      return found(guid)
    },
    rename: (guid, name) => {
      const stage = found(guid)
      if (!stage.ok) return stage
      store.renameStage(guid, name.trim())
      changed(guid)
      return found(guid)
    },
    remove: async (guid) => {
      const stage = found(guid)
      if (!stage.ok) return stage
      await jobs.stop(guid)
      store.removeStage(guid, new Date(clock()).toISOString() as Instant)
      changed(guid)
      return { ok: true, value: null }
    },
    removed: () => store.removedStages(),
    restore: (guid) => {
      if (!store.restoreStage(guid)) return notFound('stage')
      changed(guid)
      return found(guid)
    },
    emptyBin: async (guid) => {
      const gone = store.removedStages().filter((removed) => guid === null || removed.guid === guid)
      if (guid !== null && gone.length === 0) return notFound('stage')
      const emptied = await store.emptyBin(guid)
      if (!emptied.ok) return emptied
      for (const stage of gone) changed(stage.guid)
      return { ok: true, value: { deleted: gone.length } }
    },
    tree: async (guid) => {
      await store.readUnread(guid)
      const stage = found(guid)
      if (!stage.ok) return stage
      const { profileId } = stage.value
      const profile = profileId === null ? null : profiles.find(profileId)
      const lacksResultsUrl = profile?.ok === true && profile.value.resultsUrl === null
      const first = lacksResultsUrl ? store.listedCategories(guid).find(({ url }) => url !== '') : undefined
      return {
        ok: true,
        value: {
          stage: stage.value,
          distances: store.tree(guid),
          linksFetchedAt: store.linksOf(guid).fetchedAt,
          proposedResultsUrl: first === undefined ? null : originOf(first.url),
          watch: parts.watchOf(guid),
        },
      }
    },
    take: async (guid, only) => {
      const running = jobs.running('take', guid)
      if (running !== null) return { ok: true, value: { jobId: running } }
      // Wait for a cancelled download to finish storing.
      await jobs.ending('take', guid)
      const stage = found(guid)
      if (!stage.ok) return stage
      if (stage.value.capsule !== undefined) return readOnly
      if (stage.value.profileId === null) return notFound('profile')
      const profile = await profiles.ready(stage.value.profileId)
      if (!profile.ok) return profile
      const jobId =
        jobs.running('take', guid) ??
        jobs.start({
          kind: 'take',
          stage: guid,
          title: stage.value.name,
          run: async (control) => {
            const end = await takeOffline(
              { ...parts, stageChanged: changed },
              { stage: stage.value, profile: profile.value, only },
              control,
            )
            parts.roundEnded(guid)
            return end
          },
        })
      return { ok: true, value: { jobId } }
    },
  }
}
