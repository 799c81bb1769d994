import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '../../../preload/contract/changes.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { NoticeKind } from '../../../preload/contract/settings.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { call } from '../../api.ts'
import { translate } from '../../text/text.ts'
import { finishedSentence } from '../jobs/notify.ts'
import { infoQuery, settingsQuery, stagesQuery } from '../state/queries.ts'
import { createStore } from '../state/store.ts'
import { noticeText, openNotice } from './noticeText.ts'
import { createOutside } from './outside.ts'
import { firstOfEach, raceNotices, withNotice, type Notice } from './raceNotices.ts'

/** The newest last, one a race and kind; a notice stays until it is dismissed, its time is over, or newer ones take its place. */
export const notices = createStore<readonly Notice[]>([])

/** The user has just marked a favourite: the moment to ask whether to be told of people. */
export const isAskWanted = createStore(false)

const KEPT = 3
const PAGE = 1_000
/** In a race ranked by chip time nearly every finisher may change a podium: those of a minute are told together. */
const PODIUMS_EVERY_MS = 60_000

export type NoticeFollower = {
  readonly ledgerGrew: (stage: StageGuid, lastId: number) => void
  readonly watchChanged: (stage: StageGuid, state: WatchState | null) => void
  readonly jobFinished: (job: Job) => void
}

/** Turns events of the core into notices, each change once; what was written before this page was opened is no news. */
export const createNoticeFollower = (client: QueryClient): NoticeFollower => {
  const since = new Date(performance.timeOrigin).toISOString() as Change['at']
  const tellOutside = createOutside(client)
  const podiums = new Map<StageGuid, Change[]>()
  const heard = new Map<StageGuid, number>()
  const stopped = new Set<StageGuid>()
  let nextId = 1
  let turn: Promise<unknown> = Promise.resolve()

  const kindsNow = async (): Promise<readonly NoticeKind[]> =>
    (await client.ensureQueryData(settingsQuery).catch(() => null))?.notices ?? []

  const tell = (stage: StageGuid, of: Notice['of']): void => {
    const notice: Notice = { id: nextId, stage, of }
    nextId += 1
    notices.set(withNotice(notices.get(), notice).slice(-KEPT))
    const race = client.getQueryData(stagesQuery.queryKey)?.find(({ guid }) => guid === stage)
    const text = noticeText(notice, race?.name ?? '', translate)
    void tellOutside({ text, open: () => openNotice(notice) })
  }

  const tellPodiums = (stage: StageGuid, changes: readonly Change[]): void => {
    const waiting = podiums.get(stage)
    if (waiting !== undefined) return void waiting.push(...changes)
    tell(stage, { kind: 'podium', changes })
    const later: Change[] = []
    podiums.set(stage, later)
    setTimeout(() => {
      podiums.delete(stage)
      if (later.length > 0)
        tellPodiums(
          stage,
          firstOfEach(later, ({ category }) => category),
        )
    }, PODIUMS_EVERY_MS)
  }

  /** Every later change that may be told, oldest first; null when the core does not answer: the next event reads them. */
  const readChanges = async (stage: StageGuid): Promise<readonly Change[] | null> => {
    const read: Change[] = []
    for (;;) {
      const afterId = heard.get(stage) ?? 0
      const answer = await call('results:changes', {
        stage,
        since,
        afterId,
        types: ['result', 'place', 'status'],
        isFlat: true,
        offset: 0,
        limit: PAGE,
      })
      if (!answer.ok) return read.length === 0 ? null : read
      const { changes, lastId } = answer.value
      read.push(...changes)
      const isAll = changes.length < PAGE
      heard.set(stage, isAll ? Math.max(lastId, afterId) : (changes.at(-1)?.id ?? lastId))
      if (isAll) return read
    }
  }

  const follow = async (stage: StageGuid, lastId: number): Promise<void> => {
    if (lastId <= (heard.get(stage) ?? 0)) return
    const kinds = await kindsNow()
    if (kinds.every((kind) => kind === 'watch' || kind === 'job')) {
      heard.set(stage, lastId)
      return
    }
    const changes = await readChanges(stage)
    if (changes === null || changes.length === 0) return
    const favourites = await call('stage:favourites', { stage })
    raceNotices(changes, favourites.ok ? favourites.value : [], kinds).forEach((notice) =>
      notice.kind === 'podium' ? tellPodiums(stage, notice.changes) : tell(stage, notice),
    )
  }

  return {
    ledgerGrew: (stage, lastId) => {
      turn = turn.then(() => follow(stage, lastId))
    },
    watchChanged: (stage, state) => {
      if (state?.phase !== 'problem') {
        stopped.delete(stage)
        return
      }
      if (stopped.has(stage)) return
      stopped.add(stage)
      void kindsNow().then((kinds) => (kinds.includes('watch') ? tell(stage, { kind: 'watch' }) : undefined))
    },
    jobFinished: (job) => {
      const text = finishedSentence(job, translate)
      if (text === null || !document.hidden) return
      // On the page the status line says it; the desktop app tells the system by itself.
      const isDesktop = client.getQueryData(infoQuery.queryKey)?.face === 'desktop'
      void kindsNow().then((kinds) => {
        if (kinds.includes('job')) void tellOutside({ text, open: isDesktop ? null : () => undefined })
      })
    },
  }
}
