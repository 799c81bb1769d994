import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Mark } from '../../components/Mark.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { undoOrderRemoval, type OrderRemoval } from './orderRemovals.ts'

const Undo = ({ removal }: { readonly removal: OrderRemoval }) => {
  const { t, language } = useText()
  const leftOf = (): number => Math.max(0, Math.ceil((removal.at - Date.now()) / 1000))
  const [leftS, setLeftS] = useState(leftOf)
  useEffect(() => {
    const timer = setInterval(() => setLeftS(Math.max(0, Math.ceil((removal.at - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [removal.at])
  const { size } = removal.guids
  return (
    <span className="state-part">
      <span className="ellipsis">{t('orders.removed', { count: size, rows: formatCount(size, language) })}</span>
      <Button size="small" onClick={undoOrderRemoval}>
        {t('stages.undoIn', { count: leftS })}
      </Button>
    </span>
  )
}

type OrdersStateLineProps = {
  readonly found: number | null
  readonly isSearching: boolean
  readonly isOffline: boolean
  readonly removal: OrderRemoval | null
}

export const OrdersStateLine = ({ found, isSearching, isOffline, removal }: OrdersStateLineProps) => {
  const { t, language } = useText()
  return (
    <div className="state-line">
      <h1 className="state-scope ellipsis">{t('orders.title')}</h1>
      {found === null ? null : (
        <span className="muted" role="status">
          {t(isSearching ? 'orders.found' : 'orders.count', { count: found, rows: formatCount(found, language) })}
        </span>
      )}
      <span className="gap" />
      {removal === null ? null : <Undo removal={removal} />}
      {isOffline ? (
        <span className="state-part">
          <Mark kind="offline">{t('orders.offline')}</Mark>
        </span>
      ) : null}
    </div>
  )
}
