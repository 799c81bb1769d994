import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromoReceiptId } from '../../../preload/contract/ids.ts'
import type { PromoReceipt } from '../../../preload/contract/promo.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { fetchValue } from '../../app/state/queries.ts'
import { Blank } from '../../components/Blank.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatAge, formatClock, formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { STATE_MARKS } from './promoText.ts'
import { ReceiptView } from './ReceiptView.tsx'

const ReceiptRow = ({ receipt, onOpen }: { readonly receipt: PromoReceipt; readonly onOpen: () => void }) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { sentAt, profileName, race, count, affected, isAffectedDifferent, state } = receipt
  const affectedText = affected === null ? '' : formatCount(affected, language)
  return (
    <tr className="promo-row" onDoubleClick={onOpen}>
      <th scope="row">
        <button type="button" className="promo-open" title={formatExact(sentAt, language)} onClick={onOpen}>
          {formatClock(sentAt, nowMs, language)}
        </button>
        <span className="muted"> {formatAge(sentAt, nowMs, t)}</span>
      </th>
      <td className="ellipsis" title={profileName}>
        {profileName}
      </td>
      <td className="ellipsis mono" title={race}>
        {race}
      </td>
      <td className="promo-number">{formatCount(count, language)}</td>
      <td className="promo-number">
        {isAffectedDifferent ? (
          <Mark kind="partial" title={t(affected === null ? 'promo.affected.unsaid' : 'promo.affected.different')}>
            {affected === null ? '?' : affectedText}
          </Mark>
        ) : (
          affectedText
        )}
      </td>
      <td>
        <Mark kind={STATE_MARKS[state]}>{t(`promo.state.${state}`)}</Mark>
      </td>
    </tr>
  )
}

/** Every sending with its outcome, from the store alone. */
export const ReceiptsPane = ({ onReuse }: { readonly onReuse: () => void }) => {
  const { t } = useText()
  const [openId, setOpenId] = useState<PromoReceiptId | null>(null)
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const history = useQuery({ queryKey: ['promo', 'receipts'], queryFn: () => fetchValue('promo:history', {}) })
  const receipts = history.data?.receipts
  const open = receipts?.find(({ id }) => id === openId) ?? null
  if (receipts === undefined) {
    return history.error === null ? (
      <Skeleton rows={6} label={t('promo.tab.receipts')} />
    ) : (
      <Blank title={t('promo.tab.receipts')}>
        <Problem problem={history.error} onRetry={() => void history.refetch()} />
      </Blank>
    )
  }
  if (receipts.length === 0) {
    return (
      <Blank title={t('promo.receipts.empty.title')}>
        <p>{t('promo.receipts.empty.what')}</p>
      </Blank>
    )
  }
  return (
    <>
      <div className="promo-bar">
        <span className="gap" />
        <ExportMenu receipt={null} onProblem={setProblem} />
      </div>
      {problem === null ? null : (
        <div className="promo-problem">
          <Problem problem={problem} />
        </div>
      )}
      <div className="scroll" role="region" aria-label={t('promo.receipts.label')} tabIndex={0}>
        <table className="promo-receipts">
          <thead>
            <tr>
              <th scope="col">{t('promo.receipts.time')}</th>
              <th scope="col">{t('stages.add.profile')}</th>
              <th scope="col">{t('promo.race')}</th>
              <th scope="col" className="promo-number">
                {t('promo.receipts.count')}
              </th>
              <th scope="col" className="promo-number">
                {t('promo.receipts.affected')}
              </th>
              <th scope="col">{t('promo.receipts.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {receipts.map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} onOpen={() => setOpenId(receipt.id)} />
            ))}
          </tbody>
        </table>
      </div>
      {open === null ? null : (
        <ReceiptView key={open.id} receipt={open} onReuse={onReuse} onClose={() => setOpenId(null)} />
      )}
    </>
  )
}
