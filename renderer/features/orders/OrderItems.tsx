import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { OrderItem, OrderView } from '../../../preload/contract/orders.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import { settingsQuery } from '../../app/state/queries.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import type { TableRow, TableSelection } from '../../components/dataTable/tableTypes.ts'
import { Mark } from '../../components/Mark.tsx'
import { formatAmount } from '../../text/amount.ts'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

/** A longer list gets the table of recycled rows. */
const PLAIN_LINES = 100
const ROW_HEIGHTS: { readonly [K in Settings['rowHeight']]: 24 | 28 | 36 } = { compact: 24, normal: 28, large: 36 }

type ItemsProps = { readonly items: readonly OrderItem[]; readonly currency: string | null }

const PlainItems = ({ items, currency }: ItemsProps) => {
  const { t, language } = useText()
  return (
    <table className="order-items">
      <thead>
        <tr>
          <th scope="col">{t('orders.items.name')}</th>
          <th scope="col" className="order-amount">
            {t('orders.items.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ displayName, price }, index) => (
          <tr key={index}>
            <td>{displayName ?? <span className="muted">{t('orders.change.unnamed')}</span>}</td>
            <td className="order-amount">{price === null ? '' : formatAmount(price, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const noSelection: TableSelection = { activeId: null, selectedIds: new Set() }

const LongItems = ({ items, currency }: ItemsProps) => {
  const { t, language } = useText()
  const rowHeight = useQuery(settingsQuery).data?.rowHeight ?? 'normal'
  const [selection, setSelection] = useState(noSelection)
  const rowAt = useCallback(
    (index: number): TableRow | undefined => {
      const item = items[index]
      if (item === undefined) return undefined
      const { displayName, price } = item
      return {
        id: String(index),
        cells: [displayName ?? '', price === null ? '' : formatAmount(price, currency, language)],
      }
    },
    [items, currency, language],
  )
  const columns = useMemo(
    () =>
      [
        { id: 'name', title: t('orders.items.name'), kind: 'text', widthPx: 210 },
        { id: 'price', title: t('orders.items.price'), kind: 'number', widthPx: 110 },
      ] as const,
    [t],
  )
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  const showMenu = useTableMenu()
  return (
    <div className="table-area fill order-long-items">
      <DataTable
        columns={columns}
        rowCount={items.length}
        rowAt={rowAt}
        version={0}
        onVisible={() => undefined}
        sort={[]}
        onSort={() => undefined}
        selection={selection}
        onSelect={setSelection}
        onOpen={() => undefined}
        onColumnsChange={() => undefined}
        rowHeight={ROW_HEIGHTS[rowHeight]}
        highlight={[]}
        label={t('orders.items')}
        texts={texts}
        onMenu={showMenu}
      />
    </div>
  )
}

const SumRemark = ({ view }: { readonly view: OrderView }) => {
  const { t, language } = useText()
  const { sum, total, currencyIsoCode } = view
  const show = (amount: string | null): string =>
    amount === null ? '' : formatAmount(amount, currencyIsoCode, language)
  if (sum.state === 'nothing-to-check') return null
  if (sum.state === 'equal') return <Mark kind="ok">{t('orders.sum.equal')}</Mark>
  return (
    <Mark kind="partial">
      {sum.state === 'unreadable'
        ? t('orders.sum.unreadable')
        : t('orders.sum.differs', { sum: show(sum.sum), total: show(total) })}
    </Mark>
  )
}

/** The lines of an order, and whether they add up. */
export const OrderItems = ({ view }: { readonly view: OrderView }) => {
  const { t, language } = useText()
  const { items, currencyIsoCode } = view
  return (
    <section className="order-part stack" aria-label={t('orders.items')}>
      <h3>
        {t('orders.items')}
        {items === null ? null : <span className="muted"> {formatCount(items.length, language)}</span>}
      </h3>
      {items === null ? (
        <p className="muted">{t('orders.items.none')}</p>
      ) : items.length === 0 ? (
        <p className="muted">{t('orders.items.empty')}</p>
      ) : items.length > PLAIN_LINES ? (
        <LongItems items={items} currency={currencyIsoCode} />
      ) : (
        <PlainItems items={items} currency={currencyIsoCode} />
      )}
      <SumRemark view={view} />
    </section>
  )
}
