import type { OrderLook, OrderView } from '../../../preload/contract/orders.ts'
import { useNow } from '../../app/state/now.ts'
import { Button } from '../../components/Button.tsx'
import { formatAmount } from '../../text/amount.ts'
import { formatClock, formatExact } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { changeText } from './changeText.ts'

type OrderHistoryProps = { readonly view: OrderView; readonly onShow: (look: number) => void }

/** Every body of the order that differed from the one before, newest first. */
export const OrderHistory = ({ view, onShow }: OrderHistoryProps) => {
  const { history, look } = view
  return (
    <ol className="order-history">
      {history.map((entry, index) => (
        <HistoryEntry
          key={entry.id}
          entry={entry}
          isFirst={index === history.length - 1}
          isShown={entry.id === look.id}
          onShow={() => onShow(entry.id)}
        />
      ))}
    </ol>
  )
}

type HistoryEntryProps = {
  readonly entry: OrderLook
  readonly isFirst: boolean
  readonly isShown: boolean
  readonly onShow: () => void
}

const HistoryEntry = ({ entry, isFirst, isShown, onShow }: HistoryEntryProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const { fetchedAt, stateName, total, currencyIsoCode, changes, changeCount } = entry
  const time = formatClock(fetchedAt, nowMs, language)
  const facts = [stateName, total === null ? null : formatAmount(total, currencyIsoCode, language)]
  const more = changeCount - changes.length
  return (
    <li>
      <div className="order-history-head row">
        <span title={formatExact(fetchedAt, language)}>{time}</span>
        <span className="muted ellipsis">{facts.filter((fact) => fact !== null).join(', ')}</span>
        <span className="gap" />
        {isShown ? (
          <span className="muted">{t('orders.history.current')}</span>
        ) : (
          <Button size="small" onClick={onShow} title={t('orders.show', { time })}>
            {t('do.details')}
          </Button>
        )}
      </div>
      {isFirst ? <p className="muted">{t('orders.change.first')}</p> : null}
      {!isFirst && changeCount === 0 ? <p className="muted">{t('orders.change.elsewhere')}</p> : null}
      {changes.map((change, index) => (
        <p key={index}>{changeText(change, currencyIsoCode, t, language)}</p>
      ))}
      {more > 0 ? <p className="muted">{t('orders.change.more', { count: more })}</p> : null}
    </li>
  )
}
