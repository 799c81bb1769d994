import type { Guid } from '../../../preload/contract/ids.ts'
import { appLink, copyText } from '../../app/table/copyTexts.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import type { TableMenuRequest } from '../../components/dataTable/tableTypes.ts'
import { useText } from '../../text/text.ts'
import type { OrderRow } from './useOrders.ts'

type OrderMenu = {
  readonly rowAt: (index: number) => OrderRow | undefined
  /** The selected orders. */
  readonly chosen: readonly Guid[]
  readonly isRefreshing: boolean
  readonly show: (guid: Guid) => void
  readonly refresh: (guids: readonly Guid[]) => void
  readonly remove: (guids: readonly Guid[]) => void
}

/** Opens the context menu of orders. */
export const useOrderMenu = ({ rowAt, chosen, isRefreshing, show, refresh, remove }: OrderMenu) => {
  const { t } = useText()
  const offer = useTableMenu()
  return (asked: TableMenuRequest): void => {
    const guid = rowAt(asked.index)?.guid
    if (guid === undefined) return
    const isOne = asked.rows === 1
    const meant = isOne ? [guid] : chosen
    offer(asked, {
      first: isOne ? [{ id: 'open', label: t('menu.openOrder'), keys: 'Enter', onChoose: () => show(guid) }] : [],
      last: [
        ...(isOne
          ? [{ id: 'link', label: t('menu.copyLink'), onChoose: () => copyText(appLink({ order: guid })) }]
          : []),
        ...(isRefreshing ? [] : [{ id: 'refresh', label: t('menu.refresh'), onChoose: () => refresh(meant) }]),
        { id: 'remove', label: t('orders.remove'), isDangerous: true, onChoose: () => remove(meant) },
      ],
    })
  }
}
