import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromoReceipt, PromoReceiptDetail } from '../../../preload/contract/promo.ts'
import type { Problem as AnyProblem } from '../../api.ts'
import { useNow } from '../../app/state/now.ts'
import { Problem } from '../../app/problems/Problem.tsx'
import { changePromoDraft } from '../../app/promoDraft.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Fold } from '../../components/Fold.tsx'
import { Mark } from '../../components/Mark.tsx'
import { Modal } from '../../components/Modal.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatClock, formatCount, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { BodyText } from './BodyText.tsx'
import { FoldedCodes } from './Difference.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { STATE_MARKS } from './promoText.ts'
import { Affected } from './SendDialog.tsx'

const cell = (text: string): string => (/[\t"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Codes as they would be typed. */
const textOf = ({ codes }: PromoReceiptDetail): string =>
  codes.map(({ value, discountPercent }) => `${cell(value)}\t${discountPercent}\n`).join('')

const FactList = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <dl className="promo-facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Facts = ({ receipt }: { readonly receipt: PromoReceipt }) => {
  const { t, language } = useText()
  return (
    <>
      <FactList
        facts={[
          [t('promo.receipts.time'), formatExact(receipt.sentAt, language)],
          [t('stages.add.profile'), receipt.profileName],
          [t('promo.race'), receipt.race],
        ]}
      />
      <Fold title={t('do.details')}>
        <FactList
          facts={[
            [t('promo.receipt.address'), receipt.url],
            [t('promo.receipt.hash'), receipt.sha256],
            ...(receipt.status === null ? [] : ([[t('promo.receipt.status'), `HTTP ${receipt.status}`]] as const)),
          ]}
        />
      </Fold>
    </>
  )
}

type ReceiptProps = { readonly receipt: PromoReceipt; readonly onReuse: () => void; readonly onClose: () => void }

/** One receipt in full, from the store. */
export const ReceiptView = ({ receipt, onReuse, onClose }: ReceiptProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const [problem, setProblem] = useState<AnyProblem | null>(null)
  const found = useQuery({
    queryKey: ['promo', 'receipt', receipt.id],
    queryFn: async () => (await fetchValue('promo:history', { race: receipt.race, receipt: receipt.id })).detail,
    gcTime: 10_000,
  })
  const detail = found.data ?? null
  const reuse = (): void => {
    if (detail === null) return
    changePromoDraft({ race: receipt.race, text: textOf(detail) })
    onReuse()
  }
  return (
    <Modal
      title={t('promo.receipt.title', { time: formatClock(receipt.sentAt, nowMs, language) })}
      isOpen
      onClose={onClose}
      size="wide"
    >
      <div className="form">
        <p>
          <Mark kind={STATE_MARKS[receipt.state]}>{t(`promo.state.${receipt.state}`)}</Mark>
        </p>
        <Affected receipt={receipt} />
        {receipt.state === 'unknown' ? (
          <p className="promo-notice">
            <Mark kind="problem">{t('promo.receipt.check')}</Mark>
          </p>
        ) : null}
        {receipt.error === null ? null : <Problem problem={receipt.error} />}
        <Facts receipt={receipt} />
        {problem === null ? null : <Problem problem={problem} />}
        {detail === null ? (
          found.error === null ? (
            <Skeleton rows={4} label={t('promo.receipt.codes')} />
          ) : (
            <Problem problem={found.error} onRetry={() => void found.refetch()} />
          )
        ) : (
          <>
            <FoldedCodes
              title={`${t('promo.receipt.codes')}: ${formatCount(detail.codes.length, language)}`}
              codes={detail.codes}
              isOpen
            />
            <BodyText label={t('promo.receipt.body')} text={detail.body} />
            {detail.reply === null ? (
              <p className="muted">{t('promo.receipt.noReply')}</p>
            ) : (
              <BodyText label={t('promo.receipt.reply')} text={detail.reply.text} />
            )}
            {detail.reply?.isCut === true ? <p className="muted">{t('promo.receipt.cut')}</p> : null}
          </>
        )}
        <div className="modal-buttons">
          <Button isDisabled={detail === null} onClick={reuse}>
            {t('promo.receipt.reuse')}
          </Button>
          <ExportMenu receipt={receipt.id} onProblem={setProblem} />
          <Button kind="primary" onClick={onClose}>
            {t('do.close')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
