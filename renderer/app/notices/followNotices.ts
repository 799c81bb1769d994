import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '../../../preload/contract/changes.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { NoticeKind } from '../../../preload/contract/settings.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { call } from '../../api.ts'
import { translate } from '../../text/text.ts'
import { settingsQuery } from '../state/queries.ts'
import { createStore } from '../state/store.ts'
import { noticeText, openNotice } from './noticeText.ts'
import { raceNotices, type Notice } from './raceNotices.ts'

/** The newest last; a notice stays until it is dismissed or newer ones take its place. */
export const notices = createStore<readonly Notice[]>([])

/** The user has just marked a favourite: the moment to ask whether to be told of people. */
export const isAskWanted = createStore(false)

const KEPT = 3
const PAGE = 1_000

export type NoticeFollower = {
  readonly ledgerGrew: (stage: StageGuid, lastId: number) => void
  readonly watchChanged: (stage: StageGuid, state: WatchState | null) => void
}

/** Turns events of the core into notices, each change once; what was written before this page was opened is no news. */
export const createNoticeFollower = (client: QueryClient): NoticeFollower => {
  const since = new Date().toISOString() as Change['at']
  const heard = new Map<StageGuid, number>()
  const stopped = new Set<StageGuid>()
  let nextId = 1
  let turn: Promise<unknown> = Promise.resolve()

  const kindsNow = async (): Promise<readonly NoticeKind[]> =>
    (await client.ensureQueryData(settingsQuery).catch(() => null))?.notices ?? []

  const tell = (stage: StageGuid, of: Notice['of']): void => {
    const notice: Notice = { id: nextId, stage, of }
    nextId += 1
    notices.set([...notices.get(), notice].slice(-KEPT))
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
    const shown = new Notification('Racedesk', { body: noticeText(notice, translate), tag: `${stage} ${of.kind}` })
    shown.addEventListener('click', () => {
      window.focus()
      openNotice(notice)
    })
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
    if (kinds.every((kind) => kind === 'watch')) {
      heard.set(stage, lastId)
      return
    }
    const changes = await readChanges(stage)
    if (changes === null || changes.length === 0) return
    const favourites = await call('stage:favourites', { stage })
    raceNotices(changes, favourites.ok ? favourites.value : [], kinds).forEach((notice) => tell(stage, notice))
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
  }
}
