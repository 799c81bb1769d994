import { useState, type ReactNode } from 'react'
import type { AppInfo } from '../../preload/contract/diagnostics.ts'
import type { StorageCause } from '../../preload/contract/result.ts'
import { connection } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { Mark } from '../components/Mark.tsx'
import { formatClock } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { NoticeStack } from './notices/NoticeStack.tsx'
import { NoticeStrips } from './notices/NoticeStrips.tsx'
import { useLeaving } from './notices/useLeaving.ts'
import { storageText } from './problems/describeProblem.ts'
import { failedReference, reloadedAt, unannouncedJob } from './state/frameNotices.ts'
import { finishedSentence } from './jobs/notify.ts'
import { useNow } from './state/now.ts'
import { useStore } from './state/store.ts'

const Strip = ({ children, onDismiss }: { readonly children: ReactNode; readonly onDismiss: () => void }) => {
  const { t } = useText()
  return (
    <div className="strip">
      <Mark kind="partial">{children}</Mark>
      <Button size="small" kind="quiet" onClick={onDismiss}>
        {t('do.dismiss')}
      </Button>
    </div>
  )
}

/** Notices about this run on every screen; each can be dismissed. */
export const FrameNotices = ({ info }: { readonly info: AppInfo }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const reloaded = useStore(reloadedAt)
  const failed = useStore(failedReference)
  const unannounced = useStore(unannouncedJob)
  const isGone = useStore(connection) === 'gone'
  useLeaving(unannounced?.id ?? null, () => unannouncedJob.set(null))
  const isMac = info.platform.startsWith('darwin')
  const finished = unannounced === null ? null : finishedSentence(unannounced, t)
  const [isDamageRead, setDamageRead] = useState(false)
  const [isMoveRead, setMoveRead] = useState(false)
  const [readStop, setReadStop] = useState<StorageCause | null>(null)
  const [readReason, setReadReason] = useState<AppInfo['keysLostAtEnd']>(null)
  const { movedAsideTo, keysLostAtEnd, storageStop } = info
  // Announced again when it happens again.
  if (storageStop === null && readStop !== null) setReadStop(null)
  const storage = storageStop === null ? null : storageText({ ...storageStop, reason: '' }, t)
  return (
    <NoticeStack>
      {isGone ? (
        <div className="strip">
          <Mark kind="offline">{t('app.gone')}</Mark>
          <span>{t('app.gone.todo')}</span>
        </div>
      ) : null}
      {storage === null || storageStop?.cause === readStop ? null : (
        <Strip onDismiss={() => setReadStop(storageStop?.cause ?? null)}>{storage.join(' ')}</Strip>
      )}
      {movedAsideTo === null || isMoveRead ? null : (
        <Strip onDismiss={() => setMoveRead(true)}>{t('app.movedAside', { path: movedAsideTo })}</Strip>
      )}
      {!info.isDatabaseDamaged || isDamageRead ? null : (
        <Strip onDismiss={() => setDamageRead(true)}>{t('app.databaseDamaged')}</Strip>
      )}
      {reloaded === null ? null : (
        <Strip onDismiss={() => reloadedAt.set(null)}>
          {t('app.reloaded', { time: formatClock(reloaded, nowMs, language) })}
        </Strip>
      )}
      {failed === null ? null : (
        <Strip onDismiss={() => failedReference.set(null)}>{t('app.failed', { reference: failed })}</Strip>
      )}
      {finished === null ? null : (
        <Strip onDismiss={() => unannouncedJob.set(null)}>
          {[t('app.unannounced', { finished }), ...(isMac ? [t('app.unannounced.mac')] : [])].join(' ')}
        </Strip>
      )}
      {keysLostAtEnd === null || keysLostAtEnd === readReason ? null : (
        <Strip onDismiss={() => setReadReason(keysLostAtEnd)}>
          {t('keys.lostAtEnd', { reason: t(`keys.reason.${keysLostAtEnd}`) })}
        </Strip>
      )}
      <NoticeStrips />
    </NoticeStack>
  )
}
