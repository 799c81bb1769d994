import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/Button.tsx'
import { Mark, type MarkKind } from '../../components/Mark.tsx'
import { useText } from '../../text/text.ts'
import { lastExport } from '../jobs/exports.ts'
import { settingsQuery, stagesQuery } from '../state/queries.ts'
import { useStore } from '../state/store.ts'
import { chooseNotices, NOTICE_KINDS } from './askNotices.ts'
import { isAskWanted, notices } from './followNotices.ts'
import { noticeText, openNotice } from './noticeText.ts'
import type { Notice } from './raceNotices.ts'
import { useLeaving } from './useLeaving.ts'

const AskStrip = () => {
  const { t } = useText()
  const client = useQueryClient()
  const isUnanswered = useQuery(settingsQuery).data?.notices === null
  const isWanted = useStore(isAskWanted)
  if (!isUnanswered || !isWanted) return null
  return (
    <div className="strip">
      <span>{t('notices.ask')}</span>
      <span className="strip-actions row">
        <Button size="small" onClick={() => void chooseNotices(client, NOTICE_KINDS)}>
          {t('notices.ask.yes')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => void chooseNotices(client, [])}>
          {t('notices.ask.no')}
        </Button>
      </span>
    </div>
  )
}

const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

const MARKS: { readonly [K in Notice['of']['kind']]: MarkKind } = {
  favourite: 'ok',
  disqualified: 'problem',
  podium: 'none',
  watch: 'problem',
}

const NoticeStrip = ({ notice }: { readonly notice: Notice }) => {
  const { t } = useText()
  const race = useQuery(stagesQuery).data?.find(({ guid }) => guid === notice.stage)
  useLeaving(notice.id, () => dismiss(notice.id))
  return (
    <div className="strip">
      <Mark kind={MARKS[notice.of.kind]}>{noticeText(notice, race?.name ?? '', t)}</Mark>
      <span className="strip-actions row">
        <Button
          size="small"
          onClick={() => {
            dismiss(notice.id)
            openNotice(notice)
          }}
        >
          {t('notices.show')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => dismiss(notice.id)}>
          {t('do.dismiss')}
        </Button>
      </span>
    </div>
  )
}

/** What was told and not yet dismissed, and the question whether to tell at all. */
export const NoticeStrips = () => {
  const { t } = useText()
  const shown = useStore(notices)
  return (
    <>
      <AskStrip />
      {shown.map((notice) => (
        <NoticeStrip key={notice.id} notice={notice} />
      ))}
      {shown.length < 2 ? null : (
        <div className="strip strip-all">
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              notices.set([])
              lastExport.set(null)
            }}
          >
            {t('notices.dismissAll')}
          </Button>
        </div>
      )}
    </>
  )
}
