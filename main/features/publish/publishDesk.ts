import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Instant, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { PublishSettings, PublishTarget, StagePublishing } from '../../../preload/contract/publish/publish.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Clock, Wait } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { ChooseFolder, Shell } from '../../kernel/face.ts'
import { fail, invalidInput, notFound } from '../../kernel/result.ts'
import type { JobControl, JobEnd, Jobs } from '../jobs/jobs.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { createFollower } from './follower.ts'
import type { PublishControl, Publishing } from './publishing.ts'
import type { PublishSecrets } from './publishSecrets.ts'
import type { PublishStore } from './publishTables.ts'
import { pictureSize } from './rules/pictureSize.ts'
import { createSitePreviews } from './sitePreviews.ts'
import { entryUrlOf, readTarget, storeOf } from './rules/target.ts'
import { firstPublishing, type StoredPublishing } from './rules/storedPublishing.ts'

const mostLeft = 20

export type PublishDeskParts = {
  readonly store: PublishStore & Pick<StageStore, 'stage' | 'tree'>
  readonly publishing: Publishing
  readonly secrets: PublishSecrets
  readonly jobs: Pick<Jobs, 'start' | 'running' | 'ending'>
  readonly emit: Emit
  readonly clock: Clock
  readonly wait: Wait
  readonly errorOf: (thrown: unknown) => AppError
  readonly chooseFolder: ChooseFolder
  readonly shell?: Pick<Shell, 'showSite'>
  readonly language: (asked?: 'en' | 'ru') => 'en' | 'ru'
  /** Of S3 stores; null: none is given. */
  readonly region: string | null
  /** False for a command, which ends with what it publishes. */
  readonly isRemembered: boolean
}

/** Publishing as its operator arranges it: where and how, now or while the stage is watched. */
export const createPublishDesk = (parts: PublishDeskParts) => {
  const { store, publishing, secrets, jobs, emit } = parts
  /** Nothing of it was saved yet; each is the same the next time, but for its language. */
  const firsts = new Map<StageGuid, StoredPublishing>()
  const tell = (stage: StageGuid): void => emit({ name: 'publish:changed', data: { stage } })

  /** Russian for a stage with Russian names, whatever the app's language. */
  const languageOf = (stage: StageGuid, asked?: 'en' | 'ru'): 'en' | 'ru' => {
    const names = store.tree(stage).flatMap(({ name, categories }) => [name, ...categories.map((one) => one.name)])
    return [store.stage(stage)?.name ?? '', ...names].some((name) => /[а-яё]/iu.test(name))
      ? 'ru'
      : parts.language(asked)
  }

  const storedOf = (stage: StageGuid, asked?: 'en' | 'ru'): StoredPublishing => {
    const begun = firsts.get(stage)
    const known = store.publishing(stage) ?? (asked === undefined ? begun : undefined)
    if (known !== undefined) return known
    const first = firstPublishing(languageOf(stage, asked), begun?.desk ?? randomBytes(9).toString('base64url'))
    firsts.set(stage, first)
    return first
  }

  const save = (stage: StageGuid, change: Partial<StoredPublishing>): StoredPublishing => {
    const next = { ...storedOf(stage), ...change }
    store.savePublishing(stage, next)
    tell(stage)
    return next
  }

  /** Titles of the last events. */
  const titles = new Map<StageGuid, string>()
  const previews = createSitePreviews()
  const follower = createFollower({ ...parts, told: tell })

  const jobOf = (stage: StageGuid): JobId | null => jobs.running('publish', stage) ?? jobs.running('takeDown', stage)

  const answer = async (stage: StageGuid, asked?: 'en' | 'ru'): Promise<Result<StagePublishing>> => {
    if (store.stage(stage) === null) return notFound('stage')
    const stored = storedOf(stage, asked)
    const { settings, target, accessKeyId, published, left, receipts } = stored
    const place = target === null || target.kind === 'folder' ? null : target
    const secret = place === null ? null : await secrets.find(stage, place)
    const value: StagePublishing = {
      settings,
      target,
      accessKeyId,
      secretIn: secret?.ok === true ? (secret.value?.in ?? null) : null,
      hostKey: place === null ? null : (stored.hostKeys[storeOf(place)] ?? null),
      readerUrl: settings.readerUrl || (place === null ? null : entryUrlOf(place, stored.region ?? parts.region)),
      previewUrl: previews.urlOf(stage),
      published,
      left: left.map((one) => ({ target: one.target, at: one.published.at })),
      receipts,
      follow: follower.stateOf(stage),
      job: jobOf(stage),
    }
    return { ok: true, value }
  }

  const withStage = async (
    stage: StageGuid,
    work: () => Promise<Result<unknown>> | Result<unknown>,
  ): Promise<Result<StagePublishing>> => {
    if (store.stage(stage) === null) return notFound('stage')
    const done = await work()
    return done.ok ? await answer(stage) : done
  }

  /** A site at the place before stays there until that place is chosen again and taken down. */
  const setTarget = (stage: StageGuid, target: PublishTarget): Result<null> => {
    const before = storedOf(stage)
    if (isDeepStrictEqual(before.target, target)) return { ok: true, value: null }
    const { published } = before
    const own = before.target === null || published === null ? [] : [{ target: before.target, published }]
    const places = [...own, ...before.left]
    const again = places.find((place) => isDeepStrictEqual(place.target, target))
    const left = places.filter((place) => place !== again).slice(0, mostLeft)
    save(stage, { target, published: again?.published ?? null, left, region: null, retired: [] })
    store.saveSiteBase(stage, null)
    void publishing.forget(stage)
    void previews.end(stage)
    follower.changed(stage)
    return { ok: true, value: null }
  }

  const runJob = (
    kind: 'publish' | 'takeDown',
    stage: StageGuid,
    work: (control: PublishControl) => Promise<Result<unknown>>,
    isTakingOver: boolean,
  ): Result<{ readonly jobId: JobId }> => {
    const found = store.stage(stage)
    if (found === null) return notFound('stage')
    const running = jobOf(stage)
    if (running !== null) return { ok: true, value: { jobId: running } }
    const startedAt = parts.clock()
    const run = async ({ signal, report }: JobControl): Promise<JobEnd> => {
      const told: PublishControl['report'] = ({ done, total, sentBytes }) => {
        const seconds = Math.max(1, (parts.clock() - startedAt) / 1_000)
        report({ done, total, transfer: { receivedBytes: sentBytes, bytesPerS: Math.round(sentBytes / seconds) } })
      }
      const waits: PublishControl['waits'] = (why) => {
        const at = (ms: number): Instant => new Date(parts.clock() + ms).toISOString() as Instant
        report({ retry: why === null ? null : { error: why.error, at: at(why.ms) } })
      }
      const control = { signal, report: told, waits, isTakingOver, isAsked: true }
      const done = await follower.alone(stage, () => work(control))
      // What was in the way is gone.
      if (done.ok && follower.stateOf(stage)?.phase === 'problem') follower.changed(stage)
      tell(stage)
      if (done.ok) return { state: 'done' }
      return done.error.kind === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', error: done.error }
    }
    const jobId = jobs.start({ kind, stage, title: found.name, run })
    tell(stage)
    return { ok: true, value: { jobId } }
  }

  return {
    read: answer,
    save: (stage: StageGuid, settings: PublishSettings) =>
      withStage(stage, () => {
        if (!isLogo(settings.logo)) {
          return invalidInput('settings.logo', `a PNG, JPEG or WebP picture of at most ${longestSide} pixels a side`)
        }
        save(stage, { settings })
        follower.changed(stage)
        return { ok: true, value: null }
      }),
    chooseFolder: async (stage: StageGuid, wanted?: string): Promise<Result<StagePublishing | null>> => {
      const found = store.stage(stage)
      if (found === null) return notFound('stage')
      const folder = await parts.chooseFolder(`${found.name} ${stage.slice(0, 8)} site`, wanted)
      if (folder === null) return { ok: true, value: null }
      if (!folder.ok) return folder
      return await withStage(stage, () => setTarget(stage, { kind: 'folder', path: folder.value }))
    },
    setTarget: (stage: StageGuid, address: string, endpoint: string | null) =>
      withStage(stage, () => {
        const target = readTarget(address, endpoint)
        return target.ok ? setTarget(stage, target.value) : target
      }),
    setSecret: (stage: StageGuid, secret: string, accessKeyId: string) =>
      withStage(stage, async () => {
        const { target } = storedOf(stage)
        if (target === null || target.kind === 'folder') return fail({ kind: 'publish-refused', reason: 'no-target' })
        const saved = await secrets.save(stage, target, secret)
        if (!saved.ok) return saved
        // It may have come in again since it was deleted.
        store.secretIsDone(stage)
        save(stage, { accessKeyId })
        follower.changed(stage)
        return saved
      }),
    trustHostKey: (stage: StageGuid, hostKey: string) =>
      withStage(stage, () => {
        const { target, hostKeys } = storedOf(stage)
        if (target?.kind !== 'sftp') return fail({ kind: 'publish-refused', reason: 'no-target' })
        save(stage, { hostKeys: { ...hostKeys, [storeOf(target)]: hostKey } })
        follower.changed(stage)
        return { ok: true, value: null }
      }),
    forgetSecret: (stage: StageGuid) =>
      withStage(stage, async () => {
        const forgotten = await secrets.forget(stage)
        if (forgotten.ok) tell(stage)
        return forgotten
      }),
    start: (stage: StageGuid, isTakingOver: boolean) =>
      runJob('publish', stage, (control) => publishing.publish(stage, control), isTakingOver),
    takeDown: async (stage: StageGuid) => {
      if (store.stage(stage) === null) return notFound('stage')
      save(stage, { isFollowing: false, takeDowns: storedOf(stage).takeDowns + 1 })
      await follower.stop(stage)
      await previews.end(stage)
      return runJob('takeDown', stage, (control) => publishing.takeDown(stage, control), false)
    },
    follow: (stage: StageGuid, isOn: boolean) =>
      withStage(stage, async () => {
        if (parts.isRemembered) save(stage, { isFollowing: isOn })
        if (isOn) follower.start(stage)
        else await follower.stop(stage)
        return { ok: true, value: null }
      }),
    preview: (stage: StageGuid, isOn: boolean) =>
      withStage(stage, async () => {
        const { target, published } = storedOf(stage)
        if (!isOn) await previews.end(stage)
        else if (target?.kind !== 'folder' || published === null) return notFound('site')
        else {
          const url = await previews.start(stage, target.path)
          await parts.shell?.showSite(url)
        }
        tell(stage)
        return { ok: true, value: null }
      }),
    /** Forgets secrets of stages that were deleted. */
    forgetLeft: async (): Promise<void> => {
      for (const stage of store.leftSecrets()) if (await secrets.forgetForGood(stage)) store.secretIsDone(stage)
    },
    /** Begins again what was begun before the app ended. */
    resume: (): void => {
      for (const stage of store.stagesThatFollow()) follower.start(stage)
    },
    followEvent: (event: AppEvent): void => {
      if (event.name === 'watch:changed') follower.changed(event.data.stage, event.data.state?.rounds)
      else if (event.name === 'job:finished' && event.data.kind === 'take' && event.data.stage !== null) {
        follower.changed(event.data.stage)
      } else if (event.name === 'stage:changed') {
        const found = store.stage(event.data.stage)
        if (found === null) void previews.end(event.data.stage)
        const name = found?.name ?? ''
        if (titles.get(event.data.stage) !== name) follower.changed(event.data.stage)
        titles.set(event.data.stage, name)
      }
    },
    close: async (): Promise<void> => {
      await previews.close()
      await follower.close()
    },
  }
}

/** Small files may unpack to pictures that phones have no memory for. */
const longestSide = 2_000

const isLogo = (logo: string | null): boolean => {
  if (logo === null) return true
  const [, type = '', base64 = ''] = /^data:image\/(\w+);base64,(.+)$/.exec(logo) ?? []
  const size = pictureSize(type, Buffer.from(base64, 'base64'))
  return size !== null && Math.max(size.width, size.height) <= longestSide
}
